"""Evaluate one heuristic on one sweep from Python."""

from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track

from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab.evaluate_trial import Case, predict
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, adapted
from towersim.lab.optional_dependencies import requires
from towersim.lab.rows import Prediction
from towersim.lab.sweep import load_sweep, sweep_path
from towersim.lab.trials import PredictTrial, Trials
from towersim.lab.truth import truth


class Evaluation(msgspec.Struct, frozen=True):
    """The result of a heuristic in n trials; accuracy, AUC and Brier score between 0 and 1."""

    heuristic: str
    sweep: str
    n: int
    accuracy: float
    """Share of towers that it predicted correctly."""
    auc: float | None
    """Area under the ROC curve; None if all towers stand or all fall."""
    brier: float
    """Mean squared error of its probabilities; always answering 0.5 gives 0.25."""
    rows: tuple[Prediction, ...]
    """Each answer with the truth."""


def evaluate(heuristic: object, sweep: Path | str, workers: int | None = None) -> Evaluation:
    """Evaluate a heuristic's predictions in a sweep (`towersim.evaluate`)."""
    with requires("lab"):
        from joblib import Parallel, delayed  # noqa: PLC0415 - comes with scikit-learn

        from towersim.lab.metrics import summary  # noqa: PLC0415 - an optional extra

    swept, asked = load_sweep(sweep_path(str(sweep))), _heuristic(heuristic)
    able = [trial for trial in Trials(swept) if isinstance(trial, PredictTrial)]
    if not able or not asked.predicts:
        raise OptionFault(f"heuristic {asked.name!r}: has no answer to what stands in {swept.name}")
    parallel = Parallel(n_jobs=workers or -1, return_as="generator", batch_size="auto")
    each = (delayed(answer)(trial, asked, simulate=swept.truth == "table") for trial in able)
    err = Console(stderr=True)
    found = track(
        parallel(each),
        asked.name,
        len(able),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    rows = tuple(found)
    good = summary(rows)
    return Evaluation(
        heuristic=asked.name,
        sweep=swept.name,
        n=good.n,
        accuracy=good.accuracy,
        auc=good.auc,
        brier=good.brier,
        rows=rows,
    )


def answer(trial: PredictTrial, heuristic: Heuristic, *, simulate: bool) -> Prediction:
    """Return the prediction in one trial; raises HeuristicFault if there is none."""
    known = truth(trial.scene(), simulate=simulate)
    row = predict(Case(trial, known, trial.seen()), heuristic)
    if row.failure is not None:
        raise HeuristicFault(heuristic.name, trial.id, row.failure)
    return row


def _heuristic(given: object) -> Heuristic:
    if isinstance(given, str):
        return find(given)
    name = getattr(given, "__name__", None) or getattr(given, "name", None)
    return adapted(str(name or type(given).__name__), given)
