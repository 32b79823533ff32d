"""Settings are saved; a damaged file is reported and does no harm."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.ui.pilot import Pilot, window
from towersim.files.challengefile import find_challenge
from towersim.match.record import SeatSpec
from towersim.ui.games.practice.start import fresh_match
from towersim.ui.screens.base import SheetScreen
from towersim.ui.settings import PACES, Settings, load_settings, save_settings
from towersim.ui.widgets.forms import Pressed


def test_saved_settings_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings = Settings(pace=4, plumb_line=False, seats=(SeatSpec("Zoë"), SeatSpec("Ada")))
    assert load_settings(path) == (Settings(), ""), "a missing file causes no notice"
    assert save_settings(path, settings) == ""
    assert load_settings(path) == (settings, "")
    assert "could not be saved" in save_settings(path / "settings.json", settings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"pace": "fast"}',
        '{"pace": 3}',
        '{"speed": 1}',
        '{"seats": []}',
        "\x00\xff",
        '{"game": "\xff"}',
        '{"language": "' + "long " * 99 + '"}',
    ],
)
def test_a_damaged_file_gives_the_default_settings_and_a_notice(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="latin-1")
    settings, notice = load_settings(path)
    assert settings == Settings()
    assert settings.pace in PACES
    assert str(path) in notice
    assert "\n" not in notice
    assert "long " * 40 not in notice
    assert not path.exists()
    assert "set aside as settings.damaged.json" in notice
    assert (tmp_path / "settings.damaged.json").read_text(encoding="latin-1") == text


def test_a_window_saves_only_what_it_changed(tmp_path: Path) -> None:
    """Another window may have changed the rest since."""
    path = tmp_path / "settings.json"
    with window(tmp_path) as pilot:
        save_settings(path, replace(load_settings(path)[0], text_size=175))
        pilot.app.context.alter("muted")
        saved, _notice = load_settings(path)
        assert (saved.text_size, saved.muted) == (175, True)
        pilot.change(text_size=150)
        path.write_text("{")
        pilot.change(pace=2.0)
        saved, _notice = load_settings(path)
        assert (saved.text_size, saved.pace, saved.muted) == (150, 2.0, True), "a damaged file"
        path.unlink()
        path.mkdir()
        pilot.change(high_contrast=True)
        assert "could not be saved" in pilot.app.context.notice
        path.rmdir()
        save_settings(path, saved)
        pilot.change(pace=1.0)
        assert load_settings(path)[0].high_contrast, "it is saved later"


def test_the_menu_opens_with_the_notice(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    with window(tmp_path) as pilot:
        pilot.frames(2)
        assert "settings.json" in pilot.app.context.notice
        pilot.press("Settings", "on")
        assert load_settings(tmp_path / "settings.json") == (Settings(plumb_line=False), "")


def test_the_beginners_hand_is_the_default_only_for_people_without_a_choice(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Bob", skill="shaky"), SeatSpec("Cid", "careful", "normal"))
    with window(tmp_path, seats=seats) as pilot:
        pilot.press("Settings")
        pilot.screen.execute(Pressed("assist"))
        pilot.press("Back", "New game")
        assert [seat.skill for seat in pilot.screen.seats] == ["assisted", "shaky", "normal"]
        pilot.press("Start the game")
        assert pilot.match.skills[0].smoothing > 0
        assert [seat.skill for seat in pilot.match.seats] == ["assisted", "shaky", "normal"]
    with window(tmp_path / "again", assist=True) as pilot:
        match = fresh_match(pilot.app.context, find_challenge("first-tower"))
        assert match.skills[0].smoothing > 0
        match.close()


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    assert save_settings(path, Settings(table_volume=25)) == ""
    before = path.read_bytes()

    def torn(part: Path, content: bytes) -> int:
        with part.open("wb") as file:
            file.write(content[:20])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", torn)
    assert save_settings(path, Settings(table_volume=50)).endswith("No space left on device")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("button", ["English", "on"])
def test_a_changed_setting_lays_each_page_out_once(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    pilot.press("Settings")
    laid_out: list[SheetScreen] = []
    lay_out = SheetScreen.lay_out

    def counted(page: SheetScreen) -> None:
        laid_out.append(page)
        lay_out(page)

    monkeypatch.setattr(SheetScreen, "lay_out", counted)
    pilot.press(button)
    pilot.frames(3)
    assert laid_out == [pilot.screen]
