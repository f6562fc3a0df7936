// A match on its page: what is told is drawn, what hands do is told, and the reader reads. See docs/fairness.md for what
// the page knows and what it does not.

import {
  keepAwake,
  mediaKeys,
  playDespiteSilentSwitch,
  storedVolume,
  storeVolume,
  watchDevices,
} from "../audio/devices.js";
import { Library } from "../audio/library.js";
import { Line } from "../audio/line.js";
import { mirrored, rowsOf } from "./board.js";
import { decoded, opened } from "./envelope.js";
import { Field } from "./field.js";
import { Hands } from "./hands.js";
import { Laying } from "./laying.js";
import { Reader } from "./reader.js";
import { Recall } from "./recall.js";
import { SilentLine } from "./silent.js";
import { filled, Strip } from "./strip.js";
import { Refused, Talk } from "./talk.js";

const root = document.getElementById("match");
const { dataset: facts } = root;
const { dataset: words } = document.getElementById("words");
const json = (id) => JSON.parse(document.getElementById(id).textContent);
const find = (name) => root.querySelector(`[data-${name}]`);
const seconds = (ms) => (Math.abs(ms) / 1000).toFixed(2);

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

class Match {
  told = json("told");
  faces = json("cards");
  jokaText = json("joka");
  toldAt = performance.now();
  isByText = facts.isByText === "true";
  isGoing = false;
  isSettling = false; // a message is under way
  isRaising = false; // the hand goes up as soon as it may
  reading = null; // the one going on here: { number, lower, touches, isClosing }
  heard = null; // the lower verse of the last poem
  picked = [];
  asked = [];
  verdict = null;
  listening = null;
  timer = 0;

  constructor() {
    // What was measured of this device's loudspeaker says nothing of its screen.
    this.line = this.isByText ? new SilentLine() : new Line({ offsetMs: Number(facts.lateMs), volume: storedVolume() });
    const onLine = (isUp) => (find("offline").hidden = isUp);
    this.talk = new Talk({ base: facts.base, token: facts.token, onLine });
    this.strip = new Strip(root);
    this.field = new Field(root, { faces: this.faces, texts: words, side: this.told.side });
    this.reader = new Reader({
      line: this.line,
      isPatient: facts.isPatient === "true",
      onPhase: (key, share, kind) => this.sounds(key, share, kind),
      onText: (kana) => this.strip.text(kana),
    });
    this.hands = new Hands(root, this.field, {
      isOn: () => this.isOpen,
      onTouch: (card, pageMs) => this.touched(card, pageMs),
      onSweep: (touches) => this.swept(touches),
      codes: () => this.codes(),
      typeable: () => this.field.cards.map((card) => ({ card, ...this.faces[card] })),
      onTyped: (text) => this.typed(text),
    });
    this.laying = new Laying(root, this.field, {
      groups: () => this.told.sides[this.told.side].groups,
      may: (card) => this.mayMove(card),
      onDraft: (draft) => this.field.draw(this.told, { draft }),
      onPut: (card, place, groups) => this.put(card, place, groups),
      most: Number(facts.rowMost),
    });
  }

  begin() {
    this.recall = new Recall(root, {
      field: this.field,
      faces: this.faces,
      strip: this.strip,
      words,
      onEnd: () => this.draw(),
    });
    this.wire();
    this.field.draw(this.told);
    this.draw();
    setInterval(() => this.tick(), 250);
  }

  // What is told -------------------------------------------------------------------------------------------
  get side() {
    return this.told.side;
  }

  get clockMs() {
    const { now_ms, is_running } = this.told.clock;
    return now_ms + (is_running ? performance.now() - this.toldAt : 0);
  }

  get mode() {
    const { phase, clock, send, result, seats, persons } = this.told;
    if (result) return "over";
    if (this.reading) return this.reading.isJoka ? "joka" : "reading";
    if (!clock.is_running) return "paused";
    if (this.recall?.isOn && phase === "memorise") return "recall";
    if (phase === "layout") return "laying";
    if (phase === "memorise" || phase === "swing") return phase;
    if (phase === "reading") return "broken";
    if (send?.side === this.side) return "send";
    if (!this.isGoing) return "stand";
    if (send) return "waiting";
    return persons.some((seat) => seats[seat].is_raised) ? "raised" : "between";
  }

  /** Touches count now: a poem is read here, and its upper verse is at hand. */
  get isOpen() {
    if (!this.reading || this.reading.isClosing || !this.reader.isReading) return false;
    return this.reader.ms() > -Number(facts.pauseMs);
  }

