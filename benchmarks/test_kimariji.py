"""A whole reading: every unread poem's current kimariji after each of the hundred. The bound is 20 ms on one core.

python -m pytest benchmarks/test_kimariji.py -o addopts= --benchmark-only
"""

from random import Random

from trainer.poems.kimariji import Reading, mean_by_length
from trainer.poems.search import search


def whole_reading(order):
    reading = Reading()
    changes = 0
    for number in order:
        reading.read(number)
        changes += len(reading.all_kimariji())
    return changes


def test_whole_reading(benchmark):
    order = Random(1).sample(range(1, 101), 100)
    assert benchmark(whole_reading, order) == sum(range(100))
    if benchmark.stats:
        assert benchmark.stats["median"] < 0.020


def test_a_hundred_simulated_readings(benchmark):
    assert len(benchmark(mean_by_length, 100, Random(1))) == 6


def test_search(benchmark):
    assert benchmark(search, "naniwa")[0].number == 19
