"""Results as tables of notebooks, as data frames and as text."""

import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import towersim
from tests.lab.sweeps import folder, predicted
from towersim.common.errors import OptionFault
from towersim.lab.evaluation import Evaluation
from towersim.lab.leaderboard import stability_board
from towersim.lab.rows import Prediction
from towersim.lab.stability import benchmark
from towersim.lab.tables import Interval, frame

TOWERS = benchmark()["plain"][:40]
ENDS = Interval(0.4, 0.6)


def rows(name: str, chance: float) -> tuple[Prediction, ...]:
    return tuple(predicted(it, name, chance) for it in TOWERS)


@pytest.mark.parametrize(
    ("library", "kind"), [("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "Table")]
)
def test_answers_become_a_data_frame(library: Any, kind: str) -> None:
    pytest.importorskip(library)
    evaluation = Evaluation("few", "quick", 40, 0.5, ENDS, None, 0.25, rows("few", 0.9))
    found: Any = evaluation.to_frame(library)
    assert isinstance(found, getattr(sys.modules[library], kind))
    assert len(found) == 40
    assert list(found["margin"]) != []
    assert found["heuristic"][7] in ("few", pa.scalar("few"))


def test_an_unknown_or_missing_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: Any = "excel"
    with pytest.raises(OptionFault, match="'excel': not known"):
        frame([], wrong)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(OptionFault, match="polars is not installed: pip install pyarrow polars"):
        frame(rows("few", 0.9), "polars")


def test_an_evaluation_shows_its_figures() -> None:
    evaluation = Evaluation("<b>few", "quick", 40, 0.525, ENDS, None, 0.25, rows("few", 0.9))
    shown = evaluation._repr_html_()
    assert "<td>&lt;b&gt;few</td><td>40</td><td>0</td><td>52.5% (40.0–60.0)</td><td>–</td>" in shown
    shares = "accuracy 0.525 (0.400–0.600), AUC –, Brier 0.250"
    assert repr(evaluation) == f"Evaluation(<b>few on 40 trials of quick: {shares})"


def test_a_board_shows_its_ranking_in_ten_lines_at_most() -> None:
    board = stability_board([row for n in range(12) for row in rows(f"h{n}", 0.1 + n / 20)])
    assert board._repr_html_().count("<tr>") == 13
    lines = repr(board).splitlines()
    assert len(lines) == 10
    assert lines[0] == "StabilityBoard(stability-2, 12 entries)"
    assert lines[9] == "  … and 4 more"
    assert board.to_frame("pyarrow")["rank"].to_pylist() == list(range(1, 13))


def test_results_of_a_sweep_show_each_heuristic(tmp_path: Path) -> None:
    path = folder(tmp_path / "small", said=["margin", "height"], builders=["look-ahead"])
    results = towersim.results(path)
    assert repr(results) == "Results(small: 24 predictions, 4 built towers)"
    right = sum(row.is_right for row in results.predictions if row.heuristic == "height")
    assert f"<td>height</td><td>12</td><td>0</td><td>{right / 12:.1%}</td>" in results._repr_html_()
    assert sorted(set(results.to_frame("pyarrow")["heuristic"].to_pylist())) == ["height", "margin"]
