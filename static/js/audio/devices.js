// What the device does beside the sound: its screen, its media keys, its loudspeaker that goes away.

/** Keep the screen on until released; a browser drops the lock whenever the page is out of sight. */
export function keepAwake() {
  let lock = null;
  let isWanted = true;
  const ask = async () => {
    if (!isWanted || document.hidden || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (!isWanted) lock.release();
    } catch {
      // Low battery, or not allowed: the reading goes on, the screen may go dark.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
  return {
    release() {
      isWanted = false;
      document.removeEventListener("visibilitychange", ask);
      lock?.release().catch(() => {});
      lock = null;
    },
  };
}

/**
 * Media keys and the lock screen. `title` and `artist` never say a word about a poem: a lock screen would read out what
 * comes next.
 */
export function mediaKeys({ title, artist, onPlay, onPause }) {
  const session = navigator.mediaSession;
  if (!session) return { playing() {}, release() {} };
  if (typeof MediaMetadata !== "undefined") session.metadata = new MediaMetadata({ title, artist });
  const handlers = { play: onPlay, pause: onPause, stop: onPause };
  const handle = (action, handler) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // This browser does not know the action.
    }
  };
  for (const [action, handler] of Object.entries(handlers)) handle(action, handler);
  return {
    playing(isPlaying) {
      session.playbackState = isPlaying ? "playing" : "paused";
    },
    release() {
      for (const action of Object.keys(handlers)) handle(action, null);
      session.metadata = null;
      session.playbackState = "none";
    },
  };
}

/** Whether the outputs changed. Without a permission a browser names none of them: then any change may be one. */
export function hasOtherOutputs(before, after) {
  const names = (devices) => devices.filter((each) => each.kind === "audiooutput").map((each) => each.deviceId);
  const [then, now] = [names(before), names(after)];
  if (![...then, ...now].some(Boolean)) return true;
  return then.join() !== now.join();
}

/**
 * Hold the line when its sound goes away (a call, a headphone pulled out, the system's interruption), and tell the
 * page. `onLost(reason)`: "interrupted", "device" or "error". `onBack()`: the line runs again. Call it after `unlock`.
 */
export function watchDevices(line, { onLost, onBack = () => {} }) {
  const { context } = line;
  const media = navigator.mediaDevices;
  let isLost = false;
  let known = [];

  const lose = (reason) => {
    if (isLost || context.state === "closed") return;
    isLost = true;
    line.hold().catch(() => {});
    onLost(reason);
  };
  const onState = () => {
    if (context.state === "running") {
      if (isLost) onBack();
      isLost = false;
    } else if (!line.isHeld) {
      lose("interrupted");
    }
  };
  const onDevice = async () => {
    const before = known;
    known = await media.enumerateDevices().catch(() => []);
    if (!line.isHeld && hasOtherOutputs(before, known)) lose("device");
  };
  const onError = () => lose("error");

  context.addEventListener("statechange", onState);
  context.addEventListener("error", onError);
  media?.addEventListener?.("devicechange", onDevice);
  media?.enumerateDevices?.().then((devices) => (known = devices), () => {});
  return {
    release() {
      context.removeEventListener("statechange", onState);
      context.removeEventListener("error", onError);
      media?.removeEventListener?.("devicechange", onDevice);
    },
  };
}

/** iOS: sound although the ring switch is off, and in a page on the home screen. */
export function playDespiteSilentSwitch() {
  if (navigator.audioSession) navigator.audioSession.type = "playback";
}

// --- what this browser remembers -------------------------------------------------------------------------

function kept(storage, name) {
  try {
    return globalThis[storage].getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

function keep(storage, name, value) {
  try {
    globalThis[storage].setItem(name, value);
  } catch {
    // Forbidden or full: asked again next time.
  }
}

/** The sound check is for once a session: a tab's life. */
export const soundCheck = {
  isDone: () => kept("sessionStorage", "sound-checked") === "yes",
  done: () => keep("sessionStorage", "sound-checked", "yes"),
};

/** 0–1; `otherwise` where none was chosen yet. */
export function storedVolume(otherwise = 0.8) {
  const text = kept("localStorage", "volume");
  const volume = Number(text);
  return text && volume >= 0 && volume <= 1 ? volume : otherwise;
}

export function storeVolume(volume) {
  keep("localStorage", "volume", String(volume));
}
