"""A process of the tests of leases.

python lessee.py open COUNT              opens tables that play, and prints their keys
python lessee.py race NAME FILE KEY…     waits for the file, then takes every table it can; prints keys and fences
python lessee.py hold NAME KEY           takes a table, says so, and renews until it is killed
python lessee.py wait NAME KEY           asks for a table until it has it; prints the fence
python lessee.py write NAME KEY COUNT    adds 1 to the table's delay so often, taking it anew before each
python lessee.py delay KEY               prints the delay
"""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import django

django.setup()

from games.live import leases  # noqa: E402
from games.models import LiveTable  # noqa: E402


def open_tables(count: str) -> None:
    for _ in range(int(count)):
        table = LiveTable.objects.create(setup={}, status=LiveTable.Status.PLAYING, opened_at=datetime.now(UTC))
        print(table.key)


def race(name: str, file: str, *keys: str) -> None:
    LiveTable.objects.exists()  # the connection is open when it begins
    print("ready", flush=True)
    while not Path(file).exists():
        pass
    for key in keys:
        fence = leases.acquire(UUID(key), name)
        if fence is not None:
            print(key, fence)


def hold(name: str, key: str) -> None:
    print(leases.acquire(UUID(key), name), flush=True)
    while leases.renew(name):
        print("renewed", flush=True)
        time.sleep(leases.RENEWED_S)


def wait(name: str, key: str) -> None:
    while (fence := leases.acquire(UUID(key), name)) is None:
        time.sleep(0.05)
    print(fence)


def write(name: str, key: str, count: str) -> None:
    done = 0
    while done < int(count):
        fence = leases.acquire(UUID(key), name)
        if fence is None:
            continue
        delay_s = LiveTable.objects.get(pk=key).delay_s
        done += LiveTable.objects.filter(pk=key, fence=fence).update(delay_s=delay_s + 1)
        leases.release(name, UUID(key))


def delay(key: str) -> None:
    print(LiveTable.objects.get(pk=key).delay_s)


if __name__ == "__main__":
    verbs = {"open": open_tables, "race": race, "hold": hold, "wait": wait, "write": write, "delay": delay}
    verbs[sys.argv[1]](*sys.argv[2:])
