// The verses of one reader: the manifest, their files, their decoded buffers. docs/recordings.md has the format.

import { onset } from "./stretch.js";
import { stretched } from "./stretcher.js";

const AT_ONCE = 3; // more would only make the one that is waited for slower
const MOST_DECODED = 16; // a verse of eight seconds is 1.5 MB decoded; a unit needs two, and the next two wait
const MOST_FETCHED = 210; // a whole reader, 6.5 MB: once loaded, a reading goes on without the network

const MOST_OFF_MS = 2; // less is the resampling of a soft onset
const MOST_PADDING_MS = 100; // more is another file

/** Why a verse cannot be heard. `reason`: offline, missing, refused (`status` says by what), broken. */
export class LibraryError extends Error {
  constructor(reason, { verse = null, status = null, cause } = {}) {
    super(`${verse ?? "the manifest"}: ${reason}${status ? ` (${status})` : ""}`, { cause });
    Object.assign(this, { name: "LibraryError", reason, verse, status });
  }
}

async function load(address, verse, signal) {
  let response;
  try {
    response = await fetch(address, { signal, credentials: "same-origin" });
  } catch (cause) {
    throw new LibraryError("offline", { verse, cause });
  }
  if (response.status === 404 || response.status === 410) throw new LibraryError("missing", { verse, status: 404 });
  if (!response.ok) throw new LibraryError("refused", { verse, status: response.status });
  return response;
}

const MARKS = ["kana", "phrase", "start_ms", "vowel_ms", "end_ms", "nominal_end_ms"];

/** A verse of the manifest as pages read it: a mora is an object; the manifest may write it as a list, in this order. */
export function timesOf({ onset_ms, end_ms, length_ms, morae = [] }) {
  const named = (mora) => Object.fromEntries(MARKS.map((mark, place) => [mark, mora[place]]));
  return { onset_ms, end_ms, length_ms, morae: morae.map((mora) => (Array.isArray(mora) ? named(mora) : mora)) };
}

/**
 * The times of what the decoder made of a file. Some decoders leave an MP3's first 20–50 ms of padding in: then the
 * onset is found later than it should be, and every mark moves with it.
 */
export function aligned(buffer, times) {
  const found_ms = (onset(buffer.getChannelData(0)) * 1000) / buffer.sampleRate;
  const late = found_ms - times.onset_ms;
  if (Math.abs(late) < MOST_OFF_MS || Math.abs(late) > MOST_PADDING_MS) return times;
  const moved = (mora) => ({
    ...mora,
    ...Object.fromEntries(MARKS.slice(2).map((mark) => [mark, mora[mark] + late])),
  });
  return { onset_ms: found_ms, end_ms: times.end_ms + late, length_ms: times.length_ms, morae: times.morae.map(moved) };
}

/** A map that forgets what has lain longest without being asked for. */
class Shelf extends Map {
  constructor(most) {
    super();
    this.most = most;
  }

  get(key) {
    const value = super.get(key);
    if (value !== undefined) {
      super.delete(key);
      super.set(key, value);
    }
    return value;
  }

  set(key, value) {
    super.delete(key);
    super.set(key, value);
    if (this.size > this.most) super.delete(this.keys().next().value);
    return this;
  }
}

export class Library {
  #line;
  #base;
  #stop = new AbortController();
  #running = 0;
  #queue = [];
  #files = new Shelf(MOST_FETCHED);
  #verses = new Shelf(MOST_DECODED);

  /** Fetch and check a manifest. LibraryError: as for a verse; broken where it is no manifest. */
  static async open(address, options) {
    const response = await load(address, null);
    let manifest;
    try {
      manifest = await response.json();
    } catch (cause) {
      throw new LibraryError("broken", { cause });
    }
    return new Library(manifest, { ...options, base: response.url });
  }

  constructor(manifest, { line, speed = 1, base = location.href } = {}) {
    if (!manifest?.verses || typeof manifest.verses !== "object") throw new LibraryError("broken");
    this.manifest = manifest;
    this.speed = speed;
    this.#line = line;
    this.#base = base;
  }

  get names() {
    return Object.keys(this.manifest.verses);
  }

  /** The silence between a lower verse's yoin and the upper verse; no speed changes it. */
  get pauseMs() {
    return this.manifest.pause_ms;
  }

  has(name) {
    return Object.hasOwn(this.manifest.verses, name);
  }

  /** One verse, decoded, at the library's speed: `{ name, buffer, times }`. LibraryError says why not. */
  verse(name) {
    return this.#wanted(name, { isUrgent: true });
  }

  /** Fetch and decode these when nothing more urgent is under way; errors wait until the verse is asked for. */
  prefetch(names) {
    for (const name of names.filter((each) => this.has(each))) this.#wanted(name, {}).catch(() => {});
  }

  /** No more requests, and nothing kept. */
  dispose() {
    this.#stop.abort();
    this.#queue = [];
    this.#files.clear();
    this.#verses.clear();
  }

  #wanted(name, { isUrgent = false }) {
    if (!this.has(name)) return Promise.reject(new LibraryError("missing", { verse: name }));
    const { speed } = this;
    const key = `${name} ${speed}`;
    const known = this.#verses.get(key);
    if (known) {
      if (isUrgent) this.#hurry(name);
      return known;
    }
    const coming = this.#make(name, speed, isUrgent);
    this.#verses.set(key, coming);
    coming.catch(() => this.#verses.delete(key)); // the next one who asks may be luckier
    return coming;
  }

  async #make(name, speed, isUrgent) {
    const bytes = await this.#file(name, isUrgent);
    const { context } = this.#line;
    let buffer;
    try {
      buffer = await context.decodeAudioData(bytes.slice(0)); // it takes the bytes away
    } catch (cause) {
      this.#files.delete(name);
      throw new LibraryError("broken", { verse: name, cause });
    }
    const times = aligned(buffer, timesOf(this.manifest.verses[name]));
    return { name, ...(await stretched({ buffer, times }, speed, context)) };
  }

  #file(name, isUrgent) {
    const known = this.#files.get(name);
    if (known) {
      if (isUrgent) this.#hurry(name);
      return known;
    }
    const coming = new Promise((resolve, reject) => {
      this.#queue[isUrgent ? "unshift" : "push"]({ name, resolve, reject });
    });
    this.#files.set(name, coming);
    coming.catch(() => this.#files.delete(name));
    this.#fill();
    return coming;
  }

  #hurry(name) {
    const place = this.#queue.findIndex((job) => job.name === name);
    if (place > 0) this.#queue.unshift(...this.#queue.splice(place, 1));
  }

  #fill() {
    while (this.#running < AT_ONCE && this.#queue.length) this.#fetch(this.#queue.shift());
  }

  async #fetch({ name, resolve, reject }) {
    this.#running += 1;
    try {
      const address = new URL(this.manifest.verses[name].url, this.#base);
      const response = await load(address, name, this.#stop.signal);
      resolve(await response.arrayBuffer());
    } catch (error) {
      reject(error instanceof LibraryError ? error : new LibraryError("offline", { verse: name, cause: error }));
    } finally {
      this.#running -= 1;
      this.#fill();
    }
  }
}
