// A game of Koi-Koi between people: the site draws the table for whoever looks at it and tells it by a socket; what a hand
// does goes back the same way. docs/protocol.md has the messages.

import { arrive, leave } from "../flowers.js";
import { facts, find, root, words } from "../match/page.js";
import { filled } from "../match/strip.js";
import { comings } from "./lines.js";
import { Sayings } from "./sayings.js";
import { Socket } from "./socket.js";
import { Toast } from "./toast.js";

const stage = find("stage");
const toast = new Toast(find("toast"));
let told = null; // as it is shown
let isActing = false;

const sayings = new Sayings({
  onSay: (fields) => ask("say", { phrase: "", words: "", ...fields }),
  nameOf: (seat) => told.seats[seat].name,
});

// What is told ---------------------------------------------------------------------------------------------

function show(next) {
  const before = told;
  told = next;
  if (before?.html !== told.html) draw(before);
  const { gone, back } = before ? comings(before, told) : {};
  if (gone) toast.say(filled(words.gone, { name: gone }));
  if (back) toast.say(filled(words.back, { name: back }));
  sayings.show(told.live.sayings);
  again(before);
}

/** The table anew. What is open beside it, or being written, stays as it is. */
function draw(before) {
  const drawn = document.createElement("template");
  drawn.innerHTML = told.html;
  const tools = find("tools");
  const active = tools.contains(document.activeElement) ? document.activeElement : null;
  drawn.content.querySelector("[data-tools]").replaceWith(tools);
  const isNew = before && before.events !== told.events;
  if (isNew) leave();
  stage.replaceChildren(drawn.content);
  if (tools.querySelector("[data-stop]")) tools.querySelector("[data-stop]").hidden = told.is_over;
  active?.focus({ preventScroll: true });
  if (isNew) arrive();
}

/** After the game: the table where they play again, once one of them wants that. */
function again(before) {
  const { rematch } = told.live;
  const link = find("rematch");
  if (!link || !rematch) return;
  link.href = facts.tables.replace(facts.table, rematch);
  link.hidden = false;
  find("again")?.remove();
  if (before && !before.live.rematch) toast.say(words.again);
}

// What is done ---------------------------------------------------------------------------------------------

async function ask(t, fields) {
  const answer = await socket.ask(t, fields);
  const isRefused = answer.t === "refused" && !answer.is_stale;
  find("error").hidden = !isRefused;
  find("error").textContent = isRefused ? answer.sentence : "";
}

/** “play 12”, “take 12”, “koikoi” …: as the buttons name it. One at a time: what is pressed twice counts once. */
async function act(text) {
  if (isActing) return;
  isActing = true;
  const [move, flower] = text.split(" ");
  const fields = { seen: Number(stage.querySelector(".table").dataset.events), do: move };
  await ask("act", flower === undefined ? fields : { ...fields, flower: Number(flower) });
  isActing = false;
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=move]");
  if (button) act(button.value);
});

// The line to the table ------------------------------------------------------------------------------------

const taken = document.getElementById("taken");
taken.addEventListener("cancel", (event) => event.preventDefault()); // behind it is a page that hears nothing any more

const socket = new Socket(facts.socket, {
  onMessage(message) {
    if (message.t === "view") show(message.told);
    else if (message.t === "said" && told) toast.say(sayings.add(message));
  },
  onState(state) {
    find("offline").hidden = state === "up" || state === "taken";
    if (state === "unknown") find("offline").textContent = words.unknown;
    if (state === "taken") taken.showModal();
    else if (taken.open) taken.close();
  },
});

document.getElementById("take-back").addEventListener("click", () => socket.open());
socket.open();
