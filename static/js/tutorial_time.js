// The tutorial's arithmetic: what has been heard by when, when a reading is over, and which card an arrow leads to.

const SEEN_MS = 600; // what the opponent does is seen before the verdict comes

/** The sounds of the first two phrases of a verse that have begun `ms` from the first sound. */
export function heardUntil({ morae, onset_ms: onsetMs }, ms) {
  const heard = morae.filter(({ phrase, start_ms: startMs }) => phrase < 2 && startMs - onsetMs <= ms);
  return heard.map(({ kana }) => kana).join("");
}

/**
 * When nobody need be waited for any more (ms, null: the reading waits). `closesMs`: when the reading closes, as text;
 * `theirs`: the opponent's touches, whose last one is shown for a moment.
 */
export function dueAt(closesMs, theirs) {
  if (closesMs === "") return null;
  return theirs.length ? Math.max(...theirs.map(({ ms }) => ms)) + SEEN_MS : Number(closesMs);
}

/** The nearest slot in the direction of an arrow key; undefined if there is none. */
export function arrowed(slots, from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const start = middle(from);
  const far = (slot) => {
    const { x, y } = middle(slot);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    return along < 4 ? Infinity : along + 3 * Math.abs((x - start.x) * dy + (y - start.y) * dx);
  };
  const [best] = slots.filter((slot) => slot !== from && far(slot) < Infinity).sort((a, b) => far(a) - far(b));
  return best;
}

function middle(slot) {
  const { left, right, top, bottom } = slot.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
