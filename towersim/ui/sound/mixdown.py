"""Mixing of timed cues into a stereo track, for films."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from towersim.ui.sound.cues import Cue, samples
from towersim.ui.sound.synthesis import RATE

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
    """Return a track of `seconds` with all cues, each given with its time in seconds.

    Sums are limited by tanh instead of being clipped.
    """
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
