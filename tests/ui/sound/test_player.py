"""The loudspeaker with a mixer, without one, and with one that fails later."""

import os
from collections.abc import Iterator

import pygame
import pytest

from towersim.rules.display import Sound
from towersim.ui.settings import Settings
from towersim.ui.sound.cues import Cue
from towersim.ui.sound.player import Loudspeaker


@pytest.fixture
def speaker() -> Iterator[Loudspeaker]:
    speaker = Loudspeaker()
    yield speaker
    speaker.close()


def busy() -> int:
    return sum(pygame.mixer.Channel(i).get_busy() for i in range(pygame.mixer.get_num_channels()))


def test_cues_are_played_on_channels(speaker: Loudspeaker) -> None:
    assert speaker.notice == ""
    speaker.play([Cue(Sound.COIN, 1.0, pan) for pan in (-1.0, 1.0)], 0.5)
    assert busy() == 2
    playing = pygame.mixer.Channel(0).get_sound()
    assert playing is not None
    assert playing.get_length() == pytest.approx(0.4, abs=0.01)


def test_a_volume_of_zero_is_silence(speaker: Loudspeaker) -> None:
    speaker.play([Cue(Sound.COIN, 1.0)], 0.0)
    speaker.click(Settings(button_volume=0))
    assert busy() == 0


def test_cues_beyond_the_channels_are_omitted(speaker: Loudspeaker) -> None:
    speaker.play([Cue(Sound.FANFARE, 1.0)] * 60, 1.0)
    assert busy() == pygame.mixer.get_num_channels()


def test_without_a_mixer_there_is_one_notice_and_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    speaker = Loudspeaker()
    assert speaker.notice == "There is no sound: no loudspeaker was found."
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    speaker.click(Settings())
    speaker.close()


def test_closing_stops_all_sounds_before_the_mixer_quits(
    speaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    heard: list[int] = []
    monkeypatch.setattr(pygame.mixer, "quit", lambda: heard.append(busy()))
    assert busy() == 1
    speaker.close()
    assert heard == [0]


def test_a_mixer_that_fails_later_is_reported_once(speaker: Loudspeaker) -> None:
    pygame.mixer.quit()
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    assert speaker.notice.startswith("The sound has gone:")
    said = speaker.notice
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    assert speaker.notice == said


def test_messages_of_libraries_about_a_missing_device_become_one_notice(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def init(*_: object) -> None:
        os.write(2, b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n")
        raise pygame.error("ALSA: no device")

    monkeypatch.setattr(pygame.mixer, "init", init)
    assert Loudspeaker().notice == "There is no sound: no loudspeaker was found."
    os.write(2, b"seen")
    assert capfd.readouterr().err == "seen"
