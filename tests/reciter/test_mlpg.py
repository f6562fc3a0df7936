import numpy as np
import pytest

from trainer.reciter.mlpg import trajectory

WINDOWS = tuple(np.array(taps) for taps in ([1.0], [-0.5, 0.0, 0.5], [1.0, -2.0, 1.0]))


def solved_densely(means, variances):
    """The normal equations WᵀPW c = WᵀPm written out (Tokuda et al. 2000, eq. 8), one coefficient at a time."""
    frames, _, size = means.shape
    course = np.empty((frames, size))
    matrices = []
    for taps in WINDOWS:
        matrix = np.zeros((frames, frames))
        for offset, tap in enumerate(taps, start=-(len(taps) // 2)):
            matrix += tap * np.eye(frames, k=offset)
        matrices.append(matrix)
    for coefficient in range(size):
        left, right = np.zeros((frames, frames)), np.zeros(frames)
        for window, matrix in enumerate(matrices):
            precision = 1 / variances[:, window, coefficient]
            if window:
                precision[[0, -1]] = 0  # deltas do not count where a neighbour is missing
            left += matrix.T @ np.diag(precision) @ matrix
            right += matrix.T @ (precision * means[:, window, coefficient])
        course[:, coefficient] = np.linalg.solve(left, right)
    return course


@pytest.mark.parametrize("frames", [3, 4, 40])
def test_the_banded_solution_is_the_dense_one(frames):
    dice = np.random.default_rng(frames)
    means = dice.normal(size=(frames, 3, 4))
    variances = dice.uniform(0.01, 2, size=(frames, 3, 4))
    expected = solved_densely(means, variances)
    assert np.allclose(trajectory(means, variances, WINDOWS), expected, rtol=0, atol=1e-10)


def test_what_stands_still_stays():
    means = np.zeros((20, 3, 2))
    means[:, 0] = [3.0, -1.0]
    assert np.allclose(trajectory(means, np.ones_like(means), WINDOWS), [3.0, -1.0])


def test_a_step_becomes_a_slope():
    means = np.zeros((20, 3, 1))
    means[10:, 0] = 1
    course = trajectory(means, np.full_like(means, 0.1), WINDOWS)[:, 0]
    assert 0.1 < course[9] < course[10] < 0.9
    assert np.all(np.abs(np.diff(course)) < 0.5)
