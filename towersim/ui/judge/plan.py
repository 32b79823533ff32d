"""The options of a round, and the results of a person so far."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common.errors import ResultFault
from towersim.lab.judge import BENCHMARK, NAME_LENGTH, RATED, Judgement, read, towers_of
from towersim.ui.app_context import AppContext
from towersim.ui.language.faults import fault_message
from towersim.ui.settings import Settings

KEY = "judge"
"""Key of the plan in the options of the settings."""


class RoundPlan(NamedTuple):
    """The options of a round."""

    person: str
    exposure: float | None = None
    """Exposure time of a tower, in seconds; None: until the answer."""
    asks_side: bool = False
    """Whether to ask also for the side of the fall and the share that falls."""
    benchmark: str = BENCHMARK
    seed: int | None = None
    """Seed of the towers; None: another one for each round."""

    @property
    def is_rated(self) -> bool:
        """Whether towers are rated from 1 to 7 and nothing is told about them."""
        return self.benchmark == RATED


class Level(NamedTuple):
    """The answers with the same chance: their number, and the share of towers that stood."""

    chance: float
    stood: float
    answers: int


class JudgeScore(NamedTuple):
    """The results of a person so far."""

    answers: int
    right: int
    brier: float
    levels: tuple[Level, ...]


def kept_plan(settings: Settings) -> RoundPlan:
    """Return the saved plan; without one, a plan for the first seat of the settings."""
    kept = settings.options.get(KEY, {})
    person = str(kept.get("person", settings.seats[0].name))[:NAME_LENGTH] or "Ada"
    exposure = 1.0 if kept.get("one_second") is True else None
    return RoundPlan(person, exposure, kept.get("asks_side") is True)


def keep_plan(context: AppContext, plan: RoundPlan) -> None:
    """Save a plan in the settings."""
    settings = context.settings
    kept: dict[str, bool | int | str] = {
        "person": plan.person,
        "one_second": plan.exposure is not None,
        "asks_side": plan.asks_side,
    }
    context.change(replace(settings, options={**settings.options, KEY: kept}))


def answers_file(context: AppContext) -> Path:
    """Return the file of answers, beside the saved games."""
    return context.files.records.parent / "judgements.jsonl"


def answers_so_far(context: AppContext) -> tuple[tuple[Judgement, ...], str]:
    """Return all saved answers, and a notice about their file (empty for none)."""
    path = answers_file(context)
    try:
        return (read(path) if path.exists() else ()), ""
    except ResultFault as fault:
        return (), fault_message(fault)


def standing(answers: Sequence[Judgement], plan: RoundPlan) -> JudgeScore | None:
    """Return the results of a person, by the first answer to each tower; None without answers."""
    towers, first = towers_of(plan.benchmark), dict[str, Judgement]()
    for one in answers:
        is_theirs = (one.person, one.benchmark) == (plan.person, plan.benchmark)
        if is_theirs and one.trial in towers:
            first.setdefault(one.trial, one)
    if not first:
        return None
    pairs = [(one.probability, towers[one.trial].truth.stands) for one in first.values()]
    levels = []
    # A level with one answer would tell how that tower ended.
    for chance in () if plan.is_rated else sorted({chance for chance, _ in pairs}):
        stood = [stands for said, stands in pairs if said == chance]
        levels.append(Level(chance, sum(stood) / len(stood), len(stood)))
    return JudgeScore(
        answers=len(pairs),
        right=sum((chance >= 0.5) == stands for chance, stands in pairs),
        brier=sum((chance - stands) ** 2 for chance, stands in pairs) / len(pairs),
        levels=tuple(levels),
    )
