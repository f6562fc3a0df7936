// Who plays, and how many cards each side has: beside the territories, or above cards that lie scattered.

import { find, words } from "./page.js";
import { filled } from "./strip.js";

/** `where`: "mine" or "other", as the page has it. */
export function showSide({ seats, sides, variant }, where, side) {
  const box = find(`side=${where}`);
  const here = seats.filter((seat) => seat.side === side);
  box.querySelector("[data-name-of]").textContent = sides[side].name;
  box.querySelector("[data-count]").textContent = sides[side].count;
  const isTeam = seats.length > 2;
  const levels = here.map((seat) => (isTeam ? seat.name : seat.level)).filter(Boolean);
  const taken = variant === "five_colours" ? [filled(words.taken, { n: here.reduce((sum, seat) => sum + seat.taken, 0) })] : [];
  box.querySelector("[data-more-of]").textContent = [...levels, ...taken].join(", ");
}

/** `played`: the seats that are played at this page. */
export function showSeats({ seats }, played) {
  find("seats").replaceChildren(...seats.map((seat, index) => place(seat, played.includes(index))));
}

function place({ name, taken, sits_out }, isYou) {
  const item = document.createElement("li");
  item.classList.toggle("you", isYou);
  item.classList.toggle("out", sits_out);
  item.append(text("b", name), text("strong", taken));
  if (sits_out) item.append(text("small", words.sitsOut));
  return item;
}

function text(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
