// Shows the value of a slider while it moves.
for (const slider of document.querySelectorAll("[data-slider]")) {
  const input = slider.querySelector("input");
  const value = slider.querySelector("[data-value]");
  input.addEventListener("input", () => { value.textContent = input.value; });
}
