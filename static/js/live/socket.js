// The page's end of the socket (docs/protocol.md): it comes back by itself, says again what was not answered, notices what
// it has missed, and answers probes at once.

import { FINAL, REFUSING, waitMs } from "./backoff.js";
import { Outbox } from "./outbox.js";

const VERSION = 1;
const QUIET_MS = 8000; // probes come every few seconds: after this the page asks whether anybody is there
const DEAD_MS = 14000;
const LOOK_MS = 1000;

export class Socket {
  #address;
  #onMessage;
  #onState;
  #outbox = new Outbox([...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join(""));
  #socket = null;
  #failed = 0;
  #timer = 0;
  #n = 0; // of the last message that changed something
  #heardAt = 0;
  #isEnded = false;
  #hasHello = false;

  /** `onMessage(message)`: all but answers and probes. `onState(state)`: "up", "down", or why it has ended (FINAL). */
  constructor(address, { onMessage, onState }) {
    this.#address = address;
    this.#onMessage = onMessage;
    this.#onState = onState;
    setInterval(() => this.#look(), LOOK_MS);
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#drop());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /** Connect; also when it has ended, because somebody wants the seat back here. */
  open() {
    this.#isEnded = false;
    this.#failed = 0;
    this.#connect();
  }

  /** Say something that wants no answer; where the line is down it is not said. */
  say(t, fields = {}) {
    if (this.#hasHello) this.#send({ t, ...fields });
  }

  /** Say something until it is answered. Resolves to { t: "ack" } or { t: "refused", sentence, is_stale }. */
  ask(t, fields) {
    return new Promise((settle) => {
      const message = this.#outbox.put({ t, ...fields }, settle);
      if (this.#hasHello) this.#send(message);
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    const url = new URL(this.#address, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#hasHello = false;
    this.#heardAt = performance.now();
    socket.addEventListener("message", (event) => socket === this.#socket && this.#heard(event.data));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#closed(event.code));
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ v: VERSION, ...message }));
  }

  #heard(data) {
    const message = JSON.parse(data);
    if (message.t === "probe") this.#send({ t: "pong", id: message.id }); // before anything else: it is being timed
    this.#heardAt = performance.now();
    if (message.t === "probe") return undefined;
    if (message.t === "hello") this.#welcomed();
    else if (message.n !== undefined && message.n !== this.#n + 1) this.#send({ t: "sync", have: this.#n });
    if (message.n !== undefined) this.#n = message.n;
    if (message.t === "ack" || message.t === "refused") return this.#outbox.answer(message);
    return this.#onMessage(message);
  }

  #welcomed() {
    this.#failed = 0;
    this.#hasHello = true;
    this.#onState("up");
    for (const message of this.#outbox.waiting) this.#send(message);
  }

  #closed(code) {
    this.#socket = null;
    this.#hasHello = false;
    if (FINAL[code]) {
      this.#isEnded = true;
      this.#onState(FINAL[code]);
      return;
    }
    if (REFUSING.includes(code)) {
      this.#outbox.forget();
      this.#failed = Math.max(this.#failed, 3);
    }
    this.#onState("down");
    this.#later();
  }

  /** A device that knows that it has no network waits for one. */
  #later() {
    this.#timer = setTimeout(() => (navigator.onLine ? this.#connect() : this.#later()), waitMs(this.#failed, Math.random()));
    this.#failed += 1;
  }

  /** The line is gone: what a half-open socket would say late, or never, is not waited for. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#closed(0);
    socket.close();
  }

  #hurry() {
    if (this.#isEnded) return;
    if (!this.#socket) {
      this.#failed = 0;
      this.#connect();
    } else if (this.#hasHello) {
      this.#send({ t: "sync", have: this.#n }); // the device may have slept: a line that is dead shows itself now
    }
  }

  #look() {
    if (!this.#socket) return;
    const quiet = performance.now() - this.#heardAt;
    if (quiet > DEAD_MS) this.#drop();
    else if (quiet > QUIET_MS && this.#hasHello) this.#send({ t: "sync", have: this.#n });
  }
}
