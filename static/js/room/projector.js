// The projector: shows what the server says has been read, and nothing else; it knows nothing else.

import { keepAwake } from "../audio/devices.js";
import { follow } from "./stream.js";

const root = document.getElementById("projector");
const find = (name) => root.querySelector(`[data-${name}]`);
const text = { ...root.dataset };

let isThere = true;
let isClosed = false;

function say() {
  const { phase, held } = root.dataset;
  const words = isClosed ? text.closed : !isThere ? text.lost : held === "true" ? text.heldText : text[phase];
  if (find("state").textContent !== words) find("state").textContent = words;
}

function sight({ html, phase, is_held: isHeld, left }) {
  root.dataset.phase = phase;
  root.dataset.held = isHeld;
  find("left").textContent = left;
  const stage = find("stage");
  if (stage.dataset.html !== html) stage.innerHTML = html; // the same poem must not flicker
  stage.dataset.html = html;
  find("wait").hidden = stage.childElementCount > 0;
  say();
}

function over() {
  isClosed = true;
  awake.release();
  say();
}

const awake = keepAwake();
follow(() => text.sights, { sight, over }, {
  after: text.mark,
  onLine(there) {
    isThere = there;
    say();
  },
});

const full = find("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
say();
