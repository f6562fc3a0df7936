// A recitation quicker or slower at the same pitch: WSOLA (Verhelst and Roelands, ICASSP 1993). Pure.
//
// The output is a row of windows that overlap by half. Each is taken from the input near the place that the speed
// asks for, moved by up to SEARCH_S so that it goes on from the window before it wave by wave. Where each was taken
// from is kept: that is the exact map from old to new time, and a mora's marks move with its sound.

export const SLOWEST = 0.8;
export const QUICKEST = 1.3;

const HOP_S = 0.01; // between windows of the output; a window is two hops
const SEARCH_S = 0.0075; // half the longest period that finds its match: down to 67 Hz
const COARSE = 4; // the search looks at every fourth sample of every fourth place first

/**
 * `samples` at `speed` times the pace. `map` holds pairs of frames, rising in both: old[i] sounds at now[i].
 * RangeError for a speed outside 0.8–1.3.
 */
export function stretch(samples, { sampleRate, speed }) {
  if (!(speed >= SLOWEST && speed <= QUICKEST)) throw new RangeError(`${speed} is not from ${SLOWEST} to ${QUICKEST}`);
  if (speed === 1 || !samples.length) return { samples: samples.slice(), map: identity(samples.length) };
  const hop = Math.round(HOP_S * sampleRate);
  const search = Math.round(SEARCH_S * sampleRate);
  const length = Math.max(1, Math.round(samples.length / speed));
  const padded = new Float32Array(samples.length + 2 * (hop + search) + 2 * hop);
  const ahead = hop + search;
  padded.set(samples, ahead);
  const window = hann(hop);
  const out = new Float32Array(length + 2 * hop);
  const old = [];
  const now = [];
  let from = ahead - hop;
  for (let at = -hop; at < length; at += hop) {
    const wanted = ahead + Math.round(at * speed);
    if (at > -hop) from = nearest(padded, { next: from + hop, wanted, search, hop });
    for (let i = 0; i < 2 * hop; i += 1) if (at + i >= 0) out[at + i] += padded[from + i] * window[i];
    old.push(from + hop - ahead);
    now.push(at + hop);
  }
  return { samples: out.subarray(0, length).slice(), map: rising({ old, now }, samples.length, length) };
}

function identity(length) {
  return { old: Float64Array.of(0, length), now: Float64Array.of(0, length) };
}

// Two of them, a hop apart, add up to one everywhere.
function hann(hop) {
  return Float32Array.from({ length: 2 * hop }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * i) / hop));
}

/** Where, at most `search` from `wanted`, the sound goes on most like what came after the last window. */
function nearest(padded, { next, wanted, search, hop }) {
  const last = padded.length - 2 * hop;
  const low = Math.max(0, wanted - search);
  const high = Math.min(last, wanted + search);
  const like = (from, step) => similarity(padded, { from, next: Math.min(next, last), length: 2 * hop, step });
  const best = (from, to, by, step) => {
    let found = Math.min(last, Math.max(0, wanted));
    let most = like(found, step);
    for (let at = from; at <= to; at += by) {
      const score = like(at, step);
      if (score > most) [found, most] = [at, score];
    }
    return found;
  };
  const about = best(low, high, COARSE, COARSE);
  return best(Math.max(low, about - COARSE), Math.min(high, about + COARSE), 1, 1);
}

// Normalised, or the search would run after whatever is loud.
function similarity(padded, { from, next, length, step }) {
  let product = 0;
  let power = 1e-9;
  for (let i = 0; i < length; i += step) {
    const sample = padded[from + i];
    product += sample * padded[next + i];
    power += sample * sample;
  }
  return product / Math.sqrt(power);
}

// Windows may be taken a little backwards where a sound is slowed down; time may not.
function rising({ old, now }, oldLength, newLength) {
  const pairs = [[0, 0]];
  for (let i = 0; i < old.length; i += 1) {
    const [before, then] = pairs.at(-1);
    if (old[i] > before && now[i] > then && old[i] < oldLength && now[i] < newLength) pairs.push([old[i], now[i]]);
  }
  pairs.push([oldLength, newLength]);
  return { old: Float64Array.from(pairs, (pair) => pair[0]), now: Float64Array.from(pairs, (pair) => pair[1]) };
}

/** Where the sound of this frame of the old lies in the new; beyond the ends, as far beyond. */
export function mapped({ old, now }, frame) {
  const last = old.length - 1;
  if (frame <= old[0]) return now[0] + frame - old[0];
  if (frame >= old[last]) return now[last] + frame - old[last];
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (old[middle] <= frame) low = middle;
    else high = middle;
  }
  return now[low] + ((frame - old[low]) * (now[high] - now[low])) / (old[high] - old[low]);
}

/** A verse's times after the stretch: the same marks on the same sounds. */
export function stretchedTimes(times, map, sampleRate) {
  const moved = (ms) => (mapped(map, (ms * sampleRate) / 1000) * 1000) / sampleRate;
  const marks = ["start_ms", "vowel_ms", "end_ms", "nominal_end_ms"];
  const morae = times.morae.map((mora) => ({
    ...mora,
    ...Object.fromEntries(marks.map((mark) => [mark, moved(mora[mark])])),
  }));
  return {
    ...times,
    morae,
    onset_ms: moved(times.onset_ms),
    end_ms: moved(times.end_ms),
    length_ms: moved(times.length_ms),
  };
}

/** The first frame at or above this part of full scale; the length if there is none. */
export function onset(samples, threshold = 0.003) {
  const found = samples.findIndex((sample) => Math.abs(sample) >= threshold);
  return found < 0 ? samples.length : found;
}
