"""Scene files of the free table, and one-line errors of `towersim build`."""

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.free_table.tables import carry, cube, scene
from towersim.common.errors import OptionFault, SceneFault
from towersim.common.units import BlockId, Pose
from towersim.files.level import levels_dir, load_materials, load_pieces, load_scene
from towersim.free_table import history
from towersim.free_table.table import FreeTable
from towersim.geometry.shapes import Box
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics.analysis import analyse
from towersim.statics.equilibrium import margin

STEEL = load_materials()["steel"]
HEART = load_pieces("blocks")["heart"]
MIXED = Scene(
    TableTop(0.8, 0.4),
    reach=0.0002,
    blocks=(
        replace(cube("cube-1", 0.1234567890123, 0.01), fixed=True),
        Block(BlockId("heart-1"), HEART.shape, STEEL, 0.02, Pose(-0.1, 0.1, 0.7)),
        replace(cube("odd-1", 0.2, 0.3), material=Material(1234.5, 0.6)),
    ),
)


def test_a_saved_scene_is_opened_unchanged(tmp_path: Path) -> None:
    path = history.scene_path(tmp_path, "mixed")
    history.save(path, MIXED)
    assert history.opened(path).scene == MIXED
    assert 'material = "steel"' in path.read_text(encoding="utf-8")
    path.with_name("gone.toml").symlink_to(tmp_path / "nowhere")
    path.with_name("folder.toml").mkdir()
    assert history.saved_scenes(tmp_path) == [path]


def test_statics_finds_the_contacts_of_a_saved_scene(tmp_path: Path) -> None:
    """A plank at rest lies two skins above its post."""
    table = FreeTable(history.Snapshot(scene(cube("cube-1", 0.0, 0.01))))
    table.take_new(replace(cube("plank-1", 0.0, 0.06), shape=Box(0.12, 0.008)))
    carry(table, 0.0, 0.025)
    history.save(tmp_path / "built.toml", table.scene)
    built = load_scene(tmp_path / "built.toml")
    assert analyse(built).summary.stable
    assert margin(built) == pytest.approx(analyse(built).summary.margin)


def test_a_stable_scene_opens_at_rest_and_any_other_frozen() -> None:
    folder = levels_dir() / "scenes"
    assert history.opened(folder / "harmonic.toml").phase is history.SimulationState.REST
    assert history.opened(folder / "too-far.toml").phase is history.SimulationState.FROZEN


@pytest.mark.parametrize("name", ["", " ", "..", "/"])
def test_a_name_without_letters_is_refused(name: str) -> None:
    with pytest.raises(OptionFault, match="Give the scene a name"):
        history.scene_path(Path("data"), name)


@pytest.mark.parametrize("phase", history.SimulationState)
def test_the_table_is_saved_after_every_command_and_restored(
    phase: history.SimulationState, tmp_path: Path
) -> None:
    autosave = history.Autosave(tmp_path)
    assert autosave.begin() == (history.Snapshot(scene()), "")
    autosave.keep(history.Snapshot(MIXED, phase))
    found, said = history.Autosave(tmp_path).begin()
    assert (found.scene, found.phase) == (MIXED, history.SimulationState.FROZEN)
    assert said == "Here is what you left on the table; T lets time run."


def test_what_another_window_saved_is_not_overwritten(tmp_path: Path) -> None:
    """The second one to save goes on among the scenes; what the first one shows is kept, too."""
    history.save(tmp_path / history.AUTOSAVE, MIXED)
    windows = [history.Autosave(tmp_path) for _ in range(3)]
    shown = [history.Snapshot(window.begin()[0].scene) for window in windows]
    changed = history.Snapshot(scene(cube("cube-1", 0.0, 0.01)))
    assert windows[0].keep(changed) == ""
    assert windows[1].keep(history.Snapshot(scene())) == "", "an empty table needs no file"
    for window, now, name in zip(
        windows[1:], shown[1:], ("free table 2", "free table 3"), strict=True
    ):
        told = f"Another window saves its table, too; this one is now {name}."
        assert [window.keep(now), window.keep(now)] == [told, ""]
    assert windows[1].keep(changed) == windows[0].keep(shown[0]) == ""
    late = history.Autosave(tmp_path)
    windows[0].keep(changed)
    windows[0].keep(shown[0])
    pressed = scene(cube("cube-1", 0.0, 0.01), cube("cube-2", 0.0, 0.029))
    assert late.keep(history.Snapshot(pressed)) == "", "no file may contain it"
    assert late.path == windows[0].path
    paths = [history.scene_path(tmp_path, f"free table {number}") for number in (2, 3)]
    contents = [load_scene(path).blocks for path in (windows[0].path, *paths)]
    assert contents == [MIXED.blocks, changed.scene.blocks, MIXED.blocks]


def test_an_invalid_scene_is_not_saved(tmp_path: Path) -> None:
    autosave = history.Autosave(tmp_path)
    autosave.keep(history.Snapshot(MIXED))
    pressed = scene(cube("cube-1", 0.0, 0.01), cube("cube-2", 0.0, 0.029))
    autosave.keep(history.Snapshot(pressed, history.SimulationState.MOVING))
    assert load_scene(autosave.path) == MIXED
    with pytest.raises(SceneFault, match="mm deep in block"):
        history.save(tmp_path / "pressed.toml", pressed)


def test_what_was_turned_often_or_fell_far_below_the_table_loses_no_saved_table(
    tmp_path: Path,
) -> None:
    autosave = history.Autosave(tmp_path)
    turned = replace(cube("cube-1", 0.0, 0.01), pose=Pose(0.0, 0.01, 400 * math.tau))
    autosave.keep(history.Snapshot(scene(turned, cube("cube-2", 0.5, -17.0))))
    shown, _told = history.Autosave(tmp_path).begin()
    assert shown.scene.blocks == (turned,)


def test_a_program_killed_while_saving_loses_no_saved_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    autosave = history.Autosave(tmp_path)
    autosave.keep(history.Snapshot(MIXED))

    def killed(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise SystemExit

    now = history.Snapshot(scene())
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", killed)
        with pytest.raises(SystemExit):
            autosave.keep(now)
    assert history.Autosave(tmp_path).begin()[0].scene == MIXED
    autosave.keep(now)
    assert load_scene(autosave.path) == scene(), "after a full disk it is tried again"


def test_a_damaged_file_is_set_aside_and_reported(tmp_path: Path) -> None:
    autosave = history.Autosave(tmp_path)
    autosave.path.write_text("format = 1\n[[blocks", encoding="utf-8")
    found, said = autosave.begin()
    assert found == history.Snapshot(scene())
    assert "not TOML" in said
    assert said.endswith("it is set aside as free-table.damaged.toml, and the table is empty")
    assert (tmp_path / "free-table.damaged.toml").is_file()
    with pytest.raises(SceneFault):
        history.opened(tmp_path / "free-table.damaged.toml")
    autosave.path.write_text("format = 2", encoding="utf-8")
    assert "free-table.damaged-2.toml" in autosave.begin()[1], "the first one is kept"


def test_a_failed_write_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "scenes").write_text("in the way", encoding="utf-8")
    with pytest.raises(
        OptionFault, match=r"a\.toml: cannot be written: (File exists|Not a directory)"
    ):
        history.save(history.scene_path(tmp_path, "a"), MIXED)
