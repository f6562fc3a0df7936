// Messages that want an answer, kept until it has come: after a break they are said again, in their order, and the site
// knows by their ids what it has done already. Nothing here touches the page.

export class Outbox {
  #waiting = new Map();
  #made = 0;
  #name;

  /** `name`: made for this page alone, so that no other page's ids are the same. */
  constructor(name) {
    this.#name = name;
  }

  /** Keep a message; what is to be sent, with its id. `settle(answer)` is called once. */
  put(message, settle) {
    this.#made += 1;
    const kept = { ...message, id: `${this.#name}-${this.#made}` };
    this.#waiting.set(kept.id, { kept, settle });
    return kept;
  }

  /** An answer has come; one that nobody waits for is left alone. */
  answer(answer) {
    const { settle } = this.#waiting.get(answer.id) ?? {};
    this.#waiting.delete(answer.id);
    settle?.(answer);
  }

  /** Nobody will answer any more: everything counts as refused. */
  forget() {
    const all = [...this.#waiting.keys()];
    for (const id of all) this.answer({ t: "refused", id, sentence: "", is_stale: true });
  }

  /** All that nobody has answered, the first first. */
  get waiting() {
    return [...this.#waiting.values()].map(({ kept }) => kept);
  }
}
