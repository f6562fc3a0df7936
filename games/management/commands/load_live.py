"""How many live tables one process can serve on this machine."""

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.live.load import crowd, players, server

MOST_SECONDS = 600
STARTS_IN_S, ENDS_IN_S = 60, 30
ROOT = Path(__file__).resolve().parents[3]


class Command(BaseCommand):
    help = (
        "Play at so many live tables over loopback, with a server and a database of their own, and print what it took."
    )

    def add_arguments(self, parser):
        parser.add_argument("--tables", type=int, default=500)
        parser.add_argument("--seconds", type=float, default=60, help="from when everybody sits")
        parser.add_argument("--tempo", default="5-3-1-6")
        parser.add_argument("--inside", help="(by the command itself) where everything lies")
        parser.add_argument("--serve", type=int, help="(by the command itself) the port of the server under load")

    def handle(self, *, tables, seconds, tempo, inside, serve, **options):
        if not 1 <= tables <= 5_000 or not 1 <= seconds <= MOST_SECONDS:
            raise CommandError(f"1 to 5000 tables for 1 to {MOST_SECONDS} seconds")
        if serve:
            server.serve(serve, Path(inside) / "notes.json")
        elif inside:
            self.stdout.write(json.dumps(_measured(Path(inside), tables, seconds, tempo), indent=1))
        else:
            with tempfile.TemporaryDirectory() as folder:
                _again(folder, tables, seconds, tempo)


def _command(folder, *more):
    return [sys.executable, str(ROOT / "manage.py"), "load_live", f"--inside={folder}", *more]


def _environment(folder):
    """As ./run has it, with a secret that all processes of this measurement share."""
    if os.environ.get("DATA_DIR") == folder:
        return dict(os.environ)
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return kept | {"DATA_DIR": folder, "DEBUG": "0", "SECRET_KEY": secrets.token_hex(), "LOG_LEVEL": "WARNING"}


def _again(folder, tables, seconds, tempo):
    """The same command with a data folder of its own: nothing of this site is touched."""
    words = _command(folder, f"--tables={tables}", f"--seconds={seconds}", f"--tempo={tempo}")
    done = subprocess.run(words, env=_environment(folder), check=False, timeout=MOST_SECONDS + 600)  # noqa: S603
    if done.returncode:
        raise CommandError("the tables could not be played at")


def _measured(folder, tables, seconds, tempo):
    call_command("migrate", verbosity=0)
    pairs = crowd.gather(tables, tempo=tempo, now=timezone.now())
    port = _free_port()
    process = subprocess.Popen(_command(folder, f"--serve={port}"), env=_environment(str(folder)))  # noqa: S603
    try:
        _wait_for(port, process)
        with asyncio.Runner(loop_factory=server.loop_factory()) as runner:
            told = runner.run(players.play(pairs, port, seconds))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(ENDS_IN_S)
    return _figures(tables, seconds, told, json.loads((folder / "notes.json").read_text(encoding="utf-8")))


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port, process):
    end = time.monotonic() + STARTS_IN_S
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise CommandError("the server does not start")


def _figures(tables, seconds, told, notes):
    touched = [at - notes["final"][key] for key, at in told.touched.items() if key in notes["final"]]
    whole = [at - told.sent[key] for key, at in told.touched.items() if key in told.sent]
    judged = [at - notes["closes"][url] for url, times in told.judged.items() if url in notes["closes"] for at in times]
    return {
        "tables": tables,
        "sockets": told.joined,
        "seconds": seconds,
        "readings": told.readings,
        "touches": len(told.sent),
        "touch_to_other_beyond_window_ms": _spread(touched),
        "touch_to_other_in_all_ms": _spread(whole),
        "verdict_beyond_window_ms": _spread(judged),
        "sound_fetched_ms": _spread(told.fetched),
        "loop_delay_ms": _spread(notes["loop"]),
        "server_cpu_percent": round(100 * notes["cpu_s"] / notes["wall_s"]),
        "players_cpu_percent": round(100 * told.cpu_s / seconds),
        "server_s": round(notes["wall_s"]),
        "rss_mb": round(notes["rss_mb"]),
        "peak_mb": round(notes["peak_mb"]),
        "closed_by_server": len(told.closed),
    }


def _spread(values):
    """Half and all but one in a hundred are below these."""
    if len(values) < 2:
        return None
    parts = quantiles(values, n=100)
    return {"p50": round(parts[49], 1), "p99": round(parts[98], 1), "most": round(max(values), 1), "count": len(values)}
