// What somebody sets for matches on this device: kept in the browser, on both pages of a match.

import { storeVolume } from "../audio/devices.js";
import { find, root } from "./page.js";

/** Wire the panel of settings. `onAuto()`: whether the next poem comes by itself was changed. */
export function settings(line, { onAuto = () => {} } = {}) {
  choice("match-auto", find("auto"), onAuto);
  choice("match-left", find("left"), (isLeft) => root.classList.toggle("left-handed", isLeft));
  const volume = find("volume");
  const mute = find("do='mute'");
  if (!volume) return;
  volume.value = Math.round(100 * line.volume);
  volume.addEventListener("input", () => {
    line.volume = volume.value / 100;
    storeVolume(line.volume);
  });
  mute.addEventListener("click", () => {
    line.isMuted = !line.isMuted;
    mute.setAttribute("aria-pressed", String(line.isMuted));
  });
}

function choice(name, box, change) {
  if (!box) return;
  box.checked = (kept(name) ?? (box.defaultChecked ? "yes" : "no")) === "yes";
  const changed = () => change(box.checked);
  box.addEventListener("change", () => {
    keep(name, box.checked ? "yes" : "no");
    changed();
  });
  changed();
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Forbidden or full: it holds for this page.
  }
}
