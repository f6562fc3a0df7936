// The table of Koi-Koi on a page, however it gets there: cards move from where they lay, keys play, what happened is said.

import { keyframes, plan } from "./table_motion.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = new Map();
let focused = null;

const table = () => document.querySelector(".table");

function placeOf(element) {
  const { x, y, width } = element.getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width };
}

function cards() {
  const found = [...document.querySelectorAll(".table [data-card]")];
  return new Map(found.filter((each) => each.offsetParent).map((each) => [Number(each.dataset.card), placeOf(each)]));
}

// Moving ---------------------------------------------------------------------------------------------------

function placesOf(names) {
  const found = Object.entries(names).map(([name, selector]) => [name, document.querySelector(selector)]);
  return Object.fromEntries(found.filter(([, element]) => element).map(([name, element]) => [name, placeOf(element)]));
}

function animate() {
  const steps = JSON.parse(table()?.dataset.steps ?? "[]");
  if (still.matches || !before.size) return;
  const after = cards();
  const places = placesOf({ stock: ".stock .back", other: ".backs", hand: ".hand" });
  for (const each of Object.values(places)) each.width = Math.min(each.width, 60);
  if (steps === "deal") return deal(places.stock);
  places.landed = after;
  for (const move of plan(before, after, places, steps)) {
    const element = document.querySelector(`.table [data-card="${move.card}"]`);
    const { frames, duration } = keyframes(move, after.get(move.card));
    element.style.position = "relative";
    element.style.zIndex = "3";
    const run = element.animate(frames, { duration, delay: move.start, easing: "ease-out", fill: "backwards" });
    run.onfinish = () => element.removeAttribute("style");
  }
}

function deal(stock) {
  if (!stock) return;
  [...document.querySelectorAll(".floor [data-card], .hand [data-card]")].forEach((element, index) => {
    const { frames, duration } = keyframes({ from: stock, via: null }, placeOf(element));
    element.animate(frames, { duration, delay: index * 30, easing: "ease-out", fill: "backwards" });
  });
}

// Saying and focus -----------------------------------------------------------------------------------------

/** A status line that outlives the swaps: a screen reader only hears what changes inside a line that was there. */
const said = document.createElement("p");
said.className = "vh";
said.setAttribute("role", "status");
document.body.append(said);

function say() {
  const lines = [...document.querySelectorAll(".say .note, .say .happened li, .say h2, .say .prompt")];
  said.textContent = lines.map((line) => line.textContent.trim()).join(" ");
}

function refocus() {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (focused === null || !isLost) return; // who writes to the other goes on writing
  const heading = document.querySelector(".say h2[tabindex]");
  const playable = [...document.querySelectorAll(".play:not(:disabled)")];
  const choice = document.querySelector(".floor .play") ?? playable[Math.min(focused, playable.length - 1)];
  (heading ?? choice)?.focus();
}

// Keys -----------------------------------------------------------------------------------------------------

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onControl = event.target.matches?.("button, a, summary");
  const floor = document.querySelector(`.floor .play[data-key="${CSS.escape(key)}"]`);
  const wanted = floor ?? document.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (wanted && !event.repeat && !(key === "Enter" && onControl)) {
    event.preventDefault();
    focused ??= 0;
    wanted.click();
  } else if (key in ARROWS) {
    step(event, ARROWS[key]);
  }
}

function step(event, by) {
  const playable = [...document.querySelectorAll(".play:not(:disabled), .choices .btn")];
  if (!playable.length) return;
  event.preventDefault();
  const at = playable.indexOf(document.activeElement);
  playable[at < 0 ? 0 : (at + by + playable.length) % playable.length].focus();
}

// What a card would take -----------------------------------------------------------------------------------

function ring(event) {
  const month = event.target.closest?.(".hand .play")?.dataset.month;
  for (const face of document.querySelectorAll(".floor .lies")) {
    face.classList.toggle("met", month !== undefined && face.firstElementChild.dataset.month === month);
  }
}

for (const kind of ["pointerover", "focusin", "pointerout"]) document.addEventListener(kind, ring);
document.addEventListener("keydown", onKey);

// Another table in the place of this one --------------------------------------------------------------------

/** To be called before: where the cards lie, and what has the focus. */
export function leave() {
  before = cards();
  const playable = [...document.querySelectorAll(".play:not(:disabled)")];
  if (document.activeElement.matches?.(".play, .choices .btn")) focused = Math.max(0, playable.indexOf(document.activeElement));
}

/** To be called after: the cards come from there, what is new is said, and the focus is where it was. */
export function arrive() {
  animate();
  say();
  refocus();
}
