// Shows only the choices that the chosen game has. Without scripts all are there, and those that do not matter do nothing.
const form = document.querySelector(".new-match");

function show() {
  const game = form.querySelector("[name=game]:checked")?.value ?? "";
  for (const part of form.querySelectorAll(".only")) part.hidden = !part.dataset.for.split(" ").includes(game);
}

if (form) {
  form.addEventListener("change", show);
  show();
}
