// How cards move, as arithmetic: from what the table was and what happened, where each card comes from and when.
// Times in ms. No page in here, so that it can be tested by itself.

export const MOVE_MS = 140;

/** The plan of a turn's movements: [{card, from, via, start, isNew}], the cards in `after` that come from somewhere else.
 *
 * before, after: Map card → {x, y, width}; places: {hand, other, stock} → {x, y, width}; steps as the server told them.
 * A played card goes onto what it takes, then all of them go to the heap. What nobody has seen yet (`isNew`) stays out of
 * sight until it moves.
 */
export function plan(before, after, places, steps) {
  const moves = [];
  let start = 0;
  for (const { card, own, from, onto } of steps) {
    const source = before.get(card) ?? places[from === "stock" ? "stock" : own ? "hand" : "other"];
    const target = onto.length ? before.get(onto[0]) ?? places.landed?.get(onto[0]) ?? null : null;
    if (after.has(card) && source) moves.push({ card, from: source, via: target, start, isNew: !before.has(card) });
    for (const taken of onto) {
      const lay = before.get(taken) ?? places.landed?.get(taken);
      if (after.has(taken) && lay) moves.push({ card: taken, from: lay, via: lay, start, isNew: !before.has(taken) });
    }
    start += target ? 2 * MOVE_MS + 120 : MOVE_MS + 120;
  }
  return moves;
}

/** Keyframes that bring a card from `from` by way of `via` to where it stands: moved and scaled from its own corner. */
export function keyframes({ from, via, isNew }, to) {
  const at = (place) => ({
    transformOrigin: "0 0",
    transform: `translate(${place.x - to.x}px, ${place.y - to.y}px) scale(${place.width / to.width})`,
  });
  const path = via ? [at(from), at(via), at(to)] : [at(from), at(to)];
  const duration = MOVE_MS * (path.length - 1);
  const frames = isNew ? [{ ...at(from), opacity: 0 }, { ...at(from), opacity: 1, offset: 0.01 }, ...path.slice(1)] : path;
  return { frames, duration };
}
