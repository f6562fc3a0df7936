// Tap to the beat: how much later than its browser believes a device is heard. The arithmetic is pure; Beats is the
// page's driver. No light blinks with the beats: people would tap to what they see.

import { median } from "./clock.js";
import { click } from "./tone.js";

export const LEAST_MS = -100;
export const MOST_MS = 500;
export const WANTED = 12; // taps that agree
export const ENOUGH = 16; // then no more are asked for
const LEAD_IN = 4; // beats to find the rhythm by
const UNEVEN_MS = 50;
const SIGMA = 1.4826; // a median deviation of a normal distribution is σ / 1.4826
const NEVER_OUT_MS = 40; // nobody is thrown out for being this near

/**
 * How late each tap comes after its beat, in ms: the last beat that had been by 100 ms after the tap. One tap a beat,
 * the first; a tap beyond the limits belongs to none.
 */
export function matched(taps, beats) {
  const taken = new Set();
  const offsets = [];
  for (const tap of [...taps].sort((a, b) => a - b)) {
    const place = beats.findLastIndex((beat) => beat <= tap - LEAST_MS);
    if (place < 0 || taken.has(place) || tap - beats[place] > MOST_MS) continue;
    taken.add(place);
    offsets.push(tap - beats[place]);
  }
  return offsets;
}

const deviation = (values, middle) => SIGMA * median(values.map((value) => Math.abs(value - middle)));

/**
 * The median of the taps that agree and their spread (σ, from the median deviation). `verdict`: "good", "few" (fewer
 * than 12 agree) or "uneven" (they agree on nothing).
 */
export function summary(offsets) {
  if (!offsets.length) return { offsetMs: 0, spreadMs: 0, taps: 0, kept: [], verdict: "few" };
  const middle = median(offsets);
  const far = Math.max(NEVER_OUT_MS, 3 * deviation(offsets, middle));
  const kept = offsets.filter((offset) => Math.abs(offset - middle) <= far);
  const offsetMs = median(kept);
  const spreadMs = deviation(kept, offsetMs);
  const verdict = kept.length < WANTED ? "few" : spreadMs > UNEVEN_MS ? "uneven" : "good";
  return { offsetMs, spreadMs, taps: kept.length, kept, verdict };
}

/** One measurement: beats laid on the line as one unit, and what was tapped to them. */
export class Beats {
  constructor(line, { bpm = 80, count = LEAD_IN + 2 * WANTED } = {}) {
    this.line = line;
    this.periodMs = 60_000 / bpm;
    this.count = count;
    this.taps = [];
  }

  /** Resolves when all beats are over, or enough taps agree: `summary`, with "stopped" as verdict where it was. */
  async run({ onTap = () => {} } = {}) {
    const { context } = this.line;
    const length_ms = this.count * this.periodMs;
    const buffer = context.createBuffer(1, Math.round((length_ms * context.sampleRate) / 1000), context.sampleRate);
    const samples = buffer.getChannelData(0);
    const places = Array.from({ length: this.count }, (_, beat) => beat * this.periodMs);
    for (const ms of places) click(samples, Math.round((ms * context.sampleRate) / 1000), context.sampleRate);
    this.onTap = onTap;
    this.unit = this.line.play([{ buffer, times: { onset_ms: 0, end_ms: length_ms, length_ms }, kind: "beats" }]);
    this.beats = places.slice(LEAD_IN).map((ms) => this.unit.msOf(0, ms));
    const how = await this.unit.ended;
    return { ...this.summary, ...(how === "stopped" && !this.isEnough ? { verdict: "stopped" } : {}) };
  }

  get summary() {
    return summary(matched(this.taps, this.beats));
  }

  get isEnough() {
    return this.summary.taps >= ENOUGH;
  }

  /** `event.timeStamp` of a tap. The line's own calibration does not count: it is what is measured. */
  tap(pageMs) {
    if (!this.unit || this.unit.isOver) return;
    this.taps.push(this.unit.heardAt(pageMs) + this.line.offsetMs);
    this.onTap(matched(this.taps, this.beats).length);
    if (this.isEnough) this.unit.stop();
  }

  stop() {
    this.unit?.stop();
  }
}