  /** The match as the site tells it. What is older than what is known is left alone. */
  take(told, { taken = null } = {}) {
    if (told.events < this.told.events) return;
    const before = this.told;
    this.laying.forget();
    if (told.scattered && before.events !== told.events) this.picked = [];
    this.told = told;
    this.toldAt = performance.now();
    this.field.draw(told, { taken });
    this.draw();
    this.announce(before, told);
  }

  announce(before, told) {
    const others = told.seats.filter((seat, index) => seat.moves > before.seats[index].moves && !told.persons.includes(index));
    if (others.length) this.strip.wait(filled(words.theyMoved, { name: others.map((seat) => seat.name).join(", ") }));
    const own = told.persons.filter((seat) => told.seats[seat].moves > before.seats[seat].moves);
    if (own.length) this.strip.wait(filled(words.youMoved, { n: told.seats[own[0]].moves }));
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

  // Drawing ------------------------------------------------------------------------------------------------
  draw() {
    const { mode } = this;
    clearTimeout(this.timer);
    root.dataset.mode = mode;
    this.buttons(mode);
    this.counts();
    this.words(mode);
    if (mode === "between") this.between();
    if (mode !== "reading" && mode !== "joka" && mode !== "between") this.strip.phase("");
  }

  buttons(mode) {
    const shown = new Set(BUTTONS[mode]);
    if (mode === "send" && this.told.send.must) shown.delete("decline");
    if (!this.told.sides.length || this.isScattered) for (const each of ["mirror", "raise"]) shown.delete(each);
    const had = find("acts").contains(document.activeElement) ? document.activeElement : null;
    let count = 0;
    for (const button of root.querySelectorAll("[data-do]")) {
      if (!button.closest(".acts")) continue;
      button.hidden = !shown.has(button.dataset.do);
      count += !button.hidden;
    }
    find("acts").dataset.count = count;
    // Who goes on by keyboard is not sent back to the top of the page when a button has done its work.
    if (had?.hidden) find("acts").querySelector("[data-do]:not([hidden])")?.focus({ preventScroll: true });
    const raise = find("do='raise'");
    raise.setAttribute("aria-pressed", String(this.isRaising));
    if (mode === "send") {
      const send = find("do='send'");
      send.disabled = !this.picked.length;
      send.querySelector("span").textContent = this.picked.length > 1 ? words.sendTwo : words.sendOne;
    }
  }

  get isScattered() {
    return facts.isScattered === "true";
  }

  counts() {
    const { seats, sides, side, variant, reading, to_come } = this.told;
    if (this.told.result) find("title").textContent = words.over;
    else find("title").textContent = reading ? filled(words.reading, { n: reading, left: to_come }) : words.before;
    if (this.isScattered) {
      const places = seats.map((seat, index) => {
        const item = document.createElement("li");
        item.classList.toggle("you", this.told.persons.includes(index));
        item.classList.toggle("out", seat.sits_out);
        const [name, count] = [document.createElement("b"), document.createElement("strong")];
        name.textContent = seat.name;
        count.textContent = seat.taken;
        item.append(name, count);
        if (seat.sits_out) {
          const out = document.createElement("small");
          out.textContent = words.sitsOut;
          item.append(out);
        }
        return item;
      });
      find("seats").replaceChildren(...places);
      return;
    }
    for (const [where, index] of [["mine", side], ["other", 1 - side]]) {
      const box = find(`side=${where}`);
      const here = seats.filter((seat) => seat.side === index);
      box.querySelector("[data-name-of]").textContent = sides[index].name;
      box.querySelector("[data-count]").textContent = sides[index].count;
      const isTeam = seats.length > 2;
      const levels = here.map((seat) => (isTeam ? seat.name : seat.level)).filter(Boolean);
      const taken = variant === "five_colours" ? [filled(words.taken, { n: here.reduce((sum, seat) => sum + seat.taken, 0) })] : [];
      box.querySelector("[data-more-of]").textContent = [...levels, ...taken].join(", ");
    }
  }

  words(mode) {
    const { told, strip } = this;
    if (mode !== "reading" && mode !== "joka") strip.text("");
    strip.clock(mode === "memorise" || mode === "swing" || mode === "recall" ? this.leftMs : null);
    const isNewVerdict = told.last && told.last.reading === this.verdict?.reading;
    switch (mode) {
      case "laying":
        strip.say({ name: words.layName, sentence: words.lay });
        return strip.wait("");
      case "memorise":
        strip.say({ name: words.memoriseName, sentence: words.memorise });
        return strip.wait(this.isWaitingForOthers ? words.othersReady : "");
      case "swing":
        strip.say({ name: words.swingName, sentence: words.swing });
        return strip.wait("");
      case "paused":
        strip.say({ name: words.pausedName, sentence: words.paused });
        return strip.wait("");
      case "broken":
        strip.say({ name: words.brokenName, sentence: words.broken });
        return strip.wait("");
      case "stand":
        if (!this.stood) strip.say({ name: words.standName, sentence: told.reading ? words.standOn : words.stand });
        return strip.wait("");
      case "raised":
        return strip.wait(words.raised);
      case "waiting":
        return strip.wait(words.waiting);
      case "send":
        if (!isNewVerdict) this.tellVerdict();
        return strip.wait(this.sendWords());
      case "joka":
        strip.say({ name: words.jokaName, sentence: words.joka });
        return strip.wait("");
      case "over":
        return this.tellResult();
      case "between":
        if (!told.last && !told.reading) strip.say({});
        return strip.wait(this.told.unplaced.length && this.mayPlace ? words.place : "");
      default:
        return strip.wait(this.isRaising ? words.raising : "");
    }
  }

  get isWaitingForOthers() {
    return this.told.persons.every((seat) => this.told.seats[seat].is_ready);
  }

  get mayPlace() {
    const own = this.told.sides[this.side]?.groups?.flat() ?? [];
    return this.told.unplaced.some((card) => own.includes(card));
  }

  sendWords() {
    const { send, clock } = this.told;
    const left = clock.due_ms === null ? "" : Math.max(0, Math.ceil((clock.due_ms - this.clockMs) / 1000));
    const sentence = send.n > 1 ? words.chooseTwo : words.chooseOne;
    return left === "" ? sentence : `${sentence} ${filled(words.sendLeft, { n: left })}`;
  }

  // The verdict --------------------------------------------------------------------------------------------
  tellVerdict() {
    const { last } = this.told;
    if (!last) return;
    this.verdict = last;
    this.stood = false;
    const own = last.touches.find((each) => this.told.persons.includes(each.seat) && each.card === last.poem && each.ms >= 0);
    const early = own && own.after_ms < 0;
    const more = [
      own && filled(early ? words.reactionEarly : words.reaction, { s: seconds(own.after_ms), k: last.kimariji }),
      this.told.persons.some((seat) => last.early.includes(seat)) && words.tooEarly,
      this.sentWords(last),
    ];
    const { name, sentence, columns } = last;
    this.strip.say({ name, sentence, more: more.filter(Boolean).join(" "), columns, sign: this.signOf(last) });
    this.field.unmark("mine", "theirs", "fault", "received", "touched");
    for (const each of last.touches) {
      const isOwn = this.told.persons.includes(each.seat);
      const { name } = this.told.seats[each.seat];
      const by = each.seat === this.told.seat ? words.touchedByYou : filled(words.touchedBy, { name });
      this.field.mark(each.card, isOwn ? "mine" : "theirs", by);
      if (this.isFault(last, each)) this.field.mark(each.card, "fault", words.fault);
    }
    for (const { side, card } of last.sent) {
      if (side !== this.side) this.field.mark(card, "received", words.received);
    }
  }

  signOf(last) {
    if (last.n) return last.sender === this.side ? "up" : "down";
    if (last.faults.some(Boolean)) return last.faults.every(Boolean) && last.faults.length === 2 ? "even" : "fault";
    return this.told.persons.includes(last.taker) ? "own" : "";
  }

  sentWords(last) {
    return last.sent.some(({ side, is_picked }) => side === this.side && is_picked) ? words.picked : "";
  }

  isFault(last, { seat, card, ms }) {
    const side = this.told.seats[seat].side;
    if (ms < 0 || card === last.poem || !last.faults[side]) return false;
    if (facts.fault === "any_wrong") return true;
    const lies = this.lay?.get(card);
    return last.side < 0 || lies === undefined || lies !== last.side;
  }

  tellResult() {
    const { result } = this.told;
    this.stood = false;
    const name = result.is_shared ? words.shared : result.is_won ? words.won : words.lost;
    let sentence = "";
    if (result.margin !== null) sentence = filled(result.is_won ? words.wonBy : words.lostBy, { n: result.margin });
    else if (result.how === "resigned") sentence = words.resigned;
    else if (this.isScattered || this.told.variant === "five_colours") {
      const taken = this.told.seats.map((seat) => `${seat.name} ${seat.taken}`).join(", ");
      sentence = filled(words.takenBy, { all: taken });
    }
    this.strip.say({ name, sentence, sign: result.is_won ? "own" : "" });
    this.strip.wait("");
  }

  // A reading ----------------------------------------------------------------------------------------------
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
    this.lay = new Map(told.sides.flatMap(({ groups }, side) => (groups ?? []).flat().map((card) => [card, side])));
    this.field.close();
    this.field.unmark("mine", "theirs", "fault", "received", "pick", "touched");
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
    const { pauseMs, upper, lower } = opened(await this.talk.sound(address));
    return { pauseMs, upper: await this.part("upper", upper), lower: await this.part("lower", lower) };
  }

