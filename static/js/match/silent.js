// A line without sound, for matches that are played by text: the same units, on the clock of the page.

import { laid, LEAD_MS } from "../audio/line.js";

export class SilentLine {
  #units = new Set();
  #frame = 0;
  isUnlocked = true;

  async unlock() {}

  timeAt(pageMs) {
    return pageMs / 1000;
  }

  play(parts, { leadMs = LEAD_MS, at = null, onProgress = null } = {}) {
    const unit = new SilentUnit(laid(parts, leadMs), Math.max(at ?? 0, performance.now() / 1000), onProgress);
    this.#units.add(unit);
    unit.ended.then(() => this.#units.delete(unit));
    this.#frame ||= requestAnimationFrame(this.#draw);
    return unit;
  }

  stop() {
    for (const unit of this.#units) unit.stop();
  }

  #draw = () => {
    this.#frame = 0;
    for (const unit of this.#units) unit.onProgress?.(unit.heardAt(performance.now()), unit);
    if (this.#units.size) this.#frame = requestAnimationFrame(this.#draw);
  };
}

class SilentUnit {
  #settle;
  #timer;

  constructor(parts, startsAt, onProgress) {
    const last = parts.at(-1);
    this.startsAt = startsAt; // page time in s, as a line's is context time in s
    this.parts = parts.map((part) => ({ ...part, startsAt: startsAt + part.startMs / 1000, endsAt: startsAt + part.endMs / 1000 }));
    this.lengthMs = last.fileMs + last.times.length_ms;
    this.endsAt = startsAt + this.lengthMs / 1000;
    this.onProgress = onProgress;
    this.isOver = false;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    this.#timer = setTimeout(() => this.#end("ended"), this.pageTimeOf(this.lengthMs) - performance.now());
  }

  heardAt(pageMs = performance.now()) {
    return pageMs - this.startsAt * 1000;
  }

  verseAt(index, pageMs = performance.now()) {
    return this.heardAt(pageMs) - this.parts[index].fileMs;
  }

  pageTimeOf(unitMs) {
    return this.startsAt * 1000 + unitMs;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#end("stopped");
  }

  #end(how) {
    if (this.isOver) return;
    this.isOver = true;
    this.#settle(how);
  }
}
