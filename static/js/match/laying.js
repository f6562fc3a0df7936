// Own cards are laid elsewhere: dragged, or taken up with Enter and moved with the arrow keys.

import { droppedAt, moved, placeOf, rowsOf, stepped } from "./board.js";

const DRAG_PX = 7; // less is a tap

export class Laying {
  #field;
  #root;
  #groups;
  #may;
  #onDraft;
  #onPut;
  #most;
  #drag = null;
  #carried = null;

  /**
   * `groups()`: the own groups as told; `may(card)`: whether this card may be moved now; `onDraft(groups)`: show them;
   * `onPut(card, place, groups)`: it is put down.
   */
  constructor(root, field, { groups, may, onDraft, onPut, most }) {
    this.#root = root;
    this.#field = field;
    this.#groups = groups;
    this.#may = may;
    this.#onDraft = onDraft;
    this.#onPut = onPut;
    this.#most = most;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#over(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#drop(false));
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get isBusy() {
    return Boolean(this.#drag?.isMoving || this.#carried);
  }

  /** The own groups as a card in the hand would lie; null where none is held. */
  get draft() {
    const held = this.#drag?.isMoving ? this.#drag : this.#carried;
    if (!held?.place) return null;
    return held === this.#carried ? held.groups : moved(held.groups, held.card, held.place);
  }

  /** Nothing is held any more: the page is drawn anew. */
  forget() {
    this.#drag?.float?.remove();
    this.#drag = this.#carried = null;
  }

  // Dragging -------------------------------------------------------------------------------------------------
  #down(event) {
    const slot = event.target.closest("[data-territory=own] button.slot");
    if (!slot || event.button !== 0 || this.#drag) return;
    const card = Number(slot.dataset.card);
    if (!this.#may(card)) return;
    this.#drag = { id: event.pointerId, card, slot, x: event.clientX, y: event.clientY, isMoving: false };
    slot.setPointerCapture?.(event.pointerId);
  }

  #over(event) {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < DRAG_PX) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      drag.groups = this.#groups();
      const box = drag.slot.getBoundingClientRect();
      drag.float = drag.slot.cloneNode(true);
      drag.float.className = "slot floating";
      drag.float.removeAttribute("data-card");
      Object.assign(drag.float.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
      this.#root.append(drag.float);
      drag.slot.classList.add("lifted");
    }
    drag.float.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
    const place = this.#placeAt(event.clientX, event.clientY, drag.card);
    if (String(place) === String(drag.place)) return;
    drag.place = place;
    this.#onDraft(moved(drag.groups, drag.card, place));
  }

  #up(event) {
    if (this.#drag?.id === event.pointerId) this.#drop(true);
  }

  #drop(isMeant) {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    drag.float?.remove();
    drag.slot.classList.remove("lifted");
    if (!drag.isMoving) return;
    // The click that comes now is the end of the drag, and chooses nothing.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    const isSame = !drag.place || String(drag.place) === String(placeOf(drag.groups, drag.card));
    if (!isMeant || isSame) this.#onDraft(null);
    else this.#onPut(drag.card, drag.place, moved(drag.groups, drag.card, drag.place));
  }

  #placeAt(x, y, card) {
    const own = this.#field.own;
    const { left, right } = own.getBoundingClientRect();
    const rows = [...own.querySelectorAll("[data-row]")].map((row, index) => {
      const { top, bottom } = row.getBoundingClientRect();
      const boxes = (wing) =>
        [...row.querySelectorAll(`[data-group="${2 * index + wing}"] button.slot`)]
          .filter((slot) => Number(slot.dataset.card) !== card)
          .map((slot) => slot.getBoundingClientRect());
      return { top, bottom, middle: (left + right) / 2, left: boxes(0), right: boxes(1) };
    });
    const place = droppedAt(rows, x, y);
    const counts = rowsOf(this.#groups()).map(([a, b]) => a.length + b.length);
    const from = placeOf(this.#groups(), card);
    return counts[place[0]] >= this.#most && from[0] !== place[0] ? from : place;
  }

  // Keys -----------------------------------------------------------------------------------------------------
  #clicked(event) {
    const slot = event.target.closest("[data-territory=own] button.slot");
    if (!slot || event.detail !== 0) return; // a pointer drags
    const card = Number(slot.dataset.card);
    if (this.#carried) this.#put();
    else if (this.#may(card)) {
      this.#carried = { card, groups: this.#groups() };
      slot.classList.add("carried");
      slot.setAttribute("aria-pressed", "true");
    }
  }

  #pressed(event) {
    const carried = this.#carried;
    if (!carried) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.#let();
      this.#onDraft(null);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const place = stepped(carried.groups, carried.card, event.key, this.#most);
      if (!place) return;
      carried.groups = moved(carried.groups, carried.card, place);
      carried.place = place;
      this.#onDraft(carried.groups);
    }
  }

  #put() {
    const { card, place, groups } = this.#carried;
    this.#let();
    if (place) this.#onPut(card, place, groups);
  }

  #let() {
    const slot = this.#field.slot(this.#carried.card);
    slot?.classList.remove("carried");
    slot?.removeAttribute("aria-pressed");
    this.#carried = null;
  }
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
