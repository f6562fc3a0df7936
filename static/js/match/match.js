// A match against computers: the page times its readings and tells the site what happened. See docs/fairness.md for what
// the page knows and what it does not.

import { storedVolume } from "../audio/devices.js";
import { Line } from "../audio/line.js";
import { Mat } from "./mat.js";
import { facts, find, json, words } from "./page.js";
import { settings } from "./settings.js";
import { SilentLine } from "./silent.js";
import { Refused, Talk } from "./talk.js";
import { Voice } from "./voice.js";
import { Who } from "./who.js";

const NEXT_MS = 1000; // from a verdict to the next poem
const PLACING_MS = 6000; // the same with a received card to be placed
const HEARD_MS = -300; // the others are listened for shortly before the first sound
const BUSY_MS = 300;

const BUTTONS = {
  laying: ["mirror", "ready"],
  memorise: ["recall", "begin"],
  recall: ["enough"],
  swing: ["begin"],
  stand: ["start"],
  broken: ["start"],
  paused: ["resume"],
  reading: ["raise"],
  joka: ["skip"],
  between: ["raise", "on"],
  raised: ["lower"],
  send: ["decline", "send"],
  waiting: [],
  over: ["sheet", "lobby"],
};

// What was measured of this device's loudspeaker says nothing of its screen.
const isByText = facts.isByText === "true";
const line = isByText ? new SilentLine() : new Line({ offsetMs: Number(facts.lateMs), volume: storedVolume() });

class Match extends Mat {
  isSettling = false; // a message is under way
  heard = null; // the lower verse of the last poem
  listening = null;
  timer = 0;

  constructor() {
    super({ line, shown: BUTTONS });
    this.voice = new Voice(line, { isByText, manifest: facts.manifest, jokaText: json("joka") });
    const onLine = (isUp) => (find("offline").hidden = isUp);
    this.talk = new Talk({ base: facts.base, token: facts.token, onLine });
    this.who = new Who({
      persons: () => this.played.map((seat) => ({ seat, name: this.told.seats[seat].name })),
      onAnswered: () => this.reading?.closes !== undefined && this.close(this.reading.closes),
    });
  }

  // What is told -------------------------------------------------------------------------------------------
  /** All the persons of the match sit at this device. */
  get played() {
    return this.told.persons;
  }

  get mode() {
    const { phase, clock, send, result, seats } = this.told;
    if (result) return "over";
    if (this.reading) return this.reading.isJoka ? "joka" : "reading";
    if (!clock.is_running) return "paused";
    if (this.recall.isOn && phase === "memorise") return "recall";
    if (phase === "layout") return "laying";
    if (phase === "memorise" || phase === "swing") return phase;
    if (phase === "reading") return "broken";
    if (send?.side === this.side) return "send";
    if (!this.isGoing) return "stand";
    if (send) return "waiting";
    return this.played.some((seat) => seats[seat].is_raised) ? "raised" : "between";
  }

  /** A message; what it brings is drawn. True if it was done. */
  async say(what, message, options = {}) {
    this.isSettling = true;
    this.strip.problem("");
    try {
      const told = await this.talk.post(what, message);
      this.take(told, options);
      return told;
    } catch (error) {
      this.refused(error);
      return null;
    } finally {
      this.isSettling = false;
      if (this.mode === "between") this.draw();
    }
  }

  act(what, more = {}) {
    return this.say("act", { seen: this.told.events, seat: this.told.seat, do: what, ...more });
  }

  refused(error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    if (error.told?.problem) this.strip.problem(error.told.problem);
    if (error.told?.events) {
      if (this.reading && error.told.phase !== "reading") this.stopped();
      if (error.status === 409) this.take(error.told);
      else this.field.draw(this.told);
      return;
    }
    this.strip.problem(words.refused);
  }

  async refresh() {
    try {
      const told = await this.talk.state();
      if (this.reading && told.phase !== "reading") this.stopped();
      this.take(told);
    } catch (error) {
      this.refused(error);
    }
  }

  // A reading ----------------------------------------------------------------------------------------------
  draw() {
    clearTimeout(this.timer);
    super.draw();
    if (this.mode === "between") this.between();
  }

