"""Running a sweep: every trial once, in any order, anywhere, and going on after an interruption.

A result is the same whoever computed it. So a folder is resumed by leaving out what its rows say
already, and once all is there they are put into the order of the trials.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NamedTuple

from towersim.errors import OptionFault, ResultFault, SceneFault, TowersimError
from towersim.lab import rows
from towersim.lab.heuristics import find
from towersim.lab.lock import locked
from towersim.lab.rows import COSTS, ROWS, SWEEP, Answer, Cost
from towersim.lab.sweep import Sweep, keep, load_sweep
from towersim.lab.trials import Trial, trials
from towersim.lab.work import Done, can, done


class Job(NamedTuple):
    """A trial and the heuristics that have not answered in it."""

    trial: Trial
    heuristics: tuple[str, ...]


class Plan(NamedTuple):
    """What is to do for a folder to hold a sweep, and how many answers it holds already."""

    folder: Path
    order: Mapping[str, int]
    """The place of each trial, by its id."""
    jobs: tuple[Job, ...]
    known: int


def plan(path: Path, folder: Path, heuristics: Sequence[str] = ()) -> Plan:
    """Return what is to do for a sweep and these heuristics (default: those that it names).

    The folder is made, or its rows are read; FileFault if they belong to another sweep, and
    OptionFault for a heuristic that is not known or has no answer to anything that is asked.
    """
    sweep = load_sweep(path)
    asked = trials(sweep)
    names = _checked(path, sweep, heuristics, asked)
    _take(path, sweep, folder)
    order = {trial.id: place for place, trial in enumerate(asked)}
    known = {(row.trial, row.heuristic) for row in _known(folder, order)}
    jobs = []
    for trial in asked:
        missing = (n for n in names if can(find(n), trial) and (trial.id, n) not in known)
        jobs.append(Job(trial, tuple(missing)))
    return Plan(folder, order, tuple(job for job in jobs if job.heuristics), len(known))


def run(it: Plan, executor: Executor) -> Iterator[Job]:
    """Do what a plan says and yield each job once its rows are written.

    HeuristicFault for an answer that is none; whatever was answered before stays. ResultFault if
    another run is at the folder, or was since it was planned for.
    """
    with locked(it.folder):
        if len(rows.answers(it.folder)) != it.known:
            why = "another run has written here meanwhile; the same command goes on from there"
            raise ResultFault(it.folder / ROWS, "$", why)
        for name in (COSTS, ROWS):
            rows.trim(it.folder / name)
        yield from _answered(it, executor)
        _sort(it)


def _answered(it: Plan, executor: Executor) -> Iterator[Job]:
    futures = {executor.submit(done, *job): job for job in it.jobs}
    try:
        for future in as_completed(futures):
            _write(it.folder, future.result())
            yield futures[future]
    except BrokenProcessPool:
        raise TowersimError("a worker died; the same command goes on from here") from None
    finally:
        for future in futures:
            future.cancel()


def _checked(
    path: Path, sweep: Sweep, heuristics: Sequence[str], asked: Sequence[Trial]
) -> tuple[str, ...]:
    """Return the names of heuristics, each once, after finding every one of them."""
    for index, name in enumerate(() if heuristics else sweep.heuristics):
        try:
            find(name)
        except OptionFault as fault:
            raise SceneFault(path, f"$.heuristics[{index}]", str(fault)) from None
    names = tuple(dict.fromkeys(heuristics or sweep.heuristics))
    for name in names:
        if not any(can(find(name), trial) for trial in asked):
            raise OptionFault(f"heuristic {name!r}: has no answer to what {sweep.name} asks")
    return names


def _take(path: Path, sweep: Sweep, folder: Path) -> None:
    """Make the folder of a sweep, or check that it is one."""
    if not (folder / SWEEP).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            keep(path, folder)
        except OSError as error:
            why = f"cannot take results: {error.strerror}"
            raise ResultFault(folder, "$", why) from None
    elif load_sweep(folder / SWEEP) != sweep:
        why = "holds the results of another sweep; choose another folder"
        raise ResultFault(folder / SWEEP, "$", why)


def _known(folder: Path, order: Mapping[str, int]) -> Sequence[Answer]:
    found = rows.answers(folder)
    for number, row in enumerate(found, 1):
        if row.trial not in order:
            why = f"trial {row.trial} is none of this sweep"
            raise ResultFault(folder / ROWS, f"line {number}", why)
    return found


def _write(folder: Path, answers: Sequence[Done]) -> None:
    # What an answer cost comes first: it may be there twice, an answer may not.
    rows.append(folder / COSTS, [answer.cost for answer in answers])
    rows.append(folder / ROWS, [answer.row for answer in answers])


def _sort(it: Plan) -> None:
    """Put the rows into the order of the trials, and by name within each."""

    def place(row: Answer | Cost) -> tuple[int, str]:
        return it.order[row.trial], row.heuristic

    costs = {place(row): row for row in rows.costs(it.folder) if row.trial in it.order}
    rows.rewrite(it.folder / COSTS, (costs[at] for at in sorted(costs)))
    rows.rewrite(it.folder / ROWS, sorted(rows.answers(it.folder), key=place))
