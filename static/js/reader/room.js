// The room of a reading, on the page that sounds: its panel (code, links, taking the remote away), and the presses that
// come in from remotes. A press is carried out once, and not at all when it comes too late.

import { follow } from "../room/stream.js";

const TOO_LATE_MS = 10_000;
const REMEMBERED = 200; // keys of presses, so that none is carried out twice

/** Whether a press is still meant: at most ten seconds old by the server's clock, as this page knows it. Pure. */
export const isInTime = (madeMs, serverMinusHereMs, nowMs) => nowMs + serverMinusHereMs - madeMs < TOO_LATE_MS;

/**
 * `panel`: the element that holds the panel; `carryOut(button, at)`: press it. Remotes are told whether a hand has
 * touched this page: before that, browsers let it make no sound.
 */
export function openRoom(panel, { key, carryOut }) {
  const store = `presses-${key}`;
  const done = new Set();
  let stream = null;
  let serverMinusHereMs = 0;
  let isFirst = true; // after the line was opened
  let isTouched = navigator.userActivation?.hasBeenActive ?? false;

  function address() {
    isFirst = true;
    return `${panel.dataset.presses}?touched=${isTouched ? 1 : 0}`;
  }

  function listen() {
    if (!panel.querySelector("[data-room-code]")) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      stream = follow(address, { clock, press, over }, { after: lastPress() });
    }
  }

  // What waits in the line (a closed lid) tells a time that is long past; the latest of all tells the difference best.
  function clock(ms) {
    const found = ms - Date.now();
    serverMinusHereMs = isFirst ? found : Math.max(serverMinusHereMs, found);
    isFirst = false;
  }

  function press({ key: name, button, at, made_ms: madeMs }, id) {
    keep(id);
    if (done.has(name) || !isInTime(madeMs, serverMinusHereMs, Date.now())) return;
    done.add(name);
    if (done.size > REMEMBERED) done.delete(done.values().next().value);
    carryOut(button, at);
  }

  function over() {
    stream = null;
    fetch(panel.dataset.room).then(async (answer) => answer.ok && draw(await answer.text()), () => {});
  }

  function draw(html) {
    const isOpen = panel.querySelector("details")?.open;
    panel.innerHTML = html;
    if (isOpen) panel.querySelector("details").open = true;
    listen();
  }

  panel.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new FormData(form, event.submitter);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      draw(await answer.text());
      panel.querySelector("[data-focus]")?.focus();
    } catch {
      for (const button of form.querySelectorAll("button")) button.disabled = false;
      panel.querySelector("[data-room-error]").hidden = false;
    }
  });

  function lastPress() {
    try {
      return sessionStorage.getItem(store) ?? "";
    } catch {
      return "";
    }
  }

  function keep(id) {
    try {
      sessionStorage.setItem(store, id);
    } catch {
      // Forbidden: a press of the last ten seconds may come again after a reload.
    }
  }

  function touched() {
    if (isTouched) return;
    isTouched = true;
    stream?.reopen();
  }

  for (const event of ["pointerup", "keydown"]) addEventListener(event, touched, { capture: true, once: true });
  listen();
}
