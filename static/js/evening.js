// An evening of practice on a phone: tap the opponent, tap the margin. What is recorded is kept on the device first and
// sent then (evening/waiting.js); the page itself is kept by its service worker. Without this script the same page is
// two forms.

import { Waiting, dayIn, newKey } from "./evening/waiting.js";

const root = document.getElementById("evening");
const text = { ...root.dataset };
const AGAIN_MS = 15_000;
const LOOK_MS = 10_000;
const part = (name) => root.querySelector(`[data-${name}]`);
const [sheet, form, saidBox, waitingBox, lines] = ["sheet", "form", "said", "waiting", "lines"].map(part);
let csrf = text.csrf;

const waiting = new Waiting({ slug: text.slug, person: text.person, url: text.queue, csrf: () => csrf });

// --- two taps --------------------------------------------------------------------------------------------

root.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=opponent]");
  if (!button) return;
  event.preventDefault();
  if (event.detail < 2) open(button.value, nameIn(button)); // not the second tap of two, meant for the margins before
});

const nameIn = (button) => button.querySelector(".n").textContent;

function open(opponent, name) {
  form.elements.opponent.value = opponent;
  part("opponent-name").textContent = name;
  sheet.hidden = false;
  saidBox.hidden = true;
  part("who").hidden = true;
  sheet.scrollIntoView({ block: "start" });
  document.getElementById("margins-title").focus({ preventScroll: true });
}

function close() {
  sheet.hidden = true;
  part("who").hidden = false;
  form.reset();
}

part("back").addEventListener("click", (event) => {
  event.preventDefault();
  close();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const score = event.submitter?.value;
  if (!score || sheet.hidden) return;
  const row = recorded(score);
  close();
  waiting.add(row);
  say(row.words, [[text.undo, () => undo(row)]]);
  send();
});

function recorded(score) {
  const now = new Date();
  const { csrfmiddlewaretoken: _token, ...filled } = Object.fromEntries(
    [...new FormData(form)].filter(([, value]) => value !== ""),
  );
  const today = dayIn(text.zone, now);
  const row = { ...filled, score, key: newKey(), played_on: text.day || today };
  if (row.played_on === today) row.at = now.getTime() / 1000;
  return { ...row, words: wordsOf(score) };
}

function wordsOf(score) {
  const [outcome, margin] = score.split("-");
  const name = part("opponent-name").textContent;
  const words = outcome === "won" ? (margin ? text.won : text.wonOpen) : margin ? text.lost : text.lostOpen;
  const told = words.replace("%margin%", margin).replace("%name%", name);
  const isOwn = form.elements.first.value === text.own;
  return isOwn ? told : `${part("first-name").textContent}: ${told}`;
}

// Whose game it is, where an organiser records for others: no page is fetched for it.
const whose = root.querySelector(".whose select");
root.querySelector("[data-no-script]")?.remove();
whose?.addEventListener("change", () => {
  const before = form.elements.first;
  const list = part("who").querySelector(".names");
  const taken = list && part("who").querySelector(`button[value="${whose.value}"]`);
  if (taken) {
    const item = taken.closest("li");
    const other = item.cloneNode(true);
    const button = other.querySelector("button");
    button.value = before.value;
    button.className = "btn name";
    button.querySelector("small")?.remove();
    button.querySelector(".n").textContent = part("first-name").textContent;
    item.replaceWith(other);
  }
  before.value = whose.value;
  part("who").querySelector("[name=first]").value = whose.value;
  part("first-name").textContent = taken ? nameIn(taken) : whose.selectedOptions[0].textContent;
});

// --- what is said, and taking it back --------------------------------------------------------------------

function say(words, actions = []) {
  saidBox.replaceChildren(Object.assign(document.createElement("span"), { textContent: words }));
  for (const [label, act] of actions) saidBox.append(" ", buttonOf(label, act));
  saidBox.hidden = false;
}

