// A reading on this device: what a hand, a key or the end of a sound asks for, what is heard, what is seen.
//
// Position and moves are reader/position.js; the server is told of every move and has the same rules. Sound is the
// audio line's: every unit is laid on it whole. Nothing here waits for the network but the recordings themselves.

import { keepAwake, mediaKeys, playDespiteSilentSwitch, soundCheck, storedVolume, storeVolume, watchDevices } from "./audio/devices.js";
import { Library, LibraryError } from "./audio/library.js";
import { Line } from "./audio/line.js";
import { Keeping, canKeep, offerKeeping } from "./reader/keeping.js";
import { moved } from "./reader/position.js";
import { openRoom } from "./reader/room.js";
import { leadOf, nameOf, needed, pieces, playable, readOutMs, share } from "./reader/score.js";

const POLL_MS = 2000;
const CHECKED_MS = 3000; // of the joka, for the sound check
const AHEAD = 2; // units
const AGAIN_MS = 10_000;
const OF_NO_USE = [400, 404]; // moves that were refused so are of no use later either; after 401 or 403 they may be
const LOUDER = 10; // of 100

const root = document.getElementById("reading");
const find = (name) => root.querySelector(`[data-${name}]`);
const written = JSON.parse(document.getElementById("script").textContent);
const { units, auto_next_s: autoNext } = written;
const text = { ...root.dataset };
const storeName = `reading-${text.key}`;

// --- what this device remembers --------------------------------------------------------------------------

function remembered(name, otherwise) {
  try {
    return { ...otherwise, ...JSON.parse(localStorage.getItem(name)) };
  } catch {
    return otherwise; // storage is forbidden or broken
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Forbidden or full: then only the server knows.
  }
}

const taste = remembered("reader", { speed: 1, show: "after", isNowShown: true });
const own = remembered(storeName, { moves: [], autoNext, told: null }); // told: what the server said last

// --- where the reading is --------------------------------------------------------------------------------

// The page may be a kept one, hours old; then what the server has said since is newer than what is written in it.
let position = own.told && own.told.moved_at_s > written.moved_at_s ? own.told.position : written.position;
for (const { move, at } of own.moves) position = moved(units, position, move, at); // made here, not sent yet
let isOpen = false; // whether a hand has touched the reading since this page was loaded

function act(move) {
  const before = position;
  position = moved(units, before, move, before.unit);
  if (position === before) return;
  own.moves.push({ move, at: before.unit });
  remember(storeName, own);
  send();
  sound(move, before);
  draw();
}

let sending = null;

async function send() {
  if (sending || !own.moves.length) return;
  const batch = own.moves.slice(0, 200);
  sending = fetch(text.moves, {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", "X-CSRFToken": text.csrf },
    body: JSON.stringify({ moves: batch }),
  });
  try {
    const response = await sending;
    if (response.ok || OF_NO_USE.includes(response.status)) own.moves.splice(0, batch.length);
    if (response.ok) {
      const { moved_at_s, ...position } = await response.json();
      own.told = { moved_at_s, position };
    }
    remember(storeName, own);
    sending = null;
    if (response.ok) send();
    else sendAgain();
  } catch {
    sending = null; // no network: with the next move, or when it is back
    sendAgain();
  }
}
addEventListener("online", send);

let sendingAgain = 0;

function sendAgain() {
  clearTimeout(sendingAgain);
  if (own.moves.length) sendingAgain = setTimeout(send, AGAIN_MS);
}

// --- sound -----------------------------------------------------------------------------------------------

const line = new Line({ volume: storedVolume() });
let library = null;
let turn = 0; // a later wish makes an earlier one void
let sounding = null;
let chained = null;
let awake = null;
let media = null;
let countdown = 0;
let goesOnAt = 0;
let holding = null; // until the line stands still: resumed before that, it would stand still afterwards

function sound(move, before) {
  clearTimeout(countdown);
  goesOnAt = 0;
  if (position.phase === "finished") return finish();
  if (move === "heard") return heard();
  if (move === "hold") return hold();
  if (move === "start" && (isOpen || position.phase === "waiting") && before.phase !== "ready") return goOn();
  return play(position.unit);
}

