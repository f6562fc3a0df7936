// The reciter: which verse sounds when, told as a phase, and as text where there is no sound.
//
// The verses before (the lower verse of the last poem, or the joka) and the upper verse are one unit on the line, so that
// the pause between them is exact. The lower verse of the same poem is a unit of its own behind it: it is taken off the
// line when the card is taken before it begins.

import { laid, LEAD_MS } from "../audio/line.js";

const BEGINS_MS = 200; // from the word to the first sound
const LAYING_MS = 30; // to lay a unit on the line

export class Reader {
  #line;
  #isPatient;
  #onPhase;
  #onText;
  #main = null;
  #upper = 0;
  #after = null;
  #isWanted = false; // the lower verse, again and again
  #timers = new Set();

  /** `onPhase(key, share, name)`: lower, hold, pause, upper and how much of it is over. `onText(kana)`: so far. */
  constructor({ line, isPatient, onPhase, onText }) {
    this.#line = line;
    this.#isPatient = isPatient;
    this.#onPhase = onPhase;
    this.#onText = onText;
  }

  /**
   * Begin a reading. `before`, `upper` and `lower` are { times, buffer, kind } with `hasText` where they are to be shown;
   * `pauseMs` lies between two verses; of a lower verse the last `yoinMs` are held. `upperAt`: the page time at which the
   * first sound of the upper verse is to be heard; what comes before it and would have begun already is left out.
   */
  begin({ before, upper, lower, pauseMs, yoinMs, upperAt = null }) {
    this.cut();
    const known = [...before, upper].map((part) => ({ ...part, afterMs: pauseMs }));
    const parts = upperAt === null ? known : inTime(known, upperAt - performance.now());
    const at = upperAt === null ? null : this.#line.timeAt(upperAt) - laid(parts, BEGINS_MS).at(-1).startMs / 1000;
    this.#upper = parts.length - 1;
    this.#main = this.#line.play(parts, { at, leadMs: BEGINS_MS, onProgress: this.#shown(parts, { pauseMs, yoinMs }) });
    this.#isWanted = true;
    this.#follow(this.#main.parts[this.#upper], lower, { pauseMs, yoinMs });
  }

  get isReading() {
    return this.#main !== null;
  }

  /** Where the sound is: ms from the first sound of the upper verse, as heard at this page time. */
  ms(pageMs = performance.now()) {
    const { times } = this.#main.parts[this.#upper];
    return this.#main.verseAt(this.#upper, pageMs) - times.onset_ms;
  }

  /** Do something once the sound is heard to be at `ms`. */
  at(ms, act) {
    const main = this.#main;
    const { fileMs, times } = main.parts[this.#upper];
    const wait = main.pageTimeOf(fileMs + times.onset_ms + ms) - performance.now();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (main !== this.#main) return;
      if (this.ms() < ms) this.at(ms, act); // clocks drift, and a timer may be early
      else act();
    }, Math.max(0, wait));
    this.#timers.add(timer);
  }

  /** The card is taken, or the reading closed: a lower verse that has not begun is not read any more. */
  taken() {
    this.#isWanted = false;
    if (this.#after && this.#after.heardAt() < LEAD_MS) this.#after.stop();
  }

  /** Resolves when nothing sounds any more. */
  async over() {
    await this.#main?.ended;
    await this.#after?.ended;
  }

  /** Break off. */
  cut() {
    this.#isWanted = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#main?.stop();
    this.#after?.stop();
    this.#main = this.#after = null;
  }

  #follow(part, lower, { pauseMs, yoinMs }) {
    const main = this.#main;
    const onProgress = this.#shown([lower], { pauseMs, yoinMs });
    const after = this.#line.play([lower], { at: part.endsAt + (pauseMs - LEAD_MS) / 1000, onProgress });
    this.#after = after;
    after.ended.then((how) => {
      if (how !== "ended" || main !== this.#main || !this.#isWanted || !this.#isPatient) return;
      this.#follow(after.parts[0], lower, { pauseMs, yoinMs });
    });
  }

  #shown(parts, { pauseMs, yoinMs }) {
    return (ms, unit) => {
      const index = unit.parts.findLastIndex((part) => ms >= part.startMs);
      if (index < 0) {
        if (unit === this.#main) this.#onPhase(parts[0].kind === "upper" ? "pause" : "", 1, parts[0].kind);
        return;
      }
      const { startMs, endMs, fileMs } = unit.parts[index];
      const { kind, hasText, times } = parts[index];
      const holds = kind.endsWith("lower") ? Math.max(startMs, endMs - yoinMs) : endMs;
      const share = (from, to) => Math.min(1, Math.max(0, (ms - from) / Math.max(1, to - from)));
      if (ms < holds) this.#onPhase(kind.endsWith("lower") ? "lower" : "upper", share(startMs, holds), kind);
      else if (ms < endMs) this.#onPhase("hold", share(holds, endMs), kind);
      else if (unit === this.#main) this.#onPhase("pause", share(endMs, endMs + pauseMs), kind);
      if (hasText) this.#onText(said(times.morae, ms - fileMs), kind);
    };
  }
}

/** The parts of which the last is to begin in `ms`, without those for which it is too late by now. */
export function inTime(parts, ms) {
  const beginsIn = (from) => ms - laid(parts.slice(from), 0).at(-1).startMs;
  const first = parts.findIndex((_, from) => beginsIn(from) >= BEGINS_MS + LAYING_MS);
  return parts.slice(first < 0 ? parts.length - 1 : first);
}

/** The kana of a verse that have begun at a time, its phrases apart. */
export function said(morae, ms) {
  let text = "";
  let phrase = morae[0]?.phrase;
  for (const mora of morae) {
    if (mora.start_ms > ms) break;
    if (mora.phrase !== phrase) text += "\u3000";
    phrase = mora.phrase;
    text += mora.kana;
  }
  return text;
}