function buttonOf(label, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: label });
  button.addEventListener("click", act);
  return button;
}

async function undo(row) {
  await waiting.sending; // it may be on its way
  if (!waiting.drop(row.key) && !(await withdrawn(row.key))) return say(text.notUndone);
  say(text.undone);
  draw();
  look();
}

async function withdrawn(key) {
  const address = text.result.replace("00000000-0000-0000-0000-000000000000", key);
  const body = new URLSearchParams({ do: "withdraw", csrfmiddlewaretoken: csrf });
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  return answer?.ok && !answer.redirected;
}

// --- what waits ------------------------------------------------------------------------------------------

let sendingAgain = 0;

async function send() {
  draw();
  clearTimeout(sendingAgain);
  let { stored, why } = await waiting.send();
  if (why === "stale" && (await look())) ({ stored, why } = await waiting.send());
  draw(why);
  if (stored.length) look();
  if (why) sendingAgain = setTimeout(send, AGAIN_MS);
}

/** The box with what the server does not have: a count, why, and each row. */
function draw(why = null) {
  const rows = waiting.rows();
  const count = part("count");
  const waits = rows.filter((row) => row.state === "waiting").length;
  count.textContent = waits === 1 ? count.dataset.one : count.dataset.many.replace("%count%", waits);
  count.hidden = !waits;
  part("why").textContent = waits ? whyWords(why) : "";
  lines.replaceChildren(...rows.map(lineOf));
  waitingBox.hidden = !rows.length;
}

function whyWords(why) {
  if (why === "signed-out") return text.signedOut;
  return why === "offline" || !navigator.onLine ? text.offline : "";
}

function lineOf(row) {
  const line = document.createElement("li");
  line.append(Object.assign(document.createElement("span"), { textContent: row.words }));
  if (row.state === "refused") {
    line.append(" ", Object.assign(document.createElement("em"), { textContent: row.sentence }));
    const label = row.isSame ? text.another : text.again;
    line.append(" ", buttonOf(label, () => sendAgain(row)));
  }
  line.append(" ", buttonOf(text.drop, () => {
    waiting.drop(row.key);
    draw();
  }));
  return line;
}

function sendAgain(row) {
  waiting.again(row.key, row.isSame ? { is_another: "on" } : {});
  send();
}

addEventListener("online", send);
addEventListener("storage", () => draw());
addEventListener("offline", () => draw("offline"));

// --- what the others do ----------------------------------------------------------------------------------

/** Whether the page as the server has it now could be read; its board and names replace ours. */
async function look() {
  const answer = await fetch(location.pathname, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || answer.redirected) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.getElementById("evening");
  if (!there) return false;
  csrf = there.dataset.csrf;
  for (const name of ["board", "who"]) replace(part(name), there.querySelector(`[data-${name}]`));
  return true;
}

/** Where somebody is at work (a list open, a field in use), or has chosen whose game it is, it is left alone. */
function replace(old, renewed) {
  if (!renewed || old.innerHTML === renewed.innerHTML) return;
  const isInUse = old.contains(document.activeElement) || old.querySelector("details[open]");
  const isForOther = old.hasAttribute("data-who") && form.elements.first.value !== text.own;
  if (!isInUse && !isForOther) old.replaceChildren(...renewed.cloneNode(true).childNodes);
}

setInterval(() => {
  if (document.visibilityState === "visible" && navigator.onLine) look();
}, LOOK_MS);

// --- without a network -----------------------------------------------------------------------------------

async function keep() {
  if (!text.worker || !navigator.serviceWorker || !isSecureContext) return;
  await navigator.serviceWorker.register(text.worker, { scope: "/clubs/" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
  localStorage.setItem("kept-for", text.person);
  await look(); // through the worker, which keeps it
  root.dataset.kept = "";
}

keep().catch(() => {}); // no worker here: then the page needs its network
sheet.hidden ||= Boolean(new URLSearchParams(location.search).get("opponent")) === false;
send();
