// The button that copies a link; without scripts the link stands there to be copied by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
}
