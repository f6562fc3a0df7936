// Listens beside the page under test: which sounds it schedules, on which line, and when it is touched. Tests only.

window.spy = { contexts: new Set(), sounds: [], touches: [] };

const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
  spy.contexts.add(this.context);
  if (this.buffer.length > 1) spy.sounds.push({ context: this.context, when, buffer: this.buffer }); // 1: the silence of iOS
  return start.call(this, when, ...rest);
};

/** Context s that the ear has at a page time, by the browser's own account: the line's clock is not asked. */
spy.heard = (sound, pageMs = performance.now()) => {
  const { contextTime, performanceTime } = sound.context.getOutputTimestamp();
  return contextTime + (pageMs - performanceTime) / 1000;
};

/** Ms since a sound began that the ear has now. */
spy.since = (place) => (spy.heard(spy.sounds[place]) - spy.sounds[place].when) * 1000;

for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(
    kind,
    (event) => {
      const last = spy.sounds.at(-1);
      if (last) spy.touches.push({ kind, key: event.key, ms: (spy.heard(last, event.timeStamp) - last.when) * 1000 });
    },
    { capture: true },
  );
}
