"""The speed of the environments beside those of the libraries."""

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo cannot be installed here")

from towersim.cli.bench import _placements
from towersim.envs import speed


def test_palace_is_measured_beside_connect_four() -> None:
    rows = {name: (value, unit) for name, value, unit in speed.figures(1, 0.01)}
    assert rows["PettingZoo's connect_four"][1] == speed.UNIT
    ratio, unit = rows["Palace, PettingZoo, beside PettingZoo's connect_four"]
    assert unit == "x"
    theirs = rows["PettingZoo's connect_four"][0]
    assert ratio == pytest.approx(rows["Palace, PettingZoo"][0] / theirs)
    assert all(value > 0 for value, _ in rows.values())


def test_a_placement_costs_more_than_its_ticks_and_less_than_thrice() -> None:
    drop, put = _placements(7, blocks=2, rounds=3)
    assert 0.8 < drop.value < 3
    assert 0.8 < put.value < 3
