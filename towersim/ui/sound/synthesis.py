"""Synthesis of sounds: wood, cards, coins, a die, a breath, a fanfare, a click.

Wood is a free bar with modes at 1 : 2.756 : 5.404 (Fletcher and Rossing, The Physics of Musical
Instruments, section 2.15), all of the same quality factor. The contact time of an impact, which
decreases with the fifth root of its speed (Hertz), sets its brightness.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from towersim.common import dice

RATE: Final = 44_100
"""Samples per second."""

Samples = npt.NDArray[np.float64]
"""Mono samples from -1 to 1."""

BAR: Final = (1.0, 2.756, 5.404)
"""Frequencies of the modes of a free bar, relative to the lowest."""
BAR_SHARES: Final = (1.0, 0.45, 0.2)
PITCH: Final = 34.0
"""Frequency of the lowest mode times the size of the block, in Hz m: a 2 cm cube sounds 1.7 kHz."""
LOWEST, HIGHEST = 160.0, 5000.0
SWINGS: Final = 28.0
"""Quality factor of a block lying on another."""
TOP: Final = ((118.0, 0.15), (203.0, 0.1), (371.0, 0.07))
"""Modes of the table top: frequency in Hz and relative amplitude."""
TOP_SECONDS: Final = 0.022
"""Decay time of the table top's modes to 1/e, in seconds."""
TOUCH: Final = 4e-4
"""Contact time of an impulse of one millinewton second, in seconds."""
STRETCH: Final = 3.0
"""Length of a sound in slow motion, in its usual length."""


def pitch(size: float) -> float:
    """Return the frequency of the lowest mode of a block of `size` metres, in Hz.

    >>> pitch(0.02) > pitch(0.04)
    True
    """
    return min(max(PITCH / size, LOWEST), HIGHEST)


def wood(size: float, impulse: float, *, on_table: bool) -> Samples:
    """Return the sound of an impact: block of `size` metres, impulse in newton seconds.

    All impacts are normalised to the same peak; their volume is `cues.loudness`.
    """
    lowest = pitch(size)
    touch = TOUCH * (max(impulse, 1e-6) / 1e-3) ** -0.2
    modes = [
        (lowest * ratio, share, SWINGS / (math.pi * lowest * ratio))
        for ratio, share in zip(BAR, BAR_SHARES, strict=True)
    ]
    if on_table:
        modes += [(frequency, share, TOP_SECONDS) for frequency, share in TOP]
    t = _seconds(0.25)
    ringing = sum(
        (
            share / (1 + (frequency * touch) ** 2) * np.sin(math.tau * frequency * t) * fade
            for frequency, share, seconds in modes
            for fade in (np.exp(-t / seconds),)
        ),
        np.zeros_like(t),
    )
    scrape = _smoothed(_noise("wood", len(t)), touch) * np.exp(-t / (2 * touch))
    return _full(ringing + 0.5 * np.abs(ringing).max() * scrape)


def rolling(size: float) -> Samples:
    """Return 0.1 s of a disc of `size` metres rolling on wood."""
    t = _seconds(0.1)
    rough = _smoothed(_noise("roll", len(t)), 1 / (4 * pitch(size)))
    return _full(rough * np.sin(math.pi * t / t[-1]) ** 2)


def stretched(samples: Samples) -> Samples:
    """Return a sound as from a tape that runs `STRETCH` times as slow: longer and deeper."""
    length = len(samples)
    return np.interp(np.arange(round(STRETCH * length)) / STRETCH, np.arange(length), samples)


def card() -> Samples:
    """Return the sound of a card laid on another: a short rush that ends with a snap."""
    t = _seconds(0.12)
    rush = np.diff(_noise("card", len(t) + 1)) * np.sin(math.pi * np.minimum(t / 0.09, 1.0)) ** 2
    snap = np.diff(_noise("snap", len(t) + 1)) * np.exp(-np.maximum(t - 0.075, 0.0) / 0.006)
    return _full(0.35 * rush + np.where(t >= 0.075, snap, 0.0))


