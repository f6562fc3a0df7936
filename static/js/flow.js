// A run of fuda-nagashi in the browser: one key turns the cards, turns are kept on the device and sent in batches.

import { BATCH, FlowRun, backoff, stopwatch } from "./flow_run.js";

const root = document.getElementById("flow");
const find = (name) => root.querySelector(`[data-${name}]`);
const { key, csrf, turns: turnsUrl, result: resultUrl } = root.dataset;
const isSaid = root.classList.contains("said");
const storeName = `flow-${key}`;

const run = new FlowRun({
  total: Number(root.dataset.total),
  reached: Number(root.dataset.reached),
  spentBefore: Number(root.dataset.spent),
  saved: remembered(),
});
const cards = new Map([...find("cards").children].map((card) => [Number(card.dataset.place), card]));
const live = find("live");

// --- what this device keeps, for a killed tab or a lost connection ---------------------------------------

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(storeName));
  } catch {
    return null; // storage is forbidden or broken: the server's state alone counts
  }
}

function remember() {
  try {
    localStorage.setItem(storeName, JSON.stringify(run.save()));
  } catch {
    // Full or forbidden: turns are then only in memory until they are sent.
  }
}

function forget() {
  try {
    localStorage.removeItem(storeName);
  } catch {
    // Nothing was kept either.
  }
}

// --- sending ---------------------------------------------------------------------------------------------

let sending = null;
let failures = 0;
let again = 0;
let wantsFinish = false;

function notice(text) {
  find("notice").textContent = text;
}

/** Send what is queued; one request at a time, so that order and batches stay simple. */
function send() {
  if (sending) return;
  clearTimeout(again);
  sending = post().finally(() => {
    sending = null;
    if (!failures && (run.queue.size >= BATCH || (wantsFinish && run.queue.size))) send();
  });
}

async function post() {
  const batch = run.batch();
  const finish = wantsFinish;
  if (!batch.length && !finish) return;
  let response;
  try {
    response = await fetch(turnsUrl, {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify({ turns: batch, finish }),
    });
    if (response.status >= 500) throw new Error(response.statusText);
  } catch {
    failures += 1;
    notice(root.dataset.offline);
    again = setTimeout(send, backoff(failures));
    return;
  }
  if (!response.ok) {
    failures += 1;
    wantsFinish = false;
    notice(await refusal(response));
    return;
  }
  const { stored, verdicts, finished } = await response.json();
  failures = 0;
  notice("");
  run.stored(stored);
  remember();
  for (const verdict of verdicts) judged(verdict);
  if (finished) {
    forget();
    location.assign(resultUrl);
  } else if (finish && !run.queue.size) {
    location.reload(); // a card is missing after all: go on where the server stands
  }
}

async function refusal(response) {
  try {
    return (await response.json()).error ?? root.dataset.refused;
  } catch {
    return root.dataset.refused;
  }
}

/** The last chance before the page goes: no reply is awaited, and what was not stored is sent again next time. */
function leave() {
  const batch = run.batch();
  if (!batch.length || sending || !isSaid) return;
  fetch(turnsUrl, {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify({ turns: batch, finish: false }),
  }).catch(() => {});
}

addEventListener("online", () => {
  failures = 0;
  send();
});

// --- drawing ---------------------------------------------------------------------------------------------

const painted = new MessageChannel();
let wanted = 0;

// A message posted in an animation frame arrives right after that frame is painted: then the card can be seen.
painted.port1.onmessage = ({ data }) => {
  if (data !== wanted) return;
  run.shown(performance.now());
  afterPaint();
};

let topCard = null;

function draw() {
  const card = cards.get(run.at) ?? null;
  if (topCard && topCard !== card) topCard.hidden = true;
  if (card) card.hidden = false;
  topCard = card;
  find("cards").hidden = !card;
  find("cover").hidden = true;
  find("end").hidden = !run.isThrough;
  restAtEnd();
  const ticket = ++wanted;
  requestAnimationFrame(() => painted.port2.postMessage(ticket));
}

const REST_MS = 1000;
let rest = 0;

/** After the last card said, a key or tap may be one too many: for a moment nothing ends the run. */
function restAtEnd() {
  clearTimeout(rest);
  if (!run.isThrough) return;
  const finish = find("finish");
  finish.disabled = isSaid; // typed answers are final, there is nothing to take back
  finish.focus();
  if (!isSaid) return;
  find("through").focus(); // at once: the next key may already be on its way
  rest = setTimeout(() => {
    finish.disabled = false;
    if (document.activeElement === find("through")) finish.focus();
  }, REST_MS);
}

/** Everything that may come a moment later than the card. */
function afterPaint() {
  remember();
  const turned = run.at - 1;
  find("prog").style.width = `${(100 * turned) / run.total}%`;
  root.querySelector(".count [data-place]").textContent = turned;
  live.textContent = topCard ? topCard.firstElementChild.getAttribute("aria-label") : "";
  if (isSaid) drawLast();
  if (run.isThrough) drawEnd();
  else if (!isSaid) typing.answer.focus();
  if (isSaid && run.queue.size >= BATCH && !failures) send(); // after a failure the timer tries again
}

function drawEnd() {
  find("sum").textContent = stopwatch(run.elapsed(performance.now()));
  tick();
  if (isSaid) find("next").hidden = true;
  else typing.hidden = true;
}

function tick() {
  find("clock").textContent = stopwatch(run.elapsed(performance.now()));
}
setInterval(() => run.isRunning && tick(), 100);

// --- said aloud ------------------------------------------------------------------------------------------

