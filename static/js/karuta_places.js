// Usual places by hand: lift a card, then choose the card before which it goes, or the end of a group. Arrows move a lifted one.
const form = document.querySelector("[data-places]");
const say = form.querySelector("[data-say]");
let lifted = null;

const itemOf = (button) => button.closest("li");
const told = (text, button) => {
  say.textContent = text.replace("{card}", button.dataset.name);
};

function lift(button) {
  lifted?.setAttribute("aria-pressed", "false");
  lifted = button === lifted ? null : button;
  lifted?.setAttribute("aria-pressed", "true");
  for (const end of form.querySelectorAll("[data-end]")) end.hidden = !lifted;
  if (lifted) told(form.dataset.lifted, lifted);
  else say.textContent = "";
}

/** Before this item of any group. */
function put(before) {
  const card = lifted;
  before.before(itemOf(card));
  written();
  lift(card);
  card.focus();
  told(form.dataset.put, card);
}

/** What is sent: the numbers of each group in their order. */
function written() {
  for (const group of form.querySelectorAll("[data-group]")) {
    const cards = [...group.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
    group.querySelector("textarea").value = cards.join(" ");
  }
}

function step(card, key) {
  const item = itemOf(card);
  const group = card.closest("[data-group]");
  const at = Number(group.dataset.group) + { ArrowUp: -2, ArrowDown: 2 }[key];
  if (key === "ArrowLeft") item.previousElementSibling?.before(item);
  else if (key === "ArrowRight" && item.nextElementSibling?.querySelector("[data-card]")) item.nextElementSibling.after(item);
  else if (key === "ArrowRight" || key === "ArrowLeft") return;
  else {
    const end = form.querySelector(`[data-group="${at}"] [data-end]`);
    if (!end) return;
    itemOf(end).before(item);
  }
  written();
  card.focus();
  told(form.dataset.put, card);
}

form.classList.add("by-hand");
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-card], [data-end]");
  if (!button) return;
  if (!lifted || button === lifted) lift(button);
  else put(itemOf(button));
});
form.addEventListener("keydown", (event) => {
  const card = event.target.closest("[data-card]");
  if (!card) return;
  if (event.key === "Escape" && lifted) lift(lifted);
  if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key) || card !== lifted) return;
  event.preventDefault();
  step(card, event.key);
});
