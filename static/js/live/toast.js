// A line over the mat for a few seconds: what somebody says, who has gone and who is back.

const SHOWN_MS = 6000;

export class Toast {
  #element;
  #timer = 0;

  constructor(element) {
    this.#element = element;
  }

  say(text) {
    clearTimeout(this.#timer);
    this.#element.textContent = text;
    this.#element.classList.add("shown");
    this.#timer = setTimeout(() => {
      this.#element.classList.remove("shown");
      this.#element.textContent = "";
    }, SHOWN_MS);
  }
}
