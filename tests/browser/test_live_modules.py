"""The modules of a live table's page: when a line is tried again, what is said once more, whose line is up."""

from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage

SOCKET = Path(__file__).with_name("fake_socket.js").read_text(encoding="utf-8")
TOLD = (
    "{seat: 0, seats: [{kind: 'person'}, {kind: 'person'}, {kind: 'bot'}],"
    " live: {connected: [true, false, true], absent_ms: [null, 61_000, null], slow: [false, false, false],"
    " rtt_ms: [38, null, null]}}"
)
WORDS = "{sinceMs: 4000, words: {away: 'away {t}', roundTrip: '{ms} ms', slow: 'slow'}}"
KEPT = (
    "(() => { const box = new m.Outbox('a'); const got = [];"
    " const put = (t) => box.put({t}, (answer) => got.push(answer.t));"
)
BEFORE = "{onset_ms: 100, end_ms: 1100, length_ms: 1200}"
PARTS = f"[{{times: {BEFORE}, kind: 'a', afterMs: 500}}, {{times: {BEFORE}, kind: 'b', afterMs: 500}}]"
ARITHMETIC = [
    ("live/backoff", "[0, 1, 2, 3, 9].map((failed) => m.waitMs(failed, 1))", [0, 400, 800, 1600, 8000]),
    ("live/backoff", "m.waitMs(3, 0)", 800),
    (
        "live/outbox",
        f"{KEPT} return [put('x').id, put('y').id, box.waiting.map((each) => each.t)]; }})()",
        ["a-1", "a-2", ["x", "y"]],
    ),
    (
        "live/outbox",
        (
            f"{KEPT} put('x'); put('y'); box.answer({{t: 'ack', id: 'a-1'}}); box.answer({{t: 'ack', id: 'a-1'}});"
            " return [got, box.waiting.map((each) => each.id)]; })()"
        ),
        [["ack"], ["a-2"]],
    ),
    ("live/outbox", f"{KEPT} put('x'); box.forget(); return [got, box.waiting]; }})()", [["refused"], []]),
    (
        "live/lines",
        f"[0, 1, 2].map((seat) => m.stateOf({TOLD}, seat, {WORDS}))",
        [{"is": "here", "words": "38 ms"}, {"is": "away", "words": "away 1:05"}, {"is": "", "words": ""}],
    ),
    # b begins 1,500 ms after a, and 230 ms are needed before the first of them
    ("match/reader", f"[1730, 1729, 0].map((ms) => m.inTime({PARTS}, ms).length)", [2, 1, 1]),
]


def test_the_modules_as_arithmetic(page, site):
    page.goto(f"{site}/about/")
    for module, script, comes_to in ARITHMETIC:
        address = staticfiles_storage.url(f"js/{module}.js")
        found = page.evaluate(f"async () => {{ const m = await import('{address}'); return ({script}); }}")
        assert found == comes_to, script


def test_the_socket_says_again_what_was_not_answered_and_notices_what_it_missed(page, site):
    page.goto(f"{site}/about/")
    found = page.evaluate(SOCKET, staticfiles_storage.url("js/live/socket.js"))
    assert found == {
        "before": 0,
        "first": ["act", ["pong", 7], ["sync", 2]],
        "isSame": True,
        "answers": ["ack"],
        "heard": ["hello", "view", "view", "hello"],
        "states": ["up", "down", "up", "taken"],
        "sockets": 2,
    }


AT = """async ([reader, line]) => {
  const { Reader } = await import(reader);
  const { Line } = await import(line);
  const out = new Line();
  await out.unlock();
  await new Promise((resolve) => setTimeout(resolve, 600)); // for the clock to have seen the context run
  const verse = (kind) => ({
    kind,
    buffer: out.context.createBuffer(1, 24000, 24000),
    times: { onset_ms: 100, end_ms: 900, length_ms: 1000, morae: [] },
  });
  const reading = new Reader({ line: out, isPatient: false, onPhase() {}, onText() {} });
  const upperAt = performance.now() + 1700;
  const verses = { before: [verse("lower")], upper: verse("upper"), lower: verse("lower"), pauseMs: 300, yoinMs: 100 };
  reading.begin({ ...verses, upperAt });
  const first = reading.ms(upperAt);
  const late = performance.now() + 600; // too late for the verse before it
  reading.begin({ ...verses, upperAt: late });
  return [first, reading.ms(late)];
}"""


def test_the_upper_verse_is_heard_at_the_moment_that_was_named(page, site):
    page.goto(f"{site}/about/")
    addresses = [staticfiles_storage.url(f"js/{each}.js") for each in ("match/reader", "audio/line")]
    for ms in page.evaluate(AT, addresses):
        assert abs(ms) < 3, ms
