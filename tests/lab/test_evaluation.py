"""Evaluation of one trial, and trials in which exact statics contradicts the simulation."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.lab.sweeps import predicted
from towersim.common.dice import Stream
from towersim.common.errors import OptionFault
from towersim.common.units import Pose
from towersim.lab import plots, stability, truth
from towersim.lab.evaluation import Case, build, evaluate, failed, predictions
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, HeuristicInfo
from towersim.lab.report import page, ranked
from towersim.lab.rows import BuildResult, Prediction, ResultRow, Results, counted
from towersim.lab.trials import BuildTrial, Drawn, PredictTrial
from towersim.lab.truth import Truth
from towersim.physics.settle import Verdict
from towersim.physics.stand import stands
from towersim.scene.scene import Block, Scene

HIDING = PredictTrial(
    3, Drawn("counterweight", 1), density=(200.0, 2500.0), hidden_density=True, noise=0.002
)
BUILDING = BuildTrial(3, "boxes", 3, "steady", 0)


class Watching:
    """A heuristic that answers every trial and records its inputs and random numbers."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.drawn: list[float] = []

    def predict(self, scene: Scene, dice: Stream) -> float:
        self.scenes.append(scene)
        self.drawn.append(dice.random())
        return 0.25

    def propose(self, scene: Scene, piece: Block, dice: Stream) -> list[Pose]:
        del piece
        self.predict(scene, dice)
        # The hand lowers a piece that hovers.
        return [Pose(0.0, 0.3, 0.0), Pose(9.0, 9.0, 9.0)]


def asked(trial: PredictTrial | BuildTrial, name: str = "a") -> tuple[Watching, ResultRow]:
    it = Watching()
    heuristic = Heuristic(name, it.predict, it.propose, version="v1")
    if isinstance(trial, BuildTrial):
        return it, build(trial, heuristic)
    return it, predictions([Case(trial, truth.truth(trial.scene()), trial.seen())], heuristic)[0]


def test_a_heuristic_gets_the_shown_scene_and_is_judged_by_the_true_one() -> None:
    watching, row = asked(HIDING)
    assert watching.scenes == [HIDING.seen()]
    assert HIDING.seen() != HIDING.scene()
    assert isinstance(row, Prediction)
    assert row.stands == stands(HIDING.scene())
    assert row.margin == truth.margin(HIDING.scene()) != truth.margin(HIDING.seen())
    assert (row.trial, row.heuristic, row.probability) == (HIDING.id, "a", 0.25)
    assert (row.noise_m, row.density_low, row.density_high) == (0.002, 200.0, 2500.0)
    assert (row.hidden_density, row.version, row.tower) == (True, "v1", HIDING.tower)


def test_a_builder_gets_the_standing_scene_and_its_first_pose_is_used() -> None:
    watching, row = asked(BUILDING)
    assert [len(scene.blocks) for scene in watching.scenes] == [0, 1, 2]
    assert isinstance(row, BuildResult)
    assert (row.pieces, row.fell, row.supply) == (3, False, 3)


Asked = PredictTrial | BuildTrial


@pytest.mark.parametrize(
    ("trial", "other"),
    [(HIDING, PredictTrial(3, Drawn("column", 0))), (BUILDING, replace(BUILDING, hand="none"))],
)
def test_random_numbers_depend_on_trial_and_heuristic(trial: Asked, other: Asked) -> None:
    drawn = asked(trial)[0].drawn
    assert len(set(drawn)) == len(drawn)
    assert asked(trial)[0].drawn == drawn
    assert asked(trial, "b")[0].drawn != drawn
    assert asked(other)[0].drawn != drawn


def test_a_call_costs_its_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("towersim.lab.evaluation.time.process_time", lambda: float(next(ticks)))
    for trial in (HIDING, BUILDING):
        assert asked(trial)[1].cpu_seconds == 1.0


def test_a_wrong_number_of_answers_makes_all_of_them_failures() -> None:
    many = Heuristic("a", predict_many=lambda scenes, _: [0.5] * (len(scenes) - 1))
    case = Case(HIDING, truth.Truth(0.1), HIDING.seen())
    for row in predictions([case, case], many, at_once=True):
        assert row.probability is None
        assert row.failure is not None
        assert row.failure.endswith("1 answers to 2 scenes")


