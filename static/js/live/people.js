// Who is there: of every seat whether its line is up, and of one's own how good it is. Drawn from `told.live`.

import { minutes } from "../match/board.js";
import { find, words } from "../match/page.js";
import { filled } from "../match/strip.js";

/**
 * What there is to say of a seat: { is: "", "here", "away" or "slow", words }. Of computers nothing. `sinceMs`: how long
 * ago it was told.
 */
export function stateOf({ seats, live, seat: own }, seat, { sinceMs, words }) {
  if (seats[seat].kind !== "person") return { is: "", words: "" };
  if (!live.connected[seat]) {
    const away = (live.absent_ms[seat] ?? 0) + sinceMs;
    return { is: "away", words: filled(words.away, { t: minutes(away) }) };
  }
  if (live.slow[seat]) return { is: "slow", words: words.slow };
  const rtt = live.rtt_ms?.[seat];
  const isOwn = seat === own;
  return { is: "here", words: isOwn && typeof rtt === "number" ? filled(words.roundTrip, { ms: rtt }) : "" };
}

/** Beside the names of the sides; in a list of seats, in its items. */
export function showPeople(told, side, sinceMs) {
  const state = (seat) => stateOf(told, seat, { sinceMs, words });
  const all = told.seats.map((_, seat) => seat);
  const list = find("seats");
  if (list) {
    for (const seat of all) list.children[seat].dataset.line = state(seat).is;
    for (const seat of all) list.children[seat].title = state(seat).words;
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

/** The names of those who have gone or come back between two views; one's own is not among them. */
export function comings(before, told) {
  const changed = (is) => (seat) =>
    seat !== told.seat && told.live.connected[seat] === is && before.live?.connected[seat] === !is;
  const all = told.seats.map((_, seat) => seat);
  const names = (seats) => seats.map((seat) => told.seats[seat].name).join(", ");
  return { gone: names(all.filter(changed(false))), back: names(all.filter(changed(true))) };
}
