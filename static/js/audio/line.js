// The audio line: one AudioContext on which whole units of a reading are laid to the sample, and its time as HEARD.
//
// Three clocks (docs/audio-line.md): page time is `performance.now()` and `event.timeStamp`, in ms; context time is
// the audio hardware's, in s; unit time is ms from the start of a unit's lead silence. Everything a page shows, judges
// or sends is unit time or verse time (ms from the first sample of a verse's file, as the manifest's mora times are).
//
// library.js      const library = await Library.open(manifestUrl, { line, speed })   fetches and checks the manifest
//                 library.manifest; library.pauseMs; library.has("17-upper"); library.names
//                 await library.verse("17-upper") → { name, buffer, times }         decoded, at the library's speed
//                 library.prefetch(["18-lower", "44-upper"])                        the next units, in this order
//                 await library.keep(names, { onProgress(doneBytes, allBytes) })    all files, for a reading without a network
//                 library.bytesOf(names)
//                 library.speed = 1.1                                               0.8–1.3, pitch kept, for verses to come
//                 library.dispose()
//                 throws LibraryError: .reason "offline" | "missing" | "refused" | "broken", .verse, .status
// line.js         const line = new Line({ offsetMs, volume })    offsetMs: the device's calibration (data attribute)
//                 await line.unlock()                            in a click, tap or key: the browser lets it sound
//                 const unit = line.play(parts, { leadMs = 500, at, onProgress })
//                     parts: [{ buffer, times, kind: "lower", poem: 17, afterMs: 1000 }, …] in their order; afterMs
//                     lies between the end_ms of a part and the audible onset (onset_ms) of the next
//                     at: context time of unit time 0, for a unit that follows another without a gap (unit.endsAt)
//                 unit.parts[i] → { kind, poem, times, startMs, endMs, fileMs, startsAt, endsAt }   onset and end
//                 unit.startsAt, unit.endsAt (context s), unit.lengthMs; unit.isOver
//                 unit.heardAt(event.timeStamp) → unit ms that the ear had at that moment; may be < 0 or > lengthMs
//                 unit.verseAt(i, event.timeStamp) → the same in verse time of part i: minus decided_ms = reaction
//                 unit.msOf(i, verseMs) → unit ms; unit.pageTimeOf(unitMs) → page ms at which it is heard
//                 unit.stop({ fadeMs = 8 }); await unit.ended → "ended" | "stopped"
//                 line.timeAt(pageMs)                            context s that is heard at a page time, for `at`
//                 line.hold() / line.resume()                    the line stands still, and goes on sample-exact
//                 line.volume = 0…1; line.isMuted; line.balance = −1…1; line.output (an AudioNode: the last one)
//                 line.context; line.clock; line.isUnlocked; line.isHeld; line.close()
// clock.js        new Clock(context, { offsetMs }): pageToHeard(ms) → context s; heardToPage(s) → ms; source
// stretch.js      stretch(samples, { sampleRate, speed }) → { samples, map }; mapped(map, frame); stretchedTimes(…)
// stretcher.js    await stretched({ buffer, times }, speed, context) → { buffer, times }     in a worker
// devices.js      const awake = keepAwake(); awake.release()
//                 mediaKeys({ title, artist, onPlay, onPause }) → { playing(bool), release() }
//                 watchDevices(line, { onLost(reason), onBack() }) → { release() }     lost: the line is held already
//                 playDespiteSilentSwitch(); soundCheck.isDone(), soundCheck.done(); storedVolume(), storeVolume(v)
// tone.js         click(samples, from, sampleRate); hum(samples, { sampleRate, hz })   sounds without a file
// calibration.js  matched(taps, beats), summary(offsets) → { offsetMs, spreadMs, taps, verdict }; Beats (driver)

import { Clock } from "./clock.js";

export const LEAD_MS = 500;
const FADE_MS = 8;
const GLIDE_S = 0.01; // a change of volume in less time clicks
const AHEAD_S = 0.02; // a start nearer than this may fall into a block that is rendered already

/** One line, one AudioContext. It is made at the first need, so that a page may have a Line before any gesture. */
export class Line {
  #context = null;
  #clock = null;
  #options;
  #volume;
  #balance = 0;
  #isMuted = false;
  #isHeld = false;
  #units = new Set();
  #frame = 0;

