// The drill in the browser: measures reactions, lets the number keys choose, keeps the focus where one goes on.
// Without it everything works by plain forms; only the times are missing.

import { Ear } from "./ear.js";
import { reaction, readyAt } from "./reaction.js";

let question = null;
const ear = new Ear();

/** Begin to measure once the question has really been painted. */
function begin() {
  const form = document.querySelector("form[data-timed]");
  question = form && { form, shownAt: null, keys: [], corrected: false, hidden: document.hidden, sent: false };
  const target = document.querySelector("#main [autofocus]");
  if (target) target.focus();
  target?.select?.(); // what was refused is written over
  ear.begin(question?.form.querySelector("[data-ear]"));
  if (!question) {
    ear.offer(document.querySelectorAll("[data-hear]"));
    lookAhead();
    return;
  }
  const mine = question;
  requestAnimationFrame(() => requestAnimationFrame((now) => (mine.shownAt = now)));
}

/** While the verdict is read, the next sound is fetched: it is then there when the question is. */
function lookAhead() {
  const next = document.querySelector(".verdict a[hx-get]");
  if (next && ear.isOpen) ear.foresee(next.href).catch(() => {}); // then it is fetched when it is asked
}

function onKey(event) {
  if (!question || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input.field")) {
    if (event.key === "Backspace" || event.key === "Delete") question.corrected = true;
    else if (event.key.length === 1 || event.isComposing || event.key === "Process") question.keys.push(event.timeStamp);
    return;
  }
  if (event.key === " " && ear.isAsked && !event.target.closest?.("button, a")) {
    event.preventDefault();
    if (!event.repeat) ear.repeat();
    return;
  }
  const choice = question.form.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (choice && !event.repeat && !choice.matches(":disabled")) {
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
  const at = pressedAt ?? event.timeStamp;
  const givesUp = event.submitter?.name === "unknown";
  if (question.sent || (ear.isAsked && !givesUp && ear.isBeforeSound(at))) {
    event.preventDefault();
    event.stopPropagation(); // or htmx would send it all the same
    pressedAt = null;
    return;
  }
  question.sent = true;
  const { form } = question;
  const elapsed = measured(at);
  form.elements.elapsed_ms.value = elapsed ?? "";
  form.elements.hidden.value = question.hidden ? "1" : "";
  pressedAt = null;
}

function measured(sentAt) {
  const { shownAt, keys, corrected } = question;
  if (ear.isAsked) return ear.reaction(readyAt({ keys, corrected, sentAt }));
  return shownAt === null ? null : reaction({ shownAt, keys, corrected, sentAt });
}

document.addEventListener("keydown", onKey);
document.addEventListener("pointerdown", onPointer);
document.addEventListener("submit", onSubmit, true);
document.addEventListener("visibilitychange", () => {
  if (question && document.hidden) question.hidden = true;
});
document.addEventListener("htmx:afterSwap", begin);
addEventListener("pagehide", () => ear.end());
document.addEventListener("htmx:responseError", () => window.location.reload());
// A line that is down must not swallow the answer: the form may be sent again, and its key makes that harmless.
document.addEventListener("htmx:sendError", () => {
  if (question) question.sent = false;
  document.querySelector(".offline").hidden = false;
});
begin();
