// The tutorial on top of its forms: a poem is read sound by sound (and heard, if there is a recording), touches are
// timed, and what the site answers takes the place of what was there. Without this the page is a series of forms.

import { Hands } from "./match/hands.js";
import { arrowed, dueAt, heardUntil } from "./tutorial_time.js";

const root = document.querySelector("#tutorial");
const live = document.querySelector("[data-live]");
const told = (id) => JSON.parse(document.getElementById(id).textContent);
const upper = told("upper");
const theirs = told("theirs");
const first = root.querySelector("[data-said]");
const latin = root.querySelector("[data-latin]").textContent;

let begunAt = null; // page time of the first sound; null: not begun
let isDecided = false;
let isAsking = false;

/** Where the reading is now: ms from the first sound. */
function now(pageMs = performance.now()) {
  return Math.max(0, Math.round(pageMs - begunAt));
}

const isReading = () => root.dataset.isOpen === "true" && begunAt !== null && !isAsking;

// Reading --------------------------------------------------------------------------------------------------
async function read() {
  let playedMs = 0;
  if (root.dataset.sound) {
    const audio = new Audio(root.dataset.sound);
    // Where no sound comes the poem is still read as text.
    playedMs = await audio.play().then(() => audio.currentTime * 1000, () => 0);
  }
  begunAt = performance.now() + upper.onset_ms - playedMs;
  isDecided = false;
  say("");
  show();
  root.querySelector("button.slot")?.focus({ preventScroll: true });
  requestAnimationFrame(tick);
}

function tick() {
  if (root.dataset.isOpen !== "true" || begunAt === null) return;
  const ms = performance.now() - begunAt;
  const text = heardUntil(upper, ms);
  const line = root.querySelector("[data-said]");
  if (line.dataset.shown !== text) {
    line.dataset.shown = text;
    line.replaceChildren(...marked(text, Number(root.dataset.decides)));
  }
  if (!isDecided && text.length >= Number(root.dataset.decides)) {
    isDecided = true;
    live.textContent = text;
    root.querySelector("[data-latin]").textContent = latin;
  }
  for (const { card, ms: at } of theirs) if (ms >= at) root.querySelector(`[data-card="${card}"]`)?.classList.add("theirs");
  const due = dueAt(root.dataset.closesMs, theirs);
  if (isAsking) return; // the answer goes on with it
  // A hand that is on the mat is told before the reading closes.
  if (due !== null && ms >= due && !root.querySelector(".touching")) ask({ wait: "1" });
  else requestAnimationFrame(tick);
}

function marked(text, length) {
  if (text.length < length) return [text];
  const deciding = document.createElement("b");
  deciding.textContent = text[length - 1];
  return [text.slice(0, length - 1), deciding, text.slice(length)];
}

/** What can be pressed now. */
function show() {
  if (root.dataset.isOpen !== "true") return;
  root.querySelector("[data-do=read]").hidden = begunAt !== null;
  const wait = root.querySelector("[data-do=wait]");
  if (wait) wait.hidden = begunAt === null;
  if (begunAt !== null) return;
  root.querySelector("[data-said]").textContent = "";
  root.querySelector("[data-latin]").textContent = "";
}

// Touching -------------------------------------------------------------------------------------------------
const slots = () => [...root.querySelectorAll("button.slot")];

const hands = new Hands(root, { step: (from, key) => arrowed(slots(), from, key)?.focus() }, {
  isOn: isReading,
  onTouch: (card) => {
    const slot = root.querySelector(`[data-card="${card}"]`);
    slot.classList.add("mine", "touching");
    slot.querySelector(".vh").textContent = root.dataset.touched;
  },
  onSweep: (cards) => ask({ touched: cards.map(({ card, pageMs }) => ({ card, ms: now(pageMs) })) }),
  codes: () => ({ o: lines("own"), t: lines("opp").map((line) => line.reverse()) }),
  typeable: () => slots().map(({ dataset: { card, kimariji, begins } }) => ({ card: Number(card), kimariji, begins })),
  onTyped: (text) => {
    const typed = root.querySelector("[data-typed]");
    typed.textContent = text;
    typed.hidden = !text;
  },
});

/** The cards of a side, row by row from the middle of the mat. */
function lines(side) {
  const rows = [...root.querySelectorAll(`.terr.${side} .row`)];
  return rows.map((row) => [...row.querySelectorAll("[data-card]")].map((slot) => Number(slot.dataset.card)));
}

root.addEventListener("click", (event) => event.target.closest("[data-do=read]") && read());
root.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  if (name === "touched" && begunAt === null) say(root.dataset.tooEarly);
  // Once the reading goes on, hands and keys are heard as they come and not as a form is sent.
  if (name && name !== "touched") ask({ [name]: value });
});

/** A problem in words; none: "". */
function say(text) {
  const problem = root.querySelector("[data-problem]");
  problem.textContent = text;
  problem.hidden = !text;
  live.textContent = text;
}

// Asking the referee ---------------------------------------------------------------------------------------
async function ask({ touched = [], wait = "", sent = "" }) {
  if (isAsking) return;
  isAsking = true;
  const form = new FormData(root);
  for (const { card, ms } of touched) {
    form.append("touched", card);
    form.append("ms", ms);
  }
  if (wait) form.set("wait", wait);
  if (sent) form.append("sent", sent);
  try {
    const response = await fetch(root.action, { method: "POST", body: form, credentials: "same-origin" });
    if (!response.ok && response.status !== 422) throw new Error(String(response.status));
    swap(new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#tutorial"));
  } catch {
    for (const slot of root.querySelectorAll(".touching")) slot.classList.remove("touching", "mine");
    say(root.dataset.down);
  } finally {
    isAsking = false;
  }
  if (isReading()) requestAnimationFrame(tick);
}

function swap(answer) {
  const focused = document.activeElement?.dataset?.card;
  root.dataset.isOpen = answer.dataset.isOpen;
  root.dataset.closesMs = answer.dataset.closesMs;
  root.replaceChildren(...answer.childNodes);
  const verdict = root.querySelector("[data-verdict]");
  if (root.dataset.isOpen === "true") {
    if (verdict?.matches("[role=alert]")) begunAt = null; // it was refused, and begins anew
    show();
    root.querySelector(`[data-card="${focused}"]`)?.focus({ preventScroll: true });
    live.textContent = verdict?.textContent ?? "";
    return;
  }
  live.textContent = "";
  verdict?.focus({ preventScroll: true });
}

show();
