"""A real redis-server, a real Celery worker, SIGKILL in the middle of a verse: the next worker makes it all whole."""

import os
import shutil
import signal

import pytest
import redis
from processes import Site, wait_until

from tests import servers

VERSES = [(poem, half) for poem in range(1, 7) for half in ("lower", "upper")]
WORKER = ("-m", "celery", "--app", "karuta_site", "--quiet", "worker", "--concurrency", "2", "--loglevel", "WARNING")
QUICK = ("--without-gossip", "--without-mingle", "--without-heartbeat")

pytestmark = pytest.mark.skipif(shutil.which("redis-server") is None, reason="no redis-server on this machine")


@pytest.fixture
def broker():
    with servers.Redis() as server, redis.Redis(port=server.port) as client:
        yield client, server.url


@pytest.fixture
def site(tmp_path, migrated, broker):
    return Site(tmp_path, migrated, CELERY_BROKER_URL=broker[1])


@pytest.fixture
def start_worker(site):
    """start_worker(**environment): a worker with two processes. None outlives the test."""
    workers = []

    def start(**environment):
        workers.append(site.start(*WORKER, *QUICK, **environment))
        return workers[-1]

    yield start
    for worker in workers:
        kill(worker)


def kill(worker):
    """The worker and its processes at once, as a machine that loses its power would."""
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)
    worker.communicate(timeout=10)


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(site, broker, start_worker):
    client, _address = broker
    assert "12 of 12 verses" in site.manage("render_recordings", "--queue", "--poems", "1-6")
    site.manage("render_recordings", "--queue", "--poems", "1,6")  # and four of them are delivered twice
    first = start_worker(HANG_AT="5")  # each of its two processes: two verses whole, the third half on the disk
    wait_until(lambda: site.said("hang") == 2, "the middle of two verses")
    kill(first)
    halves = [path.stat().st_size for path in site.files if path.suffix == ".part"]
    assert len(halves) == 2
    assert all(halves)
    assert len(site.rows()) == 4

    second = start_worker()
    wait_until(lambda: len(site.rows()) == len(VERSES) and not client.hlen("unacked"), "the rest")
    kill(second)
    site.assert_whole(VERSES)
    assert site.said("end") == len(VERSES) + 2  # only the two that were cut off were rendered twice
    assert site.rows("poem, half", table="trainer_try") == []
