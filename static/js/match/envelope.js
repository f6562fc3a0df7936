// The sealed sound of a reading: four bytes with the length of a JSON object, the object, two files, and noise.

import { aligned, timesOf } from "../audio/library.js";

const SILENCE_RATE = 24000;

/** { pauseMs, upper: { times, bytes }, lower: { times, bytes } }; `bytes` is null where there is text instead. */
export function opened(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  let from = 4 + length;
  const part = ({ bytes, ...times }) => {
    const file = bytes ? data.slice(from, from + bytes) : null;
    from += bytes;
    return { times: timesOf(times), bytes: file };
  };
  return { pauseMs: head.pause_ms, upper: part(head.upper), lower: part(head.lower) };
}

/** A part with its buffer. What has no file is silence as long as it would be. */
export async function decoded({ times, bytes }, context) {
  if (!bytes) {
    const frames = Math.ceil((times.length_ms * SILENCE_RATE) / 1000);
    return { times, buffer: context.createBuffer(1, frames, SILENCE_RATE) };
  }
  const buffer = await context.decodeAudioData(bytes);
  return { times: { ...aligned(buffer, times), morae: times.morae }, buffer };
}
