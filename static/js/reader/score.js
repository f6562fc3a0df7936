// What a unit needs and how it lies in time, without a sound: names of recordings, parts for the line, the bar below
// the poem. Pure.

const HALF = { joka_upper: "upper", upper: "upper", joka_lower: "lower", lower: "lower" };

/** The name of a part's recording (17-upper); null for silence. */
export const nameOf = (part) => (part.kind === "silence" ? null : `${part.poem}-${HALF[part.kind]}`);

/** The recordings that these units need, each once, in the order of need. */
export function needed(units) {
  return [...new Set(units.flatMap((unit) => unit.parts.map(nameOf).filter(Boolean)))];
}

/** The silence before a unit, in ms. */
export const leadOf = (unit) => unit.parts[0].ms;

/** A unit as `Line.play` takes it: every verse with its recording, and the silence behind it. */
export function playable(unit, recordings) {
  const parts = [];
  for (const part of unit.parts.slice(1)) {
    if (part.kind === "silence") parts.at(-1).afterMs = part.ms;
    else parts.push({ kind: part.kind, poem: part.poem, ...recordings.get(nameOf(part)) });
  }
  return parts;
}

/**
 * The bar: pieces `{ what, startMs, endMs }` in unit time from the parts that `Line.play` has laid. A lower verse has
 * two: up to its last mora, and that mora, the yoin. `what`: upper, lower, yoin, pause, joka.
 */
export function pieces(placed) {
  const found = [];
  placed.forEach((part, place) => {
    const before = placed[place - 1];
    if (before) found.push({ what: "pause", startMs: before.endMs, endMs: part.startMs });
    const name = part.kind.startsWith("joka") ? "joka" : part.kind;
    const last = part.times.morae?.at(-1);
    if (HALF[part.kind] === "lower" && last) {
      const yoinMs = part.fileMs + last.start_ms;
      found.push({ what: name, startMs: part.startMs, endMs: yoinMs }, { what: "yoin", startMs: yoinMs, endMs: part.endMs });
    } else {
      found.push({ what: name, startMs: part.startMs, endMs: part.endMs });
    }
  });
  return found;
}

/** How much of a piece has been heard at `ms`, 0 to 1. */
export function share({ startMs, endMs }, ms) {
  return Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)));
}

/** When the poem that is asked for has been read out, in unit ms: the end of its last verse; null if it asks for none. */
export function readOutMs(unit, placed) {
  if (unit.current === null) return null;
  return placed.findLast((part) => part.poem === unit.current)?.endMs ?? null;
}
