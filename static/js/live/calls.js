// The reading that is called: its sound is fetched and decoded before anybody hears it, and opened with its key.

import { unsealed } from "./seal.js";

const AGAIN_MS = 400; // until a sound that did not come is asked for again
const LAYING_MS = 60; // before its first sound an upper verse has to be on the line

export class Calls {
  #voice;
  #isAlternating;
  #heard;
  #onReady;
  #call = null;

  /** `heard()`: the lower verse heard last, { number, lower } or null; `onReady(number)`: a sound is there. */
  constructor(voice, { isAlternating, heard, onReady }) {
    this.#voice = voice;
    this.#isAlternating = isAlternating;
    this.#heard = heard;
    this.#onReady = onReady;
  }

  /** Whether this reading has been called here, and is to begin. */
  isComing(number) {
    return this.#call?.reading === number;
  }

  take(call) {
    if (this.#call?.reading === call.reading && this.#call.isPreparing) return; // called again, on a new line
    this.#call = { ...call, isPreparing: false, ready: new Promise(() => {}) };
  }

  /** Fetch and decode what is called. */
  prepare() {
    const call = this.#call;
    if (!call) return;
    if (!call.isPreparing) {
      call.isPreparing = true;
      call.ready = this.#prepared(call).catch(() => null); // it is read without a sound here
    }
    call.ready.then((sound) => sound && this.#call === call && this.#onReady(call.reading));
  }

  /**
   * What is to be read now, with what comes before it: { upper, lower, pauseMs, before }. null where it is not there in
   * time for an upper verse that begins at the page time `upperAt`.
   */
  async go(number, key, upperAt) {
    const call = this.#call;
    if (call?.reading !== number) return null;
    const left = Math.max(0, upperAt - performance.now() - LAYING_MS);
    const late = new Promise((resolve) => setTimeout(() => resolve(null), left));
    const sound = await Promise.race([call.ready.then((prepared) => this.#opened(prepared, key)).catch(() => null), late]);
    if (this.#call === call) this.#call = null;
    return sound;
  }

  async #prepared({ sound, before, is_sealed }) {
    const [data, verses] = await Promise.all([bytes(sound.url), this.#before(before).catch(() => [])]);
    return { data, before: verses, sound: is_sealed ? null : await this.#voice.opened(data) };
  }

  async #opened(prepared, key) {
    if (!prepared) return null;
    const sound = prepared.sound ?? (await this.#voice.opened(await unsealed(prepared.data, key)));
    return { ...sound, before: prepared.before };
  }

  /** The verses before an upper verse: the joka, or the lower verse of the last poem. */
  async #before(before) {
    if (!before) return [];
    if (before.kind === "joka") {
      const [upper, lower] = await this.#voice.joka();
      return this.#isAlternating ? [upper, lower, lower] : [upper, lower];
    }
    const heard = this.#heard();
    if (heard?.number === before.reading) return [heard.lower];
    const data = await bytes(before.url);
    const { lower } = await this.#voice.opened(before.key ? await unsealed(data, before.key) : data);
    return [lower];
  }
}

async function bytes(address, tries = 3) {
  try {
    const response = await fetch(address, { credentials: "same-origin", cache: "no-store" });
    if (response.ok) return await response.arrayBuffer();
  } catch (error) {
    if (tries <= 1) throw error;
  }
  if (tries <= 1) throw new Error(`no sound at ${address}`);
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return bytes(address, tries - 1);
}
