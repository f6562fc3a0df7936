// The mat on the page: which element lies where, what is marked on it, and how cards move. Drawn from what is told.

import { fitted, folded, placeOf, rowsOf } from "./board.js";

const DESK = "(min-width: 1000px) and (min-height: 640px)";
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const FAST_MS = 140;
const LEAST_HEIGHT = 600; // as in field.css: a lower page is scrolled

export class Field {
  #root;
  #faces;
  #texts;
  #side;
  #slots = new Map();
  #told = null;
  #gone = null;

  /** `faces`: { card: { columns } }; `texts`: data attributes with the words for marks. */
  constructor(root, { faces, texts, side }) {
    this.#root = root;
    this.#faces = faces;
    this.#texts = texts;
    this.#side = side;
    matchMedia(DESK).addEventListener("change", () => this.#size());
    addEventListener("resize", () => this.#size());
  }

  get own() {
    return this.#root.querySelector("[data-territory=own]");
  }

  slot(card) {
    return this.#slots.get(card);
  }

  get cards() {
    return [...this.#slots.keys()];
  }

  /** The side before which a card lies, −1 where it is scattered, null where it is not on the mat. */
  sideOf(card) {
    const side = this.#told.sides.findIndex(({ groups }) => groups && placeOf(groups, card));
    if (side >= 0) return side;
    return this.#slots.has(card) ? -1 : null;
  }

  /** Draw what is told. `draft`: own groups that are not told yet; `taken`: the card that has just left. */
  draw(told, { draft = null, taken = null } = {}) {
    const before = this.#boxes();
    const focused = document.activeElement?.dataset?.card;
    const was = this.#told;
    if (taken && was) this.#leave(taken, was, told);
    this.#told = told;
    const lying = new Set();
    if (told.scattered.length || !told.sides.length || this.#isScattered) this.#scatter(told.scattered, lying);
    else {
      told.sides.forEach(({ groups }, side) => {
        const shown = side === this.#side && draft ? draft : groups;
        this.#lay(side === this.#side ? "own" : "opp", side, shown, lying);
      });
    }
    for (const [card, slot] of this.#slots) {
      if (lying.has(card)) continue;
      slot.remove();
      this.#slots.delete(card);
    }
    this.#size(draft);
    if (focused) this.#slots.get(Number(focused))?.focus({ preventScroll: true });
    this.#rove();
    this.#move(before);
  }

  /** The gaps of the last take close. */
  close() {
    if (!this.#gone) return;
    const before = this.#boxes();
    this.#gone.element.remove();
    this.#gone = null;
    this.#size();
    this.#move(before);
  }

  get #isScattered() {
    return Boolean(this.#root.querySelector("[data-territory=all]"));
  }

  #lay(where, side, groups, lying) {
    const gone = this.#gone?.side === side ? this.#gone : null;
    groups.forEach((group, index) => {
      const slots = group.map((card) => {
        lying.add(card);
        return this.#slot(card);
      });
      if (gone?.index === index) slots.splice(Math.min(gone.at, slots.length), 0, gone.element);
      const into = this.#root.querySelector(`[data-territory=${where}] [data-group="${index}"]`);
      if (slots.length !== into.children.length || slots.some((slot, at) => slot !== into.children[at])) {
        into.replaceChildren(...slots);
      }
    });
  }

  #scatter(scattered, lying) {
    const mat = this.#root.querySelector("[data-territory=all]");
    for (const [card, cell, turn] of scattered) {
      lying.add(card);
      const slot = this.#slot(card);
      slot.style.setProperty("--x", cell % 10);
      slot.style.setProperty("--y", Math.floor(cell / 10));
      slot.style.setProperty("--turn", `${turn}deg`);
      slot.dataset.cell = cell;
      if (slot.parentNode !== mat) mat.append(slot);
    }
  }

  #slot(card) {
    const known = this.#slots.get(card);
    if (known) return known;
    const slot = document.createElement("button");
    slot.type = "button";
    slot.className = "slot";
    slot.dataset.card = card;
    slot.append(face(this.#faces[card].columns), said(""));
    this.#slots.set(card, slot);
    return slot;
  }

  // How large ------------------------------------------------------------------------------------------------
  #size(draft = null) {
    if (!this.#told || this.#isScattered) return;
    const isDesk = matchMedia(DESK).matches;
    const territories = this.#told.sides.map(({ groups }, side) => {
      const sizes = (side === this.#side && draft ? draft : groups).map((group) => group.length);
      if (this.#gone?.side === side) sizes[this.#gone.index] += 1; // its place is kept until the next poem
      return rowsOf(sizes);
    });
    const rows = territories.flat();
    const longest = Math.max(...rows.map(([left, right]) => left + right));
    const width = window.innerWidth;
    const height = Math.max(window.innerHeight, LEAST_HEIGHT);
    const { per, lines } = isDesk
      ? fitted(rows, {
          least: Math.min(longest, 16),
          most: Math.min(longest, 18),
          widthOf: (n) => Math.min((width - 288) / 16.73, (width - 334) / n - 3),
          heightOf: (n) => ((height - 275 - 5 * (n - 2)) / n) * (52 / 73),
        })
      : fitted(rows, {
          least: Math.min(9, Math.max(5, longest)),
          most: Math.max(9, longest),
          widthOf: (n) => (width - 21 - n) / n,
          heightOf: (n) => ((height - 312 - 3 * (n - 2)) / n) * (52 / 73),
        });
    this.#root.style.setProperty("--per", per);
    this.#root.style.setProperty("--lines", lines);
    this.#root.classList.toggle("folds", lines > rows.length);
    territories.forEach((own, side) => {
      const where = side === this.#side ? "own" : "opp";
      own.forEach(([left, right], row) => {
        const fold = folded(left, right, per);
        [fold.left, fold.right].forEach((n, wing) => {
          const group = this.#root.querySelector(`[data-territory=${where}] [data-group="${2 * row + wing}"]`);
          group.style.setProperty("--n", n);
        });
      });
    });
  }

  // Marks ----------------------------------------------------------------------------------------------------
  /** What is marked on a card: "mine", "theirs", "fault", "pick", "received", "carried"; and who did it. */
  mark(card, kind, words = "") {
    const slot = this.#slots.get(card);
    if (!slot) return;
    slot.classList.add(kind);
    const said = slot.querySelector(".vh");
    if (words && !said.textContent.includes(words)) said.textContent = `${said.textContent} ${words}`.trim();
  }

  unmark(...kinds) {
    for (const slot of this.#slots.values()) {
      slot.classList.remove(...kinds);
      slot.removeAttribute("data-n");
      slot.removeAttribute("aria-pressed");
      slot.querySelector(".vh").textContent = "";
    }
  }

  // Focus ----------------------------------------------------------------------------------------------------
  #rove() {
    const slots = [...this.#root.querySelectorAll("button.slot")];
    const current = slots.find((slot) => slot === document.activeElement) ?? slots.find((slot) => slot.tabIndex === 0);
    const chosen = current ?? this.own?.querySelector("button.slot") ?? slots[0];
    for (const slot of slots) slot.tabIndex = slot === chosen ? 0 : -1;
  }

  /** The nearest card in the direction of an arrow key gets the focus. */
  step(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const start = middle(from.getBoundingClientRect());
    let best = null;
    for (const slot of this.#slots.values()) {
      if (slot === from) continue;
      const end = middle(slot.getBoundingClientRect());
      const along = (end.x - start.x) * dx + (end.y - start.y) * dy;
      const aside = Math.abs((end.x - start.x) * dy) + Math.abs((end.y - start.y) * dx);
      if (along < 4) continue;
      const far = along + 3 * aside;
      if (!best || far < best.far) best = { slot, far };
    }
    if (!best) return;
    for (const slot of this.#slots.values()) slot.tabIndex = -1;
    best.slot.tabIndex = 0;
    best.slot.focus({ preventScroll: true });
  }

  // Motion ---------------------------------------------------------------------------------------------------
  #boxes() {
    return new Map([...this.#slots].map(([card, slot]) => [card, slot.getBoundingClientRect()]));
  }

  #move(before) {
    if (STILL.matches) return;
    for (const [card, slot] of this.#slots) {
      const [from, to] = [before.get(card), slot.getBoundingClientRect()];
      if (!from?.width || this.#isScattered) continue;
      // The others' territory is turned round, and its directions with it.
      const way = slot.closest("[data-territory=opp]") ? -1 : 1;
      const [x, y] = [way * (from.left - to.left), way * (from.top - to.top)];
      if (Math.abs(x) + Math.abs(y) < 1) continue;
      const frames = [{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }];
      slot.animate(frames, { duration: FAST_MS, easing: "ease-out" });
    }
  }

  /** A taken card is swept off the mat; where it lay is seen until the next poem. */
  #leave(card, was, told) {
    const slot = this.#slots.get(card);
    if (!slot) return;
    const box = slot.getBoundingClientRect();
    const side = was.sides.findIndex(({ groups }) => groups && placeOf(groups, card));
    this.#gone?.element.remove();
    this.#gone = null;
    if (side >= 0) {
      const [row, wing, at] = placeOf(was.sides[side].groups, card);
      const element = document.createElement("span");
      element.className = "slot gone";
      element.append(said(this.#texts.wordGone));
      this.#gone = { element, side, index: 2 * row + wing, at };
    }
    if (STILL.matches) return;
    const flying = slot.cloneNode(true);
    flying.className = "slot flying";
    flying.removeAttribute("data-card");
    flying.setAttribute("aria-hidden", "true");
    flying.tabIndex = -1;
    Object.assign(flying.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    this.#root.append(flying);
    const isOwn = told.last?.taker_side === this.#side;
    const out = `translate(${box.left < innerWidth / 2 ? -1 : 1 }00px, ${isOwn ? 60 : -60}px) rotate(14deg)`;
    const frames = [{ transform: "none", opacity: 1 }, { transform: out, opacity: 0 }];
    flying.animate(frames, { duration: FAST_MS, easing: "ease-in" }).finished.then(() => flying.remove(), () => flying.remove());
  }
}

const middle = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

function said(words) {
  const element = document.createElement("span");
  element.className = "vh";
  element.textContent = words;
  return element;
}

/** The face of a card: three columns. */
export function face(columns) {
  const card = document.createElement("span");
  card.className = "tf";
  card.lang = "ja";
  const inner = document.createElement("span");
  for (const column of columns) {
    const line = document.createElement("i");
    line.textContent = column;
    if (column.length > 5) line.className = "six";
    inner.append(line);
  }
  card.append(inner);
  return card;
}
