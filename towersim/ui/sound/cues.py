"""Sound cues for impacts of blocks and for events, and their mix as a stereo track."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from towersim.rules.display import Sound
from towersim.theatre.impacts import Impact
from towersim.ui.sound import synthesis
from towersim.ui.sound.synthesis import RATE, Samples

CLICK: Final = "click"
CREAK: Final = "creak"
"""The sound of wood that is about to give way."""
CREAKS: Final = 8.0
"""Tilt that a building withstands, in degrees, below which it creaks."""


class Wood(NamedTuple):
    """The sound of an impact or of rolling, with rounded parameters for a small cache."""

    octave: float
    """Pitch in octaves above 1 Hz, rounded to quarters."""
    decades: float
    """log₁₀ of the impulse in newton seconds, rounded to halves."""
    on_table: bool
    rolls: bool
    is_slowed: bool = False


class Cue(NamedTuple):
    """A sound to play, with volume and pan."""

    sound: str | Wood
    """A `Sound` of an event, the `CLICK`, or an impact."""
    volume: float
    """From 0 to 1."""
    pan: float = 0.0
    """From -1 (left) to 1 (right)."""


LOUD: Final = 0.012
"""Least impulse of full volume, in newton seconds: that of a cube after a fall of 20 cm."""
ROLL_VOLUME: Final = 0.35
MOST_AT_ONCE: Final = 6
"""Most impact sounds per frame; the loudest are kept."""


class Maker(NamedTuple):
    """A sound's generator and volume (0 … 1)."""

    make: Callable[[], Samples]
    volume: float


SOUNDS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        Sound.CARD: Maker(synthesis.card, 0.35),
        Sound.SHUFFLE: Maker(synthesis.shuffle, 0.35),
        Sound.COIN: Maker(synthesis.coin, 0.3),
        Sound.DIE: Maker(synthesis.die, 0.5),
        Sound.BREATH: Maker(synthesis.breath, 0.16),
        Sound.FANFARE: Maker(synthesis.fanfare, 0.45),
        CLICK: Maker(synthesis.click, 0.25),
        CREAK: Maker(synthesis.creak, 0.5),
    }
)


def of_sound(sound: Sound) -> Cue | None:
    """Return the cue of an event's sound, or None without one."""
    return Cue(sound, SOUNDS[sound].volume) if sound in SOUNDS else None


def of_margin(degrees: float) -> Cue | None:
    """Return the creak of a building that withstands a tilt; it is louder, the smaller that is.

    >>> of_margin(9.0), of_margin(4.0)
    (None, Cue(sound='creak', volume=0.25, pan=0.0))
    """
    share = 1 - max(degrees, 0.0) / CREAKS
    return Cue(CREAK, SOUNDS[CREAK].volume * share) if share > 0 else None


def of_impacts(impacts: Iterable[Impact], left: float, right: float) -> list[Cue]:
    """Return the loudest cues of a frame's impacts, panned between x = `left` and `right` (m)."""
    cues = [_of_impact(impact, (left + right) / 2, (right - left) / 2) for impact in impacts]
    return sorted(cues, key=lambda cue: -cue.volume)[:MOST_AT_ONCE]


def loudness(impulse: float) -> float:
    """Return the volume (0 … 1) of an impulse in N s: its power of 0.6, as loudness is perceived.

    >>> 0 < loudness(1e-4) < loudness(1e-3) < loudness(1.0) == 1.0
    True
    """
    return min(math.pow(impulse / LOUD, 0.6), 1.0)


def _of_impact(impact: Impact, middle: float, half: float) -> Cue:
    sound = Wood(
        octave=round(4 * math.log2(synthesis.pitch(impact.size))) / 4,
        decades=round(2 * math.log10(impact.impulse)) / 2,
        on_table=impact.on_table,
        rolls=impact.rolls,
        is_slowed=impact.is_slowed,
    )
    volume = loudness(impact.impulse) * (ROLL_VOLUME if impact.rolls else 1.0)
    return Cue(sound, volume, min(max((impact.x - middle) / half, -1.0), 1.0))


@lru_cache(maxsize=256)
def samples(sound: str | Wood) -> Samples:
    """Return the samples of a sound; the first call synthesises them, in about a millisecond."""
    if isinstance(sound, Wood):
        if sound.is_slowed:
            return synthesis.stretched(samples(sound._replace(is_slowed=False)))
        size = synthesis.PITCH / 2**sound.octave
        if sound.rolls:
            return synthesis.rolling(size)
        return synthesis.wood(size, 10**sound.decades, on_table=sound.on_table)
    return SOUNDS[sound].make()


Stereo = npt.NDArray[np.float64]
"""Samples from -1 to 1, 2 × n: left and right."""


def sides(cue: Cue) -> tuple[float, float]:
    """Return the left and right volume of a cue, panned at constant power.

    >>> from towersim.rules.display import Sound
    >>> left, right = sides(Cue(Sound.CARD, 1.0, 0.0))
    >>> round(left**2 + right**2, 9)
    1.0
    """
    turn = (cue.pan + 1) * math.pi / 4
    return cue.volume * math.cos(turn), cue.volume * math.sin(turn)


def mixed(cues: Iterable[tuple[float, Cue]], seconds: float) -> Stereo:
    """Return a track of `seconds` with cues by their time in seconds, limited by tanh."""
    track = np.zeros((2, max(math.ceil(seconds * RATE), 1)))
    for at, cue in cues:
        start = round(at * RATE)
        sound = samples(cue.sound)[: max(track.shape[1] - start, 0)]
        for side, volume in enumerate(sides(cue)):
            track[side, start : start + len(sound)] += volume * sound
    return np.tanh(track)


def sixteen_bit(track: Stereo) -> npt.NDArray[np.int16]:
    """Return a track as 16-bit integers, n × 2, with left and right interleaved."""
    return np.ascontiguousarray((np.clip(track.T, -1, 1) * 32767).astype("<i2"))