  async part(kind, { times, bytes }) {
    if (this.isByText) return { kind, times, buffer: null, hasText: true };
    return { kind, hasText: !bytes, ...(await decoded({ times, bytes }, this.line.context)) };
  }

  read(before) {
    const { reading } = this;
    reading.isJoka = before.some(({ kind }) => kind.startsWith("joka"));
    const { upper, lower, pauseMs } = reading;
    this.reader.begin({ before, upper, lower, pauseMs, yoinMs: Number(facts.yoinMs) });
    this.reader.at(HEARD_MS, () => this.listen(HEARD_MS));
    this.draw();
  }

  /** What is read before an upper verse: the lower verse of the last poem, or the joka. */
  async before(isFirst) {
    const isAlternating = facts.isAlternating === "true";
    if (isFirst) {
      const [upper, lower] = await this.joka();
      return isAlternating ? [upper, lower, lower] : [upper, lower];
    }
    if (!isAlternating) return [];
    this.heard ??= await this.heardBefore;
    return this.heard ? [this.heard] : [];
  }

  async joka() {
    const kinds = ["joka-upper", "joka-lower"];
    const text = kinds.map((kind) => this.part(kind, { times: this.jokaText[kind.slice(5)], bytes: null }));
    if (this.isByText) return Promise.all(text);
    try {
      this.verses ??= await Library.open(facts.manifest, { line: this.line });
      const verses = await Promise.all(["0-upper", "0-lower"].map((name) => this.verses.verse(name)));
      return verses.map((verse, place) => ({ ...verse, kind: kinds[place] }));
    } catch {
      return Promise.all(text); // it is not recorded yet: then it is shown
    }
  }

