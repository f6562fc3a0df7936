// The recall test of the memorising time: the faces are turned away, and one is asked where a card lies.

import { filled } from "./strip.js";

const ASKED = 10;
const SHOWN_MS = 900; // the face of the card that was meant, before the next question

/** A random order of some things; `random` as Math.random. */
export function shuffled(things, random = Math.random) {
  const all = [...things];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}

export class Recall {
  #root;
  #field;
  #faces;
  #strip;
  #words;
  #left = [];
  #right = 0;
  #asked = 0;
  #timer = 0;

  constructor(root, { field, faces, strip, words, onEnd }) {
    this.#root = root;
    this.#field = field;
    this.#faces = faces;
    this.#strip = strip;
    this.#words = words;
    this.onEnd = onEnd;
    // Before everybody else: while cards are asked for they are neither touched nor moved.
    for (const kind of ["pointerdown", "click", "keydown"]) root.addEventListener(kind, (event) => this.#chosen(event), true);
  }

  get isOn() {
    return this.#root.classList.contains("recalling");
  }

  begin() {
    this.#left = shuffled(this.#field.cards).slice(0, ASKED);
    this.#asked = this.#left.length;
    this.#right = 0;
    this.#root.classList.add("recalling");
    this.#ask();
  }

  end() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#root.classList.remove("recalling");
    for (const card of this.#field.cards) this.#field.slot(card).classList.remove("meant", "missed");
    this.onEnd();
  }

  #ask() {
    if (!this.#left.length) {
      this.end();
      const values = { right: this.#right, asked: this.#asked };
      this.#strip.say({ name: this.#words.recallName, sentence: filled(this.#words.recalled, values) });
      return;
    }
    const { kimariji } = this.#faces[this.#left[0]];
    this.#strip.say({ name: kimariji, sentence: this.#words.recallWhere });
  }

  #chosen(event) {
    const slot = this.isOn ? event.target.closest("button.slot") : null;
    if (!slot || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.stopPropagation();
    event.preventDefault();
    if (event.type === "click" || this.#timer) return;
    const meant = this.#left.shift();
    const isRight = Number(slot.dataset.card) === meant;
    this.#right += isRight;
    this.#field.slot(meant)?.classList.add("meant");
    slot.classList.toggle("missed", !isRight);
    this.#strip.say({ name: isRight ? this.#words.recallRight : this.#words.recallWrong });
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#field.slot(meant)?.classList.remove("meant");
      slot.classList.remove("missed");
      if (this.isOn) this.#ask();
    }, SHOWN_MS);
  }
}
