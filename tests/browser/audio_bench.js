// The page side of audio_bench.py: a Line whose output is listened to in the audio thread. Served by the tests only.

import { Library } from "/static/js/audio/library.js";
import { Line } from "/static/js/audio/line.js";

export class Bench {
  constructor(options = {}) {
    this.line = new Line(options);
    this.chunks = [];
    this.walls = [];
    this.touches = [];
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, (event) => this.touched(event), { capture: true });
    }
  }

  async open() {
    await this.line.unlock();
    const { context } = this.line;
    // As a blob: what a worklet loads by address, a test cannot answer in the server's stead.
    const tap = URL.createObjectURL(await (await fetch("/audio-bench/tap.js")).blob());
    await context.audioWorklet.addModule(tap);
    this.tap = new AudioWorkletNode(context, "tap", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    this.tap.port.onmessage = ({ data }) => {
      this.chunks.push(data);
      this.walls.push(...data.walls);
    };
    this.line.output.connect(this.tap);
    return context.sampleRate;
  }

  /** How long the browser says its buffers are; in the first moments it does not know yet. */
  get latenciesMs() {
    return [1000 * this.line.context.baseLatency, 1000 * this.line.context.outputLatency];
  }

  touched(event) {
    const at = event.timeStamp;
    const heard = this.unit?.heardAt(at);
    this.touches.push({ kind: event.type, pointer: event.pointerType ?? "", wall: performance.timeOrigin + at, heard });
  }

  /** A part without a file: samples of a list, at the context's own rate. */
  part(samples, times, rest = {}) {
    const buffer = this.line.context.createBuffer(1, samples.length, this.line.context.sampleRate);
    buffer.copyToChannel(Float32Array.from(samples), 0);
    return { buffer, times, ...rest };
  }

  /** Until the tap has heard this moment of the context: the audio clock's own, and no timer's. */
  async heardUpTo(contextS) {
    const frame = contextS * this.line.context.sampleRate;
    while (!(this.chunks.at(-1)?.from > frame)) {
      await new Promise((resolve) => this.tap.port.addEventListener("message", resolve, { once: true }));
    }
  }

  /** What came out so far: { from, base64 } of one row of 32-bit floats. */
  recorded() {
    const from = this.chunks[0].from;
    const size = this.chunks.at(-1).from + this.chunks.at(-1).samples.length - from;
    const whole = new Float32Array(size);
    for (const chunk of this.chunks) whole.set(chunk.samples, chunk.from - from);
    return { from, base64: base64(whole) };
  }
}

/** The bytes of a typed array, as text that Python can take. */
export function base64(floats) {
  const bytes = new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  let text = "";
  for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
  return btoa(text);
}

export function plan(unit) {
  const { startsAt, endsAt, lengthMs } = unit;
  return { startsAt, endsAt, lengthMs, parts: unit.parts.map(({ times, ...part }) => part) };
}

export { Library, Line };
