// What was kept on this device for one person goes when another is here, or nobody: on every page, whatever led there.
// (Signing out clears it as well, by a header.)

const PREFIXES = ["naniwazu-kept-", "naniwazu-recordings", "naniwazu-evening-"];

async function clear() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => PREFIXES.some((prefix) => name.startsWith(prefix))).map((name) => caches.delete(name)));
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
