"""The speed of the card games, and of RLCard's if it is installed."""

import math
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from towersim.lab import speed

# RLCard imports distutils.
pytestmark = pytest.mark.filterwarnings("ignore:The distutils package:DeprecationWarning")
OURS = ["Palace", "Push", "Rummü"]


def figures() -> dict[str, float]:
    rows = [*speed.figures(rounds=1, seconds=0.02)]
    assert {unit for _, _, unit in rows} <= {speed.UNIT, "x"}
    return {what: value for what, value, _ in rows}


@pytest.mark.slow  # three processes import the laboratory
def test_the_speed_of_a_sweep_is_measured_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "find_spec", lambda _: None)
    rows = {name: value for name, value, _ in speed.swept(0.5, towers=400)}
    assert rows["sweep with 1 process"] > 10
    assert rows["driver of a sweep with 1 process"] < 1e6 / rows["sweep with 1 process"]
    assert [name for name in rows if name.startswith("sweep")] == [
        "sweep with 1 process",
        "sweep with 2 processes",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("rlcard"), reason="rlcard is not installed")
def test_rlcards_games_are_measured_in_the_same_run() -> None:
    speeds = figures()
    for name in ("RLCard's UNO", "RLCard's gin rummy"):
        assert speeds[name] > 100
        assert speeds[f"{name}, own agents"] > 100
    assert speeds["Palace beside RLCard's UNO"] == pytest.approx(
        speeds["Palace"] / speeds["RLCard's UNO"]
    )


@pytest.mark.slow
def test_without_rlcard_its_rows_say_that_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(find: Callable[[str], ModuleSpec | None]) -> Callable[[str], ModuleSpec | None]:
        return lambda name: None if name == "rlcard" else find(name)

    monkeypatch.setattr(speed, "find_spec", missing(find_spec))
    speeds = figures()
    assert list(speeds)[:3] == OURS
    assert [name for name, value in speeds.items() if math.isnan(value)] == [
        "RLCard's UNO: rlcard is not installed",
        "RLCard's gin rummy: rlcard is not installed",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("rlcard"), reason="rlcard is not installed")
def test_rlcard_without_distutils_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "rlcard"]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("distutils", "distutils.version"):
        monkeypatch.setitem(sys.modules, name, None)
    (uno, *_) = [name for name, value in figures().items() if math.isnan(value)]
    assert uno.startswith("RLCard's UNO: rlcard cannot be imported: ")
    assert "distutils" in uno
