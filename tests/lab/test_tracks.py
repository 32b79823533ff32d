"""The tracks for pictures and for CPU budgets: entries, counts and refusals."""

import numpy as np
import pytest

from tests.lab.sweeps import Here, here
from towersim.cli.commands import run
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.lab import stability
from towersim.lab.analytic_scenes import column
from towersim.lab.evaluation import Case, predict
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import adapted
from towersim.lab.leaderboard import IMAGES, answers, budget_board
from towersim.lab.rows import Prediction
from towersim.lab.stability import benchmark


def answer(n: int, name: str, ms: float, *, right: bool) -> Prediction:
    chance = 0.9 if right else 0.1
    return Prediction(
        f"{n:016x}", "column", 5, 0.1, True, name, chance, tower=f"{n}", cpu_seconds=ms / 1000
    )


def test_an_answer_after_the_time_limit_is_wrong() -> None:
    rows = [answer(n, "slow", (0.05, 0.5, 5.0, 50.0)[n], right=True) for n in range(4)]
    rows += [answer(n, "quick", 0.01, right=n > 1) for n in range(4)]
    found = {entry.heuristic: entry for entry in budget_board(rows).entries}
    assert found["slow"].within == (0.25, 0.5, 0.75)
    assert found["slow"].accuracy == 1.0
    assert found["quick"].within == (0.5, 0.5, 0.5)
    assert [entry.heuristic for entry in budget_board(rows).entries] == ["slow", "quick"]
    head, _, first, _ = budget_board(rows).sheets()[0].markdown().splitlines()
    assert head == "| heuristic | ≤ 0.1 ms | ≤ 1 ms | ≤ 10 ms | any time (95 %) | CPU ms per call |"
    assert first.startswith("| slow | 25.0% | 50.0% | 75.0% | 100.0%")


def test_the_command_shows_the_requested_track(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = {part: towers[::50] for part, towers in benchmark().items()}
    monkeypatch.setattr(stability, "benchmark", lambda: some)
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", here)
    assert run(["lab", "leaderboard", "--track", "images"]) == 0
    shown = capsys.readouterr().out
    assert {"image-centre", "image-height"} <= {*shown.split()}
    assert "overlap" not in shown
    assert run(["lab", "leaderboard", "--track", "budget", "--heuristic", "blocks"]) == 0
    assert "≤ 10 ms" in capsys.readouterr().out


def test_an_image_heuristic_gets_only_pictures() -> None:
    seen: list[object] = []

    def mine(image: object) -> float:
        seen.append(image)
        return 0.5

    trial, truth = benchmark()["plain"][0]
    row = predict(Case(trial, truth, trial.seen()), adapted("mine", mine))
    assert row.probability == 0.5
    (image,) = seen
    assert isinstance(image, np.ndarray)
    assert (image.shape, image.dtype) == ((128, 128), np.uint8)

    class Many:
        def predict_images(self, images: list[object]) -> list[float]:
            seen.extend(images)
            return [1.0] * len(images)

    many = adapted("many", Many())
    assert many.sees_images
    assert many.probability(trial.seen(), dice.stream(1, "x"), "here") == 1.0
    assert np.array_equal(seen[1], image)  # type: ignore[arg-type] # anything may be compared


def test_image_heuristics_see_height_and_centre_of_mass() -> None:
    noise = dice.stream(1, "x")
    upright, creeping = column([0.0] * 4), column([0.0, 0.45, 0.9, 1.35, 1.8])
    centre, height = find("image-centre"), find("image-height")
    assert centre.probability(upright, noise, "a") > 0.8
    assert centre.probability(creeping, noise, "b") < 0.5
    assert height.probability(upright, noise, "c") > 0.9
    assert height.probability(column([0.0] * 18), noise, "d") < 0.1


def test_a_heuristic_that_gets_scenes_is_refused_on_the_image_track(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(OptionFault, match=r"overlap.*is shown scenes"):
        answers(IMAGES, ["image-centre", "overlap"], Here())
    assert run(["lab", "leaderboard", "--track", "images", "--heuristic", "overlap"]) == 2
    assert run(["lab", "leaderboard", "placement-3", "--track", "budget"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
