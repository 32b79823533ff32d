"""Sound: cues of events and impacts, their synthesis, the loudspeaker, its use in the window."""

import math
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from tests.matches import fresh
from tests.ui.pilot import Pilot, window
from towersim.match.match import MatchPhase
from towersim.rules.display import Sound
from towersim.table.placing import resimulate
from towersim.theatre.impacts import Impact
from towersim.ui.settings import Settings, load_settings
from towersim.ui.sound import cues, synthesis
from towersim.ui.sound.cues import CLICK, Cue, Loudspeaker, mixed
from towersim.ui.sound.synthesis import RATE, Samples, wood


def strongest_frequency(samples: Samples) -> float:
    """Return the frequency of the spectrum's peak, in Hz."""
    spectrum = np.abs(np.fft.rfft(samples))
    return float(np.argmax(spectrum) * RATE / len(samples))


def blow(impulse: float, x: float = 0.0, size: float = 0.02) -> Impact:
    return Impact(size, impulse, x, on_table=False)


def energy(impact: Impact) -> float:
    (cue,) = cues.of_frame([impact], 1.0)
    return float(np.sum(mixed([(0.0, cue)], 0.3) ** 2))


def test_loudness_grows_with_the_impulse() -> None:
    energies = [energy(blow(impulse)) for impulse in (1e-4, 3e-4, 1e-3, 3e-3)]
    assert all(harder > 2 * softer for softer, harder in pairwise(energies))


@pytest.mark.parametrize(("x", "louder"), [(-0.4, 0), (0.4, 1)])
def test_a_blow_is_heard_on_the_side_where_it_is_seen(x: float, louder: int) -> None:
    (cue,) = cues.of_frame([blow(1e-3, x)], 1.0)
    power = np.sum(mixed([(0.0, cue)], 0.3) ** 2, axis=1)
    assert power[louder] > 4 * power[1 - louder]


def test_the_loudest_of_many_blows_are_heard() -> None:
    many = [blow(1e-4 * n) for n in range(1, 40)]
    kept = cues.of_frame(many, 1.0)
    assert len(kept) == cues.MOST_AT_ONCE
    assert min(cue.volume for cue in kept) >= cues.loudness(34e-4)


def test_rolling_is_softer_than_a_blow_of_the_same_momentum() -> None:
    hit, roll = (
        cues.of_frame([blow(1e-3)._replace(rolls=rolls)], 1.0)[0] for rolls in (False, True)
    )
    assert roll.volume < hit.volume
    assert isinstance(roll.sound, Impact)
    assert roll.sound.rolls


