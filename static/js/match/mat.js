// A match on its page: what is told is drawn, hands touch, choose and lay, and the gap says what there is to say. Who talks
// to the site and keeps the times is a page of its own that goes on from here: match.js by messages, live/live.js by a socket.

import { keepAwake, mediaKeys, playDespiteSilentSwitch, watchDevices } from "../audio/devices.js";
import { mirrored, rowsOf } from "./board.js";
import { showSeats, showSide } from "./counts.js";
import { Field } from "./field.js";
import { Hands } from "./hands.js";
import { Laying } from "./laying.js";
import { facts, find, json, root, words } from "./page.js";
import { Reader } from "./reader.js";
import { Recall } from "./recall.js";
import { filled, Strip } from "./strip.js";
import { resultSaid, verdictMarks, verdictSaid } from "./verdict.js";

const TIMED = ["memorise", "swing", "recall"];
const READ = ["reading", "joka"];

/**
 * What a page adds: `mode`, the word for what goes on; `played`, the seats at this page; `act(what, more)`, which tells the
 * site a command; `swept(touches)` for a movement of a hand; `lost()`, `pause()` where its sound goes away.
 */
export class Mat {
  faces = json("cards");
  toldAt = performance.now();
  isGoing = false; // the reader may sound here
  isRaising = false; // the hand goes up as soon as it may
  stood = false; // what the gap says stays there until the reader begins
  reading = null; // the one going on here: { number, lower, touches, isClosing }
  picked = [];
  verdict = null; // the one that was told last

  /** `shown`: the buttons of each mode; `isAtOnce`: whether the cards of a movement are told one by one. */
  constructor({ line, shown, told = json("told"), isAtOnce = false }) {
    this.told = told;
    this.line = line;
    this.shown = shown;
    this.strip = new Strip(root);
    this.field = new Field(root, { faces: this.faces, texts: words, side: this.side });
    this.reader = new Reader({
      line,
      isPatient: facts.isPatient === "true",
      onPhase: (key, share, kind) => this.sounds(key, share, kind),
      onText: (kana) => this.strip.text(kana),
    });
    this.hands = new Hands(root, this.field, {
      isOn: () => this.isOpen,
      onTouch: (card, pageMs) => this.touched(card, pageMs),
      onSweep: (touches, { isFirst }) => this.swept(touches, isFirst),
      codes: () => this.codes(),
      typeable: () => this.field.cards.map((card) => ({ card, ...this.faces[card] })),
      onTyped: (text) => this.typed(text),
      isAtOnce,
    });
    this.laying = new Laying(root, this.field, {
      groups: () => this.told.sides[this.side].groups,
      may: (card) => this.mayMove(card),
      onDraft: (draft) => this.field.draw(this.told, { draft }),
      onPut: (card, place, groups) => this.put(card, place, groups),
      most: Number(facts.rowMost),
    });
    this.recall = new Recall(root, {
      field: this.field,
      faces: this.faces,
      strip: this.strip,
      words,
      onEnd: () => this.draw(),
    });
  }

  begin() {
    this.wire();
    this.field.draw(this.told);
    this.draw();
    setInterval(() => this.tick(), 250);
  }

  // What is told -------------------------------------------------------------------------------------------
  /** The side that is seen from its own place. */
  get side() {
    return this.told.side;
  }

  get isScattered() {
    return facts.isScattered === "true";
  }

  get clockMs() {
    const { now_ms, is_running } = this.told.clock;
    return now_ms + (is_running ? performance.now() - this.toldAt : 0);
  }

  get leftMs() {
    const { clock, phase } = this.told;
    const after = phase === "memorise" && Number(facts.swingMs) ? Number(facts.swingMs) : 0;
    return clock.due_ms + after - this.clockMs;
  }

  /** Touches count now: a poem is read here, and its upper verse is at hand. */
  get isOpen() {
    if (!this.reading || this.reading.isClosing || !this.reader.isReading) return false;
    return this.reader.ms() > -Number(facts.pauseMs);
  }

