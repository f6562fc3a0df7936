// The page of the sound: hear it, set how loud, tap to a beat. Words come from the template; numbers go into its slots.

import { Beats, ENOUGH, LEAST_MS, MOST_MS } from "./audio/calibration.js";
import { playDespiteSilentSwitch, soundCheck, storedVolume, storeVolume } from "./audio/devices.js";
import { Line } from "./audio/line.js";
import { hum } from "./audio/tone.js";

const root = document.getElementById("sound");
const find = (name) => root.querySelector(`[data-${name}]`);
const line = new Line({ volume: storedVolume() }); // without a calibration: it is what is measured here

// --- is it heard -----------------------------------------------------------------------------------------

const HUM_S = 1.8;
let playing = null;

async function play(button) {
  try {
    await unlocked();
  } catch {
    find("silent").hidden = false;
    return;
  }
  playing?.stop();
  line.balance = Number(button.dataset.play);
  const { context } = line;
  const buffer = context.createBuffer(1, Math.round(HUM_S * context.sampleRate), context.sampleRate);
  hum(buffer.getChannelData(0), { sampleRate: context.sampleRate });
  const times = { onset_ms: 0, end_ms: HUM_S * 1000, length_ms: HUM_S * 1000 };
  const unit = line.play([{ buffer, times, kind: "check" }], { leadMs: 40 });
  playing = unit;
  button.classList.add("sounding");
  await unit.ended;
  button.classList.remove("sounding");
  find("heard").hidden = false;
}

async function unlocked() {
  playDespiteSilentSwitch();
  await line.unlock();
  find("silent").hidden = true;
}

for (const button of root.querySelectorAll("[data-play]")) button.addEventListener("click", () => play(button));

const volume = find("volume");
volume.value = Math.round(100 * line.volume);
showVolume();
volume.addEventListener("input", () => {
  line.volume = volume.value / 100;
  storeVolume(line.volume);
  showVolume();
});

function showVolume() {
  find("loud").textContent = volume.value;
  volume.setAttribute("aria-valuetext", `${volume.value} %`);
}

find("well").addEventListener("click", () => {
  soundCheck.done();
  find("well").hidden = true;
  find("good").hidden = false;
  find("onward")?.focus();
});
find("good").hidden = !soundCheck.isDone();

// --- how late --------------------------------------------------------------------------------------------

const pad = find("pad");
const dots = [...find("dots").children];
let beats = null;

async function measure() {
  try {
    await unlocked();
  } catch {
    find("silent").hidden = false;
    return;
  }
  playing?.stop();
  line.balance = 0;
  beats = new Beats(line);
  show("running");
  shown(0);
  pad.focus({ preventScroll: true });
  pad.scrollIntoView({ block: "nearest" });
  const result = await beats.run({ onTap: shown });
  beats = null;
  if (result.verdict === "stopped") {
    show("idle");
    find("start").focus();
    return;
  }
  drawn(result);
  show("over");
  find("verdict").focus();
}

function shown(count) {
  dots.forEach((dot, place) => dot.classList.toggle("on", place < count));
  find("count").textContent = Math.min(count, ENOUGH);
}

function show(state) {
  for (const part of root.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
}

const fraction = (ms) => `${(100 * (ms - LEAST_MS)) / (MOST_MS - LEAST_MS)}%`;

function drawn({ offsetMs, spreadMs, taps, kept, verdict }) {
  const isAhead = offsetMs < 0;
  for (const part of root.querySelectorAll("[data-verdict-is]")) part.hidden = part.dataset.verdictIs !== verdict;
  find("late").hidden = isAhead;
  find("ahead").hidden = !isAhead;
  for (const slot of root.querySelectorAll("[data-offset]")) slot.textContent = Math.abs(Math.round(offsetMs));
  find("spread").textContent = Math.round(spreadMs);
  find("taps").textContent = taps;
  find("strip").replaceChildren(...kept.map(dotted));
  find("median").style.left = fraction(offsetMs);
  find("plot").hidden = !taps;
  const form = find("keep");
  form.hidden = verdict !== "good";
  form.offset_ms.value = offsetMs.toFixed(1);
  form.spread_ms.value = spreadMs.toFixed(1);
  form.taps.value = taps;
}

function dotted(offset, place) {
  const dot = document.createElement("i");
  dot.style.left = fraction(offset);
  dot.style.top = `${20 + 12 * (place % 6)}%`; // not one upon the other
  return dot;
}

function tapped(event) {
  beats.tap(event.timeStamp);
  pad.classList.add("hit");
  setTimeout(() => pad.classList.remove("hit"), 80);
}

for (const button of root.querySelectorAll("[data-start]")) button.addEventListener("click", measure);
find("stop").addEventListener("click", () => beats?.stop());
pad.addEventListener("pointerdown", (event) => {
  if (!beats || event.button !== 0) return;
  event.preventDefault(); // no text is selected, nothing is zoomed
  tapped(event);
});
// Any key that means nothing else, so that the hand finds one without looking.
document.addEventListener("keydown", (event) => {
  if (!beats || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") beats.stop();
  if (event.key === "Escape" || event.key === "Tab" || event.target === find("stop")) return;
  event.preventDefault();
  if (!event.repeat) tapped(event);
});
document.addEventListener("visibilitychange", () => document.hidden && beats?.stop());
addEventListener("pagehide", () => line.stop());
