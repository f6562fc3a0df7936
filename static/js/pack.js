// Listening to the verses of a pack one after the other, without leaving its page. Without this file they are links.

let player = null;
let at = null;

function stop() {
  player?.pause();
  at?.removeAttribute("aria-current");
  player = at = null;
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[data-listen]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const again = link === at;
  stop();
  if (again) return;
  at = link;
  link.setAttribute("aria-current", "true");
  player = new Audio(link.href);
  player.addEventListener("ended", stop);
  player.play().catch(stop);
});
