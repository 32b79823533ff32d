"""Rows: what is written is read again, what was cut off is dropped, what is damaged is told."""

from pathlib import Path
from typing import IO, Any

import pytest

from towersim.errors import FileFault, ResultFault
from towersim.lab.rows import (
    COSTS,
    ROWS,
    SWEEP,
    Answer,
    Built,
    Cost,
    Verdict,
    answers,
    append,
    costs,
    read,
    rewrite,
    trim,
)

ID = "0123456789abcdef"
VERDICT = Verdict(ID, "column", 3, -0.25, True, "height", 0.5)
BUILT = Built(ID, "look-ahead", "shaky", 3, 0.1, True, 20)
COST = Cost(ID, "height", 0.001)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / SWEEP).write_text('format = 1\nname = "mine"\nseed = 3\n')
    append(tmp_path / ROWS, [VERDICT, BUILT])
    append(tmp_path / COSTS, [COST])
    return tmp_path


def test_what_was_written_is_read(folder: Path) -> None:
    results = read(folder)
    assert results.sweep == "mine"
    assert (results.rows, results.costs) == ((VERDICT, BUILT), (COST,))
    assert (results.verdicts, results.built) == ((VERDICT,), (BUILT,))


def test_a_line_is_what_the_description_says(folder: Path) -> None:
    first, second = (folder / ROWS).read_text().splitlines()
    assert first == (
        '{"type":"predict","trial":"0123456789abcdef","structure":"column","blocks":3,'
        '"margin":-0.25,"stands":true,"heuristic":"height","probability":0.5}'
    )
    assert second == (
        '{"type":"place","trial":"0123456789abcdef","heuristic":"look-ahead","hand":"shaky",'
        '"pieces":3,"height":0.1,"fell":true,"supply":20}'
    )


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_a_last_line_that_was_cut_off_is_dropped_and_written_over(folder: Path, cut: int) -> None:
    path = folder / ROWS
    path.write_bytes(path.read_bytes()[:-cut])
    assert answers(folder) == (VERDICT,)
    trim(path)
    append(path, [BUILT])
    assert answers(folder) == (VERDICT, BUILT)


def test_adding_rows_reads_nothing_of_what_is_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes, opened = list[str](), Path.open

    def noted(path: Path, mode: str) -> IO[Any]:
        modes.append(mode)
        return opened(path, mode)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", noted)
        append(folder / COSTS, [COST])
    assert modes == ["ab"], "nothing but added to"
    assert costs(folder) == (COST, COST)


def test_there_may_be_nothing_to_cut_off(folder: Path) -> None:
    trim(folder / "nothing")
    assert not (folder / "nothing").exists()
    trim(folder / ROWS)
    assert answers(folder) == (VERDICT, BUILT)


def test_other_rows_take_the_place_of_all(folder: Path) -> None:
    rewrite(folder / ROWS, [BUILT])
    assert answers(folder) == (BUILT,)
    assert {path.name for path in folder.iterdir() if path.is_file()} == {SWEEP, ROWS, COSTS}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{}", "missing required field `type`"),
        (b'{"type":"guess"}', "Invalid value 'guess'"),
        (b'{"type":"place', "truncated"),
        (b"\xff", "malformed"),
        (b'{"type":"cost","trial":"0123456789abcdef","heuristic":"a","seconds":1}', "'cost'"),
        (b'{"type":"predict","trial":"0"}', "trial"),
    ],
)
def test_a_damaged_line_is_named(folder: Path, line: bytes, why: str) -> None:
    with (folder / ROWS).open("ab") as file:
        file.write(line + b"\n")
    append(folder / ROWS, [VERDICT])
    with pytest.raises(ResultFault) as fault:
        read(folder)
    assert str(fault.value).startswith(f"{folder / ROWS}: line 3: ")
    assert why in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "row",
    [
        Verdict(ID, "column", 3, 0.1, True, "height", 1.5),
        Verdict("xyz", "column", 3, 0.1, True, "height", 0.5),
        Built(ID, "height", "none", -1, 0.1, True, 20),
        Built(ID, "height", "none", 1, -0.1, True, 20),
    ],
)
def test_a_number_out_of_range_is_damage(folder: Path, row: Answer) -> None:
    append(folder / ROWS, [row])
    with pytest.raises(ResultFault, match="line 3"):
        read(folder)


def test_an_answer_that_is_there_twice_is_named(folder: Path) -> None:
    append(folder / ROWS, [VERDICT])
    with pytest.raises(ResultFault, match=f"line 3: 'height' has answered in trial {ID} before"):
        read(folder)


def test_a_cost_may_be_there_twice(folder: Path) -> None:
    append(folder / COSTS, [COST])
    assert read(folder).costs == (COST, COST)


def test_a_folder_without_a_sweep_is_no_result(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="there is no such file"):
        read(tmp_path)


def test_a_folder_with_a_sweep_and_nothing_else_has_no_rows(tmp_path: Path) -> None:
    (tmp_path / SWEEP).write_text('format = 1\nname = "mine"\n')
    assert read(tmp_path) == ("mine", (), ())