function hold() {
  holding = line.hold().finally(() => (holding = null));
}

/** Called within a gesture; resolves when the line sounds again. */
const wake = () => (holding ? holding.then(() => line.unlock()) : line.unlock());

function goOn() {
  if (position.phase === "waiting") {
    wake();
    return wait();
  }
  return sounding && !sounding.isOver ? wake() : play(position.unit);
}

function heard() {
  if (position.phase === "waiting") return wait();
  if (!chained) return play(position.unit);
  [sounding, chained] = [chained, null];
  return listen(turn);
}

/** The next poem by itself after a while, if that was chosen. */
function wait() {
  if (own.autoNext === null || position.is_held) return;
  goesOnAt = performance.now() + own.autoNext * 1000;
  countdown = setTimeout(() => act("next"), own.autoNext * 1000);
}

function silence() {
  sounding?.stop();
  chained?.stop();
  sounding = chained = null;
}

/** Lay a unit on the line, and the next one behind it where it goes on by itself. */
async function play(index) {
  const ticket = ++turn;
  silence();
  open();
  const unlocked = wake(); // still within the gesture
  const group = units.slice(index, index + (units[index].goes_on ? 2 : 1));
  try {
    const recordings = await gathered(group, ticket);
    await unlocked;
    if (ticket !== turn || !recordings) return;
    sounding = laid(group[0], recordings);
    if (group[1]) chained = laid(group[1], recordings, sounding.parts.at(-1).endsAt);
    listen(ticket);
    notice("");
  } catch (error) {
    if (ticket === turn) fail(error);
  }
  library?.prefetch(needed(units.slice(index + 1, index + 1 + AHEAD)));
  if (library && !navigator.connection?.saveData) library.keep(toCome()).catch(() => {}); // the network may go at any time
}

const laid = (unit, recordings, at = null) =>
  line.play(playable(unit, recordings), { leadMs: leadOf(unit), at, onProgress });

async function listen(ticket) {
  draw();
  const unit = sounding;
  if ((await unit.ended) === "ended" && ticket === turn && unit === sounding) act("heard");
}

/** The recordings of these units, by name; waits for those that are being made. Null if the wish is void by then. */
async function gathered(group, ticket) {
  const names = needed(group);
  await ready;
  while (!names.every((name) => library.has(name))) {
    notice(text.making);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (ticket !== turn) return null;
    await look();
  }
  const verses = await Promise.all(names.map((name) => library.verse(name)));
  return new Map(names.map((name, place) => [name, verses[place]]));
}

function fail(error) {
  if (!(error instanceof LibraryError)) throw error;
  notice(text[error.reason] ?? text.broken);
  if (position.phase === "reading" && !position.is_held) act("hold");
}

/** The first time a hand asks for sound. */
function open() {
  if (isOpen) return;
  isOpen = true;
  playDespiteSilentSwitch();
  awake ??= keepAwake();
  media ??= mediaKeys({ title: text.title, artist: "Naniwazu", onPlay: () => main(), onPause: () => act("hold") });
  watchDevices(line, { onLost: lost, onBack: () => notice("") });
}

function lost() {
  act("hold");
  notice(text.lost);
}

function finish() {
  turn += 1;
  silence();
  awake?.release();
  media?.release();
  awake = media = null;
}

// --- recordings ------------------------------------------------------------------------------------------

const toCome = () => needed(units.slice(position.unit));
const lacking = () => toCome().filter((name) => !library.has(name));

async function look() {
  const response = await fetch(text.manifest, { cache: "no-cache" });
  if (response.ok) library.manifest = await response.json();
  drawRecordings();
}

async function prepare() {
  library = await Library.open(text.manifest, { line, speed: taste.speed });
  if (lacking().length) {
    fetch(text.wish, { method: "POST", headers: { "X-CSRFToken": text.csrf } }).catch(() => {});
    poll();
  }
  drawRecordings();
}