def test_a_mix_never_exceeds_full_scale() -> None:
    track = mixed([(0.1, Cue(Sound.FANFARE, 1.0))] * 8, 1.0)
    assert np.abs(track).max() <= 1.0
    assert not track[:, : RATE // 10].any()
    assert track.shape == (2, RATE)


def test_a_cue_is_equally_loud_at_every_position() -> None:
    for pan in (-1.0, -0.3, 0.0, 0.8, 1.0):
        power = np.sum(mixed([(0.0, Cue(Sound.COIN, 0.05, pan))], 0.5) ** 2)
        centre = np.sum(mixed([(0.0, Cue(Sound.COIN, 0.05))], 0.5) ** 2)
        assert math.isclose(power, centre, rel_tol=0.01)


SIZES = (0.01, 0.02, 0.04, 0.08)


@pytest.mark.parametrize("on_table", [False, True])
def test_a_larger_block_has_a_lower_loudest_frequency(*, on_table: bool) -> None:
    sizes = SIZES[1:] if on_table else SIZES
    peaks = [strongest_frequency(wood(size, 1e-3, on_table=on_table)) for size in sizes]
    assert peaks == sorted(peaks, reverse=True)
    assert peaks == pytest.approx([synthesis.pitch(size) for size in sizes], rel=0.05)
    (cue,) = cues.of_frame([blow(1e-3, size=0.06)], 1.0)
    heard = strongest_frequency(cues.samples(cue.sound))
    assert heard == pytest.approx(synthesis.pitch(0.06), rel=0.15)


def test_a_harder_blow_is_brighter() -> None:
    def brightness(impulse: float) -> float:
        power = np.abs(np.fft.rfft(wood(0.02, impulse, on_table=False))) ** 2
        return float(np.average(np.arange(len(power)), weights=power))

    assert brightness(1e-5) < brightness(1e-3) < brightness(1e-1)


def test_the_table_top_sounds_lower_than_the_block() -> None:
    def bass(*, on_table: bool) -> float:
        power = np.abs(np.fft.rfft(wood(0.02, 1e-3, on_table=on_table))) ** 2
        return float(power[:100].sum() / power.sum())

    assert bass(on_table=True) > 3 * bass(on_table=False)


@pytest.mark.parametrize("make", ["card", "shuffle", "coin", "die", "breath", "fanfare", "click"])
def test_every_sound_reaches_full_scale_ends_softly_and_is_reproducible(make: str) -> None:
    sound = getattr(synthesis, make)()
    assert np.abs(sound).max() == pytest.approx(1.0)
    assert abs(sound[-1]) < 1e-6
    assert len(sound) < 2 * synthesis.RATE
    assert np.array_equal(sound, getattr(synthesis, make)())


@pytest.fixture
def speaker() -> Iterator[Loudspeaker]:
    speaker = Loudspeaker()
    yield speaker
    speaker.close()


def busy() -> int:
    return sum(pygame.mixer.Channel(i).get_busy() for i in range(pygame.mixer.get_num_channels()))


def test_cues_are_played_on_channels_as_far_as_they_go_and_none_at_volume_zero(
    speaker: Loudspeaker,
) -> None:
    assert speaker.notice == ""
    speaker.play([Cue(Sound.COIN, 1.0)], 0.0)
    speaker.click(Settings(button_volume=0))
    assert busy() == 0
    speaker.play([Cue(Sound.COIN, 1.0, pan) for pan in (-1.0, 1.0)], 0.5)
    assert busy() == 2
    playing = pygame.mixer.Channel(0).get_sound()
    assert playing is not None
    assert playing.get_length() == pytest.approx(0.4, abs=0.01)
    speaker.play([Cue(Sound.FANFARE, 1.0)] * 60, 1.0)
    assert busy() == pygame.mixer.get_num_channels()


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
    notice = speaker.notice
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    assert speaker.notice == notice


def test_a_missing_device_is_one_notice_instead_of_libraries_messages_and_silence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def init(*_: object) -> None:
        os.write(2, b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n")
        raise pygame.error("ALSA: no device")

    monkeypatch.setattr(pygame.mixer, "init", init)
    speaker = Loudspeaker()
    assert speaker.notice == "There is no sound: no loudspeaker was found."
    speaker.play([Cue(Sound.COIN, 1.0)], 1.0)
    speaker.click(Settings())
    speaker.close()
    os.write(2, b"seen")
    assert capfd.readouterr().err == "seen"


@pytest.mark.parametrize("muted", [False, True])
def test_a_dropped_cube_is_heard_to_hit_after_a_breath(
    tmp_path: Path, heard: list[tuple[Cue, float]], *, muted: bool
) -> None:
    match = fresh()
    with window(tmp_path, match=match, table_volume=50, muted=muted) as pilot:
        table = match.table
        lift(pilot)
        pilot.until(lambda: match.phase is not MatchPhase.SETTLING)
        effects = [cue.sound for cue, _ in heard]
        assert effects[0] is Sound.BREATH
        assert any(isinstance(sound, Impact) for sound in effects)
        assert {volume for _, volume in heard} == {0.0 if muted else 0.5}
        # Sound does not change the match.
        assert match.last_motion is not None
        assert match.last_motion == resimulate(table, match.last_motion, match.profile)


def test_a_blow_is_heard_when_it_is_seen_and_not_when_it_is_simulated(
    tmp_path: Path, heard: list[tuple[Cue, float]]
) -> None:
    with window(tmp_path, match=fresh()) as pilot:
        lift(pilot)
        while not any(isinstance(cue.sound, Impact) for cue, _ in heard):
            before = pilot.table.play.figures()[-1].pose.y
            pilot.frames()
        now = pilot.table.play.figures()[-1].pose.y
        assert now == pytest.approx(0.03, abs=0.0015)
        assert before > now


def lift(pilot: Pilot) -> None:
    """Drag a cube to three centimetres above a tower of one and release it."""
    pilot.grab(pilot.in_rack("red"))
    pilot.carry(pilot.over(0, 0.06))
    pilot.carry(pilot.over(0, 0.03))
    pilot.up()


def test_m_mutes_the_table_and_the_settings_store_it(tmp_path: Path) -> None:
    match = fresh()
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_m)
        assert pilot.table.hud.message == "Sound off: M turns it on again"
        assert load_settings(tmp_path / "settings.json")[0].muted
        pilot.key(pygame.K_m)
        assert not pilot.app.context.settings.muted


def test_the_settings_page_changes_the_volumes(pilot: Pilot) -> None:
    pilot.press("Settings", "Sound", "75 %")
    assert pilot.app.context.settings.table_volume == 100
    pilot.change(muted=True)
    pilot.screen.resize()
    pilot.press("muted")
    assert not pilot.app.context.settings.muted


def test_a_pressed_button_clicks_at_the_volume_of_buttons(
    pilot: Pilot, heard: list[tuple[Cue, float]]
) -> None:
    pilot.press("Settings")
    ((cue, volume),) = heard
    assert (cue.sound, volume) == (CLICK, 0.5)
