"""Synthesised sounds, checked by their spectra."""

import numpy as np
import pytest

from tests.ui.sound.spectra import strongest_frequency
from towersim.ui.sound import synthesis
from towersim.ui.sound.synthesis import wood

SIZES = (0.01, 0.02, 0.04, 0.08)


@pytest.mark.parametrize("on_table", [False, True])
def test_a_larger_block_has_a_lower_loudest_frequency(*, on_table: bool) -> None:
    sizes = SIZES[1:] if on_table else SIZES
    peaks = [strongest_frequency(wood(size, 1e-3, on_table=on_table)) for size in sizes]
    assert peaks == sorted(peaks, reverse=True)
    assert peaks == pytest.approx([synthesis.pitch(size) for size in sizes], rel=0.05)


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


def test_the_fanfare_rises() -> None:
    sound = synthesis.fanfare()
    parts = [sound[round(t * synthesis.RATE) :][:4410] for t in (0.02, 0.16, 0.30, 0.44)]
    peaks = [strongest_frequency(part) for part in parts]
    assert peaks[0] == pytest.approx(392.0, rel=0.05)
    assert strongest_frequency(sound[round(0.6 * synthesis.RATE) :]) > peaks[0]
