// A reading kept on this device: its page, the list of its recordings, and their files, in caches that the service
// worker reads (service-worker.js). What was kept has its size beside it, so that clearing can say what it freed.

const READING = "naniwazu-kept-";
const RECORDINGS = "naniwazu-recordings";
const SHELL = "naniwazu-shell-";
const NOTE = "/kept-sizes"; // in a reading's cache: { address: bytes }; no address of the site
const AT_ONCE = 4;

export const canKeep = () => "caches" in window && Boolean(navigator.serviceWorker) && isSecureContext;

export const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);

export class Keeping {
  /** `key` of the reading; `page` and `manifest`: addresses; `worker`: the service worker's. */
  constructor({ key, page, manifest, worker }) {
    Object.assign(this, { name: READING + key, page, manifest, worker });
  }

  /** How many bytes this reading has on the device; 0 where it is not kept. */
  async bytes() {
    if (!(await caches.has(this.name))) return 0;
    const sizes = await sizesOf(this.name);
    return sizes === null ? 0 : sum(sizes) + (await shellBytes());
  }

  /** Keep the page, the list and these files ([{ url, bytes }]); what is there already is not fetched again. */
  async keep(files, onProgress = () => {}) {
    const all = files.reduce((total, { bytes }) => total + bytes, 0);
    await registered(this.worker);
    const recordings = await caches.open(RECORDINGS);
    const sizes = {};
    const queue = [...files];
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        if (!(await recordings.match(file.url))) await recordings.put(file.url, await fetched(file.url));
        sizes[file.url] = file.bytes;
        onProgress(sum(sizes), all);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const reading = await caches.open(this.name);
    for (const address of [this.page, this.manifest]) {
      const answer = await fetched(address, { cache: "no-cache" });
      sizes[address] = (await answer.clone().arrayBuffer()).byteLength;
      await reading.put(address, answer);
    }
    await reading.put(NOTE, Response.json(sizes)); // last: a reading without it is not whole
    await navigator.storage?.persist?.().catch(() => false);
    return this.bytes();
  }

  /** Forget it, and the recordings that no other kept reading needs. Returns the bytes that are free again. */
  async clear() {
    const sizes = (await sizesOf(this.name)) ?? {};
    await caches.delete(this.name);
    const others = (await caches.keys()).filter((name) => name.startsWith(READING));
    const needed = new Set((await Promise.all(others.map(sizesOf))).flatMap((each) => Object.keys(each ?? {})));
    const gone = Object.keys(sizes).filter((address) => !needed.has(address));
    const recordings = await caches.open(RECORDINGS);
    await Promise.all(gone.map((address) => recordings.delete(address)));
    let freed = gone.reduce((total, address) => total + sizes[address], 0);
    if (!others.length) freed += await clearAll();
    return freed;
  }
}

/** The last kept reading has gone: so do the shell, half-kept files and the worker. */
async function clearAll() {
  const bytes = await shellBytes();
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELL) || name === RECORDINGS);
  await Promise.all(names.map((name) => caches.delete(name)));
  const registration = await navigator.serviceWorker.getRegistration("/reader/");
  await registration?.unregister();
  return bytes;
}

const sum = (sizes) => Object.values(sizes).reduce((total, bytes) => total + bytes, 0);

async function sizesOf(name) {
  const note = await (await caches.open(name)).match(NOTE);
  return note ? note.json() : null;
}

async function shellBytes() {
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELL));
  const caches_ = await Promise.all(names.map((name) => caches.open(name)));
  const answers = (await Promise.all(caches_.map((cache) => cache.matchAll()))).flat();
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return bodies.reduce((total, body) => total + body.byteLength, 0);
}

async function fetched(address, options = {}) {
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** The worker is in charge of this page: what it does not serve now, it could not serve without a network either. */
async function registered(worker) {
  const { serviceWorker } = navigator;
  await serviceWorker.register(worker, { scope: "/reader/" });
  await serviceWorker.ready;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

// --- the panel of the page -------------------------------------------------------------------------------

/**
 * The part of the page that offers it. `files()`: what is still needed, [{ url, bytes }]; `isWhole()`: whether all of it
 * has been recorded. Returns `draw`, to be called when that has changed.
 */
export function offerKeeping(root, keeping, { files, isWhole, person }) {
  const text = { ...root.dataset };
  const [button, state, bar] = ["keep", "keep-state", "keep-bar"].map((name) => root.querySelector(`[data-${name}]`));
  let bytes = 0;
  let isBusy = false;

  const say = (words, size) => {
    state.textContent = words.replace("%size%", megabytes(size));
  };

  function draw(words = null, size = 0) {
    const wanted = files().reduce((total, file) => total + file.bytes, 0);
    button.dataset.keep = bytes ? "clear" : "keep";
    button.textContent = (bytes ? text.clear : text.keep).replace("%size%", megabytes(bytes || wanted));
    button.disabled = isBusy || (!bytes && !isWhole());
    bar.hidden = !isBusy;
    if (words !== null) say(words, size);
    else if (!isBusy) say(bytes ? text.kept : isWhole() ? text.notKept : text.notWhole, bytes || wanted);
  }

  async function keep() {
    bytes = await keeping.keep(files(), (done, all) => {
      bar.value = done / (all || 1);
      say(text.keeping, done);
    });
    localStorage.setItem("kept-for", person);
  }

  button.addEventListener("click", async () => {
    const isClearing = bytes > 0;
    isBusy = true;
    draw();
    let outcome;
    try {
      if (isClearing) {
        outcome = [text.freed, await keeping.clear()];
        bytes = 0;
      } else {
        await keep();
        outcome = [null];
      }
    } catch {
      outcome = [text.failed];
    }
    isBusy = false;
    draw(...outcome);
  });

  keeping.bytes().then((found) => {
    bytes = found;
    draw();
  });
  root.hidden = false;
  return draw;
}
