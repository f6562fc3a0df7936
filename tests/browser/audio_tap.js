// A listener at the line's output, in the audio thread: what came out, at which frame, and when by the wall clock.
// Never part of the site: the tests serve it.

const CHUNK = 2048;

registerProcessor(
  "tap",
  class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.chunk = new Float32Array(CHUNK);
      this.filled = 0;
      this.from = 0;
      this.walls = [];
    }

    process([[samples]]) {
      const block = samples ?? new Float32Array(128); // nobody plays: silence
      if (!this.filled) this.from = currentFrame;
      this.walls.push([currentFrame, Date.now()]);
      this.chunk.set(block, this.filled);
      this.filled += block.length;
      if (this.filled >= CHUNK) {
        this.port.postMessage({ from: this.from, samples: this.chunk, walls: this.walls }, [this.chunk.buffer]);
        this.chunk = new Float32Array(CHUNK);
        this.filled = 0;
        this.walls = [];
      }
      return true;
    }
  },
);
