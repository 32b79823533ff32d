"""Sound cues of every event of every game and of impacts, and their mixing."""

import math
from itertools import pairwise

import numpy as np
import pytest

from tests.ui.sound.spectra import strongest_frequency
from towersim.rules.display import Sound
from towersim.theatre.impacts import Impact
from towersim.ui.sound import cues
from towersim.ui.sound.cues import Cue, Wood, mixed
from towersim.ui.sound.synthesis import RATE


def blow(impulse: float, x: float = 0.0, size: float = 0.02) -> Impact:
    return Impact(size, impulse, x, on_table=False)


def energy(impact: Impact) -> float:
    (cue,) = cues.of_impacts([impact], -0.5, 0.5)
    return float(np.sum(mixed([(0.0, cue)], 0.3) ** 2))


def test_loudness_grows_with_the_impulse() -> None:
    energies = [energy(blow(impulse)) for impulse in (1e-4, 3e-4, 1e-3, 3e-3)]
    assert all(harder > 2 * softer for softer, harder in pairwise(energies))


def test_a_blow_of_a_small_block_is_higher() -> None:
    (small,) = cues.of_impacts([blow(1e-3, size=0.02)], -0.5, 0.5)
    (large,) = cues.of_impacts([blow(1e-3, size=0.06)], -0.5, 0.5)
    low, high = (strongest_frequency(cues.samples(cue.sound)) for cue in (large, small))
    assert high / low == pytest.approx(3.0, rel=0.15)


@pytest.mark.parametrize(("x", "louder"), [(-0.4, 0), (0.4, 1)])
def test_a_blow_is_heard_on_the_side_where_it_is_seen(x: float, louder: int) -> None:
    (cue,) = cues.of_impacts([blow(1e-3, x)], -0.5, 0.5)
    power = np.sum(mixed([(0.0, cue)], 0.3) ** 2, axis=1)
    assert power[louder] > 4 * power[1 - louder]


def test_the_loudest_of_many_blows_are_heard() -> None:
    many = [blow(1e-4 * n) for n in range(1, 40)]
    kept = cues.of_impacts(many, -0.5, 0.5)
    assert len(kept) == cues.MOST_AT_ONCE
    assert min(cue.volume for cue in kept) >= cues.loudness(34e-4)


def test_rolling_is_softer_than_a_blow_of_the_same_momentum() -> None:
    hit, roll = (
        cues.of_impacts([blow(1e-3)._replace(rolls=rolls)], -0.5, 0.5)[0] for rolls in (False, True)
    )
    assert roll.volume < hit.volume
    assert isinstance(roll.sound, Wood)
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
