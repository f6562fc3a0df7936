// A verdict and a result in words and marks. Arithmetic and sentences: nothing here touches the page.

import { filled } from "./strip.js";

const seconds = (ms) => (Math.abs(ms) / 1000).toFixed(2);

/** What the gap says of the last reading. `own`: the seats that are played at this page; none where one looks on. */
export function verdictSaid(told, { own, words }) {
  const { last } = told;
  const touch = last.touches.find((each) => own.includes(each.seat) && each.card === last.poem && each.ms >= 0);
  const isEarly = touch && touch.after_ms < 0;
  const more = [
    touch && filled(isEarly ? words.reactionEarly : words.reaction, { s: seconds(touch.after_ms), k: last.kimariji }),
    own.some((seat) => last.early.includes(seat)) && words.tooEarly,
    last.sent.some(({ side, is_picked }) => side === told.side && is_picked) && words.picked,
  ];
  const { name, sentence, columns } = last;
  return { name, sentence, more: more.filter(Boolean).join(" "), columns, sign: signOf(told, own) };
}

function signOf({ last, side }, own) {
  if (!own.length) return "";
  if (last.n) return last.sender === side ? "up" : "down";
  if (last.faults.some(Boolean)) return last.faults.every(Boolean) && last.faults.length === 2 ? "even" : "fault";
  return own.includes(last.taker) ? "own" : "";
}

/**
 * The marks it leaves on cards: [[card, kind, words], …]. `lay`: before which side each card lay when it was read;
 * `fault`: which touches of a side at fault were wrong (the variant's word).
 */
export function verdictMarks(told, { own, words, lay, fault }) {
  const { last, seats, side } = told;
  const marks = [];
  for (const each of last.touches) {
    const by = each.seat === told.seat ? words.touchedByYou : filled(words.touchedBy, { name: seats[each.seat].name });
    marks.push([each.card, own.includes(each.seat) ? "mine" : "theirs", by]);
    if (isFault(told, each, { lay, fault })) marks.push([each.card, "fault", words.fault]);
  }
  for (const sent of last.sent) {
    if (sent.side !== side) marks.push([sent.card, "received", words.received]);
  }
  return marks;
}

function isFault({ last, seats }, { seat, card, ms }, { lay, fault }) {
  if (ms < 0 || card === last.poem || !last.faults[seats[seat].side]) return false;
  if (fault === "any_wrong") return true;
  const lies = lay?.get(card);
  return last.side < 0 || lies === undefined || lies !== last.side;
}

/** What the gap says when all is over. */
export function resultSaid({ result, seats, sides, variant }, words) {
  const name = result.is_shared ? words.shared : result.is_won ? words.won : words.lost;
  let sentence = "";
  if (result.margin !== null) sentence = filled(result.is_won ? words.wonBy : words.lostBy, { n: result.margin });
  else if (result.how === "resigned") sentence = words.resigned;
  else if (!sides.length || variant === "five_colours") {
    const all = seats.map((seat) => `${seat.name} ${seat.taken}`).join(", ");
    sentence = filled(words.takenBy, { all });
  }
  return { name, sentence, sign: result.is_won ? "own" : "" };
}
