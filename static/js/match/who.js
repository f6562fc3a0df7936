// Several at one device: whose hand was it? Answered by a button or a number; asked one after the other.

import { find } from "./page.js";

export class Who {
  #persons;
  #onAnswered;
  #asked = [];

  /** `persons()`: [{ seat, name }, …] in the order of their numbers; `onAnswered()`: nothing is asked any more. */
  constructor({ persons, onAnswered }) {
    this.#persons = persons;
    this.#onAnswered = onAnswered;
    document.addEventListener("keydown", (event) => {
      const person = this.isAsking && persons()[Number(event.key) - 1];
      if (person) this.#answer(person.seat);
    });
  }

  get isAsking() {
    return this.#asked.length > 0;
  }

  /** Resolves to a seat, or null where the reading was over first. */
  ask() {
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      this.#draw();
    });
  }

  forget() {
    for (const resolve of this.#asked.splice(0)) resolve(null);
    this.#draw();
  }

  #answer(seat) {
    this.#asked.shift()?.(seat);
    this.#draw();
    if (!this.isAsking) this.#onAnswered();
  }

  #draw() {
    const box = find("who");
    box.hidden = !this.isAsking;
    find("acts").hidden = !box.hidden;
    if (box.hidden || box.dataset.is === "drawn") return;
    box.dataset.is = "drawn";
    find("whose").replaceChildren(
      ...this.#persons().map(({ seat, name }, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "btn";
        button.textContent = name;
        button.dataset.person = place;
        button.addEventListener("click", () => this.#answer(seat));
        return button;
      }),
    );
  }
}
