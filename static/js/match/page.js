// What the page of a match brings along: its element, facts and words as data attributes, and values as JSON.

export const root = document.getElementById("match");
export const { dataset: facts } = root;
export const { dataset: words } = document.getElementById("words");
export const json = (id) => JSON.parse(document.getElementById(id).textContent);
export const find = (name) => root.querySelector(`[data-${name}]`);
