// Plays a replay: after so many seconds on to the next reading, by its own link. Without scripts the links do.
const box = document.querySelector("[data-replay]");
const next = document.querySelector("a[rel=next]");
const STORED = "karuta-replay-speed";

for (const [key, rel] of [["ArrowLeft", "prev"], ["ArrowRight", "next"]]) {
  addEventListener("keydown", (event) => {
    if (event.key === key && !event.target.closest("select, input, button")) document.querySelector(`a[rel=${rel}]`)?.click();
  });
}

if (box && next) {
  const [button, speed] = [box.querySelector("button"), box.querySelector("select")];
  let timer = 0;
  const isPlaying = () => sessionStorage.getItem(STORED) !== null;
  const show = () => {
    button.textContent = isPlaying() ? box.dataset.playing : box.dataset.still;
  };
  const wind = () => {
    clearTimeout(timer);
    if (isPlaying()) timer = setTimeout(() => location.replace(next.href), 1000 * Number(speed.value));
  };
  box.hidden = false;
  if (isPlaying()) speed.value = sessionStorage.getItem(STORED);
  button.addEventListener("click", () => {
    if (isPlaying()) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, speed.value);
    show();
    wind();
  });
  speed.addEventListener("change", () => {
    if (isPlaying()) sessionStorage.setItem(STORED, speed.value);
    wind();
  });
  show();
  wind();
} else {
  sessionStorage.removeItem(STORED);
}
