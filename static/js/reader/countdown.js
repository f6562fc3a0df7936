// The clock of memorising. It counts no ticks: what is left is computed from the clocks whenever somebody looks, so
// that nothing a browser skips or delays can make it late. Pure: the clocks come in as numbers.

const ASLEEP_MS = 2000; // page time may stand still while a device sleeps; wall time shows by how much

export const CALL_MS = 120_000; // practice swings are allowed in the last two minutes (karuta rules A2)

/** Both clocks at one moment, in ms: `page` never jumps, `wall` never sleeps. */
export const clocks = () => ({ page: performance.now(), wall: Date.now() });

/** Time between two moments. Small differences of the wall clock are its corrections; a large one ahead was sleep. */
export function between(before, now) {
  const page = now.page - before.page;
  const wall = now.wall - before.wall;
  return wall - page > ASLEEP_MS ? wall : page;
}

export class Countdown {
  #spentMs = 0;
  #since = null;

  constructor(lengthMs) {
    this.lengthMs = lengthMs;
  }

  get isRunning() {
    return this.#since !== null;
  }

  start(now) {
    this.#since ??= now;
  }

  pause(now) {
    if (!this.isRunning) return;
    this.#spentMs = this.spentMs(now);
    this.#since = null;
  }

  reset(lengthMs = this.lengthMs) {
    this.lengthMs = lengthMs;
    this.#spentMs = 0;
    this.#since = null;
  }

  spentMs(now) {
    return this.#spentMs + (this.isRunning ? between(this.#since, now) : 0);
  }

  leftMs(now) {
    return Math.max(0, this.lengthMs - this.spentMs(now));
  }

  /** How long until the two-minute call, in ms; null if the whole is no longer than that, or it has been given. */
  untilCallMs(now) {
    const left = this.leftMs(now) - CALL_MS;
    return this.lengthMs > CALL_MS && left > 0 ? left : null;
  }
}

/** 14:59 while less than 15 minutes are left: a second is shown until it is over. */
export function digits(leftMs) {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
