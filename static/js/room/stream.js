// An event stream that is always there again: after a lost line, a closed lid, a server that was started anew.
//
//     const stream = follow(() => address, { sight(data, id) {…}, over() {…} }, { onLine(isThere) {…} })
//     stream.reopen(); stream.close()
//
// EventSource connects again by itself after a broken line, but gives up for good on an error of the server, and does not
// notice a line that is silent. The server sends its clock every five seconds; who hears nothing for longer starts anew.

const SILENT_MS = 12_000;
const AGAIN_MS = [500, 1000, 2000, 4000, 8000];

export function follow(address, hear, { after = "", onLine = () => {} } = {}) {
  let source = null;
  let lastId = after;
  let failures = 0;
  let heardAt = 0;
  let retry = 0;
  let isOver = false;

  function open() {
    clearTimeout(retry);
    source?.close();
    heardAt = Date.now();
    const target = new URL(address(), location.href);
    if (lastId) target.searchParams.set("after", lastId);
    source = new EventSource(target);
    source.addEventListener("error", lost);
    source.addEventListener("clock", alive);
    source.addEventListener("over", () => {
      close();
      hear.over?.();
    });
    for (const name of Object.keys(hear).filter((each) => each !== "over")) {
      source.addEventListener(name, (event) => {
        alive();
        lastId = event.lastEventId || lastId;
        hear[name](JSON.parse(event.data), event.lastEventId);
      });
    }
  }

  function alive() {
    heardAt = Date.now();
    failures = 0;
    onLine(true);
  }

  function lost() {
    onLine(false);
    clearTimeout(retry);
    source?.close();
    if (isOver) return;
    retry = setTimeout(open, AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)]);
    failures += 1;
  }

  function look() {
    if (!isOver && Date.now() - heardAt > SILENT_MS) open();
  }

  function close() {
    isOver = true;
    clearTimeout(retry);
    clearInterval(watch);
    source?.close();
    for (const [target, event, listener] of listeners) target.removeEventListener(event, listener);
  }

  const atOnce = () => !isOver && open();
  const listeners = [
    [window, "online", atOnce],
    [window, "offline", lost], // an open line may not notice for minutes; a server on this very machine answers still
    [window, "pageshow", look],
    [document, "visibilitychange", look],
  ];
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener);
  const watch = setInterval(look, 2000);
  open();
  return { reopen: open, close };
}
