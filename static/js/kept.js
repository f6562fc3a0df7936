// What was kept on this device for one person goes when another is here, or nobody: on every page, whatever led there.
// (Signing out clears it as well, by a header.)

const PREFIXES = ["naniwazu-kept-", "naniwazu-recordings", "naniwazu-evening-"];

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => PREFIXES.some((prefix) => name.startsWith(prefix))).map((name) => caches.delete(name)));
}

// Signing out forgets what is stored here, so results that wait to be sent (evening/waiting.js) are asked about first.
addEventListener("submit", (event) => {
  const question = event.target.dataset.waits;
  if (question && isWaiting() && !confirm(question)) event.preventDefault();
});

function isWaiting() {
  try {
    const mine = `results-${document.documentElement.dataset.person}-`;
    return Object.keys(localStorage).some((name) => name.startsWith(mine));
  } catch {
    return false;
  }
}

try {
  const keptFor = localStorage.getItem("kept-for");
  if (keptFor !== null && keptFor !== document.documentElement.dataset.person) {
    localStorage.removeItem("kept-for");
    if ("caches" in window) clear();
  }
} catch {
  // Storage is forbidden: then nothing was kept.
}