  /** The match as the site tells it. What is older than what is known is left alone. */
  take(told, { taken = null } = {}) {
    if (told.events < this.told.events) return;
    this.laying.forget();
    this.show(told, { taken });
  }

  show(told, { draft = null, taken = null } = {}) {
    const before = this.told;
    if (told.send?.side !== before.send?.side || told.last?.reading !== before.last?.reading) this.picked = [];
    this.told = told;
    this.toldAt = performance.now();
    this.field.draw(told, { draft, taken });
    this.draw();
    this.announce(before, told);
  }

  announce(before, told) {
    const isNew = (seat) => told.seats[seat].moves > before.seats[seat].moves;
    const moved = told.seats.map((_, seat) => seat).filter(isNew);
    const others = moved.filter((seat) => !this.played.includes(seat)).map((seat) => told.seats[seat].name);
    if (others.length) this.strip.wait(filled(words.theyMoved, { name: others.join(", ") }));
    const own = moved.filter((seat) => this.played.includes(seat));
    if (own.length) this.strip.wait(filled(words.youMoved, { n: told.seats[own[0]].moves }));
  }

  // Drawing ------------------------------------------------------------------------------------------------
  draw() {
    const { mode } = this;
    root.dataset.mode = mode;
    this.buttons(mode);
    this.counts();
    this.words(mode);
    if (mode !== "reading" && mode !== "joka" && mode !== "between") this.strip.phase("");
  }

  /** The names of the buttons that a mode has now. */
  shownIn(mode) {
    const shown = new Set(this.shown[mode]);
    if (mode === "send" && this.told.send.must) shown.delete("decline");
    if (!this.told.sides.length || this.isScattered) for (const each of ["mirror", "raise"]) shown.delete(each);
    return shown;
  }

  buttons(mode) {
    const shown = this.shownIn(mode);
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
    find("do='raise'").setAttribute("aria-pressed", String(this.isRaising));
    if (mode === "send") {
      const send = find("do='send'");
      send.disabled = !this.picked.length;
      send.querySelector("span").textContent = this.picked.length > 1 ? words.sendTwo : words.sendOne;
    }
  }

  counts() {
    const { reading, to_come, result } = this.told;
    if (result) find("title").textContent = words.over;
    else find("title").textContent = reading ? filled(words.reading, { n: reading, left: to_come }) : words.before;
    if (this.isScattered) showSeats(this.told, this.played);
    else for (const [where, side] of [["mine", this.side], ["other", 1 - this.side]]) showSide(this.told, where, side);
  }

  words(mode) {
    const { told, strip } = this;
    if (!READ.includes(mode)) strip.text("");
    strip.clock(TIMED.includes(mode) ? this.leftMs : null);
    switch (mode) {
      case "laying":
        strip.say({ name: words.layName, sentence: words.lay });
        return strip.wait(this.isWaitingForOthers ? words.othersReady : "");
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
        if (told.last?.reading !== this.verdict?.reading) this.tellVerdict();
        return strip.wait(this.sendWords());
      case "joka":
        strip.say({ name: words.jokaName, sentence: words.joka });
        return strip.wait("");
      case "over":
        return this.tellResult();
      case "between":
        if (!told.last && !told.reading) strip.say({});
        return strip.wait(this.mayPlace ? words.place : "");
      default:
        return strip.wait(this.isRaising ? words.raising : "");
    }
  }

