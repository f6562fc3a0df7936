// What the page of a match brings along: its element, facts and words as data attributes, and values as JSON.

export const root = document.getElementById("match");
export const { dataset: facts } = root;
// What both pages of a match of karuta say (those of the other tables have no such words), and what only this one says.
export const words = { ...document.getElementById("mat-words")?.dataset, ...document.getElementById("words").dataset };
export const json = (id) => JSON.parse(document.getElementById(id).textContent);
export const find = (name) => root.querySelector(`[data-${name}]`);