  constructor({ offsetMs = 0, volume = 1, context = null } = {}) {
    this.#options = { offsetMs, context };
    this.#volume = volume;
    this.isUnlocked = false;
  }

  get context() {
    if (!this.#context) this.#open();
    return this.#context;
  }

  get clock() {
    if (!this.#clock) this.#open();
    return this.#clock;
  }

  /** The last node before the loudspeaker: what a test or a meter listens to. */
  get output() {
    if (!this.#context) this.#open();
    return this.gain;
  }

  #open() {
    const context = this.#options.context ?? new AudioContext({ latencyHint: "interactive" });
    this.#context = context;
    this.#clock = new Clock(context, { offsetMs: this.#options.offsetMs });
    this.gain = context.createGain();
    this.gain.gain.value = this.#loudness;
    this.entry = context.createGain();
    this.entry.connect(this.gain).connect(context.destination);
    this.#side();
  }

  // A panner takes 3 dB from a mono sound in the middle: it is in the way only while a side is wanted.
  #side() {
    if (!this.#context?.createStereoPanner) return;
    this.entry.disconnect();
    if (!this.#balance) {
      this.entry.connect(this.gain);
      return;
    }
    const panner = this.#context.createStereoPanner();
    panner.pan.value = this.#balance;
    this.entry.connect(panner).connect(this.gain);
  }

  /** To be called in a gesture. Resolves when the context runs; on iOS a first silent buffer opens the output. */
  async unlock() {
    const context = this.context;
    const silence = context.createBufferSource();
    silence.buffer = context.createBuffer(1, 1, context.sampleRate);
    silence.connect(context.destination);
    silence.start();
    if (context.state !== "running") await context.resume();
    this.#isHeld = false; // not before: the news that it stands still may come late, and is no interruption
    this.isUnlocked = true;
    this.#clock.watch();
  }

  get offsetMs() {
    return this.#options.offsetMs;
  }

  /** How much later than the browser believes a sound of this device is heard, in ms: the calibration. */
  set offsetMs(offsetMs) {
    this.#options.offsetMs = offsetMs;
    if (this.#clock) this.#clock.offsetMs = offsetMs;
  }

  get volume() {
    return this.#volume;
  }

  set volume(volume) {
    this.#volume = Math.min(1, Math.max(0, volume));
    this.#glide();
  }

  get isMuted() {
    return this.#isMuted;
  }

  set isMuted(isMuted) {
    this.#isMuted = isMuted;
    this.#glide();
  }

  get balance() {
    return this.#balance;
  }

  /** −1 is the left loudspeaker only, 1 the right. */
  set balance(balance) {
    this.#balance = balance;
    this.#side();
  }

  // The ear's steps are ratios: the square of the slider makes its middle sound like half.
  get #loudness() {
    return this.#isMuted ? 0 : this.#volume ** 2;
  }

  #glide() {
    if (!this.#context) return;
    const { gain } = this.gain;
    const now = this.#context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(this.#loudness, now, GLIDE_S / 3);
  }

  /**
   * Lay a whole unit on the line and return it. Nothing of it is started by a timer: every part is scheduled now, and
   * each onset lies on a whole sample. RangeError where a part could not begin in time (lead shorter than its silence).
   */
  play(parts, { leadMs = LEAD_MS, at = null, onProgress = null } = {}) {
    const unit = new Unit(this, parts, { leadMs, at, onProgress });
    this.#units.add(unit);
    unit.ended.then(() => this.#units.delete(unit));
    this.#frame ||= requestAnimationFrame(this.#draw);
    return unit;
  }

  get isHeld() {
    return this.#isHeld;
  }

  /** The context time that is heard at a page time: where to lay what is to sound then. */
  timeAt(pageMs) {
    return this.clock.pageToHeard(pageMs);
  }

  /** The line stands still where it is: nothing sounds, nothing ends, unit time stops. */
  async hold() {
    this.#isHeld = true;
    if (this.context.state === "running") await this.context.suspend();
    this.#clock.forget();
  }

  /** Go on at the very sample where it was held. Until it does (iOS may want a tap first) the line counts as held. */
  async resume() {
    await this.context.resume();
    this.#isHeld = false;
    this.#clock.forget();
  }

  stop(options) {
    for (const unit of this.#units) unit.stop(options);
  }

  async close() {
    this.stop({ fadeMs: 0 });
    this.#clock?.release();
    if (this.#context && this.#context.state !== "closed") await this.#context.close();
  }

  // For the eyes only: no sound and no verdict hangs on an animation frame.
  #draw = () => {
    this.#frame = 0;
    let isShowing = false;
    for (const unit of this.#units) {
      if (!unit.onProgress) continue;
      isShowing = true;
      unit.onProgress(unit.heardAt(performance.now()), unit);
    }
    if (isShowing) this.#frame = requestAnimationFrame(this.#draw);
  };
}

/** Where each part of a unit lies, in ms from its start: pure, so that it can be shown without a sound. */
export function laid(parts, leadMs = LEAD_MS) {
  let startMs = leadMs;
  return parts.map((part) => {
    const fileMs = startMs - part.times.onset_ms;
    const endMs = fileMs + part.times.end_ms;
    const place = { kind: part.kind, poem: part.poem, times: part.times, startMs, endMs, fileMs };
    startMs = endMs + (part.afterMs ?? 0);
    return place;
  });
}

/** A unit on the line: made by `Line.play`. */
export class Unit {
  #line;
  #sources = [];
  #gain;
  #settle;

  constructor(line, parts, { leadMs, at, onProgress }) {
    if (!parts.length) throw new RangeError("a unit has at least one part");
    const { context } = line;
    const rate = context.sampleRate;
    this.#line = line;
    this.onProgress = onProgress;
    this.isOver = false;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    this.startsAt = Math.ceil(Math.max(at ?? 0, context.currentTime + AHEAD_S) * rate) / rate;
    this.#gain = context.createGain();
    this.#gain.connect(line.entry);
    this.parts = laid(parts, leadMs).map((place) => this.#timed(place, rate));
    const last = this.parts.at(-1);
    this.lengthMs = last.fileMs + last.times.length_ms;
    this.endsAt = this.startsAt + this.lengthMs / 1000;
    if (this.parts[0].fileMs < 0) throw new RangeError("the lead is shorter than the silence of the first file");
    parts.forEach((part, index) => this.#schedule(part.buffer, this.parts[index].beginsAt));
    this.#sources.at(-1).onended = () => this.#end("ended");
  }

  // The file begins on a whole sample; between two samples the browser would interpolate, and smear the onset.
  #timed(place, rate) {
    const frame = Math.round((this.startsAt + place.fileMs / 1000) * rate);
    const startsAt = this.startsAt + place.startMs / 1000;
    return { ...place, startsAt, endsAt: this.startsAt + place.endMs / 1000, beginsAt: frame / rate };
  }

  #schedule(buffer, beginsAt) {
    const source = this.#line.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#gain);
    source.start(beginsAt);
    this.#sources.push(source);
  }

  #end(how) {
    if (this.isOver) return;
    this.isOver = true;
    this.#settle(how);
    this.#gain.disconnect();
  }

  /** Unit ms that was heard at this page time. Before the lead negative, after the end beyond `lengthMs`. */
  heardAt(pageMs = performance.now()) {
    return (this.#line.clock.pageToHeard(pageMs) - this.startsAt) * 1000;
  }

  /** The same in verse time of one part: ms from the first sample of its file, as its mora times are. */
  verseAt(index, pageMs = performance.now()) {
    return this.heardAt(pageMs) - this.parts[index].fileMs;
  }

  msOf(index, verseMs) {
    return this.parts[index].fileMs + verseMs;
  }

  pageTimeOf(unitMs) {
    return this.#line.clock.heardToPage(this.startsAt + unitMs / 1000);
  }

  /** Silence within `fadeMs` (a cut clicks); `ended` resolves to "stopped". Safe to call twice. */
  stop({ fadeMs = FADE_MS } = {}) {
    if (this.isOver) return;
    const { currentTime, state } = this.#line.context;
    if (state !== "running") this.#gain.disconnect(); // or the fade would be heard when the line goes on
    const silentAt = currentTime + fadeMs / 1000;
    this.#gain.gain.setValueAtTime(1, currentTime);
    this.#gain.gain.linearRampToValueAtTime(0, silentAt);
    for (const source of this.#sources) {
      source.onended = null;
      source.stop(silentAt);
    }
    this.#sources[0].onended = () => this.#gain.disconnect();
    this.isOver = true;
    this.#settle("stopped");
  }
}