function drawLast() {
  const held = run.held;
  const back = find("back");
  back.disabled = !held;
  find("next").hidden = run.isThrough;
  find("last").hidden = !held;
  if (!held) return;
  const card = cards.get(held.place);
  if (!card) return;
  const thumb = card.querySelector(".tf").cloneNode(true);
  thumb.classList.remove("inverted");
  find("thumb").replaceChildren(thumb);
  find("answer").replaceChildren(card.querySelector(".answer").firstElementChild.cloneNode(true));
  find("miss").setAttribute("aria-pressed", held.missed);
}

function turnOver(now) {
  if (run.turn(now)) draw();
}

function oneBack(now) {
  if (run.back(now)) draw();
  find("next").hidden = run.isThrough;
  find("next").focus();
}

function toggleMissed() {
  if (!run.held) return;
  find("miss").setAttribute("aria-pressed", run.toggleMissed());
  remember();
}

// --- typed -----------------------------------------------------------------------------------------------

const typing = isSaid ? null : find("typing");
let firstKeyAt = null;
let asked = null;

function check(now, answer) {
  asked = run.answer(firstKeyAt ?? now, answer);
  firstKeyAt = null;
  if (!asked) return;
  remember();
  typing.answer.readOnly = true;
  notice(root.dataset.checking);
  send();
}

function judged({ place, right, kimariji, given }) {
  if (place !== asked?.place) return;
  asked = null;
  typing.answer.readOnly = false;
  find("right").hidden = !right;
  find("wrong").hidden = right;
  if (right) {
    find("said").textContent = kimariji;
    next();
    return;
  }
  find("wanted").textContent = kimariji;
  find("given").textContent = given;
  find("given-part").hidden = !given;
  typing.hidden = true;
  find("onward").hidden = false;
  find("onward").focus();
}

function next() {
  find("onward").hidden = true;
  typing.hidden = run.isThrough;
  typing.reset();
  if (!run.isThrough) typing.answer.focus();
  draw();
}

// --- hands -----------------------------------------------------------------------------------------------

let isOpen = false;

function begin() {
  isOpen = true;
  if (isSaid) {
    find("acts").hidden = false;
    find("next").focus();
  } else {
    typing.hidden = run.isThrough;
    if (!run.isThrough) typing.answer.focus();
  }
  draw();
}

find("start").addEventListener("click", (event) => {
  event.preventDefault();
  begin();
});

find("finish").addEventListener("click", () => {
  run.release();
  wantsFinish = true;
  failures = 0;
  send();
});

function coverUp() {
  run.pause(performance.now());
  remember();
  leave();
  if (!isOpen || run.isThrough || asked) return;
  isOpen = false;
  wanted += 1; // a card on its way is not shown any more
  find("cards").hidden = true;
  find("cover").hidden = false;
  if (isSaid) find("acts").hidden = find("last").hidden = true;
  else typing.hidden = true;
}
document.addEventListener("visibilitychange", () => document.hidden && coverUp());
addEventListener("pagehide", coverUp);
addEventListener("pageshow", (event) => event.persisted && location.reload());

if (isSaid) {
  const NEXT = new Set([" ", "Enter", "ArrowRight"]);
  const BACK = new Set(["Backspace", "ArrowLeft"]);
  const isOther = (target) => target.closest("a, button:not([data-next])");

  let spaceDownOn = null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") spaceDownOn = event.target;
    if (!isOpen) {
      if (event.key !== " " || (isOther(event.target) && event.target !== find("start"))) return;
      event.preventDefault();
      if (!event.repeat) begin();
    } else if (NEXT.has(event.key)) {
      if (event.repeat) event.preventDefault(); // a key held down at the last card must not press what comes after
      if (event.key !== "ArrowRight" && isOther(event.target)) return;
      event.preventDefault(); // at the end too, or Space would scroll
      if (!event.repeat) turnOver(event.timeStamp);
    } else if (BACK.has(event.key)) {
      event.preventDefault();
      if (!event.repeat) oneBack(event.timeStamp);
    } else if (event.key.toLowerCase() === "m" && !event.repeat) {
      toggleMissed();
    }
  });
  // A browser may click the button that has the focus when Space comes up, though it went down to turn a card.
  document.addEventListener("keyup", (event) => {
    if (event.key !== " ") return;
    if (event.target !== spaceDownOn || event.target === find("next")) event.preventDefault();
  });
  root.addEventListener("pointerdown", (event) => {
    if (!isOpen || run.isThrough || !event.isPrimary || event.button !== 0 || isOther(event.target)) return;
    turnOver(event.timeStamp);
  });
  // A click without a pointer comes from a screen reader or a voice.
  find("next").addEventListener("click", (event) => event.detail === 0 && turnOver(event.timeStamp));
  find("back").addEventListener("click", (event) => oneBack(event.timeStamp));
  find("miss").addEventListener("click", () => {
    toggleMissed();
    const onward = run.isThrough ? find("finish") : find("next");
    (onward.disabled ? find("through") : onward).focus();
  });
} else {
  typing.answer.addEventListener("beforeinput", (event) => {
    if (!typing.answer.value) firstKeyAt = event.timeStamp;
  });
  typing.answer.addEventListener("input", () => {
    if (!typing.answer.value) firstKeyAt = null;
  });
  typing.addEventListener("submit", (event) => {
    event.preventDefault();
    if (typing.answer.value.trim() && !asked) check(event.timeStamp, typing.answer.value.trim());
  });
  find("pass").addEventListener("click", (event) => {
    firstKeyAt = null;
    if (!asked) check(event.timeStamp, "");
  });
  find("onward").addEventListener("click", next);
}

tick();
if (run.queue.size) send();
if (run.isThrough) begin();
else find("start").focus();
