// The stretch beside the page, so that the page never waits for it. As a module of the page it only says where it lies:
// the address that the page imports it by is the one with the content's hash, and the one that may be kept.

import { stretch } from "./stretch.js";

export const address = import.meta.url;

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = ({ data: { ticket, samples, sampleRate, speed } }) => {
    try {
      const done = stretch(samples, { sampleRate, speed });
      self.postMessage({ ticket, ...done }, [done.samples.buffer]);
    } catch (error) {
      self.postMessage({ ticket, error: String(error) });
    }
  };
}
