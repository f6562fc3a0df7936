// What the page and the site say to each other. A line that is down is tried again until it is up: every message may
// come twice, since the site answers a second one with the match as it stands (409).

const AGAIN_MS = 1500;

/** What was not done. `status`: 422 with `told.problem`, 409 with `told` as it stands, 400, 403, 404 and the like. */
export class Refused extends Error {
  constructor(status, told) {
    super(`refused: ${status}`);
    Object.assign(this, { name: "Refused", status, told });
  }
}

export class Talk {
  #base;
  #token;
  #onLine;

  /** `base` is the match's address, `onLine(isUp)` hears when the line goes down and when it is up again. */
  constructor({ base, token, onLine }) {
    this.#base = base;
    this.#token = token;
    this.#onLine = onLine;
  }

  state() {
    return this.#ask("state/", { method: "GET" });
  }

  post(what, message, { signal } = {}) {
    return this.#ask(`${what}/`, this.#posted(message, signal));
  }

  /** Said while the page goes away: nobody waits for the answer. */
  leave(what, message) {
    fetch(`${this.#base}${what}/`, { ...this.#posted(message), keepalive: true }).catch(() => {});
  }

  #posted(message, signal) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.#token };
    return { method: "POST", headers, body: JSON.stringify(message), signal };
  }

  async #ask(path, options) {
    const response = await this.#fetched(this.#base + path, options);
    const told = await response.json().catch(() => null);
    if (!response.ok || !told) throw new Refused(response.status, told);
    return told;
  }

  /** The bytes of a sound. */
  async sound(address) {
    const response = await this.#fetched(address, {});
    if (!response.ok) throw new Refused(response.status, null);
    return response.arrayBuffer();
  }

  async #fetched(address, options) {
    for (let isDown = false; ; isDown = true) {
      try {
        const response = await fetch(address, { credentials: "same-origin", cache: "no-store", ...options });
        // 502 to 504: a proxy is there and the site behind it is not.
        if (response.status < 502 || response.status > 504) {
          if (isDown) this.#onLine(true);
          return response;
        }
      } catch (error) {
        if (error.name === "AbortError") throw error;
      }
      this.#onLine(false);
      await new Promise((resolve) => {
        const timer = setTimeout(go, AGAIN_MS);
        function go() {
          clearTimeout(timer);
          removeEventListener("online", go);
          resolve();
        }
        addEventListener("online", go);
      });
      options.signal?.throwIfAborted();
    }
  }
}
