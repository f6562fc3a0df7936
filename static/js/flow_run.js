// The arithmetic of a run: which card lies on top, how long each has lain there, what has still to be sent.
// No page and no clock in here: every time comes in as ms of one monotonic clock.

export const BATCH = 5;

/** Whole ms, at least 1: what is sent for a card. */
export function wholeMs(ms) {
  return Math.max(1, Math.round(ms));
}

/** Ms as seconds with one digit, cut and not rounded, as a stopwatch shows them. */
export function stopwatch(ms) {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** How long to wait before trying again, in ms, after so many failures in a row. */
export function backoff(failures) {
  return Math.min(15_000, 1_000 * 2 ** Math.max(0, failures - 1));
}

/**
 * One run. Places count from 1 to `total`; `at` is the place on top, total + 1 when the pile is through.
 * `held` is the card turned last: it can still be taken back or marked, so it is sent only after the next one.
 * `queue` holds turns not yet known to be stored.
 */
export class FlowRun {
  constructor({ total, reached, spentBefore = 0, saved = null }) {
    this.total = total;
    this.at = reached + 1;
    this.before = spentBefore;
    this.spent = new Map();
    this.held = null;
    this.queue = new Map();
    this.shownAt = null;
    if (saved) this.restore(saved, reached);
  }

  /** Lay what this device kept over what the server knows; a place the server has is the server's. */
  restore(saved, reached) {
    for (const turn of saved.queue ?? []) if (turn.place > reached) this.queue.set(turn.place, turn);
    for (const [place, ms] of saved.spent ?? []) if (place > reached) this.spent.set(place, ms);
    while (this.queue.has(this.at)) this.at += 1;
    if (saved.held?.place === this.at) {
      this.held = saved.held;
      this.at += 1;
    }
  }

  save() {
    return { queue: [...this.queue.values()], spent: [...this.spent], held: this.held };
  }

  get isThrough() {
    return this.at > this.total;
  }

  get isRunning() {
    return this.shownAt !== null;
  }

  /** The card on top can be seen since `now`. */
  shown(now) {
    if (!this.isThrough) this.shownAt = now;
  }

  /** The clock stands still until `shown`: the page is out of sight, or an answer is being checked. */
  pause(now) {
    if (this.shownAt === null) return;
    this.spent.set(this.at, (this.spent.get(this.at) ?? 0) + Math.max(0, now - this.shownAt));
    this.shownAt = null;
  }

  /** Time used so far, in ms: cards of earlier visits, cards of this one, and the one on top. */
  elapsed(now) {
    let sum = this.before;
    for (const ms of this.spent.values()) sum += ms;
    return sum + (this.shownAt === null ? 0 : Math.max(0, now - this.shownAt));
  }

  /** Turn the card on top over at `now`; the one before it can be sent from here on. */
  turn(now) {
    if (this.isThrough || this.shownAt === null) return false;
    this.pause(now);
    this.release();
    this.held = { place: this.at, ms: wholeMs(this.spent.get(this.at)), missed: false };
    this.at += 1;
    return true;
  }

  /** Take the last card back onto the pile, once. Its time goes on where it stopped, a miss is forgotten. */
  back(now) {
    if (!this.held) return false;
    this.pause(now);
    this.at = this.held.place;
    this.held = null;
    return true;
  }

  /** Mark the last card as missed, or take the mark off. */
  toggleMissed() {
    if (this.held) this.held = { ...this.held, missed: !this.held.missed };
    return this.held?.missed ?? false;
  }

  /** Answer the card on top by typing; `now` is the first key of the answer. It is final. */
  answer(now, answer) {
    if (this.isThrough) return null;
    if (this.shownAt !== null) this.pause(now);
    const turn = { place: this.at, ms: wholeMs(this.spent.get(this.at) ?? 0), answer };
    this.queue.set(turn.place, turn);
    this.at += 1;
    return turn;
  }

  /** Nothing can be taken back any more: everything is to be sent. */
  release() {
    if (this.held) this.queue.set(this.held.place, this.held);
    this.held = null;
  }

  /** The next turns to send, lowest place first. */
  batch(size = 100) {
    return [...this.queue.values()].sort((a, b) => a.place - b.place).slice(0, size);
  }

  /** The server has these places. */
  stored(places) {
    for (const place of places) this.queue.delete(place);
  }
}
