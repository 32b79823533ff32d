"""One heuristic, one sweep, three numbers: the quickest way to try an idea from Python."""

from pathlib import Path

import msgspec

from towersim.errors import OptionFault
from towersim.lab.extras import needing
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, adapted
from towersim.lab.rows import Verdict
from towersim.lab.sweep import load_sweep, sweep_path
from towersim.lab.trials import trials
from towersim.lab.work import answered, can


class Evaluation(msgspec.Struct, frozen=True):
    """How good a heuristic was in n trials; accuracy, AUC and Brier score between 0 and 1."""

    heuristic: str
    sweep: str
    n: int
    accuracy: float
    """The share of towers that it expected to do what they did."""
    auc: float | None
    """The chance that a tower that stands is given a better one than one that falls; None if all
    stand or all fall."""
    brier: float
    """The mean square of what its probability was off by; "I cannot say" earns 0.25."""
    rows: tuple[Verdict, ...]
    """Each answer beside the truth."""


def evaluate(heuristic: object, sweep: Path | str) -> Evaluation:
    """Return how good a heuristic is at telling what stands in a sweep (`towersim.evaluate`)."""
    with needing("lab"):
        from towersim.lab.metrics import summary  # noqa: PLC0415 - an extra that need not be there

    asked, known = load_sweep(sweep_path(str(sweep))), _known(heuristic)
    able = [trial for trial in trials(asked) if can(known, trial)]
    found = (done.row for trial in able for done in answered(trial, [known]))
    rows = tuple(row for row in found if isinstance(row, Verdict))
    if not rows:
        raise OptionFault(f"heuristic {known.name!r}: has no answer to what stands in {asked.name}")
    good = summary(rows)
    return Evaluation(
        heuristic=known.name,
        sweep=asked.name,
        n=good.n,
        accuracy=good.accuracy,
        auc=good.auc,
        brier=good.brier,
        rows=rows,
    )


def _known(heuristic: object) -> Heuristic:
    if isinstance(heuristic, str):
        return find(heuristic)
    name = getattr(heuristic, "__name__", None) or getattr(heuristic, "name", None)
    return adapted(str(name or type(heuristic).__name__), heuristic)
