"""Partitions: round trips, omission of old versions, and reports of damage."""

import re
import shutil
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace

from towersim.common.errors import FileFault, OptionFault, ResultFault
from towersim.lab import store
from towersim.lab.rows import BuildResult, Prediction, ResultRow
from towersim.lab.store import VERSIONS, About, note_versions, read, write, written
from towersim.lab.sweep import SWEEP
from towersim.physics.settle import Verdict

ID = "0123456789abcdef"
VERDICT = Prediction(
    trial=ID,
    structure="column",
    blocks=3,
    margin=-0.25,
    stands=False,
    heuristic="height",
    probability=0.5,
    verdict=Verdict.SHIFTED,
    number=1,
    tower=ID,
    seed=3,
    friction=0.2,
    density_low=250.0,
    density_high=2000.0,
    hidden_density=True,
    noise_m=0.001,
    version="abc",
    cpu_seconds=0.01,
)
FAILED = Prediction(
    ID, "column", 3, -0.25, stands=False, heuristic="blocks", probability=None, failure="odd"
)
BUILT = BuildResult(
    ID, "look-ahead", "shaky", 3, 0.1, fell=True, supply=20, number=2, piece_set="boxes"
)
ABOUT = About(0, 3, ("height@abc",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / SWEEP).write_text('format = 1\nname = "mine"\nseed = 3\n')
    note_versions(tmp_path, {"height": "abc", "look-ahead": "", "blocks": ""})
    write(tmp_path, ABOUT, [VERDICT, BUILT, FAILED])
    return tmp_path


def test_written_rows_are_read_in_the_order_of_the_trials(folder: Path) -> None:
    results = read(folder)
    assert results.sweep == "mine"
    assert results.rows == (FAILED, VERDICT, BUILT)
    assert (results.predictions, results.built) == ((FAILED, VERDICT), (BUILT,))
    assert [*written(folder)] == [ABOUT, ABOUT]


def test_a_folder_that_cannot_be_written_is_reported(folder: Path) -> None:
    shutil.rmtree(folder / store.PREDICTIONS)
    (folder / store.PREDICTIONS).touch()
    with pytest.raises(
        OptionFault, match=rf"^{re.escape(str(folder))}/.*\.parquet: cannot be written: "
    ):
        write(folder, About(0, 3, ("tall@",)), [VERDICT])
    (folder / VERSIONS).unlink()
    with pytest.raises(OptionFault, match=rf"{VERSIONS}: cannot be written: No such file"):
        note_versions(folder / "gone", {})


def test_answers_of_an_older_version_are_omitted_but_kept(folder: Path) -> None:
    note_versions(folder, {"height": "new"})
    assert read(folder).predictions == (FAILED,)
    note_versions(folder, {"height": "abc"})
    assert read(folder).predictions == (FAILED, VERDICT)


def test_other_heuristics_make_another_partition(folder: Path) -> None:
    write(folder, About(0, 3, ("tall@",)), [BUILT])
    assert len(list((folder / store.BUILDS).glob("part-*"))) == 2
    write(folder, ABOUT, [BUILT])
    assert len(list((folder / store.BUILDS).iterdir())) == 2, "nothing unfinished is left"


@pytest.mark.parametrize("text", [b"", b"nonsense", b"PAR1"])
def test_a_damaged_partition_is_reported_by_name(folder: Path, text: bytes) -> None:
    path = next((folder / store.PREDICTIONS).glob("part-*"))
    path.write_bytes(text)
    for look in (read, lambda at: [*written(at)]):
        with pytest.raises(ResultFault) as fault:
            look(folder)
        assert str(fault.value).startswith(f"{path}: is not a partition of results: ")


@pytest.mark.parametrize(
    "row",
    [
        Prediction(ID, "column", 3, 0.1, stands=True, heuristic="height", probability=1.5),
        Prediction("xyz", "column", 3, 0.1, stands=True, heuristic="height", probability=0.5),
        BuildResult(ID, "height", "none", -1, 0.1, fell=True, supply=20),
        BuildResult(ID, "height", "none", 1, -0.1, fell=True, supply=20),
    ],
)
def test_a_number_out_of_range_is_reported_as_damage(folder: Path, row: ResultRow) -> None:
    write(folder, About(9, 1, ()), [row])
    with pytest.raises(ResultFault, match="is not a partition of results"):
        read(folder)


def test_an_older_version_is_read_by_its_hash_beside_the_new_one(folder: Path) -> None:
    note_versions(folder, {"height": "def"})
    new = replace(VERDICT, version="def", probability=0.9)
    write(folder, About(0, 3, ("height@def",)), [new])
    rows = [row for row in read(folder, ["height@abc"]).rows if row.heuristic.startswith("height")]
    assert rows == [new, replace(VERDICT, heuristic="height@abc")]
    with pytest.raises(OptionFault, match=r"'height@abd': not in .*height@abc, height@def"):
        read(folder, ["height@abd"])


def test_damaged_versions_are_reported_by_name(folder: Path) -> None:
    (folder / VERSIONS).write_text("[")
    with pytest.raises(ResultFault, match=VERSIONS):
        read(folder)


def test_a_folder_without_a_sweep_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="holds no results of `towersim lab run`"):
        read(tmp_path)


def test_a_folder_with_only_a_sweep_has_no_rows(tmp_path: Path) -> None:
    (tmp_path / SWEEP).write_text('format = 1\nname = "mine"\n')
    assert read(tmp_path) == ("mine", ())
    (tmp_path / "rows.jsonl").touch()
    with pytest.raises(ResultFault, match="an older towersim"):
        read(tmp_path)


def test_columns_have_the_types_of_the_fields() -> None:
    """Files of earlier versions have these types, in another order."""
    types = {field.name: str(field.type) for field in store.schema_of(Prediction)}
    word = "dictionary<values=string, indices=int32, ordered=0>"
    assert {name for name, kind in types.items() if kind == word} == {
        "structure",
        "verdict",
        "heuristic",
        "version",
    }
    assert (types["trial"], types["number"], types["blocks"]) == ("string", "int64", "int32")
    assert (types["probability"], types["hidden_density"]) == ("double", "bool")
    assert str(store.schema_of(BuildResult).field("supply").type) == "int32"


@pytest.mark.parametrize("broken", ["text", "schema"])
def test_text_that_is_not_utf_8_and_unknown_types_are_reported(broken: str, folder: Path) -> None:
    (path,) = (folder / store.PREDICTIONS).iterdir()
    table = pq.read_table(path)
    column = table.column_names.index("structure")
    spoilt = {
        "text": pa.array([b"\xec\xff"] * 2).view(pa.string()),
        "schema": pa.array([date.min] * 2, pa.date32()),
    }[broken]
    pq.write_table(table.set_column(column, "structure", spoilt), path)
    with pytest.raises(ResultFault, match=r"\.parquet: is not a partition of results: "):
        read(folder)
