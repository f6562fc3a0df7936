// The mat as arithmetic: how rows fold where they are too long, how large a card can be, where a card is put down, and
// the codes of places. Nothing here touches the page.

export const RATIO = 73 / 52;
const CODE = /^([ot])([123])(\d{1,2})$/;

/** How a row of `left` and `right` cards folds into lines of at most `per`: { lines, left, right } (cards a line). */
export function folded(left, right, per) {
  for (let lines = 1; ; lines += 1) {
    const [a, b] = [Math.ceil(left / lines), Math.ceil(right / lines)];
    if (a + b <= per) return { lines, left: a, right: b };
  }
}

/** Lines that all rows need together at so many cards a line. `rows`: [[left, right], …]; an empty row keeps a line. */
export function linesOf(rows, per) {
  return rows.reduce((sum, [left, right]) => sum + folded(left, right, per).lines, 0);
}

/**
 * Cards a line at which cards are largest. `widthOf(per)` and `heightOf(lines)` are the card widths (px) that so many a
 * line, and so many lines, leave. { per, lines }
 */
export function fitted(rows, { least, most, widthOf, heightOf }) {
  let best = null;
  for (let per = least; per <= most; per += 1) {
    const lines = linesOf(rows, per);
    const width = Math.min(widthOf(per), heightOf(lines));
    if (!best || width > best.width + 0.5) best = { per, lines, width };
  }
  return best;
}

/** Six groups as rows of two. */
export const rowsOf = (groups) => [0, 1, 2].map((row) => [groups[2 * row], groups[2 * row + 1]]);

/** Where a card lies: [row, wing, at], or null. */
export function placeOf(groups, card) {
  for (const [index, group] of groups.entries()) {
    const at = group.indexOf(card);
    if (at >= 0) return [index >> 1, index & 1, at];
  }
  return null;
}

/** The groups with a card put elsewhere. `at` counts without the card; beyond the end is the end. */
export function moved(groups, card, [row, wing, at]) {
  const without = groups.map((group) => group.filter((each) => each !== card));
  const group = without[2 * row + wing];
  group.splice(Math.min(at, group.length), 0, card);
  return without;
}

/** Left for right, as for a hand that plays from the other side. */
export function mirrored(groups) {
  return rowsOf(groups).flatMap(([left, right]) => [[...right].reverse(), [...left].reverse()]);
}

/** One step with an arrow key: the place where the card lies then, or null at the edge. A row holds at most `most`. */
export function stepped(groups, card, key, most = 16) {
  const [row, wing, at] = placeOf(groups, card);
  const size = groups[2 * row + wing].length;
  if (key === "ArrowLeft") {
    if (at > 0) return [row, wing, at - 1];
    return wing === 1 ? [row, 0, groups[2 * row].length] : null;
  }
  if (key === "ArrowRight") {
    if (at < size - 1) return [row, wing, at + 1];
    return wing === 0 ? [row, 1, 0] : null;
  }
  const next = row + (key === "ArrowUp" ? -1 : 1);
  if (next < 0 || next > 2 || groups[2 * next].length + groups[2 * next + 1].length >= most) return null;
  return [next, wing, Math.min(at, groups[2 * next + wing].length)];
}

/**
 * Where a card is put down at a point. `rows`: of each row { top, bottom, middle, left: [boxes], right: [boxes] } with
 * the boxes of the other cards in their order; a box is { left, right, top, bottom }.
 */
export function droppedAt(rows, x, y) {
  const distance = ({ top, bottom }) => Math.max(top - y, y - bottom, 0);
  const row = rows.reduce((best, each, index) => (distance(each) < distance(rows[best]) ? index : best), 0);
  const wing = x < rows[row].middle ? 0 : 1;
  const boxes = wing ? rows[row].right : rows[row].left;
  const at = boxes.filter((box) => box.bottom <= y || (box.top <= y && (box.left + box.right) / 2 < x)).length;
  return [row, wing, at];
}

// Codes -----------------------------------------------------------------------------------------------------
/** “o23”: own side, second row from the middle of the mat, third card from the left as it is seen; “t” is the others'. */
export function isCode(text) {
  return /^[ot]\d/.test(text);
}

/**
 * The card of a code, null where no card lies there, undefined while it may go on. `lines`: { o: [[cards], …], t: … },
 * rows counted from the middle of the mat, cards from the left of the screen.
 */
export function cardOf(text, lines, isWhole = false) {
  const parts = CODE.exec(text);
  if (!parts) return text.length > 4 ? null : undefined;
  const row = lines[parts[1]]?.[Number(parts[2]) - 1] ?? [];
  const place = Number(parts[3]);
  if (!isWhole && parts[3].length === 1 && place > 0 && row.length >= place * 10) return undefined;
  return row[place - 1] ?? null;
}

// Clock -----------------------------------------------------------------------------------------------------
/** Minutes and seconds that are left, rounded up: a clock shows 0:00 when it is over and not before. */
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
