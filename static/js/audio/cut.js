// A verse that falls silent in the middle: what comes after is not there, rather than turned down. Plain arithmetic.

export const FADE_MS = 5; // a bare cut clicks, and a click is a sound

/** The samples up to `atMs`, faded out over the last 5 ms; all of them where the verse is shorter. A new array. */
export function cut(samples, { sampleRate, atMs, fadeMs = FADE_MS }) {
  const length = Math.min(samples.length, Math.max(1, Math.round((atMs * sampleRate) / 1000)));
  const kept = samples.slice(0, length);
  const fade = Math.min(length, Math.round((fadeMs * sampleRate) / 1000));
  for (let i = 0; i < fade; i += 1) kept[length - 1 - i] *= i / fade;
  return kept;
}

/** The same of a verse of the library: `{ buffer, times }`, whose end is then the cut. */
export function cutVerse({ buffer, times }, atMs, context) {
  const kept = cut(buffer.getChannelData(0), { sampleRate: buffer.sampleRate, atMs });
  const shorter = context.createBuffer(1, kept.length, buffer.sampleRate);
  shorter.copyToChannel(kept, 0);
  const lengthMs = (kept.length * 1000) / buffer.sampleRate;
  return { buffer: shorter, times: { ...times, end_ms: Math.min(times.end_ms, lengthMs), length_ms: lengthMs } };
}
