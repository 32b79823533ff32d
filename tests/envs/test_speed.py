"""The speed of the environments beside those of the libraries."""

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo cannot be installed here")

from towersim.cli.bench import _placements
from towersim.envs import speed


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the library's, of its own import
def test_palace_is_measured_beside_connect_four() -> None:
    rows = {name: (value, unit) for name, value, unit in speed.figures(1, 0.01)}
    assert rows["PettingZoo's connect_four"][1] == speed.UNIT
    ratio, unit = rows["Palace in PettingZoo beside PettingZoo's connect_four"]
    assert unit == "x"
    theirs = rows["PettingZoo's connect_four"][0]
    assert ratio == pytest.approx(rows["Palace in PettingZoo"][0] / theirs)
    assert all(value > 0 for value, _ in rows.values())


def test_placements_are_measured_beside_their_ticks() -> None:
    figures = list(_placements(7, blocks=2, rounds=1))
    assert [figure.what.partition(" beside")[0] for figure in figures] == [
        "a direct drop",
        "a placement by the hand",
    ]
    assert all(figure.value > 0 for figure in figures)
