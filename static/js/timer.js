// The clock of memorising: digits from Countdown, bells laid on the audio clock ahead, so that no busy page delays them.

import { keepAwake, playDespiteSilentSwitch, storedVolume } from "./audio/devices.js";
import { CALL_MS, Countdown, clocks, digits } from "./reader/countdown.js";

const root = document.getElementById("timer");
const find = (name) => root.querySelector(`[data-${name}]`);
const text = { ...root.dataset };
const chosen = () => Number(root.querySelector("[name=minutes]:checked").value) * 60_000;
const countdown = new Countdown(chosen());

let context = null;
let bells = [];
let awake = null;

// --- bells -----------------------------------------------------------------------------------------------

const PARTIALS = [[1, 1], [2.01, 0.5], [3.02, 0.25], [4.2, 0.12]]; // of a small bell: times the pitch, loudness

/** One stroke at a time of the audio clock. */
function stroke(at, loudness) {
  for (const [times, share] of PARTIALS) {
    const tone = new OscillatorNode(context, { frequency: 880 * times });
    const fade = new GainNode(context, { gain: 0 });
    fade.gain.setValueAtTime(0, at);
    fade.gain.linearRampToValueAtTime(share * loudness, at + 0.004);
    fade.gain.exponentialRampToValueAtTime(1e-4, at + 2.2 / times);
    tone.connect(fade).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2.4);
    bells.push(tone);
  }
}

function layBells(now) {
  const loudness = 0.25 * storedVolume() ** 2 + 0.02;
  const call = countdown.untilCallMs(now);
  if (call !== null) [0, 0.7].forEach((later) => stroke(context.currentTime + call / 1000 + later, loudness));
  [0, 0.7, 1.4].forEach((later) => stroke(context.currentTime + countdown.leftMs(now) / 1000 + later, loudness));
}

function takeBellsBack() {
  for (const tone of bells) tone.stop();
  bells = [];
}

// --- hands -----------------------------------------------------------------------------------------------

async function start() {
  context ??= new AudioContext();
  playDespiteSilentSwitch();
  awake ??= keepAwake();
  countdown.start(clocks());
  draw();
  await context.resume();
  if (countdown.isRunning && !bells.length) layBells(clocks());
}

function stop() {
  countdown.pause(clocks());
  takeBellsBack();
  awake?.release();
  awake = null;
}

find("main").addEventListener("click", () => {
  if (countdown.isRunning) stop();
  else start();
  draw();
});

function reset() {
  stop();
  countdown.reset(chosen());
  draw();
}
find("reset").addEventListener("click", reset);
find("lengths").addEventListener("change", reset);

// --- seeing ----------------------------------------------------------------------------------------------

function phaseOf(left) {
  if (left <= 0) return "over";
  if (left === countdown.lengthMs) return "ready";
  return left <= CALL_MS && countdown.lengthMs > CALL_MS ? "swing" : "quiet";
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words; // a status that is written again is read out again
}

function draw() {
  const now = clocks();
  const left = countdown.leftMs(now);
  const phase = phaseOf(left);
  const { isRunning } = countdown;
  if (phase === "over" && isRunning) {
    countdown.pause(now);
    awake?.release();
    awake = null;
  }
  root.dataset.phase = phase;
  write(find("digits"), digits(left));
  write(find("phase-text"), isRunning || phase === "ready" || phase === "over" ? text[phase] : text.held);
  write(find("main"), isRunning ? text.hold : phase === "ready" ? text.start : text.goOn);
  find("main").hidden = phase === "over";
  find("reset").disabled = phase === "ready";
  find("lengths").disabled = isRunning;
  find("track").style.width = `${(100 * (countdown.lengthMs - left)) / countdown.lengthMs}%`;
  find("call").style.left = `${(100 * (countdown.lengthMs - CALL_MS)) / countdown.lengthMs}%`;
  if (countdown.isRunning) requestAnimationFrame(draw);
}

draw();
