"""The risk of one more cube: counts, intervals and the table."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.lab.sweeps import this_process
from towersim.lab.executors import processes
from towersim.lab.hands import Curve, HeightRisk, measure, sheet


@pytest.fixture(autouse=True, scope="module")
def _in_this_process() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("towersim.lab.hands.processes", this_process)
        yield


@pytest.fixture(scope="module")
def curves() -> list[Curve]:
    return list(measure(towers=3, seed=1, highest=3, workers=1))


@pytest.mark.slow
def test_every_hand_with_tremor_has_a_curve(curves: list[Curve]) -> None:
    assert [curve.hand for curve in curves] == ["steady", "normal", "shaky"]


def test_every_tower_begins_with_one_cube_and_ends_with_its_first_fall(curves: list[Curve]) -> None:
    for curve in curves:
        first, *_ = curve.risks
        assert (first.height, first.placed) == (1, 3)
        for lower, higher in zip(curve.risks, curve.risks[1:], strict=False):
            assert higher.height == lower.height + 1 <= 3
            assert higher.placed == lower.placed - lower.fell


@pytest.mark.slow  # two processes import the laboratory
def test_the_same_seed_gives_the_same_curves_with_any_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = list(measure(towers=2, seed=1, highest=2, workers=1))
    monkeypatch.setattr("towersim.lab.hands.processes", processes)
    assert list(measure(towers=2, seed=1, highest=2, workers=2)) == one


def test_the_table_has_a_row_for_every_height() -> None:
    curves = [
        Curve("steady", (HeightRisk(1, 10, 0), HeightRisk(2, 10, 5))),
        Curve("shaky", (HeightRisk(1, 10, 10),)),
    ]
    shown = sheet(curves)
    assert shown.heads == ["cubes before", "steady hand", "shaky hand"]
    # Wilson's interval by the formula of Brown, Cai & DasGupta (2001), computed by hand.
    assert [[cell.words for cell in row] for row in shown.cells] == [
        ["1", "0.0% (0.0–27.8)", "100.0% (72.2–100.0)"],
        ["2", "50.0% (23.7–76.3)", "–"],
    ]


def test_a_curve_round_trips_through_json(curves: list[Curve]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(curves), type=list[Curve]) == curves
