// A match at a table where people meet: the site times the readings and tells of them by a socket, and the page says at
// once what hands do. Who only looks on sees and hears the same, later. docs/protocol.md has the messages.

import { storedVolume } from "../audio/devices.js";
import { Line } from "../audio/line.js";
import { Mat } from "../match/mat.js";
import { facts, find, json, root, words } from "../match/page.js";
import { settings } from "../match/settings.js";
import { SilentLine } from "../match/silent.js";
import { filled, Strip } from "../match/strip.js";
import { Voice } from "../match/voice.js";
import { Calls } from "./calls.js";
import { comings } from "./lines.js";
import { showPeople } from "./people.js";
import { Sayings } from "./sayings.js";
import { Socket } from "./socket.js";
import { Toast } from "./toast.js";

const BUTTONS = {
  laying: ["mirror", "ready"],
  memorise: ["recall", "begin"],
  recall: ["enough"],
  swing: ["begin"],
  stand: ["start"],
  paused: ["resume"],
  reading: ["raise"],
  joka: ["raise"],
  elsewhere: [],
  between: ["raise"],
  raised: ["lower"],
  held: [],
  send: ["decline", "send"],
  waiting: [],
  over: ["again", "rematch", "sheet", "lobby"],
};
const WATCHED = { laying: "watchLaying", memorise: "watchMemorise", swing: "watchSwing" }; // what is said of it
const SETTLING = ["laying", "memorise", "swing"];
const OFTEN = ["lay", "move"]; // one after the other, as quickly as cards are laid
const MOST_AT_ONCE = 30; // touches of one reading that are told one by one
const BUNDLE_MS = 150;
const RESULT_MS = 2500; // the last verdict is read before the result

const isByText = facts.isByText === "true";
const line = isByText ? new SilentLine() : new Line({ offsetMs: Number(facts.lateMs), volume: storedVolume() });

class Live extends Mat {
  acting = new Set(); // what is being done and not answered
  heard = null; // the lower verse of the last poem heard here: { number, lower }

  constructor(told, socket) {
    super({ line, shown: BUTTONS, told, isAtOnce: true });
    this.socket = socket;
    const voice = new Voice(line, { isByText, manifest: facts.manifest, jokaText: json("joka") });
    this.calls = new Calls(voice, {
      isAlternating: facts.isAlternating === "true",
      heard: () => this.heard,
      onReady: (number) => this.isSeat && socket.say("armed", { reading: number }),
    });
    this.toast = new Toast(find("toast"));
    this.sayings = new Sayings({
      onSay: (fields) => this.ask("say", { phrase: "", words: "", ...fields }),
      nameOf: (seat) => this.told.seats[seat].name,
    });
  }

  begin() {
    super.begin();
    if (isByText) this.listen();
  }

  // What is told -------------------------------------------------------------------------------------------
  get isSeat() {
    return this.told.seat !== null;
  }

  get played() {
    return this.isSeat ? [this.told.seat] : [];
  }

  /** Who looks on sits beside the first side. */
  get side() {
    return this.told.side ?? 0;
  }

  get mode() {
    const { phase, clock, result, seats, seat } = this.told;
    if (result) return "over";
    if (this.reading) return this.reading.isJoka ? "joka" : "reading";
    if (!clock.is_running) return "paused";
    if (this.recall.isOn && phase === "memorise") return "recall";
    if (phase === "layout") return "laying";
    if (phase === "memorise" || phase === "swing") return phase;
    if (this.isSeat && this.told.send?.side === this.side) return "send";
    if (this.isSeat && !this.isGoing) return "stand";
    if (phase === "reading" && !this.calls.isComing(this.told.reading)) return "elsewhere";
    if (this.told.send) return "waiting";
    if (this.isSeat && seats[seat].is_raised) return "raised";
    return seats.some((each) => each.is_raised) ? "held" : "between";
  }

  hears(message) {
    const { t } = message;
    if (t === "view") this.take(message.told);
    else if (t === "arm") this.called(message);
    else if (t === "go") this.goes(message, performance.now());
    else if (t === "touched") this.touches(message);
    else if (t === "notice") this.noticed(message);
    else if (t === "said") this.toast.say(this.sayings.add(message));
  }

  /** The position anew. What is held in the hand stays there as long as it lies where it was taken up. */
  take(told) {
    const before = this.told;
    const isOver = this.reading && (told.phase !== "reading" || told.reading !== this.reading.number);
    const isJudged = told.last && told.last.reading !== before.last?.reading;
    if (isOver) this.ended(told, isJudged);
    const isSame = JSON.stringify(this.ownGroups(told)) === JSON.stringify(this.ownGroups(before)) && told.phase === before.phase;
    const draft = isSame ? this.laying.draft : null;
    if (!isSame) this.laying.forget();
    this.show(told, { draft, taken: isJudged && told.last.is_removed ? told.last.poem : null });
    if (told.seats[told.seat]?.is_raised) this.isRaising = false;
    if (told.result) this.awake?.release();
    const isShown = this.verdict?.reading === told.last?.reading || this.reading || this.mode === "stand";
    if (told.last && !isShown) this.tellVerdict();
    if (told.result && isJudged) setTimeout(() => this.tellResult(), RESULT_MS);
    this.people(before);
  }

