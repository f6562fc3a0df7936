"""The real server under a steady load: `python -m benchmarks.site`. A class of machine, not a laboratory: see README.

Starts its own server (one process, SQLite, as ./run does) on a free port of the loopback interface with a database of
its own, gives fifty learners a year of history, and measures from a second process, at a fixed rate whatever the
server does (so a slow answer delays nothing but itself):

- drill:  answers posted at 50 a second, each to its own open question;  p95 <= 25 ms
- home:   the first page of a learner with a year behind them;            p95 <= 40 ms, <= 10 queries
- first load: what a first visit to `/` transfers;   <= 120 KB compressed without fonts, <= 250 KB with
"""

import argparse
import http.client
import json
import os
import posixpath
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
LEARNERS = 50
QUIET = ("--no-access-log", "--log-level", "warning")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rate", type=int, default=50, help="requests a second")
    options = parser.parse_args()
    with prepared_site(learners=LEARNERS, days=365, answers=options.seconds * options.rate) as (address, learners):
        _measure(int(address.rpartition(":")[2]), learners, options)


@contextmanager
def prepared_site(*, learners: int, days: int, answers: int) -> Iterator[tuple[str, list[dict]]]:
    """The address of a running server with a database of its own, and the learners in it (benchmarks.prepare)."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "DATA_DIR": folder,
            "DEBUG": "0",
            "SECRET_KEY": "only-for-this-measurement-" + os.urandom(8).hex(),
        }
        _manage(environment, "migrate", "--verbosity", "0")
        _manage(environment, "compile_translations", "--verbosity", "0")
        _manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
        prepared = subprocess.run(
            [sys.executable, "-m", "benchmarks.prepare", str(learners), str(days), str(answers)],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        port = _free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "karuta_site.asgi:application", "--port", str(port), *QUIET],
            env=environment,
            cwd=ROOT,
        )
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}", json.loads(prepared.stdout)
        finally:
            server.terminate()
            server.wait(10)


def _measure(port: int, learners: list[dict], options: argparse.Namespace) -> None:
    answers = [
        (learner, key) for keys in zip(*(_keyed(each) for each in learners), strict=True) for learner, key in keys
    ]
    for learner in learners[:3]:  # templates are compiled once in the life of a server
        _get_home(port, learner)
        _post_answer(port, learner, learner["questions"].pop())
    answers = [pair for pair in answers if pair[1] in pair[0]["questions"]]
    report = {
        "drill": _steady(answers, options, lambda pair: _post_answer(port, *pair)),
        "home": _steady([each for each in learners for _ in range(10)], options, lambda each: _get_home(port, each)),
        "home_queries": learners[0]["home_queries"],
        "reviews_each": learners[0]["reviews"],
        "first_load": _first_load(port),
    }
    print(json.dumps(report, indent=2))
    missed = [name for name, (value, most) in _bounds(report).items() if value > most]
    if missed:
        raise SystemExit(f"above the bound: {', '.join(missed)}")


def _bounds(report: dict) -> dict[str, tuple[float, float]]:
    """What was measured, and the most it may be."""
    return {
        "drill p95": (report["drill"]["p95_ms"], 25),
        "home p95": (report["home"]["p95_ms"], 40),
        "home queries": (report["home_queries"], 10),
        "first load without fonts": (report["first_load"]["without_fonts_kb"], 120),
        "first load with every font": (report["first_load"]["with_every_font_kb"], 250),
    }


def _keyed(learner: dict) -> list[tuple[dict, str]]:
    return [(learner, key) for key in learner["questions"]]


def _steady(jobs: list, options: argparse.Namespace, work) -> dict[str, float]:
    """Do a job each 1/rate s in a thread of its own; the latencies in ms, from the moment it was due."""
    jobs = jobs[: options.seconds * options.rate]
    latencies: list[float] = []
    threads = []
    begin = time.perf_counter() + 0.2
    for place, job in enumerate(jobs):
        due = begin + place / options.rate
        time.sleep(max(0.0, due - time.perf_counter()))
        thread = threading.Thread(
            target=lambda due=due, job=job: (work(job), latencies.append(time.perf_counter() - due))
        )
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    if len(latencies) != len(jobs):
        raise SystemExit(f"{len(jobs) - len(latencies)} of {len(jobs)} requests failed")
    cuts = statistics.quantiles((each * 1000 for each in latencies), n=100)
    return {
        "requests": len(jobs),
        "p50_ms": round(cuts[49], 1),
        "p95_ms": round(cuts[94], 1),
        "p99_ms": round(cuts[98], 1),
    }


def _post_answer(port: int, learner: dict, key: str) -> None:
    body = urlencode({"answer": "uka", "elapsed_ms": 900, "csrfmiddlewaretoken": learner["csrf"]})
    cookies = f"sessionid={learner['session']}; csrftoken={learner['csrf']}"
    headers = {"Cookie": cookies, "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
    _request(port, "POST", f"/drill/answer/{key}/", body, headers)


def _get_home(port: int, learner: dict) -> None:
    _request(port, "GET", "/", None, {"Cookie": f"sessionid={learner['session']}"})


def _request(port: int, verb: str, address: str, body: str | None, headers: dict[str, str]) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(verb, address, body, headers)
    response = connection.getresponse()
    content = response.read()
    if response.status != 200:
        raise SystemExit(f"{verb} {address}: {response.status}")
    connection.close()
    return content


def _first_load(port: int) -> dict[str, float]:
    """KB over the wire for a first visit, with brotli as a browser asks for it; every font that a sheet names."""
    wire = {"Accept-Encoding": "br, gzip"}
    plain = _request(port, "GET", "/", None, {}).decode()
    total = len(_request(port, "GET", "/", None, wire))
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', plain)
    others = re.findall(r'(?:<script[^>]* src|<link rel="icon" href)="([^"]+)"', plain)
    total += sum(len(_request(port, "GET", address, None, wire)) for address in [*sheets, *others])
    fonts: set[str] = set()
    for address in sheets:
        named = re.findall(r'url\("?([^")]+\.woff2)"?\)', _request(port, "GET", address, None, {}).decode())
        fonts |= {posixpath.normpath(posixpath.join(posixpath.dirname(address), name)) for name in named}
    weight = sum(len(_request(port, "GET", address, None, {})) for address in fonts)
    return {"without_fonts_kb": round(total / 1024, 1), "with_every_font_kb": round((total + weight) / 1024, 1)}


def _manage(environment: dict[str, str], *words: str) -> None:
    subprocess.run([sys.executable, "manage.py", *words], env=environment, cwd=ROOT, check=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
