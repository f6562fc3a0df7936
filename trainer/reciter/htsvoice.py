"""Reads an HTS voice: the decision trees and distributions from which a phone gets its lengths and spectra.

The file (hts_engine API 1.x, "hts_voice_file_format") is a text header, the line `[DATA]`, and the parts at the byte
ranges that the header names: trees as text, distributions as little-endian floats. Every stream has one tree a state;
a tree asks questions about the full-context label until it comes to a distribution.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

FIRST_STATE = 2  # HTS counts the states of a phone from 2, since 1 is its entry


class VoiceFileError(ValueError):
    """The file is not an HTS voice that this reader understands; the message names the part at fault."""


class Answers(dict[str, bool]):
    """What one label answers to each question, asked at most once: states and streams share most of theirs."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label = label

    def __missing__(self, patterns: str) -> bool:
        answer = self[patterns] = _matcher(patterns).search(self.label) is not None
        return answer


@cache
def _matcher(patterns: str) -> re.Pattern[str]:
    """The globs of a question, `"*-a+*","*-i+*"`, as one search: far quicker than matching each from end to end."""
    return re.compile("|".join(_searched(glob.strip().strip('"')) for glob in patterns.split(",")), re.DOTALL)


def _searched(glob: str) -> str:
    start = "" if glob.startswith("*") else r"\A"
    end = "" if glob.endswith("*") else r"\Z"
    inner = re.escape(glob.strip("*")).replace(r"\?", ".").replace(r"\*", ".*")
    return f"{start}{inner}{end}"


@dataclass(frozen=True, slots=True)
class Tree:
    """A decision tree. A node is (patterns, if no, if yes); a negative branch −1 − n is distribution n, from 0."""

    nodes: tuple[tuple[str, int, int], ...]

    def leaf(self, answers: Answers) -> int:
        """The number of the distribution that a label comes to."""
        at = 0 if self.nodes else -1
        while at >= 0:
            patterns, no, yes = self.nodes[at]
            at = yes if answers[patterns] else no
        return -1 - at


@dataclass(frozen=True, slots=True)
class Stream:
    """One stream of a voice: for each state a tree and its distributions (rows: means, variances, MSD weight)."""

    trees: tuple[Tree, ...]
    rows: tuple[Floats, ...]
    values: int  # numbers in a mean: vector length × windows

    def row(self, answers: Answers, state: int = 0) -> Floats:
        """The whole row for a state, counted from 0."""
        row: Floats = self.rows[state][self.trees[state].leaf(answers)]
        return row

    def mean(self, answers: Answers, state: int = 0) -> Floats:
        """The means alone."""
        return self.row(answers, state)[: self.values]


@dataclass(frozen=True, slots=True)
class HtsVoice:
    """A voice: what its streams say, and how its numbers are meant.

    `durations` holds frames a state, `spectra` mel-cepstra (with deltas), `pitch` log F0, of which we use only the
    weight of "voiced" (the last number of a row), `aperiodicity` the taps of a low-pass, `variance` the global
    variance of each cepstral coefficient.
    """

    sample_rate: int
    frame_samples: int
    states: int
    alpha: float  # of the frequency warping
    order: int  # cepstral coefficients, with the 0th
    windows: tuple[Floats, ...]  # of the spectra: static, delta, delta of delta
    durations: Stream
    spectra: Stream
    pitch: Stream
    aperiodicity: Stream
    variance: Stream


def read(path: Path) -> HtsVoice:
    """Read a .htsvoice; OSError if it cannot be opened, VoiceFileError if it is not one."""
    head, mark, data = path.read_bytes().partition(b"[DATA]\n")
    if not mark:
        raise VoiceFileError(f"{path.name} has no [DATA] line")
    return _Reader(_header(head.decode("ascii", "replace")), data).voice()


def _header(text: str) -> dict[str, str]:
    lines = (line.partition(":") for line in text.splitlines())
    return {name: value for name, colon, value in lines if colon}


