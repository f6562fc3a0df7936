// The gap between the territories: what is said, what is read, how far it is, and what is waited for.

import { minutes } from "./board.js";
import { face } from "./field.js";

/** A sentence with its slots filled: “{n} s left” and { n: 3 }. */
export function filled(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export class Strip {
  #find;
  #card = "";

  constructor(root) {
    this.#find = (name) => root.querySelector(`[data-${name}]`);
    this.phases = [...root.querySelectorAll("[data-phase]")];
  }

  /** `name` and `sentence`, `more` (the reaction), the face of a card, and a sign before the name: up, down, even, fault. */
  say({ name = "", sentence = "", more = "", columns = null, sign = "" }) {
    this.#text("name", name);
    this.#text("sentence", sentence);
    this.#text("reaction", more);
    this.#find("sign").dataset.is = sign;
    const card = columns ? columns.join(" ") : "";
    if (card === this.#card) return;
    this.#card = card;
    this.#find("read").replaceChildren(...(columns ? [face(columns)] : []));
    this.#find("read").hidden = !columns;
  }

  /** What is waited for, beneath. */
  wait(text) {
    this.#text("wait", text);
  }

  problem(text) {
    this.#text("problem", text);
    this.#find("problem").hidden = !text;
  }

  clock(ms) {
    const clock = this.#find("clock");
    clock.hidden = ms === null;
    if (ms !== null) this.#text("clock", minutes(ms));
  }

  text(kana) {
    this.#text("said", kana);
    this.#find("said").hidden = !kana;
  }

  phase(key, share = 0) {
    const at = this.phases.findIndex((each) => each.dataset.phase === key);
    this.phases.forEach((each, place) => {
      const is = place === at;
      if (is !== each.hasAttribute("aria-current")) each.toggleAttribute("aria-current", is);
      each.style.setProperty("--p", is ? share.toFixed(3) : at >= 0 && place < at ? 1 : 0);
    });
  }

  #text(name, text) {
    const element = this.#find(name);
    if (element.textContent !== text) element.textContent = text; // a live region speaks whatever is written anew
  }
}
