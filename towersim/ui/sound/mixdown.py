"""Cues in time as one stereo recording: the sound of a film."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from towersim.ui.sound.cues import Cue, samples
from towersim.ui.sound.synthesis import RATE

Stereo = npt.NDArray[np.float64]
"""Two rows, left and right, from -1 to 1."""


def sides(cue: Cue) -> tuple[float, float]:
    """Return how loud a cue is on the left and on the right; its power is the same everywhere.

    >>> from towersim.ui.sound.cues import Effect
    >>> left, right = sides(Cue(Effect.CARD, 1.0, 0.0))
    >>> round(left**2 + right**2, 9)
    1.0
    """
    turn = (cue.pan + 1) * math.pi / 4
    return cue.volume * math.cos(turn), cue.volume * math.sin(turn)


def mixed(cues: Iterable[tuple[float, Cue]], seconds: float) -> Stereo:
    """Return cues, each with its time in seconds, in one recording that is so long.

    Where too many come together, the loudest parts are bent down smoothly and never cut off.
    """
    track = np.zeros((2, max(math.ceil(seconds * RATE), 1)))
    for at, cue in cues:
        start = round(at * RATE)
        sound = samples(cue.sound)[: max(track.shape[1] - start, 0)]
        for side, volume in enumerate(sides(cue)):
            track[side, start : start + len(sound)] += volume * sound
    return np.tanh(track)


def sixteen_bit(track: Stereo) -> npt.NDArray[np.int16]:
    """Return a recording as whole numbers, n × 2, left and right in turns."""
    return np.ascontiguousarray((np.clip(track.T, -1, 1) * 32767).astype("<i2"))
