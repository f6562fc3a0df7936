// What sounds in a reading: its sound as it was sealed, and the joka. Of a match by text there are only the times.

import { Library } from "../audio/library.js";
import { decoded, opened } from "./envelope.js";

const JOKA = ["joka-upper", "joka-lower"];

export class Voice {
  #line;
  #isByText;
  #manifest;
  #jokaText;
  #verses = null;

  /** `manifest`: where the joka's recordings are told; `jokaText`: its times, for who does not hear it. */
  constructor(line, { isByText, manifest, jokaText }) {
    this.#line = line;
    this.#isByText = isByText;
    this.#manifest = manifest;
    this.#jokaText = jokaText;
  }

  /** The sealed sound of a reading, decoded: { pauseMs, upper, lower }, parts as a Reader reads them. */
  async opened(data) {
    const { pauseMs, upper, lower } = opened(data);
    return { pauseMs, upper: await this.#part("upper", upper), lower: await this.#part("lower", lower) };
  }

  /** The two verses of the joka; shown where it is not recorded yet. */
  async joka() {
    const text = JOKA.map((kind) => this.#part(kind, { times: this.#jokaText[kind.slice(5)], bytes: null }));
    if (this.#isByText) return Promise.all(text);
    try {
      this.#verses ??= await Library.open(this.#manifest, { line: this.#line });
      const verses = await Promise.all(["0-upper", "0-lower"].map((name) => this.#verses.verse(name)));
      return verses.map((verse, place) => ({ ...verse, kind: JOKA[place] }));
    } catch {
      return Promise.all(text);
    }
  }

  async #part(kind, { times, bytes }) {
    if (this.#isByText) return { kind, times, buffer: null, hasText: true };
    return { kind, hasText: !bytes, ...(await decoded({ times, bytes }, this.#line.context)) };
  }
}
