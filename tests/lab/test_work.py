"""One trial answered: heuristics see what they are shown, the truth does not depend on them."""

import pytest

from towersim.dice import Stream
from towersim.lab import truth
from towersim.lab.heuristics.base import Heuristic
from towersim.lab.rows import Built, Verdict
from towersim.lab.trials import Drawn, Place, Predict, Trial
from towersim.lab.work import Done, answered, can, done
from towersim.scene import Block, Scene
from towersim.units import Pose

HIDING = Predict(
    3, Drawn("counterweight", 1), density=(200.0, 2500.0), hidden_density=True, noise=0.002
)
BUILDING = Place(3, "boxes", 3, "steady", 0)


class Watching:
    """Answers anything and remembers what it was shown and what it drew."""

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
        # The hand lowers what hovers.
        return [Pose(0.0, 0.3, 0.0), Pose(9.0, 9.0, 9.0)]


def asked(trial: Trial, name: str = "a") -> tuple[Watching, Done]:
    it = Watching()
    (answer,) = answered(trial, [Heuristic(name, it.predict, it.propose)])
    return it, answer


def test_a_heuristic_is_shown_what_is_seen_and_judged_by_what_is() -> None:
    watching, answer = asked(HIDING)
    assert watching.scenes == [HIDING.seen()]
    assert HIDING.seen() != HIDING.scene()
    row = answer.row
    assert isinstance(row, Verdict)
    assert row.stands == truth.stands(HIDING.scene())
    assert row.margin == truth.margin(HIDING.scene()) != truth.margin(HIDING.seen())
    assert (row.trial, row.heuristic, row.probability) == (HIDING.id, "a", 0.25)


def test_a_builder_is_shown_what_stands_and_its_best_pose_is_taken() -> None:
    watching, answer = asked(BUILDING)
    assert [len(scene.blocks) for scene in watching.scenes] == [0, 1, 2]
    assert isinstance(answer.row, Built)
    assert (answer.row.pieces, answer.row.fell, answer.row.supply) == (3, False, 3)


@pytest.mark.parametrize("trial", [HIDING, BUILDING])
def test_chance_is_the_trials_own_and_the_heuristics_own(trial: Trial) -> None:
    drawn = asked(trial)[0].drawn
    assert len(set(drawn)) == len(drawn)
    assert asked(trial)[0].drawn == drawn
    assert asked(trial, "b")[0].drawn != drawn
    other = Predict(3, Drawn("column", 0)) if trial is HIDING else Place(3, "boxes", 3, "none", 0)
    assert asked(other)[0].drawn != drawn


def test_a_call_costs_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("towersim.lab.work.time.perf_counter", lambda: float(next(ticks)))
    for trial in (HIDING, BUILDING):
        cost = asked(trial)[1].cost
        assert (cost.trial, cost.heuristic, cost.seconds) == (trial.id, "a", 1.0)


def test_heuristics_are_found_by_their_names() -> None:
    names = ["height", "uniform"]
    assert [answer.row.heuristic for answer in done(HIDING, names)] == names


def test_who_can_say_nothing_is_known_before() -> None:
    predicting = Heuristic("a", lambda _scene, _dice: 0.5, None)
    assert can(predicting, HIDING)
    assert not can(predicting, BUILDING)