function poll() {
  setTimeout(async () => {
    await look().catch(() => {});
    if (lacking().length) poll();
  }, POLL_MS);
}

let drawKeeping = null;
const ready = prepare();
ready.catch((error) => {
  notice(text[error.reason] ?? text.broken);
});

function drawRecordings() {
  const all = toCome();
  const there = all.length - lacking().length;
  find("making").hidden = there === all.length;
  find("made").textContent = text.made.replace("%there%", there).replace("%all%", all.length);
  find("made-bar").value = there / (all.length || 1);
  root.dataset.recordings = there === all.length ? "all" : "some";
  drawKeeping?.();
}

// --- seeing ----------------------------------------------------------------------------------------------

function notice(words) {
  find("notice").textContent = words;
}

const LABEL = { start: text.start, hold: text.hold, "go-on": text.goOn, next: text.next, over: text.over };

/** What the large button does now. */
function mainAction() {
  const { phase, is_held: isHeld } = position;
  if (phase === "finished") return "over";
  if (phase === "ready") return "start";
  if (isHeld || (phase === "reading" && !isOpen)) return "go-on";
  return phase === "waiting" && (own.autoNext === null || !isOpen) ? "next" : "hold";
}

function main() {
  const action = mainAction();
  if (action === "go-on" && !position.is_held) play(position.unit); // the page was loaded in the middle of a reading
  else if (action !== "over") act(action === "go-on" ? "start" : action);
}

let seen = { drawn: null, bar: null, isReadOut: false };

function draw() {
  const action = mainAction();
  const unit = units[position.unit];
  root.dataset.phase = position.phase;
  root.dataset.held = position.is_held;
  find("main").dataset.action = action;
  find("main").setAttribute("aria-label", LABEL[action]);
  find("main").disabled = action === "over";
  find("main-label").textContent = LABEL[action];
  for (const name of ["again", "back"]) find(name).disabled = position.phase === "ready";
  find("next").disabled = ["ready", "finished"].includes(position.phase);
  find("over").hidden = action !== "over";
  find("check").hidden = position.phase !== "ready";
  const place = countUpTo(position.unit);
  find("place").textContent = place;
  find("left").textContent = text.left.replace("%left%", Number(text.total) - place);
  find("progress").style.width = `${(100 * place) / Number(text.total)}%`;
  if (seen.bar !== sounding) drawBar();
  if (position.phase !== "reading" || unit.current === null) seen.isReadOut = position.phase !== "reading";
  drawPoem();
  media?.playing(action === "hold");
}

const countUpTo = (index) => units.slice(0, index + (position.phase === "ready" ? 0 : 1)).filter((unit) => unit.current !== null).length;

function drawBar() {
  seen.bar = sounding;
  seen.isReadOut = false;
  const bar = find("bar");
  bar.replaceChildren();
  if (!sounding) return;
  seen.pieces = pieces(sounding.parts);
  seen.readOutMs = readOutMs(units[position.unit], sounding.parts);
  for (const { what, startMs, endMs } of seen.pieces) {
    const item = document.createElement("li");
    item.style.flexGrow = Math.round(endMs - startMs);
    item.textContent = text[what].replace("%seconds%", Math.round((endMs - startMs) / 100) / 10);
    bar.append(item);
  }
}

function onProgress(ms, unit) {
  if (unit !== sounding || unit !== seen.bar) return;
  seen.pieces.forEach((piece, place) => {
    const heardShare = share(piece, ms);
    const item = find("bar").children[place];
    item.style.setProperty("--p", `${Math.round(heardShare * 1000) / 10}%`);
    item.className = heardShare >= 1 ? "done" : heardShare > 0 ? "now" : "";
  });
  const part = unit.parts.findLast((each) => ms >= each.startMs);
  find("stage").dataset.half = part ? nameOf(part).split("-")[1] : "";
  const isReadOut = seen.readOutMs !== null && ms >= seen.readOutMs;
  if (isReadOut !== seen.isReadOut) {
    seen.isReadOut = isReadOut;
    drawPoem();
  }
}

