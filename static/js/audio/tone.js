// Sounds made here, without a file: the click of the beat and the tone of the sound check. They are written into a row
// of samples, so that they lie on the line like any verse.

/** A click that a small loudspeaker can give: 2 kHz, at its loudest within a millisecond, gone after 40. */
export function click(samples, from, sampleRate) {
  const length = Math.min(Math.round(0.04 * sampleRate), samples.length - from);
  for (let i = 0; i < length; i += 1) {
    const t = i / sampleRate;
    samples[from + i] = 0.6 * Math.min(1, t / 0.0005) * Math.exp(-t / 0.008) * Math.cos(2 * Math.PI * 2000 * t);
  }
}

/** A held tone with the overtones of an open vowel, at the level of a recitation; it swells and dies away. */
export function hum(samples, { sampleRate, hz = 147 }) {
  const seconds = samples.length / sampleRate;
  const overtones = [1, 0.8, 0.65, 0.75, 0.9, 0.55, 0.35, 0.2, 0.12, 0.08];
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / sampleRate;
    const swell = Math.min(1, t / 0.06) * Math.min(1, (seconds - t) / 0.5) ** 1.5;
    let sum = 0;
    overtones.forEach((loud, place) => (sum += loud * Math.sin(2 * Math.PI * hz * (place + 1) * t + place * place)));
    samples[i] = 0.07 * swell * sum;
  }
}
