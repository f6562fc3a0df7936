// When an answer was ready, in ms since the question was seen. Plain arithmetic: nothing of the page in here.

/** A pause between two keys, in ms, after which one has stopped to think again. */
export const PAUSE_MS = 1500;

/**
 * When an answer was ready: at the first key of one typed in one go; where the writer paused or took something back,
 * only when it was sent. All instants are ms on the page's own clock; `keys` are the instants of the keys,
 * `corrected` whether one deleted.
 */
export function readyAt({ keys, corrected, sentAt }) {
  const inOneGo = !corrected && keys.length > 0 && pausesOf([...keys, sentAt]).every((pause) => pause <= PAUSE_MS);
  return inOneGo ? keys[0] : sentAt;
}

/** The reaction in whole ms, from `shownAt` to when the answer was ready. */
export function reaction({ shownAt, ...answer }) {
  return Math.max(1, Math.round(readyAt(answer) - shownAt));
}

function pausesOf(instants) {
  return instants.slice(1).map((instant, index) => instant - instants[index]);
}
