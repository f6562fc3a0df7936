// The lines of those who sit at a table, in words. Arithmetic: nothing here touches the page.

import { minutes } from "../match/board.js";
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

/** The names of those who have gone or come back between two views; one's own is not among them. */
export function comings(before, told) {
  const changed = (is) => (seat) =>
    seat !== told.seat && told.live.connected[seat] === is && before.live?.connected[seat] === !is;
  const all = told.seats.map((_, seat) => seat);
  const names = (seats) => seats.map((seat) => told.seats[seat].name).join(", ");
  return { gone: names(all.filter(changed(false))), back: names(all.filter(changed(true))) };
}