def test_a_terminated_call_has_a_row() -> None:
    known = truth.Truth(-0.1, blocks=3)
    row = failed(HIDING, HeuristicInfo("a", ""), known, "why")
    assert isinstance(row, Prediction)
    assert (row.failure, row.stands, row.blocks, row.probability) == ("why", False, 3, None)
    assert failed(BUILDING, HeuristicInfo("a", ""), None, "why").failure == "why"


TRIAL = PredictTrial(1, Drawn("column", 0))


@pytest.mark.parametrize(
    ("margin", "verdict", "contradicted"),
    [
        (0.2, Verdict.FELL, True),
        (0.2, Verdict.SHIFTED, True),
        (-0.2, Verdict.STOOD, True),
        (0.2, Verdict.STOOD, False),
        (-0.2, Verdict.FELL, False),
        (0.0099, Verdict.FELL, False),
        (-0.0099, Verdict.STOOD, False),
        (0.2, None, False),
    ],
)
def test_a_trial_carries_a_flag_if_its_truths_clearly_disagree(
    margin: float, verdict: Verdict | None, *, contradicted: bool
) -> None:
    known = Truth(margin, verdict, 3)
    assert known.contradicted is contradicted
    (row,) = predictions([Case(TRIAL, known, TRIAL.seen())], find("margin"))
    assert row.contradicted is contradicted


@pytest.mark.slow
def test_reports_leave_such_trials_out_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "png", lambda _figure: b"not looked at")
    towers = [it for part in stability.benchmark().values() for it in part[:4]]
    first, *right = [predicted(it, "a", float(it.truth.stands)) for it in towers]
    wrong = replace(first, stands=not first.stands, contradicted=True)
    results = Results("few", (wrong, *right))
    assert [len(some) for some in ranked(results).values()] == [len(right)]
    assert f"a</th><td>{len(right)}</td>" in results._repr_html_()
    _, told = page(results, lambda _row: None)
    assert "1 trial that exact statics contradicts: not counted below." in told
    _, agreed = page(Results("few", tuple(right)), lambda _row: None)
    assert "contradicts" not in agreed


def swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *wrong: int) -> Path:
    """Return a sweep of four columns; the simulation of those with the numbers in `wrong` errs."""
    path = tmp_path / "few.toml"
    head = 'format = 1\nname = "few"\nseed = 5\nheuristics = ["margin"]\n'
    path.write_text(head + '[[predict]]\nstructures = ["column"]\ntowers = 4\n')
    seen = iter(range(4))

    def truth(_scene: Scene, *, simulate: bool) -> Truth:
        assert simulate
        return Truth(0.5, Verdict.FELL if next(seen) in wrong else Verdict.STOOD, 3)

    monkeypatch.setattr("towersim.lab.evaluation.truth", truth)
    return path


def test_an_evaluation_counts_such_trials_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evaluate(lambda _scene: 1.0, swept(tmp_path, monkeypatch, 1), workers=1)
    assert (found.n, found.contradicted, found.accuracy, len(found.rows)) == (3, 1, 1.0, 4)
    assert [row.contradicted for row in found.rows] == [False, True, False, False]
    assert len(counted(found.rows)) == 3
    assert "on 3 trials and 1 that statics contradicts of few" in repr(found)


def test_a_session_evaluates_a_changed_file_anew(cwd: Path) -> None:
    head = 'format = 1\nname = "few"\nheuristics = ["height"]\ntruth = "statics"\n'
    text = f'{head}[[predict]]\nstructures = ["mine.py:drawn"]\ntowers = 1\n'
    (cwd / "few.toml").write_text(text)
    for n in (3, 5):
        drawn = f"def drawn(dice): return column([0.0] * {n})\n"
        level = f"def level(scene): return 1 / {n}\n"
        code = f"from towersim.lab.analytic_scenes import column\n{drawn}{level}"
        (cwd / "mine.py").write_text(code)
        (row,) = evaluate("mine.py:level", cwd / "few.toml", workers=1).rows
        assert (row.blocks, row.probability) == (n, 1 / n)


def test_an_evaluation_of_contradictions_only_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OptionFault, match="in every trial simulation and exact statics disagree"):
        evaluate(lambda _scene: 1.0, swept(tmp_path, monkeypatch, 0, 1, 2, 3), workers=1)