  between() {
    if (this.isSettling) return;
    if (this.isRaising) {
      this.isRaising = false;
      this.act("raise");
      return;
    }
    if (!find("auto").checked) return this.strip.wait(words.whenReady);
    const isPlacing = this.mayPlace;
    this.timer = setTimeout(async () => {
      if (facts.cuts !== "true") await this.reader.over();
      if (this.mode !== "between") return;
      if (this.laying.isBusy) this.timer = setTimeout(() => this.draw(), BUSY_MS);
      else this.next();
    }, this.told.phase === "joka" ? 0 : isPlacing ? PLACING_MS : NEXT_MS);
  }

  async next() {
    if (this.isSettling || this.reading || this.mode !== "between") return;
    clearTimeout(this.timer);
    const isFirst = this.told.phase === "joka";
    this.isSettling = true;
    this.strip.problem("");
    let told = null;
    try {
      told = await this.talk.post("read", { seen: this.told.events });
    } catch (error) {
      this.refused(error);
      return;
    } finally {
      this.isSettling = false;
    }
    const reading = { number: told.reading, lower: null, touches: [], isClosing: false, isJoka: false };
    this.reading = reading;
    this.clear(told);
    this.take(told);
    try {
      const [sound, before] = await Promise.all([this.sound(told.sound), this.before(isFirst)]);
      if (this.reading !== reading) return;
      Object.assign(reading, { ...sound, isFirst });
      this.read(before);
    } catch (error) {
      if (this.reading === reading) await this.breakOff(words.noSound);
      if (!(error instanceof Refused)) throw error;
    }
  }

  async sound(address) {
    return this.voice.opened(await this.talk.sound(address));
  }

  read(before) {
    super.read(before);
    this.reader.at(HEARD_MS, () => this.listen(HEARD_MS));
  }

  /** What is read before an upper verse: the lower verse of the last poem, or the joka. */
  async before(isFirst) {
    const isAlternating = facts.isAlternating === "true";
    if (isFirst) {
      const [upper, lower] = await this.voice.joka();
      return isAlternating ? [upper, lower, lower] : [upper, lower];
    }
    if (!isAlternating) return [];
    this.heard ??= await this.heardBefore;
    return this.heard ? [this.heard] : [];
  }

  skip() {
    if (!this.reading?.isJoka) return;
    this.reading.isJoka = false;
    this.strip.text("");
    this.read([]);
  }

  async listen(from) {
    this.listening?.abort();
    const { reading } = this;
    if (!reading) return;
    const listening = new AbortController();
    this.listening = listening;
    const isOver = () => listening.signal.aborted || this.reading !== reading;
    while (!isOver()) {
      let heard;
      try {
        heard = await this.talk.post("listen", { reading: reading.number, ms: Math.round(from) }, { signal: listening.signal });
      } catch (error) {
        if (error.name === "AbortError" || isOver()) return;
        if (!(error instanceof Refused)) throw error;
        if (error.status === 409) return this.refresh();
        await new Promise((resolve) => setTimeout(resolve, 1000)); // whatever it was, the reading has to be closed by somebody
        from = this.reader.ms();
        continue;
      }
      if (isOver()) return;
      if (heard.touches.length) {
        from = Math.max(...heard.touches.map(({ ms }) => ms));
        this.reader.at(from, () => {
          this.theirs(heard.touches);
          if (heard.is_read) this.reader.taken();
        });
      } else if (heard.closes_ms !== null) {
        this.reader.at(heard.closes_ms, () => this.close(heard.closes_ms));
        return;
      } else {
        from = Math.max(from, this.reader.ms());
      }
    }
  }

  async swept(touches) {
    const { reading, played } = this;
    if (!reading) return;
    const told = touches.map(({ card, pageMs }) => ({ card, ms: Math.round(this.reader.ms(pageMs)) }));
    const sent = (played.length > 1 ? this.who.ask() : Promise.resolve(played[0])).then((seat) => this.send(reading, seat, told));
    reading.sent = Promise.allSettled([reading.sent, sent]);
    await sent;
  }

  async send(reading, seat, touches) {
    if (seat === null || this.reading !== reading) return;
    try {
      const told = await this.talk.post("touch", { reading: reading.number, touches: touches.map((each) => ({ seat, ...each })) });
      if (this.reading !== reading || reading.isClosing) return;
      this.told = { ...told };
      this.toldAt = performance.now();
      this.theirs(told.upto.others);
      if (told.upto.is_taken) this.reader.taken();
      this.listen(Math.max(...touches.map(({ ms }) => ms)));
    } catch (error) {
      this.refused(error);
    }
  }

