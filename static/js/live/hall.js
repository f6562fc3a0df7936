// The page of who recites in a hall: how its tables stand, and a button (and keys, and a presenter) that begins a poem for all.

import { keepAwake } from "../audio/devices.js";
import { facts, find, words } from "../match/page.js";
import { filled } from "../match/strip.js";
import { Socket } from "./socket.js";

const KEYS = [" ", "PageDown", "ArrowRight"];
let told = null;
let isActing = false;

// What is told ---------------------------------------------------------------------------------------------

function show(next) {
  told = next;
  const { count, tables, ready, holding, poem } = told;
  find("count").textContent = filled(words.begun, { n: count });
  find("poem").textContent = poem ? `${poem.number} ${poem.upper}` : "";
  const status = poem ? words.listening : !tables.length ? words.none : holding ? words.holding : words.allReady;
  const text = filled(status, { ready, holding });
  if (find("status").textContent !== text) find("status").textContent = text;
  find("next").disabled = !ready || holding > 0;
  find("without").hidden = !ready || !holding;
  find("tables").replaceChildren(...tables.map(item));
}

function item({ names, state, waits_for: waitsFor, left }) {
  const element = document.createElement("li");
  element.dataset.state = state;
  const lines = [
    ["b", names.map((name, seat) => (left.length ? `${name} ${filled(words.cards, { n: left[seat] })}` : name)).join(" – ")],
    ["span", words[state] ?? state],
    ["span", waitsFor.length ? filled(words.forWhom, { names: waitsFor.join(", ") }) : ""],
  ];
  for (const [tag, text] of lines) {
    const part = document.createElement(tag);
    part.textContent = text;
    element.append(part, " ");
  }
  return element;
}

// What is done ---------------------------------------------------------------------------------------------

async function begin(without) {
  if (isActing || !told?.ready) return;
  isActing = true;
  const answer = await socket.ask("act", { seen: told.count, do: "next", without });
  isActing = false;
  const isRefused = answer.t === "refused" && !answer.is_stale;
  find("error").hidden = !isRefused;
  find("error").textContent = isRefused ? answer.sentence : "";
}

find("next").addEventListener("click", () => begin(false));
find("without").addEventListener("click", () => begin(true));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !KEYS.includes(event.key)) return;
  if (event.target.closest("input, textarea, select, a, summary, button:not([data-next])")) return;
  event.preventDefault();
  begin(false);
});

const socket = new Socket(facts.socket, {
  onMessage: (message) => message.t === "hall" && show(message.told),
  onState(state) {
    find("offline").hidden = state === "up";
    if (state === "unknown") find("offline").textContent = words.unknown;
  },
});
keepAwake();
socket.open();
