// The drill by ear: one audio line for the life of a page. The first question waits for a gesture, as browsers want it;
// those after it sound by themselves. docs/srs.md says what is measured, docs/audio-line.md how.

import { cutVerse } from "./audio/cut.js";
import { playDespiteSilentSwitch, storedVolume, watchDevices } from "./audio/devices.js";
import { Library } from "./audio/library.js";
import { Line } from "./audio/line.js";

const LOOK_MS = 1500; // before it sounds, to see the cards: nobody is to search while it is read
const TYPE_MS = 600; // where there is nothing to see
const AT_ONCE_MS = 200; // the silence at the start of a file must fit in
const PATIENCE_MS = 4000; // a line that has not begun by then will not

/** What the page says of a question's sound: numbers, an address, and its parts. */
function read(root) {
  const { url, onsetMs, endMs, lengthMs, decidedMs, cutMs } = root.dataset;
  return {
    url,
    times: { onset_ms: Number(onsetMs), end_ms: Number(endMs), length_ms: Number(lengthMs) },
    decidedMs: Number(decidedMs),
    cutMs: cutMs === undefined ? null : Number(cutMs),
  };
}

function inTime(promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no sound in time")), PATIENCE_MS));
  return Promise.race([promise, late]);
}

// A question that sounds anew after a reload or a slip of the pen is no first hearing. The last one is enough to know.
const HEARD = "heard";

function wasHeard(question) {
  try {
    return sessionStorage.getItem(HEARD) === question;
  } catch {
    return false; // storage is forbidden
  }
}

function noteHeard(question) {
  try {
    sessionStorage.setItem(HEARD, question);
  } catch {
    // Then a reload is taken for a first hearing.
  }
}

export class Ear {
  #line = null;
  #library = null;
  #asked = null;
  #watching = null;

  /** Take up the question of the page, or none; what sounded before falls silent. */
  begin(root) {
    this.end();
    if (!root) return;
    const asked = { ...read(root), root, unit: null, plays: 0, isKnown: wasHeard(root.closest("form").action) };
    this.#asked = asked;
    this.#open();
    this.#line.offsetMs = Number(root.dataset.lateMs);
    const [start, again] = [root.querySelector("[data-start]"), root.querySelector("[data-repeat]")];
    start.addEventListener("click", () => this.#start());
    again.addEventListener("click", () => this.repeat());
    if (this.#isRunning) this.#play(asked);
    else {
      show(root, "start");
      start.focus();
      this.#warm(asked.url);
    }
  }

  /** The question is over, or gives way to another: nothing sounds any more. */
  end() {
    this.#line?.stop({ fadeMs: 40 });
    this.#asked = null;
  }

  /** Whether a question by ear is open. */
  get isAsked() {
    return this.#asked !== null;
  }

  /** Whether this page has sounded, so that it is worth looking ahead for the next sound. */
  get isOpen() {
    return this.#isRunning;
  }

  /**
   * Whole ms from the deciding sound to `at` (page time); before it negative. Null where nothing can be said: not
   * heard, or heard before, when one knew already what would come.
   */
  reaction(at) {
    const { unit, plays, isKnown, decidedMs } = this.#asked ?? {};
    return unit && plays === 1 && !isKnown ? Math.round(unit.verseAt(0, at) - decidedMs) : null;
  }

  /** Whether nothing has been heard yet at `at`: a touch then is no answer. */
  isBeforeSound(at) {
    const { unit, plays } = this.#asked ?? {};
    return !unit || (plays === 1 && unit.heardAt(at) < unit.parts[0].startMs);
  }

  /** Once more from the start, on the learner's wish. */
  repeat() {
    if (this.#asked?.unit) this.#play(this.#asked);
  }

  /** Fetch and decode the sound of the question that this address will ask next. */
  async foresee(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const root = page.querySelector("[data-ear]");
    if (root) await this.#verse(read(root));
  }

  /** Let these buttons of a verdict sound: the card, and the one it was taken for. Nothing is measured. */
  offer(buttons) {
    for (const button of buttons) {
      button.hidden = false;
      button.previousElementSibling.hidden = true; // the same words without a sound
      button.addEventListener("click", () => this.#hear(button));
    }
  }

  async #hear(button) {
    this.#open();
    try {
      await this.#unlock();
      const verse = await inTime(this.#verse(read(button)));
      this.#line.stop();
      this.#line.play([{ ...verse, kind: "upper" }], { leadMs: AT_ONCE_MS });
    } catch {
      button.disabled = true; // it has gone, or nothing sounds here
    }
  }

  #open() {
    if (this.#line) return;
    this.#line = new Line({ volume: storedVolume() });
    this.#library = new Library({ verses: {} }, { line: this.#line });
  }

  async #unlock() {
    playDespiteSilentSwitch();
    this.#line.volume = storedVolume();
    await inTime(this.#line.unlock());
    this.#watching ??= watchDevices(this.#line, { onLost: () => this.#fail(this.#asked) });
  }

  get #isRunning() {
    return Boolean(this.#line?.isUnlocked) && !this.#line.isHeld && this.#line.context.state === "running";
  }

  async #start() {
    const asked = this.#asked;
    try {
      await this.#unlock();
    } catch {
      this.#fail(asked);
      return;
    }
    this.#play(asked);
  }

  async #play(asked) {
    let verse;
    try {
      verse = await inTime(this.#verse(asked));
    } catch {
      this.#fail(asked);
      return;
    }
    if (asked !== this.#asked) return;
    // Some decoders move the whole verse by their padding: then the deciding sound moves with its onset.
    const late = verse.times.onset_ms - asked.times.onset_ms;
    const { context } = this.#line;
    const part = asked.cutMs === null ? verse : cutVerse(verse, asked.cutMs + late, context);
    if (!asked.plays) asked.decidedMs += late;
    asked.unit?.stop();
    asked.plays += 1;
    const { root } = asked;
    const answers = root.closest("form").querySelector("[data-answers]");
    const leadMs = asked.plays === 1 && answers.querySelector("[data-key]") ? LOOK_MS : TYPE_MS;
    const unit = this.#line.play([{ ...part, kind: "upper" }], { leadMs });
    asked.unit = unit;
    noteHeard(root.closest("form").action);
    answers.disabled = false;
    show(root, "repeat");
    root.classList.add("sounding");
    if (asked.plays === 1) (answers.querySelector("input.field") ?? root.querySelector("[data-repeat]")).focus();
    await unit.ended;
    if (asked.unit === unit) root.classList.remove("sounding");
  }

  #fail(asked) {
    if (!asked || asked !== this.#asked) return;
    asked.unit?.stop();
    asked.root.classList.remove("sounding");
    show(asked.root, "start", "failed");
    asked.root.querySelector("[data-start]").focus();
  }

  /** One verse, decoded and kept under its address, which is its content. */
  #verse({ url, times }) {
    this.#library.manifest.verses[url] ??= { url, ...times };
    return this.#library.verse(url);
  }

  /** Into the browser's cache, before there may be an AudioContext that decodes. */
  #warm(url) {
    fetch(url, { credentials: "same-origin" })
      .then((answer) => answer.arrayBuffer())
      .catch(() => {}); // it is asked for again, and then it is said
  }
}

function show(root, ...parts) {
  for (const part of ["start", "repeat", "failed"]) root.querySelector(`[data-${part}]`).hidden = !parts.includes(part);
}
