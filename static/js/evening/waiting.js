// Results recorded on this device that the server does not have yet: a line in localStorage, for one person and club.
// Each row has the key of its result, made here: sent twice, it is there once. A row leaves the line when the server
// has stored it, or when its person says so; what is refused stays, with the sentence why.

const AT_ONCE = 20;

export class Waiting {
  /** `url`: where the line is sent; `csrf()`: the token of now; `storage`: localStorage, or its like in a test. */
  constructor({ slug, person, url, csrf, storage = localStorage, send = (...all) => fetch(...all) }) {
    Object.assign(this, { name: `results-${person}-${slug}`, url, csrf, storage, post: send, memory: [], sending: null });
  }

  /** All rows, the oldest first. Other tabs have the same line: it is read anew every time. */
  rows() {
    try {
      return JSON.parse(this.storage.getItem(this.name)) ?? [];
    } catch {
      return this.memory; // storage is forbidden or broken: as long as the page is open
    }
  }

  write(rows) {
    this.memory = rows;
    try {
      if (rows.length) this.storage.setItem(this.name, JSON.stringify(rows));
      else this.storage.removeItem(this.name);
    } catch {
      // forbidden or full
    }
  }

  add(row) {
    this.write([...this.rows(), { ...row, state: "waiting" }]);
  }

  /** Whether it was still in the line. */
  drop(key) {
    const rows = this.rows();
    this.write(rows.filter((row) => row.key !== key));
    return rows.some((row) => row.key === key);
  }

  /** Send a refused row again, with more said (`is_another`). */
  again(key, more = {}) {
    this.write(this.rows().map((row) => (row.key === key ? { ...row, ...more, state: "waiting" } : row)));
  }

  /** Send what waits. Returns { stored: [{ key, sentence }], why }: why something still waits, null if nothing does. */
  async send() {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  async sendAll() {
    const stored = [];
    for (;;) {
      const batch = this.rows().filter((row) => row.state === "waiting").slice(0, AT_ONCE);
      if (!batch.length) return { stored, why: null };
      const { told, why } = await this.sendSome(batch);
      if (why) return { stored, why };
      this.hear(told, batch);
      stored.push(...told.filter((each) => each.state === "stored"));
    }
  }

  async sendSome(batch) {
    const results = batch.map(({ words: _words, state: _state, sentence: _sentence, isSame: _isSame, ...fields }) => fields);
    try {
      const answer = await this.post(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrf() },
        body: JSON.stringify({ results }),
      });
      if (answer.redirected) return { told: [], why: "signed-out" }; // to the door
      if (answer.ok) return { told: (await answer.json()).told, why: null };
      return { told: [], why: answer.status === 403 ? "stale" : "failed" };
    } catch {
      return { told: [], why: "offline" };
    }
  }

  /** What is stored leaves; what is refused stays with its sentence. What was not answered is asked again later. */
  hear(told, batch) {
    const answers = new Map(told.map((each) => [each.key, each]));
    const asked = new Set(batch.map((row) => row.key));
    const rows = this.rows().flatMap((row) => {
      if (!asked.has(row.key)) return [row];
      const answer = answers.get(row.key);
      if (answer?.state === "stored") return [];
      return [{ ...row, state: "refused", sentence: answer?.sentence ?? "", isSame: answer?.is_same ?? false }];
    });
    this.write(rows);
  }
}

/** The day it is in a time zone, as 2026-11-30. */
export function dayIn(zone, moment) {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(moment)
    .reduce((all, { type, value }) => ({ ...all, [type]: value }), {});
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** A version 4 UUID; `crypto.randomUUID` is there on secure pages alone. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
