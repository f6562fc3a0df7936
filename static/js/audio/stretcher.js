// A decoded verse at another speed: the worker's other end.

import { onset, stretch, stretchedTimes } from "./stretch.js";
import { address } from "./stretch-worker.js";

let worker = null;
let tickets = 0;
const waiting = new Map();

function hire() {
  if (worker || typeof Worker === "undefined") return worker;
  worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.get(data.ticket);
    waiting.delete(data.ticket);
    if (data.error) reject(new RangeError(data.error));
    else resolve(data);
  };
  worker.onerror = () => {
    // No modules in workers here, or the file is gone: the page does the work itself from now on.
    for (const { job, resolve } of waiting.values()) resolve(stretch(job.samples.slice(), job));
    waiting.clear();
    worker = { postMessage: ({ ticket, ...job }) => settle(ticket, job) };
  };
  return worker;
}

function settle(ticket, job) {
  const { resolve, reject } = waiting.get(ticket);
  waiting.delete(ticket);
  try {
    resolve(stretch(job.samples, job));
  } catch (error) {
    reject(error);
  }
}

function ask(job) {
  const ticket = (tickets += 1);
  return new Promise((resolve, reject) => {
    waiting.set(ticket, { job, resolve, reject });
    hire().postMessage({ ticket, ...job });
  });
}

/**
 * `{ buffer, times }` at `speed` (0.8–1.3), its pitch kept. Times are those of the new buffer: mora marks by the exact
 * map, the onset found anew in the samples by the same threshold. The pause between verses is none of its business.
 */
export async function stretched({ buffer, times }, speed, context) {
  if (speed === 1) return { buffer, times };
  const { sampleRate } = buffer;
  const before = buffer.getChannelData(0);
  const { samples, map } = await ask({ samples: before, sampleRate, speed });
  const after = context.createBuffer(1, samples.length, sampleRate);
  after.copyToChannel(samples, 0);
  const moved = stretchedTimes(times, map, sampleRate);
  const length_ms = (samples.length * 1000) / sampleRate;
  return { buffer: after, times: { ...moved, onset_ms: (onset(samples) * 1000) / sampleRate, length_ms } };
}