  async close(ms) {
    const { reading } = this;
    if (!reading || reading.isClosing) return;
    this.hands.flush();
    if (this.who.isAsking) {
      reading.closes = ms; // first it is said whose hand it was
      return;
    }
    reading.isClosing = true;
    await reading.sent;
    if (this.reading !== reading) return;
    let told;
    try {
      told = await this.talk.post("close", { reading: reading.number, ms: Math.ceil(Math.max(ms, this.reader.ms(), 0)) });
    } catch (error) {
      reading.isClosing = false;
      if (error instanceof Refused && error.status === 422) this.listen(this.reader.ms());
      else this.refused(error);
      return;
    }
    if (this.reading !== reading) return;
    this.judged(told, reading);
  }

  judged(told, reading) {
    this.stopped({ isCut: facts.cuts === "true" || told.result !== null });
    this.heard = reading.lower;
    const { last } = told;
    this.take(told, { taken: last?.is_removed ? last.poem : null });
    if (last) this.tellVerdict();
    if (told.result) setTimeout(() => this.tellResult(), 2500);
    if (this.mode === "send") this.draw();
  }

  stopped(options) {
    this.listening?.abort();
    super.stopped(options);
    this.who.forget();
  }

  async breakOff(why) {
    const { reading } = this;
    if (!reading) return;
    this.stopped();
    this.isGoing = false;
    this.stood = true;
    await this.say("void", { reading: reading.number });
    this.field.unmark("mine", "theirs", "fault");
    this.strip.say({ name: words.brokenName, sentence: why });
  }

  lost() {
    return this.breakOff(words.lostSound);
  }

  // Going on and pausing -----------------------------------------------------------------------------------
  /** Ready is a gesture too: the reader may begin by himself when the time to memorise is over. */
  async ready() {
    this.isGoing = await this.unlocked();
    for (const seat of this.played) {
      if (this.told.seats[seat].is_ready || this.told.result) continue;
      if (!(await this.act("ready", { seat }))) return;
    }
  }

  async start() {
    if (!(await this.unlocked())) {
      this.strip.problem(words.silent);
      return;
    }
    this.isGoing = true;
    this.stood = false;
    this.remember();
    if (!this.told.clock.is_running) await this.say("pause", { is_paused: false });
    if (this.told.phase === "reading") await this.refresh(); // the page that was left may have broken it off
    if (this.told.phase === "reading" && !this.reading) await this.say("void", { reading: this.told.reading });
    this.draw();
  }

  /** The verse before the page was loaded; asked for at once, since its address is good for two readings only. */
  remember() {
    if (!facts.heardBefore || this.heardBefore) return;
    this.heardBefore = this.sound(facts.heardBefore).then((sound) => sound.lower, () => null);
  }

  async pause() {
    if (this.told.result) return;
    if (this.reading) await this.breakOff(words.brokenPause);
    this.isGoing = false;
    await this.say("pause", { is_paused: true });
  }

  async resign() {
    if (this.reading) await this.breakOff(words.broken);
    await this.act("resign");
    find("more").open = false;
  }

  leaves() {
    if (this.reading) this.talk.leave("void", { reading: this.reading.number });
    else if (this.told.clock.due_ms !== null && this.told.clock.is_running) this.talk.leave("pause", { is_paused: true });
    this.stopped();
  }

  tick() {
    super.tick();
    const { due_ms, is_running } = this.told.clock;
    if (due_ms === null || !is_running || this.isSettling || this.reading) return;
    if (this.clockMs >= due_ms && this.asking !== this.told.events) {
      this.asking = this.told.events;
      this.say("tick", {}).finally(() => setTimeout(() => (this.asking = null), 1000));
    }
  }

  get acts() {
    const ready = () => this.ready();
    const start = () => this.start();
    return { ...super.acts, ready, begin: ready, start, resume: start, skip: () => this.skip(), on: () => this.next() };
  }

  wire() {
    super.wire();
    settings(line, { onAuto: () => this.draw() });
    addEventListener("pagehide", () => this.leaves());
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
  }
}

const match = new Match();
match.begin();