/** The unit whose poem may be seen: this one once it has been read out, else the one before. Null: none yet. */
function shownUnit() {
  const { unit: index, phase } = position;
  if (taste.show === "never" || phase === "ready") return null;
  const isKnown = taste.show === "at-once" || seen.isReadOut || phase !== "reading";
  const upTo = units.slice(0, index + (isKnown ? 1 : 0));
  return upTo.findLast((unit) => unit.current !== null) ?? null;
}

function drawPoem() {
  const unit = shownUnit();
  const isJoka = !unit && taste.show !== "never" && root.querySelector('template[data-poem="0"]');
  const number = unit?.current ?? (isJoka ? 0 : null);
  if (seen.drawn !== `${number} ${unit?.now}`) fill(number, unit);
  seen.drawn = `${number} ${unit?.now}`;
  const now = find("now");
  now.parentElement.hidden = !(unit && taste.isNowShown && unit.now !== now.dataset.original);
  drawRead();
}

function fill(number, unit) {
  const card = number === null ? null : root.querySelector(`template[data-poem="${number}"]`);
  find("poem").replaceChildren(...(card ? [card.content.querySelector(".poem").cloneNode(true)] : []));
  find("poem").hidden = !card;
  find("hidden").hidden = Boolean(card);
  find("facts").toggleAttribute("data-empty", !unit); // it keeps its room: the buttons below stay under the finger
  if (!unit) return;
  find("number").textContent = number;
  find("torifuda").replaceChildren(card.content.querySelector(".tf").cloneNode(true));
  find("kimariji").textContent = card.dataset.kimariji;
  find("now").textContent = unit.now;
  find("now").dataset.original = card.dataset.kimariji;
  find("karafuda").hidden = !unit.is_karafuda;
}

/** What has been read, the latest first. */
function drawRead() {
  const last = units.indexOf(shownUnit());
  const done = last < 0 ? [] : units.slice(0, last + 1).filter((unit) => unit.current !== null);
  const list = find("read");
  find("read-box").hidden = !done.length;
  if (list.childElementCount > done.length) list.replaceChildren();
  for (const unit of done.slice(list.childElementCount)) {
    const item = document.createElement("li");
    const card = root.querySelector(`template[data-poem="${unit.current}"]`);
    item.innerHTML = '<span class="num"></span> <b lang="ja"></b>';
    item.firstElementChild.textContent = unit.current;
    item.lastElementChild.textContent = card.dataset.kimariji;
    list.prepend(item);
  }
}

setInterval(() => {
  const left = goesOnAt ? Math.max(0, Math.ceil((goesOnAt - performance.now()) / 1000)) : null;
  find("goes-on").textContent = left === null ? "" : text.goesOn.replace("%seconds%", left);
}, 200);

// --- hands -----------------------------------------------------------------------------------------------

find("main").addEventListener("click", main);
// A button that was clicked keeps the focus, and Space would press it again instead of holding the reading.
for (const name of ["main", "again", "back", "next"]) {
  find(name).addEventListener("click", (event) => event.detail && event.currentTarget.blur());
}
find("again").addEventListener("click", () => act("reread"));
find("back").addEventListener("click", () => act("back"));
find("next").addEventListener("click", () => act("next"));

const KEYS = {
  " ": main,
  Enter: main,
  PageDown: () => act(position.phase === "ready" ? "start" : "next"),
  ArrowRight: () => act(position.phase === "ready" ? "start" : "next"),
  ArrowDown: () => act(position.phase === "ready" ? "start" : "next"),
  PageUp: () => act("back"),
  ArrowLeft: () => act("back"),
  ArrowUp: () => act("back"),
  r: () => act("reread"),
  h: () => act("hold"),
  ".": () => act("hold"), // what remotes for slides send to darken the screen
  b: () => act("hold"),
  m: () => find("mute").click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = KEYS[key];
  if (!action || event.target.closest("input, select, textarea")) return;
  const isPress = key === " " || key === "Enter";
  if (isPress && event.target.closest("a, summary, button:not([data-main])")) return;
  event.preventDefault(); // a button would be pressed once more, the page would scroll
  if (!event.repeat) action();
});

