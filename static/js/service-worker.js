// A kept reading without a network: its page, the list of its recordings, their files, and the reader's own scripts and
// styles. The server puts a line before this file: self.SHELL = { version, files, isHashed }.
//
// It keeps nothing by itself but the shell. A reading is kept when its person says so (reader/keeping.js), in a cache of
// its own; another person on the same device, or signing out, clears them all (kept.js, the sign-out page).

const SHELL_CACHE = `naniwazu-shell-${SHELL.version}`;
const READING = "naniwazu-kept-"; // and the key of the reading
const RECORDINGS = "naniwazu-recordings";
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
  const names = await caches.keys();
  const renewed = await Promise.all(names.filter((name) => name.startsWith(READING)).map(renew));
  if (!renewed.every(Boolean)) return;
  const old = names.filter((name) => name.startsWith("naniwazu-shell-") && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function renew(name) {
  const cache = await caches.open(name);
  const pages = (await cache.keys()).filter((request) => isReading(new URL(request.url)));
  const answers = await Promise.all(pages.map((request) => fromNetwork(request.url, cache).catch(() => null)));
  return answers.every(Boolean);
}

const isReading = ({ pathname }) => /^\/reader\/[0-9a-f-]{36}\/$/.test(pathname);
const isList = ({ pathname }) => /^\/recordings\/[^/]+\/[^/]+\.json$/.test(pathname);
const isRecording = ({ pathname }) => /^\/recordings\/[0-9a-f]{64}\.\w+$/.test(pathname);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isReading(address)) event.respondWith(page(request, address));
  else if (isRecording(address)) event.respondWith(kept(request));
  else if (isList(address)) event.respondWith(newest(request));
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

/** A kept page as the server has it now, else as it was kept. */
async function page(request, address) {
  const name = READING + address.pathname.split("/")[2];
  if (!(await caches.has(name))) return fetch(request);
  const cache = await caches.open(name);
  try {
    return await fromNetwork(request, cache);
  } catch {
    return (await cache.match(address.href, { ignoreVary: true })) ?? fetch(request);
  }
}

/** Fetch a kept page and keep it as it is now. Whoever may not see it any more (404, or sent to the door) keeps none. */
async function fromNetwork(request, cache) {
  const answer = await patient(request);
  const { url } = typeof request === "string" ? { url: request } : request;
  if (answer.ok && !answer.redirected) await cache.put(url, answer.clone());
  else if (answer.status === 404 || answer.redirected || answer.type === "opaqueredirect") await cache.delete(url);
  return answer;
}

function patient(request) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    fetch(request).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
