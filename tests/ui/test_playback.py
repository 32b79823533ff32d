"""Playback of a fall: the beginning and end of slow motion, and replays."""

import math

import pytest

from tests.ui.sound.test_sound import strongest_frequency
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Box
from towersim.table.table import Figure
from towersim.theatre.falls import AFTER, LONGEST, SLOW
from towersim.theatre.impacts import Impact
from towersim.ui import playback
from towersim.ui.settings import PACES
from towersim.ui.sound import cues
from towersim.ui.sound.synthesis import STRETCH

TICK = 1 / 120
NAME = BlockId("a")


def frame(angle: float, y: float = 0.1) -> tuple[Figure, ...]:
    pose = Pose(0.0, y, angle)
    return (Figure(NAME, "red", Box(0.02, 0.02), pose, TowerId(0), held=False),)


def toppling(stands: int, tips: int, lies: int) -> playback.Film:
    """Return a film of a block that stands, tips, falls and lies, for given numbers of ticks."""
    film = playback.Film(frame(0.0), TICK)
    for _ in range(stands):
        film.add(frame(0.0), None)
    for tick in range(1, tips + 1):
        fallen = NAME if tick == tips else None
        film.add(frame(math.pi / 2 * tick / tips), fallen)
    for _ in range(lies):
        film.add(frame(math.pi / 2), NAME)
    film.is_complete = True
    return film


def test_a_fall_begins_when_the_block_starts_to_move_but_a_creeping_one_near_its_end() -> None:
    film, creeping = toppling(60, 40, 30), toppling(10, 400, 30)
    assert film.fell_at == 100
    assert film.tips_at == pytest.approx(60, abs=2)
    assert creeping.fell_at - creeping.tips_at == round(playback.BEFORE / TICK)


@pytest.mark.parametrize("pace", PACES)
def test_slow_motion_begins_with_the_fall_and_is_as_slow_at_any_pace(pace: float) -> None:
    film = toppling(60, 40, 240)
    projector, shown, slow = playback.Projector(film), 0, 0
    while not projector.is_done:
        was = projector.is_slow
        at = projector.at
        projector.advance(1 / 60, pace)
        shown += 1
        if was:
            slow += 1
            assert projector.at - at < 2 * 2 * SLOW
            assert at >= film.tips_at
    assert slow / 60 == pytest.approx(LONGEST, rel=0.1)
    assert shown < slow + 200 / pace


@pytest.mark.parametrize("y", [0.1, -0.1])
def test_slow_motion_ends_with_the_first_impact_on_the_table_or_beside_it(y: float) -> None:
    film = toppling(60, 40, 0)
    film.is_complete = False
    for tick in range(60):
        knock = Impact(0.02, 0.01, 0.0, on_table=tick >= 5 and y > 0)
        film.add(frame(math.pi / 2, y if tick >= 5 else 0.1), None, (knock,))
    assert film.lands_at == 106
    projector = playback.Projector(film, 105)
    assert projector.is_slow
    assert not playback.Projector(film, film.lands_at + AFTER / TICK).is_slow


def test_slow_motion_is_shorter_from_the_third_fall_on_and_can_be_skipped_or_be_off() -> None:
    slow, film = playback.SlowMotion(), toppling(60, 40, 240)
    lengths = []
    for _ in range(3):
        projector, seconds = playback.Projector(film, film.tips_at, slow), 0.0
        while projector.is_slow:
            projector.advance(1 / 60, 1)
            seconds += 1 / 60
        lengths.append(seconds)
        slow.end(fell=True)
    assert lengths == pytest.approx([LONGEST, LONGEST, playback.LENGTHS[1]], rel=0.1)
    slow.skip()
    assert not playback.Projector(film, film.tips_at, slow).is_slow
    slow.end(fell=False)
    assert playback.Projector(film, film.tips_at, slow).is_slow, "only that fall was skipped"
    slow.is_on = False
    assert not playback.Projector(film, film.tips_at, slow).is_slow


def test_the_sound_of_slow_motion_is_longer_lower_and_softer() -> None:
    film = toppling(60, 40, 0)
    film.is_complete = False
    knock = Impact(0.02, 0.01, 0.0, on_table=True)
    film.add(frame(math.pi / 2), None, (knock,))
    slow, quick = playback.Projector(film, film.tips_at), playback.Projector(film, film.tips_at)
    quick._slow.skip()
    slow.at = quick.at = len(film.frames) - 1
    (heard,), (usual,) = slow.take_impacts(), quick.take_impacts()
    assert usual == knock
    (normal,), (slowed,) = (cues.of_frame([one], 1.0) for one in (knock, heard))
    before, after = cues.samples(normal.sound), cues.samples(slowed.sound)
    assert len(after) == STRETCH * len(before)
    assert strongest_frequency(before) > 2.5 * strongest_frequency(after)
    assert slowed.volume < normal.volume


def test_without_a_fall_there_is_no_slow_motion() -> None:
    projector = playback.Projector(toppling(60, 0, 0))
    projector.advance(0.25, 2)
    assert projector.is_done
    assert not projector.is_tipping


def test_playback_stays_behind_the_simulation_until_a_fall_is_known() -> None:
    film = toppling(100, 0, 0)
    film.is_complete = False
    projector = playback.Projector(film)
    projector.advance(5.0, 4)
    assert projector.at == 100 - round(playback.AHEAD / TICK)
    assert not projector.is_done
    film.add(frame(0.5), NAME)
    projector.advance(5.0, 4)
    assert projector.at == film.tips_at


def test_a_replay_begins_shortly_before_the_fall() -> None:
    film = toppling(90, 40, 30)
    again = playback.seen_again(film)
    assert again.at == pytest.approx(film.tips_at - playback.RUN_UP / TICK)
    assert not again.is_tipping


@pytest.mark.parametrize("film", [toppling(30, 0, 0), toppling(0, 12, 18)])
def test_a_replay_of_a_short_move_is_as_slow_with_and_without_a_fall(film: playback.Film) -> None:
    again, shown = playback.seen_again(film), 0
    while not again.is_done:
        again.advance(1 / 60, 1)
        shown += 1
    assert shown / 60 == pytest.approx(30 * TICK / SLOW, rel=0.1)