  ownGroups(told) {
    return told.sides[this.side]?.groups;
  }

  people(before) {
    const { told } = this;
    if (!told.live) return;
    showPeople(told, this.side, performance.now() - this.toldAt);
    const { gone, back } = comings(before, told);
    if (gone) this.toast.say(filled(words.gone, { name: gone }));
    if (back) this.toast.say(filled(words.back, { name: back }));
    this.sayings.show(told.live.sayings);
    if (told.live.rematch) find("do='rematch'").href = facts.tables.replace(facts.table, told.live.rematch);
  }

  // Saying -------------------------------------------------------------------------------------------------
  /** The answer, or null where it was refused; the reason is told. */
  async ask(t, fields) {
    this.strip.problem("");
    const answer = await this.socket.ask(t, fields);
    if (answer.t === "ack") return answer;
    if (!answer.is_stale) this.strip.problem(answer.sentence);
    this.field.draw(this.told);
    return null;
  }

  async act(what, more = {}) {
    if (this.acting.has(what) && !OFTEN.includes(what)) return null;
    this.acting.add(what);
    try {
      return await this.ask("act", { seen: this.told.events, do: what, ...more });
    } finally {
      this.acting.delete(what);
    }
  }

  /** Cards lie at once where they are put; the view that comes says the same, or better. */
  put(card, place, groups) {
    const sides = this.told.sides.map((side, index) => (index === this.side ? { ...side, groups } : side));
    this.told = { ...this.told, sides };
    return super.put(card, place, groups);
  }

  raise() {
    if (this.mode === "between") return this.act("raise");
    this.isRaising = !this.isRaising; // the reciter waits after this poem
    this.draw();
    return this.act(this.isRaising ? "raise" : "lower");
  }

  pause() {
    return this.isSeat && !this.told.result ? this.act("pause") : null;
  }

  async resign() {
    await this.act("resign");
    find("more").open = false;
  }

  // A reading ----------------------------------------------------------------------------------------------
  called(call) {
    this.calls.take(call);
    if (this.isGoing && this.isSeat) this.calls.prepare();
    this.draw();
  }

  async goes({ reading: number, upper_in_ms, key }, now) {
    const upperAt = now + upper_in_ms;
    if (this.isGoing && !this.isSeat) this.calls.prepare(); // no sound is there for who looks on before it is heard
    const sound = await this.calls.go(number, key, upperAt);
    const isOver = this.told.phase === "reading" && this.told.reading !== number;
    if (!sound || isOver) {
      this.draw();
      if (this.isGoing && !isOver) this.strip.wait(words.noSound);
      return;
    }
    this.reading = { number, ...sound, touches: [], untold: [], told: 0, isClosing: false, isJoka: false };
    this.clear(this.told);
    this.read(sound.before, upperAt);
  }

  /** Told at once; of hands that rub over the mat in bundles, as the site takes only so many messages. */
  swept(touches, isFirst) {
    const { reading } = this;
    if (!reading || !this.isSeat) return;
    reading.untold.push(...touches.map(({ card, pageMs }) => ({ card, ms: Math.round(this.reader.ms(pageMs)) })));
    reading.isSweep = !isFirst || reading.untold.length > 1;
    reading.told += 1;
    if (reading.told <= MOST_AT_ONCE) this.tell(reading);
    else reading.timer ||= setTimeout(() => this.tell(reading), BUNDLE_MS);
  }

  tell(reading) {
    reading.timer = 0;
    const touches = reading.untold.splice(0);
    this.ask("touch", { reading: reading.number, touches, is_sweep: reading.isSweep });
  }

  /** A hand that goes up after this poem; one's own is told too, since it may have been raised on another page. */
  noticed({ kind, seat }) {
    if (seat !== this.told.seat || !["raising", "lowered"].includes(kind)) return;
    this.isRaising = kind === "raising";
    this.draw();
  }

  touches({ reading: number, touches, is_taken, closes_ms }) {
    const { reading } = this;
    if (reading?.number !== number) return;
    this.theirs(touches);
    if (is_taken) this.reader.taken();
    if (closes_ms !== null) this.reader.at(closes_ms, () => (reading.isClosing = true));
  }

  get isOpen() {
    return this.isSeat && super.isOpen;
  }

  /** The reading is over: judged, or broken off, and then its poem comes again. */
  ended(told, isJudged) {
    const { number, lower } = this.reading;
    if (isJudged) this.heard = { number, lower };
    this.stopped({ isCut: !isJudged || facts.cuts === "true" || told.result !== null });
    if (isJudged) return;
    this.field.unmark("mine", "theirs", "fault");
    this.strip.say({ name: words.brokenName, sentence: words.broken });
  }

