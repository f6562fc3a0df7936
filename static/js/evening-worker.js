// The evening of a club without a network: its page as it was last seen, with the scripts and styles it needs. What is
// recorded there waits in the page's own line (evening/waiting.js); nothing is sent from here.
//
// The server puts a line before this file: self.SHELL = { version, files, isHashed }. Pages go when another person is
// here, or nobody (kept.js, signing out).

const SHELL_CACHE = `naniwazu-clubs-shell-${SHELL.version}`;
const PAGES = "naniwazu-evening-pages";
const PATIENCE_MS = 4000; // with a line that is there and brings nothing

self.addEventListener("install", (event) => {
  event.waitUntil(fillShell());
});

async function fillShell() {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll(SHELL.files.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

/** Kept pages name the files of the shell they came with: the old shell goes when they have been fetched anew. */
async function takeOver() {
  await self.clients.claim();
  const pages = await (await caches.open(PAGES)).keys();
  const renewed = await Promise.all(pages.map((request) => fromNetwork(request.url).catch(() => null)));
  if (!renewed.every(Boolean)) return;
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("naniwazu-clubs-shell-") && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const isEvening = ({ pathname }) => /^\/clubs\/[^/]+\/evening\/$/.test(pathname);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (isEvening(address)) event.respondWith(page(request, address));
  else if (SHELL.files.includes(address.pathname)) event.respondWith(SHELL.isHashed ? kept(request) : newest(request));
  else if (address.pathname.startsWith("/static/")) event.respondWith(kept(request)); // of an older shell
});

const found = (request) => caches.match(request, { ignoreVary: true });

async function kept(request) {
  return (await found(request)) ?? fetch(request);
}

async function newest(request) {
  try {
    const answer = await patient(request);
    if (answer.ok || answer.status === 304) return answer;
  } catch {
    // no network
  }
  return (await found(request)) ?? fetch(request);
}

/** The page as the server has it now, else as it was last seen. What is chosen in its address is the page's to do. */
async function page(request, address) {
  const plain = address.origin + address.pathname;
  try {
    return await fromNetwork(request, address.search ? null : plain);
  } catch {
    const cache = await caches.open(PAGES);
    return (await cache.match(plain, { ignoreVary: true })) ?? Response.error();
  }
}

/** Fetch a page and keep it under `plain`. Whoever may not see it any more (404, or sent to the door) keeps none. */
async function fromNetwork(request, plain = request) {
  const answer = await patient(request);
  if (plain === null) return answer;
  const cache = await caches.open(PAGES);
  if (answer.ok && !answer.redirected) await cache.put(plain, answer.clone());
  else if (answer.status === 404 || answer.redirected || answer.type === "opaqueredirect") await cache.delete(plain);
  return answer;
}

function patient(request) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    fetch(request).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