def shuffle() -> Samples:
    """Return the sound of a shuffle: accelerating card sounds."""
    whole = np.zeros(RATE // 2)
    one, at = card(), 0.0
    while int(at * RATE) + len(one) < len(whole):
        start = int(at * RATE)
        whole[start : start + len(one)] += one
        at += 0.05 - 0.06 * at
    return _full(whole)


def coin() -> Samples:
    """Return the sound of a coin on others: slowly decaying modes of a small plate."""
    t = _seconds(0.4)
    modes = ((3240.0, 1.0, 0.09), (5110.0, 0.6, 0.06), (7730.0, 0.4, 0.04), (9890.0, 0.2, 0.03))
    ringing = [share * np.sin(math.tau * f * t) * np.exp(-t / fade) for f, share, fade in modes]
    return _full(np.sum(ringing, axis=0))


def die() -> Samples:
    """Return the sound of a bouncing die: knocks at decreasing intervals and volumes."""
    whole = np.zeros(RATE)
    at, gap, loud = 0.0, 0.16, 1.0
    while gap > 0.02:
        knock = loud * wood(0.016, 1e-3 * loud, on_table=True)
        start = int(at * RATE)
        whole[start : start + len(knock)] += knock
        at, gap, loud = at + gap, 0.72 * gap, 0.75 * loud
    return _full(whole)


def breath() -> Samples:
    """Return the sound of an indrawn breath, for the wait after a placement."""
    t = _seconds(0.55)
    air = _smoothed(_noise("breath", len(t)), 3e-4)
    return _full(air * np.sin(math.pi * np.minimum(t / t[-1], 1.0)) ** 1.5)


def fanfare() -> Samples:
    """Return four rising notes, for the end of a game."""
    notes = ((392.0, 0.0), (523.25, 0.14), (659.26, 0.28), (783.99, 0.42))
    t = _seconds(1.5)
    whole = np.zeros_like(t)
    for frequency, start in notes:
        since = np.maximum(t - start, 0.0)
        swell = np.minimum(since / 0.02, 1.0) * np.exp(-since / 0.45)
        overtones = [np.sin(math.tau * frequency * k * since) / k**1.6 for k in range(1, 6)]
        whole += np.where(t >= start, swell * np.sum(overtones, axis=0), 0.0)
    return _full(whole)


def creak() -> Samples:
    """Return the creak of wood under load: it sticks and slips faster and faster, and rings."""
    t, pulses = _seconds(0.6), np.zeros(round(0.6 * RATE))
    at, jitter = 0.03, _noise("creak", 64)
    for number in range(64):
        if at >= 0.5:
            break
        pulses[int(at * RATE)] += math.sin(math.pi * at / 0.5) * (1 + 0.5 * jitter[number])
        at += (0.017 - 0.016 * at) * (1 + 0.35 * jitter[-number])
    short = t[: RATE // 20]
    modes = [np.sin(math.tau * f * short) / f**0.4 for f in (310.0, 540.0, 890.0, 1480.0)]
    ring = np.sum(modes, axis=0) * np.exp(-short / 0.006)
    return _full(np.convolve(pulses, ring)[: len(t)])


def click() -> Samples:
    """Return the click of a button."""
    return wood(0.012, 2e-4, on_table=False)[: RATE // 20]


def _seconds(length: float) -> Samples:
    return np.arange(round(length * RATE)) / RATE


def _noise(name: str, samples: int) -> Samples:
    """Return white noise that depends only on `name` and the number of samples."""
    raw = np.frombuffer(dice.stream(0, f"sound/{name}").randbytes(2 * samples), dtype="<i2")
    return raw / 32768.0


def _smoothed(samples: Samples, seconds: float) -> Samples:
    """Return a sound after a Gaussian low-pass filter with a standard deviation of `seconds`."""
    half = max(round(3 * seconds * RATE), 1)
    bell = np.exp(-0.5 * (np.arange(-half, half + 1) / (seconds * RATE)) ** 2)
    return np.convolve(samples, bell / math.sqrt(float(np.sum(bell**2))), mode="same")


def _full(samples: Samples) -> Samples:
    """Return a sound normalised to a peak of 1, with a fade-out of 10 ms."""
    faded = samples.copy()
    tail = min(RATE // 100, len(faded))
    faded[-tail:] *= np.linspace(1.0, 0.0, tail)
    return faded / max(float(np.abs(faded).max()), 1e-12)
