"""Everything that may die dies: `python -m benchmarks.chaos --tables 200`. Is an event lost, or written twice?

Two server processes, a PostgreSQL and a Redis of its own, tables of two scripted players each, and every socket behind
a line that holds up one packet in ten. Then, again and again: SIGKILL for a server (and another is started), for Redis,
for PostgreSQL; sockets are cut or go dead. At the end, of every table:

- every touch that was acknowledged stands in the rows exactly once, and no row is there that nobody has touched;
- every reading has one verdict or was voided, and nothing twice;
- the stored result is the one that the match's own events come to;
- after the death of a server each of its tables had another owner within five seconds.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.players import Player
from benchmarks.stalling_proxy import Proxy
from tests import servers

ROOT = Path(__file__).resolve().parent.parent
SERVE = ("-m", "uvicorn", "karuta_site.asgi:application", "--no-access-log", "--log-level", "warning")
TAKEN_OVER_S = 5.0
BACK_S = 20.0  # players of a dead server's tables have so long to find it again
BROKEN_SHARE = 0.15  # of all lines, each time


@dataclass
class Server:
    """One process that serves, at one port for ever."""

    log: Path
    port: int = field(default_factory=servers.free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            words = [sys.executable, *SERVE, "--port", str(self.port), "--ws", "websockets-sansio"]
            self.process = subprocess.Popen(words, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def kill(self) -> int:
        """At once; its process id."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return self.process.pid

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)


@dataclass
class House:
    """All that runs, and what has been measured of it."""

    database: servers.Postgres
    redis: servers.Redis
    serving: list[Server]
    proxies: list[Proxy] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    orphaned_s: list[float] = field(default_factory=list)  # after each death, until the last table had another owner
    back_s: list[float] = field(default_factory=list)  # until a player of such a table sat there again
    broken_lines: int = 0
    players: list[Player] = field(default_factory=list)
    clerk: Any = None  # games.live.database, once there is Django


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--cards", type=int, default=20, help="on each mat")
    parser.add_argument("--rounds", type=int, default=3, help="in each, everything dies once")
    parser.add_argument("--pause", type=float, default=6.0, help="seconds before each death")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    report = run(options.tables, options.cards, options.rounds, options.pause, options.seed)
    print(json.dumps(report, indent=2))
    if report["wrong"]:
        raise SystemExit("something was lost or doubled")


def run(tables: int, cards: int, rounds: int, pause_s: float, seed: int) -> dict[str, Any]:
    """The whole of it; what was found, and under "wrong" what should not have been."""
    with _house() as house:
        players = house.players = _prepared(tables, cards, seed)
        began = time.monotonic()
        asyncio.run(_play(players, house, rounds, pause_s, random.Random(seed)))
        for each in house.serving:
            each.end()
        return _report(players, house, time.monotonic() - began)


@contextmanager
def _house() -> Iterator[House]:
    """PostgreSQL, Redis, and an environment for two servers; this process has Django on the same database."""
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory())
        database = ending.enter_context(servers.Postgres("max_connections=200"))
        redis = ending.enter_context(servers.Redis())
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": database.url,
            "REDIS_URL": redis.url,
            "DEBUG": "0",
            "SECRET_KEY": "only-for-this-measurement-" + os.urandom(8).hex(),
            "DJANGO_SETTINGS_MODULE": "karuta_site.settings",
        }
        import django  # noqa: PLC0415 - once the environment is there

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        from games.live.database import Clerk  # noqa: PLC0415

        house = House(database, redis, [Server(Path(folder) / f"server-{place}.log") for place in range(2)])
        house.clerk = Clerk("chaos")
        for each in house.serving:
            ending.callback(each.end)
        try:
            yield house
        except BaseException:
            for each in house.serving:
                print(each.said()[-4_000:], file=sys.stderr)
            raise


