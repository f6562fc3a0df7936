// Who is there: of every seat whether its line is up, and of one's own how good it is. Drawn from `told.live`.

import { find, words } from "../match/page.js";
import { stateOf } from "./lines.js";

/** Beside the names of the sides; in a list of seats, in its items. */
export function showPeople(told, side, sinceMs) {
  const state = (seat) => stateOf(told, seat, { sinceMs, words });
  const all = told.seats.map((_, seat) => seat);
  const list = find("seats");
  if (list) {
    for (const seat of all) showIn(list.children[seat], state(seat));
    return;
  }
  for (const [where, index] of [["mine", side], ["other", 1 - side]]) {
    const here = all.filter((seat) => told.seats[seat].side === index).map((seat) => ({ seat, ...state(seat) }));
    const worst = ["away", "slow", "here", ""].map((is) => here.filter((each) => each.is === is)).find(({ length }) => length);
    const box = find(`side=${where}`).querySelector("[data-at]");
    box.dataset.line = worst[0].is;
    const named = ({ seat, words }) => (here.length > 1 && words ? `${told.seats[seat].name}: ${words}` : words);
    const text = worst.map(named).filter(Boolean).join(", ");
    const said = box.querySelector("[data-at-words]");
    if (said.textContent !== text) said.textContent = text;
  }
}

function showIn(item, { is, words }) {
  item.dataset.line = is;
  let said = item.querySelector("[data-at-words]");
  if (!said) {
    said = document.createElement("small");
    said.dataset.atWords = "";
    item.append(said);
  }
  if (said.textContent !== words) said.textContent = words;
}