// --- other devices, and none -----------------------------------------------------------------------------

/** A button of a remote, as if it were one of this page. `at`: the unit that the remote saw. */
function carryOut(button, at) {
  const step = { louder: LOUDER, quieter: -LOUDER }[button];
  if (step) {
    volume.value = Number(volume.value) + step;
    return volume.dispatchEvent(new Event("input"));
  }
  if (at !== null && at !== position.unit) return;
  const isStart = button === "start" || (button === "next" && position.phase === "ready");
  if (button !== "hold" && !isOpen && navigator.userActivation?.hasBeenActive === false) return notice(text.touch);
  if (!isStart) return act(button);
  if (["start", "go-on"].includes(mainAction())) main();
}

openRoom(find("room-panel"), { key: text.key, carryOut });

if (canKeep()) {
  const page = location.pathname;
  const keeping = new Keeping({ key: text.key, page, manifest: text.manifest, worker: text.worker });
  const files = () => (library ? needed(units).filter((name) => library.has(name)).map((name) => library.manifest.verses[name]) : []);
  const isWhole = () => library !== null && needed(units).every((name) => library.has(name));
  drawKeeping = offerKeeping(find("keeping-box"), keeping, { files, isWhole, person: document.documentElement.dataset.person });
}

// --- the settings ----------------------------------------------------------------------------------------

const volume = find("volume");
volume.value = Math.round(line.volume * 100);
volume.addEventListener("input", () => {
  line.volume = volume.value / 100;
  storeVolume(line.volume);
});

const mute = find("mute");
mute.addEventListener("click", () => {
  line.isMuted = !line.isMuted;
  mute.setAttribute("aria-pressed", line.isMuted);
});

const speed = find("speed");
speed.value = taste.speed;
speed.addEventListener("input", () => {
  taste.speed = Number(speed.value);
  if (library) library.speed = taste.speed;
  drawSpeed();
  remember("reader", taste);
});
speed.addEventListener("change", () => library?.prefetch(needed(units.slice(position.unit + 1, position.unit + 1 + AHEAD))));

function drawSpeed() {
  find("speed-value").textContent = `${taste.speed.toFixed(2)}×`;
}

const show = find("show");
show.value = taste.show;
show.addEventListener("change", () => {
  taste.show = show.value;
  remember("reader", taste);
  drawPoem();
});

const nowShown = find("now-shown");
nowShown.checked = taste.isNowShown;
nowShown.addEventListener("change", () => {
  taste.isNowShown = nowShown.checked;
  remember("reader", taste);
  drawPoem();
});

const byItself = find("by-itself");
const seconds = find("seconds");
byItself.checked = own.autoNext !== null;
seconds.value = own.autoNext ?? 5;
for (const field of [byItself, seconds]) {
  field.addEventListener("input", () => {
    own.autoNext = byItself.checked ? Number(seconds.value) : null;
    remember(storeName, own);
    drawSeconds();
    clearTimeout(countdown);
    goesOnAt = 0;
    if (position.phase === "waiting" && isOpen) wait();
    draw();
  });
}

function drawSeconds() {
  find("seconds-row").hidden = !byItself.checked;
  find("seconds-value").textContent = text.seconds.replace("%seconds%", seconds.value);
}

// --- the sound check -------------------------------------------------------------------------------------

find("check").addEventListener("click", async () => {
  const ticket = ++turn;
  const unlocked = wake();
  playDespiteSilentSwitch();
  try {
    await ready;
    const [first] = needed(units);
    if (!library.has(first)) return notice(text.making);
    const verse = await library.verse(first);
    await unlocked;
    if (ticket !== turn) return;
    silence();
    notice("");
    sounding = line.play([{ kind: "check", poem: null, ...verse }]);
    setTimeout(() => ticket === turn && silence(), CHECKED_MS);
    soundCheck.done();
  } catch (error) {
    fail(error);
  }
});

drawSpeed();
drawSeconds();
draw();
send();
