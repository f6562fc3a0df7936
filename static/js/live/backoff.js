// When a line that broke is tried again. Arithmetic: nothing here touches the page.

const FIRST_MS = 400;
const MOST_MS = 8000;

/** The codes of docs/protocol.md after which a page does not come back by itself, by what it says then. */
export const FINAL = { 4001: "taken", 4004: "unknown" };

/** The codes that say that something which was sent is not to be sent again. */
export const REFUSING = [1008, 1009];

/**
 * How long to wait before the attempt that follows `failed` ones in a row: at once, then longer and longer. `chance`: 0 to
 * 1, so that a hall full of pages does not come back in the same moment.
 */
export function waitMs(failed, chance) {
  if (failed === 0) return 0;
  const most = Math.min(MOST_MS, FIRST_MS * 2 ** (failed - 1));
  return Math.round(most * (0.5 + chance / 2));
}
