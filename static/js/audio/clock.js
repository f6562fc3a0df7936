// Page time ↔ context time as heard. The arithmetic is pure; Clock only asks the context.
//
// A pair is [page ms, context ms that came out of the loudspeaker then, as far as the browser knows]. The browser's
// `getOutputTimestamp` gives pairs with 0.1 ms of jitter; `currentTime` moves in steps of a block (3–10 ms) and runs
// ahead of the ear by the latencies. What no browser knows (Bluetooth) is the calibration, `offsetMs`.

const KEPT = 32;
const KEPT_MS = 4000; // two clocks drift apart by up to 0.1 ms a second: an old pair says nothing of now
const SHORT_MS = 500; // over less than this a slope is only jitter
const JUMP_MS = 2;
const MOST_DRIFT = 0.001;
const EVERY_MS = 125;
const CLOSE_MS = 50; // pairs nearer than this say the same twice, and would push older ones out

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The line through pairs, by Theil and Sen: the median of all slopes, then the median of what is left over. Up to
 * 29 % of the pairs may be nonsense. `{ slope, page, heard }`: heard(t) = heard + slope · (t − page), in ms.
 */
export function fitted(pairs) {
  const page = pairs.at(-1)[0];
  const slopes = [];
  for (let i = 0; i < pairs.length; i += 1) {
    for (let j = i + 1; j < pairs.length; j += 1) {
      const apart = pairs[j][0] - pairs[i][0];
      if (apart >= SHORT_MS) slopes.push((pairs[j][1] - pairs[i][1]) / apart);
    }
  }
  const slope = slopes.length ? Math.min(1 + MOST_DRIFT, Math.max(1 - MOST_DRIFT, median(slopes))) : 1;
  return { slope, page, heard: median(pairs.map(([at, heard]) => heard - slope * (at - page))) };
}

/** Without pairs that are too old; and after a jump (device changed, blocks lost) without those from before it. */
export function recent(pairs, jumpMs = JUMP_MS) {
  const newest = pairs.at(-1)[0];
  const young = pairs.filter(([page]) => newest - page <= KEPT_MS).slice(-KEPT);
  if (young.length < 6) return young;
  const last = young.slice(-3);
  const { slope, page, heard } = fitted(young.slice(0, -3));
  const off = last.map(([at, value]) => value - heard - slope * (at - page));
  const isTogether = Math.max(...off) - Math.min(...off) < jumpMs;
  return isTogether && Math.min(...off.map(Math.abs)) > jumpMs ? last : young;
}

/** Whether an output time stamp can be true: Safari has given zeros, and times of another clock. */
export function isPlausible({ contextTime, performanceTime }, { currentTime, now }) {
  if (!(contextTime > 0) || !(performanceTime > 0)) return false;
  const heard = contextTime + (now - performanceTime) / 1000;
  return Math.abs(now - performanceTime) < 1000 && heard > currentTime - 1.5 && heard < currentTime + 0.1;
}

/** One context's clock. `source`: "output" (time stamps), or "latency" where they are missing or nonsense. */
export class Clock {
  #context;
  #pairs = [];
  #fit = null;
  #timer = 0;
  #implausible = 0;

  constructor(context, { offsetMs = 0 } = {}) {
    this.#context = context;
    this.offsetMs = offsetMs;
    this.source = context.getOutputTimestamp ? "output" : "latency";
  }

  /** Take pairs all the while, so that an event finds a line that is fitted already. */
  watch() {
    if (this.#timer) return;
    this.sample();
    this.#timer = setInterval(() => this.sample(), EVERY_MS);
  }

  release() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** After a hold or another device: nothing of before is true any more. */
  forget() {
    this.#pairs = [];
    this.#fit = null;
  }

  /** Take one pair now. */
  sample(now = performance.now()) {
    const last = this.#pairs.at(-1);
    if (this.#context.state !== "running" || (last && now - last[0] < CLOSE_MS)) return;
    const pair = this.#pair(now);
    if (!pair || (last && pair[0] <= last[0])) return;
    this.#pairs = recent([...this.#pairs, pair], this.source === "output" ? JUMP_MS : 20);
    this.#fit = fitted(this.#pairs);
  }

  #pair(now) {
    const { currentTime } = this.#context;
    if (this.source === "output") {
      const stamp = this.#context.getOutputTimestamp();
      if (isPlausible(stamp, { currentTime, now })) {
        this.#implausible = 0;
        return [stamp.performanceTime, stamp.contextTime * 1000];
      }
      this.#implausible += 1;
      if (this.#implausible < 8) return null;
      this.source = "latency";
      this.forget();
    }
    const { baseLatency = 0, outputLatency = 0 } = this.#context;
    return [now, (currentTime - baseLatency - outputLatency) * 1000];
  }

  /** Context s that was heard at this page time. While the line is held: where it stands. */
  pageToHeard(pageMs) {
    this.sample();
    const fit = this.#fit;
    const late = this.offsetMs;
    if (!fit) return this.#still() - late / 1000;
    return (fit.heard + fit.slope * (pageMs - fit.page) - late) / 1000;
  }

  /** Page time at which this context time is heard. */
  heardToPage(contextS) {
    this.sample();
    const fit = this.#fit;
    if (!fit) return performance.now() + (contextS - this.#still()) * 1000 + this.offsetMs;
    return fit.page + (contextS * 1000 + this.offsetMs - fit.heard) / fit.slope;
  }

  #still() {
    const { currentTime, baseLatency = 0, outputLatency = 0 } = this.#context;
    return currentTime - baseLatency - outputLatency;
  }
}
