// The remote: buttons and keys that press those of the reading elsewhere. It shows what has been read, and nothing more.
//
// A press has a name of its own and is sent again until the server has it, or it is too old to be meant; the reading
// carries each out once. It names the unit that was seen here, so that two hands never skip two poems.

import { keepAwake } from "../audio/devices.js";
import { follow } from "./stream.js";

const TOO_LATE_MS = 10_000;
const AGAIN_MS = 700;
const ABOUT_A_UNIT = ["next", "back", "reread"];

const root = document.getElementById("remote");
const find = (name) => root.querySelector(`[data-${name}]`);
const text = { ...root.dataset };
const csrf = root.querySelector("[name=csrfmiddlewaretoken]").value;

let seen = { unit: Number(text.unit), phase: text.phase, is_held: text.held === "true", is_reader_there: true, reader_sounds: true };
let isThere = true;
let ending = null; // why nothing can be pressed any more
let trouble = "";

function draw() {
  const isStart = seen.phase === "ready" || seen.is_held;
  root.dataset.phase = seen.phase;
  root.dataset.held = seen.is_held;
  find("main").value = isStart ? "start" : "hold";
  find("main-label").textContent = seen.phase === "ready" ? text.start : isStart ? text.goOn : text.hold;
  const isReady = seen.phase === "ready";
  for (const button of root.querySelectorAll("button")) {
    const isOfUse = { next: !isReady && seen.phase !== "finished", back: !isReady, reread: !isReady, hold: seen.phase !== "finished" };
    button.disabled = ending !== null || isOfUse[button.value] === false;
  }
  say();
}

function say() {
  const found = ending ?? (!isThere ? text.lost : trouble || standing());
  if (find("state").textContent !== found) find("state").textContent = found;
}

function standing() {
  if (!seen.is_reader_there) return text.away;
  if (!seen.reader_sounds) return text.untouched;
  return seen.is_held ? text.heldText : text[seen.phase];
}

function end(words) {
  ending = words;
  awake.release();
  draw();
}

// --- pressing --------------------------------------------------------------------------------------------

async function press(button) {
  if (ending !== null) return;
  const pressedAt = performance.now();
  const about = ABOUT_A_UNIT.includes(button) ? { at: seen.unit } : {};
  const fields = { key: newKey(), button, ...about };
  trouble = "";
  for (let age = 0; age < TOO_LATE_MS; age = performance.now() - pressedAt) {
    const answer = await sent({ ...fields, age_ms: Math.round(age) });
    if (answer?.ok) return say();
    if (answer && answer.status < 500 && answer.status !== 429) return refused(answer);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  trouble = text.late;
  say();
}

function sent(fields) {
  const body = new URLSearchParams(fields);
  return fetch(root.action, { method: "POST", body, headers: { Accept: "application/json", "X-CSRFToken": csrf } }).catch(() => null);
}

async function refused(answer) {
  const { error } = await answer.json().catch(() => ({ error: text.closed }));
  if ([403, 404].includes(answer.status)) return end(error);
  trouble = error;
  say();
}

/** A name that nobody else takes; randomUUID is there on secure addresses only. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

root.addEventListener("submit", (event) => {
  event.preventDefault();
  press(event.submitter.value);
});

const KEYS = {
  " ": () => press(find("main").value),
  Enter: () => press(find("main").value),
  PageDown: () => forward(),
  ArrowRight: () => forward(),
  ArrowDown: () => forward(),
  PageUp: () => press("back"),
  ArrowLeft: () => press("back"),
  ArrowUp: () => press("back"),
  r: () => press("reread"),
  h: () => press("hold"),
  ".": () => press("hold"),
  b: () => press("hold"),
  "+": () => press("louder"),
  "-": () => press("quieter"),
};

const forward = () => press(seen.phase === "ready" ? "start" : "next");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isPress = key === " " || key === "Enter";
  if (!KEYS[key] || (isPress && event.target.closest("a, button:not([data-main])"))) return;
  event.preventDefault();
  if (!event.repeat) KEYS[key]();
});

// --- what has been read ----------------------------------------------------------------------------------

function sight(data) {
  seen = data;
  trouble = "";
  if (!data.may_press) return end(text.taken);
  find("place").textContent = data.place;
  find("left").textContent = data.left;
  find("last").innerHTML = data.last_html;
  draw();
}

const awake = keepAwake();
follow(() => text.sights, { sight, over: () => end(text.closed) }, {
  onLine(there) {
    isThere = there;
    say();
  },
});
draw();
