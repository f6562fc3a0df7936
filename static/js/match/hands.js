// Hands on the mat while a poem is read: fingers, a mouse, a pen, and keys. A movement over several cards is one sweep.

import { cardOf, isCode } from "./board.js";
import { kana, meant } from "./typed.js";

const TOLD_AFTER_MS = 350; // a movement that goes on is told meanwhile
const STEP_PX = 10; // a quick hand is seen every few centimetres: what lies between was touched as well

/** Points on the way from one to another, the last one included: { x, y, ms } each. */
export function way(from, to) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP_PX));
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / steps;
    const between = (a, b) => a + (b - a) * share;
    return { x: between(from.x, to.x), y: between(from.y, to.y), ms: between(from.ms, to.ms) };
  });
}

export class Hands {
  #mat;
  #isOn;
  #onTouch;
  #onSweep;
  #codes;
  #typeable;
  #onTyped;
  #isAtOnce;
  #moving = new Map();
  #typed = "";

  /**
   * `isOn()`: whether touches count now. `onTouch(card, pageMs)` at once for each card, `onSweep([{ card, pageMs }, …])`
   * for the movement. `codes()`: the lines of codes; `typeable()`: cards with their kimariji; `onTyped(text)`. `isAtOnce`:
   * each card of a movement is told when it is touched, and the movement's `isFirst` says whether it has just begun.
   */
  constructor(mat, field, { isOn, onTouch, onSweep, codes, typeable, onTyped, isAtOnce = false }) {
    this.#mat = mat;
    this.#isOn = isOn;
    this.#onTouch = onTouch;
    this.#onSweep = onSweep;
    this.#codes = codes;
    this.#typeable = typeable;
    this.#onTyped = onTyped;
    this.#isAtOnce = isAtOnce;
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      mat.addEventListener(name, (event) => this.#pointer(name, event));
    }
    mat.addEventListener("click", (event) => this.#clicked(event));
    mat.addEventListener("contextmenu", (event) => event.target.closest("[data-territory]") && event.preventDefault());
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.field = field;
  }

  /** What is under way is told now: the reading closes. */
  flush() {
    for (const [id] of this.#moving) this.#tell(id);
    this.forget();
  }

  /** Nothing is typed any more. */
  forget() {
    this.#moving.clear();
    this.#type("");
  }

  // Pointers -------------------------------------------------------------------------------------------------
  #pointer(name, event) {
    if (name === "pointerdown") {
      const slot = event.target.closest("button.slot");
      if (!this.#isOn() || !slot || event.button !== 0) return;
      event.preventDefault(); // no drag of a picture, no focus, no selection: the hand is quick
      this.#moving.set(event.pointerId, { cards: new Map(), timer: 0, last: point(event) });
      this.#over(event.pointerId, slot, event.timeStamp);
      if (this.#isAtOnce) this.#tell(event.pointerId);
      return;
    }
    if (!this.#moving.has(event.pointerId)) return;
    if (name === "pointermove") {
      const steps = event.getCoalescedEvents?.() ?? [];
      const movement = this.#moving.get(event.pointerId);
      for (const each of steps.length ? steps : [event]) {
        for (const { x, y, ms } of way(movement.last, point(each))) {
          const slot = document.elementFromPoint(x, y)?.closest("button.slot");
          if (slot) this.#over(event.pointerId, slot, ms);
        }
        movement.last = point(each);
      }
      if (this.#isAtOnce) this.#tell(event.pointerId);
      return;
    }
    this.#tell(event.pointerId);
    this.#moving.delete(event.pointerId);
  }

  #over(id, slot, pageMs) {
    const movement = this.#moving.get(id);
    const card = Number(slot.dataset.card);
    if (movement.cards.has(card) || !this.#isOn()) return;
    movement.cards.set(card, { card, pageMs, isTold: false });
    this.#onTouch(card, pageMs);
    if (!this.#isAtOnce) movement.timer ||= setTimeout(() => this.#tell(id), TOLD_AFTER_MS);
  }

  #tell(id) {
    const movement = this.#moving.get(id);
    if (!movement) return;
    clearTimeout(movement.timer);
    movement.timer = 0;
    const cards = [...movement.cards.values()].filter((each) => !each.isTold);
    const isFirst = cards.length === movement.cards.size;
    for (const each of cards) each.isTold = true;
    if (cards.length) this.#onSweep(cards.map(({ card, pageMs }) => ({ card, pageMs })), { isFirst });
  }

  // Keys -----------------------------------------------------------------------------------------------------
  /** Enter or space on a card that has the focus; a click of a pointer has been a touch already. */
  #clicked(event) {
    const slot = event.target.closest("button.slot");
    if (slot && event.detail === 0 && this.#isOn()) this.#one(Number(slot.dataset.card), event.timeStamp);
  }

  #one(card, pageMs) {
    this.#onTouch(card, pageMs);
    this.#onSweep([{ card, pageMs }], { isFirst: true });
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = document.activeElement;
    if (at?.matches("input, select, textarea")) return;
    if (event.key.startsWith("Arrow") && at?.matches("button.slot") && !at.classList.contains("carried")) {
      event.preventDefault();
      this.field.step(at, event.key);
      return;
    }
    if (!this.#isOn()) return;
    if (event.key === "Escape") this.#type("");
    else if (event.key === "Backspace") this.#type(this.#typed.slice(0, -1));
    else if (event.key === "Enter" && this.#typed) {
      event.preventDefault();
      this.#find(event.timeStamp, true);
    } else if (/^[a-z0-9]$/i.test(event.key) && !event.repeat) {
      event.preventDefault();
      this.#type(this.#typed + event.key.toLowerCase());
      this.#find(event.timeStamp);
    }
  }

  /** From a field with an input method: the whole text as it stands. Returns whether a card was touched by it. */
  write(text, pageMs, isWhole = false) {
    if (!this.#isOn()) return false;
    this.#type(text);
    return this.#find(pageMs, isWhole);
  }

  #find(pageMs, isWhole = false) {
    const text = this.#typed.trim();
    const latin = text.normalize("NFKC").toLowerCase();
    const card = isCode(latin) || /^\d/.test(latin)
      ? this.#byCode(latin, isWhole)
      : meant(text, this.#typeable(), isWhole);
    if (card) this.#one(card, pageMs);
    if (card !== undefined) this.#type("");
    return Boolean(card);
  }

  #byCode(text, isWhole) {
    const lines = this.#codes();
    if (!lines.cells) return cardOf(text, lines, isWhole);
    return text.length < 2 ? undefined : (lines.cells.get(Number(text)) ?? null);
  }

  #type(text) {
    this.#typed = text;
    this.#onTyped(/[0-9]/.test(text) ? text : kana(text));
  }
}

const point = ({ clientX, clientY, timeStamp }) => ({ x: clientX, y: clientY, ms: timeStamp });
