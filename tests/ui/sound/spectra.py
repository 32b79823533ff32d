"""Spectra of sounds."""

import numpy as np

from towersim.ui.sound.synthesis import RATE, Samples


def strongest_frequency(samples: Samples) -> float:
    """Return the frequency of the spectrum's peak, in Hz."""
    spectrum = np.abs(np.fft.rfft(samples))
    return float(np.argmax(spectrum) * RATE / len(samples))
