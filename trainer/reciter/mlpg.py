"""The smoothest course through the distributions of a verse: maximum-likelihood parameter generation.

Each frame has a mean and a variance for every coefficient, its delta and the delta of that. The course that is most
likely under all of them together solves a banded system for each coefficient (Tokuda et al., ICASSP 2000).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_BAND = 3  # windows of three taps tie a frame to the next two


def trajectory(means: Floats, variances: Floats, windows: Sequence[Floats]) -> Floats:
    """The most likely course, frames × coefficients.

    `means` and `variances` are frames × windows × coefficients; `windows` the taps of each, of one or three taps, the
    first the static one. As in hts_engine the deltas of the first and of the last frame do not count.
    """
    precisions = 1 / variances
    precisions[0, 1:] = 0
    precisions[-1, 1:] = 0
    band, wanted = _system(means, precisions, windows)
    return _solve(band, wanted)


def _system(means: Floats, precisions: Floats, windows: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Band k holds the elements (t, t + k) of the symmetric matrix; beside it the right-hand side."""
    frames, _, size = means.shape
    band, wanted = np.zeros((_BAND, frames, size)), np.zeros((frames, size))
    for index, taps in enumerate(windows):
        weight, weighted = precisions[:, index], precisions[:, index] * means[:, index]
        reach = len(taps) // 2
        offsets = [(offset, taps[offset + reach]) for offset in range(-reach, reach + 1) if taps[offset + reach]]
        for near, near_tap in offsets:
            at = np.arange(max(0, -near), min(frames, frames - near))
            wanted[at + near] += near_tap * weighted[at]
            for far, far_tap in offsets:
                if far >= near:
                    at = np.arange(max(0, -near), min(frames, frames - far))
                    band[far - near, at + near] += near_tap * far_tap * weight[at]
    return band, wanted


def _solve(band: Floats, wanted: Floats) -> Floats:
    """LDLᵀ down the frames, all coefficients at once, then back up."""
    frames, size = wanted.shape
    # Two rows before the first, so that no step needs a case of its own: ones to divide by, nothing to carry over.
    diagonal, lower1, lower2, course = (np.zeros((frames + 2, size)) for _ in range(4))
    diagonal[:2] = 1
    above1, above2 = np.zeros((frames, size)), np.zeros((frames, size))
    above1[1:], above2[2:] = band[1, :-1], band[2, :-2]
    for t in range(frames):
        here, before, earlier = t + 2, t + 1, t
        carried2 = above2[t]
        lower2[here] = carried2 / diagonal[earlier]
        carried1 = above1[t] - carried2 * lower1[before]
        lower1[here] = carried1 / diagonal[before]
        diagonal[here] = band[0, t] - lower1[here] * carried1 - lower2[here] * carried2
        course[here] = wanted[t] - lower1[here] * course[before] - lower2[here] * course[earlier]
    course /= diagonal
    for here in range(frames, 1, -1):
        course[here] -= lower1[here + 1] * course[here + 1]
        if here + 2 < frames + 2:
            course[here] -= lower2[here + 2] * course[here + 2]
    return course[2:]