def _prepared(tables: int, cards: int, seed: int) -> list[Player]:
    """Tables with their persons, signed in."""
    from django.test import Client  # noqa: PLC0415

    from games.fairness.window import live  # noqa: PLC0415
    from games.rules.karuta.variants import KYOGI, kyogi, replace  # noqa: PLC0415
    from tests.games.live.tables_for_tests import open_for_tests  # noqa: PLC0415
    from trainer.models import Person  # noqa: PLC0415

    setup = kyogi(live(replace(KYOGI, memorise_ms=0, swing_ms=0)), dealt=(cards // 2, cards // 2))
    players = []
    for number in range(tables):
        persons = [Person.objects.create_user(f"p{number}-{seat}", password=None) for seat in range(2)]
        table = open_for_tests(persons, setup=setup, seed=seed * 10_000 + number)
        for seat, person in enumerate(persons):
            client = Client()
            client.force_login(person)
            cookie = client.cookies["sessionid"].value
            players.append(Player(str(table.pk), seat, cookie, [], random.Random(f"{seed}:{number}:{seat}")))
    return players


# The chaos -----------------------------------------------------------------------------------------------
async def _play(players: list[Player], house: House, rounds: int, pause_s: float, dice: random.Random) -> None:
    for server in house.serving:
        server.start()
        house.proxies.append(Proxy(server.port, dice=random.Random(dice.random())))
    for proxy in house.proxies:
        await proxy.start()
    for server in house.serving:
        await _answers(server)
    for player in players:
        player.ports = [proxy.port for proxy in house.proxies]
    playing = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(120):
        while not all(player.greeted for player in players):
            await asyncio.sleep(0.1)
    for _ in range(rounds):
        for die in (_kill_first, _break_lines, _kill_redis, _kill_second, _kill_database):
            await asyncio.sleep(pause_s)
            await die(house)
    await asyncio.sleep(pause_s)
    for player in players:
        player.resigns = True
    async with asyncio.timeout(120):
        await asyncio.gather(*playing)
    for proxy in house.proxies:
        await proxy.stop()


async def _answers(server: Server) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            assert server.process is not None
            assert server.process.poll() is None, server.said()
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return


async def _kill_first(house: House) -> None:
    await _kill_server(house, house.serving[0])


async def _kill_second(house: House) -> None:
    await _kill_server(house, house.serving[1])


async def _kill_server(house: House, server: Server) -> None:
    began, pid = time.monotonic(), server.kill()
    house.kills["server"] += 1
    orphans = await house.clerk.ask(_owned, pid)
    hurt = [player for player in house.players if player.table in orphans and not player.is_done]
    while await house.clerk.ask(_owned, pid):
        await asyncio.sleep(0.05)
    house.orphaned_s.append(time.monotonic() - began)
    while any(not player.is_done and player.last_greeted < began for player in hurt):
        if time.monotonic() > began + BACK_S:
            break
        await asyncio.sleep(0.05)
    for player in hurt:
        back = next((at - began for at in player.greeted if at > began), BACK_S)
        if back < BACK_S or not player.is_done:
            house.back_s.append(back)
    server.start()
    await _answers(server)


def _owned(pid: int) -> set[str]:
    """The tables that play and whose owner this process is."""
    from games.models import LiveTable  # noqa: PLC0415

    owned = LiveTable.objects.playing().filter(owner__contains=f":{pid}:")
    return {str(key) for key in owned.values_list("pk", flat=True)}


async def _break_lines(house: House) -> None:
    house.broken_lines += sum(proxy.break_some(BROKEN_SHARE) for proxy in house.proxies)


async def _kill_redis(house: House) -> None:
    house.redis.kill()
    house.kills["redis"] += 1
    await asyncio.sleep(3)
    await asyncio.to_thread(house.redis.start)


async def _kill_database(house: House) -> None:
    house.database.kill()
    house.kills["postgresql"] += 1
    await asyncio.sleep(2)
    await asyncio.to_thread(house.database.start)
    await house.clerk.ask(_hang_up)


def _hang_up() -> None:
    """This process's own connection was to the one that was killed."""
    from django.db import connection  # noqa: PLC0415

    connection.close()


# What has become of it -----------------------------------------------------------------------------------
def _report(players: list[Player], house: House, seconds: float) -> dict[str, Any]:
    from django.db import connection  # noqa: PLC0415

    from games.models import LiveTable  # noqa: PLC0415

    connection.close()  # it may be one to a server that was killed
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for table in LiveTable.objects.select_related("karuta"):
        own = [player for player in players if player.table == str(table.pk)]
        wrong += [f"{table.pk}: {each}" for each in _wrong_at(table, own, found)]
    wrong += [f"a table was nobody's for {each:.1f} s" for each in house.orphaned_s if each > TAKEN_OVER_S]
    wrong += ["somebody did not find the table again" for each in house.back_s if each >= BACK_S]
    return {
        "seconds": round(seconds, 1),
        "kills": dict(house.kills),
        "lines broken": house.broken_lines,
        "nobody's, at most s": [round(each, 2) for each in house.orphaned_s],
        "back at the table, s": _spread(house.back_s),
        "closes": dict(Counter(code for player in players for code in player.closes)),
        "acked": sum(len(player.acked) for player in players),
        "refused": sum(len(player.refused) for player in players),
        **found,
        "wrong": wrong,
    }


def _spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    places = {"half": len(ordered) // 2, "nine in ten": len(ordered) * 9 // 10, "all": len(ordered) - 1}
    return {name: round(ordered[place], 2) for name, place in places.items()} if ordered else {}


def _wrong_at(table: Any, players: list[Player], found: Counter[str]) -> Iterator[str]:
    """What is not as it should be at a table."""
    from games.karuta import matches  # noqa: PLC0415
    from games.rules.karuta.events import Judged, ReadingBegun, ReadingVoided  # noqa: PLC0415
    from games.rules.karuta.judge import Touched  # noqa: PLC0415

    played = matches.load(table.karuta)
    reading, ends, touched = 0, Counter[int](), Counter[tuple[int, int, int]]()
    for event in played.events:
        if isinstance(event, ReadingBegun):
            reading = event.number
        elif isinstance(event, Judged | ReadingVoided):
            ends[reading] += 1
        elif isinstance(event, Touched):
            touched[event.seat, reading, event.card] += 1
    begun = [event.number for event in played.events if isinstance(event, ReadingBegun)]
    found.update(events=len(played.events), readings=len(begun), touches=touched.total())
    found["voided"] += sum(isinstance(event, ReadingVoided) for event in played.events)
    if begun != list(range(1, len(begun) + 1)) or set(ends.values()) - {1}:
        yield f"readings {begun} end {dict(ends)}"
    said = {(player.seat, *touch): key for player in players for key, touch in player.touched.items()}
    acked = {key for player in players for key in player.acked}
    if doubled := [each for each, times in touched.items() if times > 1]:
        yield f"written twice: {doubled}"
    if unheard := set(touched) - set(said):
        yield f"written, and nobody has touched: {unheard}"
    if lost := [each for each, key in said.items() if key in acked and not touched[each]]:
        yield f"acknowledged and lost: {lost}"
    yield from _wrong_result(table, played)


def _wrong_result(table: Any, played: Any) -> Iterator[str]:
    match, result, own = table.karuta, played.state.result, played.setup.seats[0]
    if result is None or match.finished_at is None or table.status != table.Status.OVER:
        yield f"not over: {result}, {match.finished_at}, {table.status}"
        return
    is_won = None if len(result.winners) != 1 else result.winners[0] == own
    stored, folded = (match.ending, match.margin), (result.how.value, result.margin)
    if stored != folded:
        yield f"stored {stored}, its events come to {folded}"
    if match.is_won is not None and match.is_won != is_won:
        yield f"stored is_won {match.is_won}, its events come to {is_won}"


if __name__ == "__main__":
    main()