  skip() {
    if (!this.reading?.isJoka) return;
    this.reading.isJoka = false;
    this.strip.text("");
    this.read([]);
  }

  sounds(key, share, kind) {
    if (this.reading?.isJoka && (kind === "upper" || kind === "lower")) {
      this.reading.isJoka = false;
      this.strip.say({});
      this.draw();
    }
    if (this.reading && !this.reading.hasBegun && kind === "upper" && key === "upper") {
      this.reading.hasBegun = true;
      if (!this.reading.touches.length) this.strip.say({});
    }
    this.strip.phase(key, share);
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
        this.reader.at(from, () => this.theirs(heard.touches, heard.is_read));
      } else if (heard.closes_ms !== null) {
        this.reader.at(heard.closes_ms, () => this.close(heard.closes_ms));
        return;
      } else {
        from = Math.max(from, this.reader.ms());
      }
    }
  }

  theirs(touches, isRead) {
    if (!this.reading) return;
    for (const { seat, card } of touches) {
      this.field.mark(card, "theirs", filled(words.touchedBy, { name: this.told.seats[seat].name }));
    }
    if (isRead) this.taken();
  }

  taken() {
    this.reader.taken();
  }

  touched(card, pageMs) {
    if (!this.reading) return;
    const isFirst = !this.reading.touches.length;
    this.reading.touches.push({ card, pageMs });
    this.field.mark(card, "mine", words.touchedByYou);
    if (isFirst) this.strip.say({ name: words.touchedName, columns: this.faces[card].columns });
  }

  async swept(touches) {
    const { reading } = this;
    if (!reading) return;
    const told = touches.map(({ card, pageMs }) => ({ card, ms: Math.round(this.reader.ms(pageMs)) }));
    const { persons } = this.told;
    const sent = (persons.length > 1 ? this.who(told) : Promise.resolve(persons[0])).then((seat) => this.send(reading, seat, told));
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
      this.theirs(told.upto.others, false);
      if (told.upto.is_taken) this.taken();
      this.listen(Math.max(...touches.map(({ ms }) => ms)));
    } catch (error) {
      this.refused(error);
    }
  }

  async close(ms) {
    const { reading } = this;
    if (!reading || reading.isClosing) return;
    this.hands.flush();
    if (this.asked.length) {
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

  /** No reading goes on here any more. */
  stopped({ isCut = true } = {}) {
    this.reading = null;
    this.listening?.abort();
    this.hands.forget();
    this.forgetAsked();
    this.reader.taken();
    if (isCut) {
      this.reader.cut();
      this.strip.text("");
      this.strip.phase("");
    }
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

  async refresh() {
    try {
      const told = await this.talk.state();
      if (this.reading && told.phase !== "reading") this.stopped();
      this.take(told);
    } catch (error) {
      this.refused(error);
    }
  }

  // Several at one device ----------------------------------------------------------------------------------
  /** Whose hand was it? Answered by a button; asked one after the other. */
  who(touches) {
    return new Promise((resolve) => {
      this.asked.push({ touches, resolve });
      this.ask();
    });
  }

  ask() {
    const box = find("who");
    box.hidden = !this.asked.length;
    find("acts").hidden = !box.hidden;
    if (box.hidden || box.dataset.is === "drawn") return;
    box.dataset.is = "drawn";
    find("whose").replaceChildren(
      ...this.told.persons.map((seat, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "btn";
        button.textContent = this.told.seats[seat].name;
        button.dataset.person = place;
        button.addEventListener("click", () => this.answer(seat));
        return button;
      }),
    );
  }

  answer(seat) {
    this.asked.shift()?.resolve(seat);
    this.ask();
    if (!this.asked.length && this.reading?.closes !== undefined) this.close(this.reading.closes);
  }

  forgetAsked() {
    for (const { resolve } of this.asked.splice(0)) resolve(null);
    this.ask();
  }

  // Between the readings -----------------------------------------------------------------------------------
  mayMove(card) {
    if (["laying", "memorise", "raised"].includes(this.mode)) return true;
    return this.mode === "between" && this.told.unplaced.includes(card);
  }

  put(card, place, groups) {
    this.field.draw(this.told, { draft: groups });
    const isLaying = this.mode === "laying" || this.mode === "memorise";
    return isLaying ? this.act("lay", { groups }) : this.act("move", { card, place });
  }

  pick(card) {
    const own = this.told.sides[this.side].groups.flat();
    if (!own.includes(card)) return;
    const { n } = this.told.send;
    if (this.picked.includes(card)) this.picked = this.picked.filter((each) => each !== card);
    else this.picked = [...this.picked, card].slice(-n);
    this.field.unmark("pick");
    this.picked.forEach((each, place) => {
      this.field.mark(each, "pick", words.chosen);
      this.field.slot(each).dataset.n = place + 1;
      this.field.slot(each).setAttribute("aria-pressed", "true");
    });
    this.buttons("send");
  }

  /** Ready is a gesture too: the reader may begin by himself when the time to memorise is over. */
  async ready() {
    this.isGoing = await this.unlocked();
    for (const seat of this.told.persons) {
      if (this.told.seats[seat].is_ready || this.told.result) continue;
      if (!(await this.act("ready", { seat }))) return;
    }
  }

  /** Whether the browser lets the reader sound; to be asked in a gesture. */
  async unlocked() {
    try {
      playDespiteSilentSwitch();
      await this.line.unlock();
    } catch {
      return false;
    }
    this.awake ??= keepAwake();
    if (!this.isByText) this.watch();
    return true;
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

  watch() {
    if (this.watched) return;
    this.watched = watchDevices(this.line, { onLost: () => this.breakOff(words.lostSound) });
    // A title that says nothing of what is read: a lock screen shows it.
    mediaKeys({ title: document.title, artist: "Naniwazu", onPlay: () => {}, onPause: () => this.pause() });
  }

  async pause() {
    if (this.told.result) return;
    if (this.reading) await this.breakOff(words.brokenPause);
    this.isGoing = false;
    await this.say("pause", { is_paused: true });
  }

  // Clock --------------------------------------------------------------------------------------------------
  get leftMs() {
    const { clock, phase } = this.told;
    const after = phase === "memorise" && Number(facts.swingMs) ? Number(facts.swingMs) : 0;
    return clock.due_ms + after - this.clockMs;
  }

  tick() {
    const { mode } = this;
    if (mode === "memorise" || mode === "swing" || mode === "recall") this.strip.clock(this.leftMs);
    if (this.recall.isOn && mode !== "recall") this.recall.end();
    if (mode === "send") this.strip.wait(this.sendWords());
    const { due_ms, is_running } = this.told.clock;
    if (due_ms === null || !is_running || this.isSettling || this.reading) return;
    if (this.clockMs >= due_ms && this.asking !== this.told.events) {
      this.asking = this.told.events;
      this.say("tick", {}).finally(() => setTimeout(() => (this.asking = null), 1000));
    }
  }

  // Codes --------------------------------------------------------------------------------------------------
  codes() {
    const { sides, scattered, side } = this.told;
    if (this.isScattered) return { cells: new Map(scattered.map(([card, cell]) => [cell, card])) };
    const own = rowsOf(sides[side].groups).map((wings) => wings.flat());
    const others = rowsOf(sides[1 - side].groups).map((wings) => wings.flat().reverse());
    return { o: own, t: others };
  }

  typed(text) {
    find("typed").textContent = text;
    find("typed").hidden = !text;
  }

  // Buttons ------------------------------------------------------------------------------------------------
  wire() {
    const acts = {
      ready: () => this.ready(),
      begin: () => this.ready(),
      recall: () => {
        this.recall.begin();
        this.buttons("recall");
      },
      enough: () => this.recall.end(),
      mirror: () => this.act("lay", { groups: mirrored(this.told.sides[this.side].groups) }),
      start: () => this.start(),
      resume: () => this.start(),
      skip: () => this.skip(),
      on: () => this.next(),
      raise: () => this.raise(),
      lower: () => this.act("lower"),
      send: () => this.act("send", { cards: this.picked }),
      decline: () => this.act("decline"),
      pause: () => this.pause(),
      resign: () => this.asksToResign(true),
      stay: () => this.asksToResign(false),
      really: () => this.resign(),
    };
    root.addEventListener("click", (event) => {
      const name = event.target.closest("[data-do]")?.dataset.do;
      if (acts[name]) acts[name]();
      const slot = event.target.closest("[data-territory=own] button.slot");
      if (slot && this.mode === "send") this.pick(Number(slot.dataset.card));
    });
    this.settings();
    const field = find("type");
    const written = (event, isWhole = false) => {
      if (!this.hands.write(field.value, event.timeStamp, isWhole)) return;
      if (event.isComposing) field.blur(); // an input method lets go of what it holds only so
      field.value = "";
    };
    field.addEventListener("input", (event) => written(event));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        written(event, true);
        field.value = "";
      }
      if (event.key === "Escape") field.blur();
    });
    addEventListener("pagehide", () => this.leaves());
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
    document.addEventListener("keydown", (event) => {
      const person = Number(event.key) - 1;
      if (this.asked.length && person >= 0 && person < this.told.persons.length) this.answer(this.told.persons[person]);
    });
  }

  settings() {
    const wire = (name, box, change) => {
      box.checked = (kept(name) ?? (box.defaultChecked ? "yes" : "no")) === "yes";
      const changed = () => change(box.checked);
      box.addEventListener("change", () => {
        keep(name, box.checked ? "yes" : "no");
        changed();
      });
      changed();
    };
    wire("match-auto", find("auto"), () => this.draw());
    wire("match-left", find("left"), (isLeft) => root.classList.toggle("left-handed", isLeft));
    const volume = find("volume");
    const mute = find("do='mute'");
    if (!volume) return;
    volume.value = Math.round(100 * this.line.volume);
    volume.addEventListener("input", () => {
      this.line.volume = volume.value / 100;
      storeVolume(this.line.volume);
    });
    mute.addEventListener("click", () => {
      this.line.isMuted = !this.line.isMuted;
      mute.setAttribute("aria-pressed", String(this.line.isMuted));
    });
  }

  raise() {
    if (this.mode === "between") return this.act("raise");
    this.isRaising = !this.isRaising;
    return this.draw();
  }

  asksToResign(isAsking) {
    find("do='resign'").hidden = isAsking;
    find("resigning").hidden = !isAsking;
    if (isAsking) find("do='stay'").focus();
    else find("do='resign'").focus();
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
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Forbidden or full: it holds for this page.
  }
}

const match = new Match();
match.begin();