  get isWaitingForOthers() {
    return this.played.every((seat) => this.told.seats[seat].is_ready);
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

  tellVerdict() {
    const { told } = this;
    if (!told.last) return;
    this.verdict = told.last;
    this.stood = false;
    this.strip.say(verdictSaid(told, { own: this.played, words }));
    this.field.unmark("mine", "theirs", "fault", "received", "touched");
    const marks = verdictMarks(told, { own: this.played, words, lay: this.lay, fault: facts.fault });
    for (const mark of marks) this.field.mark(...mark);
  }

  tellResult() {
    this.stood = false;
    this.strip.say(resultSaid(this.told, words));
    this.strip.wait("");
  }

  // A reading ----------------------------------------------------------------------------------------------
  /** The mat as a reading finds it: where each card lies, without the marks of the last one. */
  clear(told) {
    this.lay = new Map(told.sides.flatMap(({ groups }, side) => (groups ?? []).flat().map((card) => [card, side])));
    this.field.close();
    this.field.unmark("mine", "theirs", "fault", "received", "pick", "touched");
  }

  /** `upperAt`: when the upper verse is to sound, in page time; else as soon as what comes before it is read. */
  read(before, upperAt = null) {
    const { reading } = this;
    reading.isJoka = before.some(({ kind }) => kind.startsWith("joka"));
    const { upper, lower, pauseMs } = reading;
    this.reader.begin({ before, upper, lower, pauseMs, yoinMs: Number(facts.yoinMs), upperAt });
    this.draw();
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

  touched(card, pageMs) {
    if (!this.reading) return;
    const isFirst = !this.reading.touches.length;
    this.reading.touches.push({ card, pageMs });
    this.field.mark(card, "mine", words.touchedByYou);
    if (isFirst) this.strip.say({ name: words.touchedName, columns: this.faces[card].columns });
  }

  theirs(touches) {
    if (!this.reading) return;
    for (const { seat, card } of touches) {
      this.field.mark(card, "theirs", filled(words.touchedBy, { name: this.told.seats[seat].name }));
    }
  }

  /** No reading goes on here any more. */
  stopped({ isCut = true } = {}) {
    this.reading = null;
    this.hands.forget();
    this.reader.taken();
    if (isCut) {
      this.reader.cut();
      this.strip.text("");
      this.strip.phase("");
    }
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

  // Sound --------------------------------------------------------------------------------------------------
  /** Whether the browser lets the reader sound; to be asked in a gesture. */
  async unlocked() {
    try {
      playDespiteSilentSwitch();
      await this.line.unlock();
    } catch {
      return false;
    }
    this.awake ??= keepAwake();
    if (facts.isByText !== "true") this.watch();
    return true;
  }

  watch() {
    if (this.watched) return;
    this.watched = watchDevices(this.line, { onLost: () => this.lost(), onBack: () => this.found() });
    // A title that says nothing of what is read: a lock screen shows it.
    mediaKeys({ title: document.title, artist: "Naniwazu", onPlay: () => {}, onPause: () => this.pause() });
  }

  found() {}

  // Clock, codes and keys ----------------------------------------------------------------------------------
  tick() {
    const { mode } = this;
    if (TIMED.includes(mode)) this.strip.clock(this.leftMs);
    if (this.recall.isOn && mode !== "recall") this.recall.end();
    if (mode === "send") this.strip.wait(this.sendWords());
  }

  codes() {
    const { sides, scattered } = this.told;
    if (this.isScattered) return { cells: new Map(scattered.map(([card, cell]) => [cell, card])) };
    const own = rowsOf(sides[this.side].groups).map((wings) => wings.flat());
    const others = rowsOf(sides[1 - this.side].groups).map((wings) => wings.flat().reverse());
    return { o: own, t: others };
  }

  typed(text) {
    find("typed").textContent = text;
    find("typed").hidden = !text;
  }

  /** What the buttons do, by name. */
  get acts() {
    return {
      recall: () => {
        this.recall.begin();
        this.buttons("recall");
      },
      enough: () => this.recall.end(),
      mirror: () => this.act("lay", { groups: mirrored(this.told.sides[this.side].groups) }),
      raise: () => this.raise(),
      lower: () => this.act("lower"),
      send: () => this.act("send", { cards: this.picked }),
      decline: () => this.act("decline"),
      pause: () => this.pause(),
      resign: () => this.asksToResign(true),
      stay: () => this.asksToResign(false),
      really: () => this.resign(),
    };
  }

  wire() {
    const { acts } = this;
    root.addEventListener("click", (event) => {
      const name = event.target.closest("[data-do]")?.dataset.do;
      if (acts[name]) acts[name]();
      const slot = event.target.closest("[data-territory=own] button.slot");
      if (slot && this.mode === "send") this.pick(Number(slot.dataset.card));
    });
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
  }
}
