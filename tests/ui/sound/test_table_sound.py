"""The sound of the window: its cues, its volumes, and no effect on a match."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.matches import fresh
from tests.ui.pilot import Pilot, window
from towersim.match.match import Match, MatchPhase
from towersim.rules.display import Sound
from towersim.table.placing import resimulate
from towersim.ui.settings import Settings, load_settings, save_settings
from towersim.ui.sound.cues import CLICK, Cue, Loudspeaker, Wood


class Listener(Loudspeaker):
    """A loudspeaker that records its cues."""

    def __init__(self) -> None:
        self.notice = ""
        self.heard: list[tuple[Cue, float]] = []

    def play(self, cues: Iterable[Cue], volume: float) -> None:
        self.heard += [(cue, volume) for cue in cues]

    def prepare(self) -> None:
        pass

    def close(self) -> None:
        pass


def listening(folder: Path, match: Match, settings: Settings) -> Iterator[tuple[Pilot, Listener]]:
    """Open the window on a match with a recording loudspeaker."""
    save_settings(folder / "settings.json", settings)
    with window(folder, match=match) as pilot:
        speaker = Listener()
        pilot.app.context.sound = speaker
        yield pilot, speaker


def test_a_dropped_cube_is_heard_to_hit_after_a_breath(tmp_path: Path) -> None:
    match = fresh()
    for pilot, speaker in listening(tmp_path, match, Settings(table_volume=50)):
        table = match.table
        drop(pilot)
        effects = [cue.sound for cue, _ in speaker.heard]
        assert effects[0] is Sound.BREATH
        assert any(isinstance(sound, Wood) for sound in effects)
        assert {volume for _, volume in speaker.heard} == {0.5}
        # Sound does not change the match.
        assert match.last_motion is not None
        assert match.last_motion == resimulate(table, match.last_motion, match.profile)


def test_a_blow_is_heard_when_it_is_seen_and_not_when_it_is_simulated(tmp_path: Path) -> None:
    for pilot, speaker in listening(tmp_path, fresh(), Settings()):
        lift(pilot)
        while not any(isinstance(cue.sound, Wood) for cue, _ in speaker.heard):
            before = pilot.table.play.figures()[-1].pose.y
            pilot.frames()
        now = pilot.table.play.figures()[-1].pose.y
        assert now == pytest.approx(0.03, abs=0.0015)
        assert before > now


def lift(pilot: Pilot) -> None:
    """Drag a cube to three centimetres above a tower of one and release it."""
    pilot.move(pilot.in_rack("red"))
    pilot.down()
    pilot.carry(pilot.over(0, 0.06))
    pilot.carry(pilot.over(0, 0.03))
    pilot.up()


def drop(pilot: Pilot) -> None:
    """Drop a cube on a tower and wait for gravity."""
    lift(pilot)
    pilot.until(lambda: pilot.match.phase is not MatchPhase.SETTLING)


def test_a_muted_window_is_silent(tmp_path: Path) -> None:
    for pilot, speaker in listening(tmp_path, fresh(), Settings(muted=True)):
        drop(pilot)
        assert {volume for _, volume in speaker.heard} == {0.0}


def test_m_mutes_the_table_and_the_settings_store_it(tmp_path: Path) -> None:
    match = fresh()
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_m)
        assert pilot.table.message == "Sound off: M turns it on again"
        assert load_settings(tmp_path / "settings.json")[0].muted
        pilot.key(pygame.K_m)
        assert not pilot.app.context.settings.muted


def test_the_settings_page_changes_the_volumes(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("Settings")
        pilot.press("Sound")
        pilot.press("75 %")
        assert pilot.app.context.settings.table_volume == 100
        pilot.app.context.change(replace(pilot.app.context.settings, muted=True))
        pilot.screen.resize()
        pilot.press("muted")
        assert not pilot.app.context.settings.muted


def test_a_pressed_button_clicks_at_the_volume_of_buttons(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        speaker = Listener()
        pilot.app.context.sound = speaker
        pilot.press("Settings")
        ((cue, volume),) = speaker.heard
        assert (cue.sound, volume) == (CLICK, 0.5)