  // Sound --------------------------------------------------------------------------------------------------
  /** In a gesture: from now on the reader is heard here. */
  async listen() {
    if (!(await this.unlocked())) {
      this.strip.problem(words.silent);
      return;
    }
    this.isGoing = true;
    this.stood = false;
    if (facts.isSealed === "true" && !crypto.subtle) this.strip.problem(words.insecure);
    if (this.isSeat) this.calls.prepare();
    this.draw();
  }

  lost() {
    this.isGoing = false;
    this.stood = true;
    if (this.reading) this.stopped();
    this.draw();
    this.strip.say({ name: words.lostName, sentence: words.lostSound });
  }

  found() {
    if (this.stood) this.listen();
  }

  // Drawing ------------------------------------------------------------------------------------------------
  shownIn(mode) {
    const { live, seats, seat } = this.told;
    const shown = super.shownIn(mode);
    if (!this.isSeat) return new Set([...(this.isGoing || mode === "over" ? [] : ["start"]), ...["sheet", "lobby"].filter((each) => shown.has(each))]);
    if (seats[seat].is_ready) for (const each of ["ready", "begin"]) shown.delete(each);
    if (live?.may_claim) shown.add("claim");
    shown.delete(live?.rematch ? "again" : "rematch");
    return shown;
  }

  words(mode) {
    if (!this.isSeat && WATCHED[mode]) {
      this.strip.clock(mode === "laying" ? null : this.leftMs);
      this.strip.say({ name: words[WATCHED[mode]] });
      return this.strip.wait(words.watching);
    }
    super.words(mode);
    const wait = this.waits(mode);
    return wait && this.strip.wait(wait);
  }

  /** What is waited for at a table of people, in words. */
  waits(mode) {
    if (mode === "elsewhere") return this.isSeat ? words.elsewhere : words.watching;
    if (mode === "held") return filled(words.held, { name: this.names((seat) => seat.is_raised) });
    if (mode === "waiting" && !this.isSeat) {
      return filled(words.watchSend, { name: this.told.sides[this.told.send.side].name });
    }
    if (mode !== "between") return "";
    if (!this.isSeat) return this.absent || words.watching;
    if (this.told.live?.slow[this.told.seat]) return words.tooSlow;
    return this.absent;
  }

  /** For whom the reader waits, in words. */
  get absent() {
    const { live } = this.told;
    if (!live) return "";
    const name = this.names((seat, index) => seat.kind === "person" && !live.connected[index]);
    if (name) return filled(live.may_claim ? words.givenUp : words.absent, { name });
    const slow = this.names((_, index) => live.slow[index]);
    if (slow) return filled(words.slowOther, { name: slow });
    return live.reciter ? filled(words.byHand, { name: live.reciter }) : "";
  }

  names(is) {
    return this.told.seats.filter(is).map((seat) => seat.name).join(", ");
  }

  tellResult() {
    if (this.isSeat) return super.tellResult();
    const { result, sides, seats } = this.told;
    const names = sides.length ? sides : seats;
    const name = filled(words.hasWon, { name: result.winners.map((side) => names[side].name).join(", ") });
    this.strip.say({ name, sentence: result.margin === null ? "" : filled(words.wonBy, { n: result.margin }) });
    return this.strip.wait("");
  }

  tick() {
    super.tick();
    if (this.told.live) showPeople(this.told, this.side, performance.now() - this.toldAt);
  }

  // Buttons ------------------------------------------------------------------------------------------------
  get acts() {
    const ready = () => this.ready();
    const start = () => this.listen();
    return { ...super.acts, ready, begin: ready, start, resume: () => this.act("resume"), claim: () => this.act("claim") };
  }

  /** Ready is the gesture that lets the reader sound. */
  async ready() {
    await this.listen();
    if (!this.told.seats[this.told.seat].is_ready) await this.act("ready");
  }

  wire() {
    super.wire();
    settings(line);
    // Whoever lays cards has touched the page: the reader may sound without another word.
    root.addEventListener("click", () => {
      if (this.isSeat && !this.isGoing && SETTLING.includes(this.mode)) this.listen();
    });
  }
}

/** Who looks on sees nothing at first: what is shown now is to come. */
function waits() {
  const strip = new Strip(root);
  strip.phase("");
  strip.say({ sentence: words.watching });
}

// The line to the table -------------------------------------------------------------------------------------
let live = null;
const taken = document.getElementById("taken");
taken.addEventListener("cancel", (event) => event.preventDefault()); // behind it is a page that hears nothing any more

function begin(told) {
  live = new Live(told, socket);
  live.begin();
}

const socket = new Socket(facts.socket, {
  onMessage(message) {
    if (!live && message.t === "view") begin(message.told);
    if (live) live.hears(message);
  },
  onState(state) {
    find("offline").hidden = state === "up" || state === "taken";
    if (state === "taken") live?.stopped(); // its seat hears the reader elsewhere
    if (state === "unknown") find("offline").textContent = words.unknown;
    if (state === "taken") taken.showModal();
    else if (taken.open) taken.close();
  },
});

document.getElementById("take-back").addEventListener("click", () => socket.open());
if (json("told")) begin(json("told"));
else waits();
socket.open();
