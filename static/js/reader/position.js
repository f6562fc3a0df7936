// Where a reading is, and what moves it: the rules of trainer/reciter/position.py, for a page that cannot wait for a
// server. tests/browser/test_reader_e2e.py holds both against one table. Pure: positions in, positions out.

export const START = { unit: 0, phase: "ready", is_held: false };

/** The position after a move; the very same object if the move has nothing to do there. `at`: the unit it was made in. */
export function moved(units, position, move, at = null) {
  if (at !== null && at !== position.unit) return position;
  const next = MOVES[move](units, position);
  const keys = Object.keys(START);
  return keys.every((key) => next[key] === position[key]) ? position : next;
}

const reading = (unit) => ({ unit, phase: "reading", is_held: false });

function start(_units, position) {
  return position.phase === "ready" ? reading(position.unit) : { ...position, is_held: false };
}

function hold(_units, position) {
  return ["reading", "waiting"].includes(position.phase) ? { ...position, is_held: true } : position;
}

function next(units, position) {
  if (position.phase === "ready") return start(units, position);
  if (position.unit + 1 >= units.length) return { ...position, phase: "finished", is_held: false };
  return reading(position.unit + 1);
}

function back(units, position) {
  if (position.phase === "ready") return position;
  return reading(position.phase === "finished" ? position.unit : Math.max(0, position.unit - 1));
}

function reread(_units, position) {
  return position.phase === "ready" ? position : reading(position.unit);
}

function heard(units, position) {
  if (position.phase !== "reading" || position.is_held) return position;
  const isLast = position.unit + 1 >= units.length;
  return units[position.unit].goes_on || isLast ? next(units, position) : { ...position, phase: "waiting" };
}

const MOVES = { start, hold, next, back, reread, heard };
