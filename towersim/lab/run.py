"""Run a sweep in chunks, in any order and on any executor; interrupted runs can be resumed.

Answers do not depend on the process that computes them. A finished chunk is written as one
partition; a resumed run skips chunks whose partitions exist. Workers get chunks in pieces of a few
seconds, so one that is killed loses no more. At most `AHEAD` pieces per worker are submitted at a
time, so memory does not grow with the sweep.
"""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.errors import HeuristicFault, OptionFault, ResultFault, SceneFault
from towersim.lab import store
from towersim.lab.evaluation import BATCH, Chunk, can_answer
from towersim.lab.executors import Workers, in_any_order
from towersim.lab.heuristics.base import HeuristicInfo
from towersim.lab.rows import ResultRow
from towersim.lab.store import About, locked
from towersim.lab.sweep import SWEEP, Sweep, custom_structures, keep, load_sweep
from towersim.lab.trials import Trials

AHEAD = 2
"""Submitted pieces per worker."""
SECONDS = 4.0
"""Aimed time from the submission of a piece to its rows; it waits for `AHEAD` - 1 others."""
FIRST = 8
"""Number of trials in the first pieces of a kind; later ones may have fewer."""
PARTS, CHUNK, MOST_PARTS = 64, 1000, 4096
"""A sweep has 64 chunks; more if one would have more than 1,000 trials, but at most 4,096."""