class _Reader:
    """The header's fields and the bytes they point into."""

    def __init__(self, fields: Mapping[str, str], data: bytes) -> None:
        self.fields, self.data = fields, data

    def voice(self) -> HtsVoice:
        states = int(self.field("NUM_STATES"))
        alpha = re.search(r"ALPHA=([\d.]+)", self.field("OPTION[MCP]"))
        if alpha is None:
            raise VoiceFileError("OPTION[MCP] has no ALPHA")
        order = int(self.field("VECTOR_LENGTH[MCP]"))
        return HtsVoice(
            sample_rate=int(self.field("SAMPLING_FREQUENCY")),
            frame_samples=int(self.field("FRAME_PERIOD")),
            states=states,
            alpha=float(alpha[1]),
            order=order,
            windows=tuple(self.window(span) for span in self.field("STREAM_WIN[MCP]").split(",")),
            durations=self.stream("DURATION_TREE", "DURATION_PDF", states),
            spectra=self.state_stream("MCP"),
            pitch=self.state_stream("LF0"),
            aperiodicity=self.state_stream("LPF"),
            variance=self.stream("GV_TREE[MCP]", "GV_PDF[MCP]", order),
        )

    def field(self, name: str) -> str:
        try:
            return self.fields[name]
        except KeyError:
            raise VoiceFileError(f"the header has no {name}") from None

    def part(self, span: str) -> bytes:
        first, _, last = span.partition("-")
        found = self.data[int(first) : int(last) + 1]
        if len(found) != int(last) + 1 - int(first):
            raise VoiceFileError(f"the file ends before byte {last} of its data")
        return found

    def window(self, span: str) -> Floats:
        """A line `3 -0.5 0.0 0.5`: the number of taps, then the taps."""
        return np.array(self.part(span).split()[1:], dtype=np.float64)

    def state_stream(self, name: str) -> Stream:
        values = int(self.field(f"VECTOR_LENGTH[{name}]")) * int(self.field(f"NUM_WINDOWS[{name}]"))
        weights = int(self.field(f"IS_MSD[{name}]"))
        return self.stream(f"STREAM_TREE[{name}]", f"STREAM_PDF[{name}]", values, weights)

    def stream(self, trees: str, rows: str, values: int, weights: int = 0) -> Stream:
        read_trees = _trees(self.part(self.field(trees)).decode("ascii"))
        return Stream(
            read_trees, _rows(rows, self.part(self.field(rows)), len(read_trees), 2 * values + weights), values
        )


def _rows(name: str, data: bytes, trees: int, width: int) -> tuple[Floats, ...]:
    """A count for each tree (uint32), then that many rows of float32 for each."""
    counts = np.frombuffer(data, "<u4", trees)
    numbers = np.frombuffer(data, "<f4", offset=4 * trees).astype(np.float64)
    if len(numbers) != counts.sum() * width:
        raise VoiceFileError(f"{name} holds {len(numbers)} numbers, not {counts.sum() * width}")
    ends = np.cumsum(counts)[:-1]
    return tuple(np.split(numbers.reshape(-1, width), ends))


_QUESTION = re.compile(r"^QS\s+(\S+)\s+\{(.*?)\}\s*$", re.MULTILINE)


def _trees(text: str) -> tuple[Tree, ...]:
    """The questions `QS name { patterns }`, then for each state `{*}[state]` and its nodes or its one distribution."""
    questions = dict(_QUESTION.findall(text))
    bodies = text.split("{*}[")[1:]
    return tuple(_tree(body.partition("]")[2], questions) for body in bodies)


def _tree(body: str, questions: Mapping[str, str]) -> Tree:
    words = body.replace("{", " ").replace("}", " ").split()
    if len(words) == 1:
        return Tree(())
    nodes = zip(*(iter(words),) * 4, strict=True)
    return Tree(tuple((questions[name], _branch(no), _branch(yes)) for _, name, no, yes in nodes))


def _branch(word: str) -> int:
    """`-12`, a node, as 12; `"mgc_s2_7"`, the seventh distribution, as −1 − 6."""
    return -int(word) if word.lstrip("-").isdigit() else -int(word.strip('"').rpartition("_")[2])
