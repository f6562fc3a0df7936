// What is said at the table: set phrases, and free words where everybody wants them.

import { find, words } from "../match/page.js";
import { filled } from "../match/strip.js";

const MOST_LINES = 12;

export class Sayings {
  #phrases = new Map();
  #onSay;
  #nameOf;
  #list;

  /** `onSay(fields)` says something; `nameOf(seat)` is who said it. */
  constructor({ onSay, nameOf }) {
    this.#onSay = onSay;
    this.#nameOf = nameOf;
    this.#list = find("sayings");
    for (const chip of document.querySelectorAll("[data-phrase]")) {
      this.#phrases.set(chip.dataset.phrase, chip.textContent.trim());
      chip.addEventListener("click", () => this.#say({ phrase: chip.dataset.phrase }));
    }
    const form = find("words-form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = form.querySelector("input");
      if (field.value.trim()) this.#say({ words: field.value.trim() });
      field.value = "";
    });
  }

  /** All that was said so far, as the view tells it. */
  show(sayings) {
    this.#list.replaceChildren(...sayings.slice(-MOST_LINES).map((said) => this.#item(said)));
  }

  /** One more; what it says in words. */
  add(said) {
    this.#list.append(this.#item(said));
    while (this.#list.children.length > MOST_LINES) this.#list.firstElementChild.remove();
    return this.#text(said);
  }

  #say(fields) {
    find("talk").open = false;
    find("talk").querySelector("summary").focus();
    this.#onSay(fields);
  }

  #item(said) {
    const item = document.createElement("li");
    item.textContent = this.#text(said);
    return item;
  }

  #text({ seat, phrase, words: free }) {
    return filled(words.said, { name: this.#nameOf(seat), text: phrase ? (this.#phrases.get(phrase) ?? phrase) : free });
  }
}
