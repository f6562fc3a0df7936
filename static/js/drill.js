// The drill in the browser: measures reactions, lets the number keys choose, keeps the focus where one goes on.
// Without it everything works by plain forms; only the times are missing.

import { reaction } from "./reaction.js";

let question = null;

/** Begin to measure once the question has really been painted. */
function begin() {
  const form = document.querySelector("form[data-timed]");
  question = form && { form, shownAt: null, keys: [], corrected: false, hidden: document.hidden, sent: false };
  const target = document.querySelector("#main [autofocus]");
  if (target) target.focus();
  target?.select?.(); // what was refused is written over
  if (!question) return;
  const mine = question;
  requestAnimationFrame(() => requestAnimationFrame((now) => (mine.shownAt = now)));
}

function onKey(event) {
  if (!question || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input.field")) {
    if (event.key === "Backspace" || event.key === "Delete") question.corrected = true;
    else if (event.key.length === 1 || event.isComposing || event.key === "Process") question.keys.push(event.timeStamp);
    return;
  }
  const choice = question.form.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (choice && !event.repeat) {
    event.preventDefault();
    send(choice, event.timeStamp);
  }
}

/** The pointer goes down when the hand decides; the click comes only when it is lifted. */
let pressedAt = null;
function onPointer(event) {
  pressedAt = event.target.closest?.(".choice") ? event.timeStamp : null;
}

function send(button, instant) {
  pressedAt = instant;
  button.click();
}

function onSubmit(event) {
  if (!question || event.target !== question.form) return;
  if (question.sent) {
    event.preventDefault();
    return;
  }
  question.sent = true;
  const { form, shownAt, keys, corrected } = question;
  if (shownAt === null) return;
  const sentAt = pressedAt ?? event.timeStamp;
  form.elements.elapsed_ms.value = reaction({ shownAt, keys, corrected, sentAt });
  form.elements.hidden.value = question.hidden ? "1" : "";
  pressedAt = null;
}

document.addEventListener("keydown", onKey);
document.addEventListener("pointerdown", onPointer);
document.addEventListener("submit", onSubmit, true);
document.addEventListener("visibilitychange", () => {
  if (question && document.hidden) question.hidden = true;
});
document.addEventListener("htmx:afterSwap", begin);
document.addEventListener("htmx:responseError", () => window.location.reload());
// A line that is down must not swallow the answer: the form may be sent again, and its key makes that harmless.
document.addEventListener("htmx:sendError", () => {
  if (question) question.sent = false;
  document.querySelector(".offline").hidden = false;
});
begin();
