// When an answer was ready, in ms since the question was seen. Plain arithmetic: nothing of the page in here.

/** A pause between two keys, in ms, after which one has stopped to think again. */
export const PAUSE_MS = 1500;

/**
 * The reaction in whole ms: from `shownAt` to the first key of an answer typed in one go. Where the writer paused
 * or took something back, the answer was ready only when it was sent.
 * All instants are ms on the page's own clock; `keys` are the instants of the keys, `corrected` whether one deleted.
 */
export function reaction({ shownAt, keys, corrected, sentAt }) {
  const inOneGo = !corrected && keys.length > 0 && pausesOf([...keys, sentAt]).every((pause) => pause <= PAUSE_MS);
  return Math.max(1, Math.round((inOneGo ? keys[0] : sentAt) - shownAt));
}

function pausesOf(instants) {
  return instants.slice(1).map((instant, index) => instant - instants[index]);
}
