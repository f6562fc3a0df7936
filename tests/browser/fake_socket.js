// static/js/live/socket.js with a WebSocket that this script opens, hears and breaks: what it says, and when.
async (address) => {
  const made = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    said = [];
    constructor() { super(); made.push(this); }
    send(text) {
      const { t, id, have } = JSON.parse(text);
      this.said.push([t, id ?? have]);
    }
    close() {}
    hears(message) { this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ v: 1, ...message }) })); }
    breaks(code) { this.dispatchEvent(Object.assign(new Event("close"), { code })); }
  };
  const { Socket } = await import(address);
  const heard = [], states = [], answers = [];
  const socket = new Socket("/ws/", { onMessage: ({ t }) => heard.push(t), onState: (state) => states.push(state) });
  const later = () => new Promise((resolve) => setTimeout(resolve, 0));
  const ids = (fake) => fake.said.filter(([t]) => t === "act").map(([, id]) => id);
  socket.open();
  const asked = socket.ask("act", { do: "ready" }).then(({ t }) => answers.push(t)); // before there is a line
  const before = made[0].said.length;
  made[0].hears({ t: "hello", n: 1 });
  made[0].hears({ t: "probe", id: 7 });
  made[0].hears({ t: "view", n: 2 });
  made[0].hears({ t: "view", n: 4 });
  const first = made[0].said.map(([t, what]) => (t === "act" ? t : [t, what]));
  made[0].breaks(1006);
  await later();
  made[1].hears({ t: "hello", n: 1 });
  const isSame = ids(made[0])[0] === ids(made[1])[0];
  made[1].hears({ t: "ack", id: ids(made[1])[0] });
  await asked;
  made[1].breaks(4001);
  await later();
  return { before, first, isSame, answers, heard, states, sockets: made.length };
}