class SweepPlan(NamedTuple):
    """The remaining work for a sweep's folder of results."""

    folder: Path
    sweep: Sweep
    trials: Trials
    cards: Mapping[str, HeuristicInfo]
    there: Mapping[int, frozenset[str]]
    """Heuristics (as name@version) that have answered, by the first trial of a chunk."""
    generators: Mapping[str, str] = {}
    """Versions of the sweep's custom generators of towers, each by "generator NAME"."""

    @property
    def size(self) -> int:
        """Number of trials in a chunk."""
        n = len(self.trials)
        return max(min(-(-n // PARTS), CHUNK), -(-n // MOST_PARTS))

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks still to be answered."""
        simulate = self.sweep.truth == "table"
        for these in self._ranges():
            if left := self._left(these.start):
                some = self.trials[these.start : these.stop]
                yield Chunk(some, left, these.start, simulate=simulate)

    @property
    def left(self) -> int:
        """Number of trials in the chunks still to be answered."""
        return sum(len(these) for these in self._ranges() if self._left(these.start))

    def _ranges(self) -> Iterator[range]:
        """Yield the range of trials of each chunk; its trials are of one kind."""
        size, ends = self.size, (self.trials.predictions, len(self.trials))
        for start, end in ((0, ends[0]), ends):
            yield from (range(n, min(n + size, end)) for n in range(start, end, size))

    def _left(self, first: int) -> dict[str, str]:
        """Return the versions of the heuristics still to answer the chunk from `first` on."""
        there, trial = self.there.get(first, frozenset()), self.trials[first]
        return {
            name: card.version
            for name, card in self.cards.items()
            if f"{name}@{card.version}" not in there and can_answer(card, trial)
        }


class Progress(NamedTuple):
    """A chunk that was answered and written."""

    trials: int
    answers: int
    faults: tuple[HeuristicFault, ...]
    """The failures among the answers."""


def plan(path: Path, folder: Path, workers: Workers, heuristics: Sequence[str] = ()) -> SweepPlan:
    """Return the plan for a sweep and heuristics (default: those that it names).

    `workers` load the heuristics and generators, so this process imports none. The folder is
    created, or its partitions are read. Raises FileFault if they belong to another sweep,
    OptionFault for a heuristic that is unknown or can answer none of the trials.
    """
    sweep = load_sweep(path)
    trials = Trials(sweep)
    cards = _cards(path, sweep, workers, heuristics)
    drawn = _generators(path, sweep, workers)
    _take(path, sweep, folder)
    known = store.versions(folder)
    for name, version in drawn.items():
        if known.get(name, version) != version:
            reason = f"{name} has changed since these results were made; choose another folder"
            raise ResultFault(folder, "$", reason)
    return SweepPlan(folder, sweep, trials, cards, _answered(folder), drawn)


def run(plan: SweepPlan, workers: Workers) -> Generator[Progress, None, None]:
    """Execute a plan and yield each chunk once it is written.

    Raises OptionFault if another run is writing to the folder.
    """
    with locked(plan.folder):
        versions = {name: card.version for name, card in plan.cards.items()}
        store.note_versions(plan.folder, {**versions, **plan.generators})
        # Another run may have written to the folder since the plan was made.
        chunks = plan._replace(there=_answered(plan.folder)).chunks()
        batch = BATCH if any(card.takes_many for card in plan.cards.values()) else 1
        pieces = _Pieces(chunks, batch)
        for piece, rows in in_any_order(workers.submit, iter(pieces), AHEAD * workers.slots):
            for chunk, whole in pieces.joined(piece, rows):
                yield _write(plan.folder, chunk, whole)


class _Pieces:
    """The pieces of chunks, as large as the last ones were fast, and the rows that came back."""

    def __init__(self, chunks: Iterator[Chunk], batch: int) -> None:
        self._chunks, self._batch, self._size = chunks, batch, 0
        self._kind: type | None = None
        self._sent: dict[int, tuple[Chunk, float, bool]] = {}
        """By first trial of a piece: its chunk, when it was sent, and whether it is a remainder."""
        self._rows: dict[int, list[ResultRow]] = {}
        """By first trial of a chunk."""
        self._left: dict[int, int] = {}

    def __iter__(self) -> Iterator[Chunk]:
        for chunk in self._chunks:
            begin, end = 0, len(chunk.trials)
            self._rows[chunk.first], self._left[chunk.first] = [], end
            if type(chunk.trials[0]) is not self._kind:
                self._kind, self._size = type(chunk.trials[0]), max(self._batch, FIRST)
            while begin < end:
                trials = chunk.trials[begin : begin + self._size]
                is_rest = len(trials) < self._size
                self._sent[chunk.first + begin] = chunk, time.monotonic(), is_rest
                yield replace(chunk, trials=trials, first=chunk.first + begin)
                begin += len(trials)

    def joined(
        self, piece: Chunk, rows: Sequence[ResultRow]
    ) -> Iterator[tuple[Chunk, list[ResultRow]]]:
        """Take the rows of a piece; yield its chunk with its rows if that was the last piece."""
        chunk, sent, is_rest = self._sent.pop(piece.first)
        speed = SECONDS / max(time.monotonic() - sent, 1e-6)
        if type(piece.trials[0]) is self._kind and (speed < 1 or not is_rest):
            size = (self._size if is_rest else len(piece.trials)) * min(speed, 2.0)
            # Calls that take many scenes begin at the same trials at any speed.
            self._size = max(1, round(size) // self._batch) * self._batch
        self._rows[chunk.first] += rows
        self._left[chunk.first] -= len(piece.trials)
        if not self._left[chunk.first]:
            del self._left[chunk.first]
            order = {name: place for place, name in enumerate(chunk.versions)}
            whole = self._rows.pop(chunk.first)
            yield chunk, sorted(whole, key=lambda row: (order[row.heuristic], row.number))


def _write(folder: Path, chunk: Chunk, rows: Sequence[ResultRow]) -> Progress:
    heuristics = tuple(f"{name}@{version}" for name, version in chunk.versions.items())
    store.write(folder, About(chunk.first, len(chunk.trials), heuristics), rows)
    faults = (HeuristicFault(r.heuristic, r.trial, r.failure) for r in rows if r.failure)
    return Progress(len(chunk.trials), len(rows), tuple(faults))


def _answered(folder: Path) -> dict[int, frozenset[str]]:
    """Return the heuristics that have answered (name@version), by first trial of a chunk."""
    there: dict[int, frozenset[str]] = {}
    for about in store.written(folder):
        there[about.first] = there.get(about.first, frozenset()).union(about.heuristics)
    return there


def _generators(path: Path, sweep: Sweep, workers: Workers) -> dict[str, str]:
    """Return the versions of the custom generators in a sweep, each by "generator NAME"."""
    versions = {}
    for place, name in custom_structures(sweep):
        try:
            versions[f"generator {name}"] = workers.describe(name, "generator").version
        except OptionFault as fault:
            raise SceneFault(path, place, str(fault)) from None
    return versions


def _cards(
    path: Path, sweep: Sweep, workers: Workers, heuristics: Sequence[str]
) -> dict[str, HeuristicInfo]:
    """Return the heuristics after checking that each is known and can answer a trial."""
    cards, trials = {}, Trials(sweep)
    for index, name in enumerate(heuristics or sweep.heuristics):
        try:
            cards[name] = workers.describe(name)
        except OptionFault as fault:
            if heuristics:
                raise
            raise SceneFault(path, f"$.heuristics[{index}]", str(fault)) from None
    # The first and the last trial cover both kinds.
    for name, card in cards.items():
        if not any(can_answer(card, trial) for trial in (trials[0], trials[-1])):
            raise OptionFault(f"heuristic {name!r}: has no answer to what {sweep.name} asks")
    return cards


def _take(path: Path, sweep: Sweep, folder: Path) -> None:
    """Create the folder of a sweep, or check that it belongs to it.

    Raises ResultFault if it cannot, OptionFault if another process is writing there.
    """
    if not (folder / SWEEP).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with locked(folder):
                if not (folder / SWEEP).exists():
                    keep(path, folder)
        except OSError as error:
            reason = f"cannot take results: {error.strerror}"
            raise ResultFault(folder, "$", reason) from None
    if load_sweep(folder / SWEEP) != sweep:
        reason = "holds the results of another sweep; choose another folder"
        raise ResultFault(folder / SWEEP, "$", reason)
