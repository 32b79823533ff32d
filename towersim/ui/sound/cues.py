"""Sound cues for impacts of blocks and for events, their mix in stereo, and their playback."""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common.messages import message as _
from towersim.rules.display import Sound
from towersim.theatre.impacts import Impact
from towersim.ui.settings import Settings
from towersim.ui.sound import synthesis
from towersim.ui.sound.synthesis import RATE, Samples

CLICK: Final = "click"
CREAK: Final = "creak"
"""The sound of wood that is about to give way."""
CREAKS: Final = 8.0
"""Tilt that a building withstands, in degrees, below which it creaks."""


class Cue(NamedTuple):
    """A sound to play, with volume and pan."""

    sound: str | Impact
    """A `Sound` of an event, the `CLICK`, or an impact (`_rounded`)."""
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


def of_margin(degrees: float) -> Cue | None:
    """Return the creak of a building that withstands a tilt; it is louder, the smaller that is.

    >>> of_margin(9.0), of_margin(4.0)
    (None, Cue(sound='creak', volume=0.25, pan=0.0))
    """
    share = 1 - max(degrees, 0.0) / CREAKS
    return Cue(CREAK, SOUNDS[CREAK].volume * share) if share > 0 else None


def of_frame(impacts: Iterable[Impact], width: float, sounds: Iterable[Sound] = ()) -> list[Cue]:
    """Return the loudest cues of impacts on a table of `width` metres, then those of events."""
    cues = sorted((_of_impact(impact, width) for impact in impacts), key=lambda cue: -cue.volume)
    told = [Cue(sound, SOUNDS[sound].volume) for sound in sounds if sound in SOUNDS]
    return cues[:MOST_AT_ONCE] + told


def loudness(impulse: float) -> float:
    """Return the volume (0 … 1) of an impulse in N s: its power of 0.6, as loudness is perceived.

    >>> 0 < loudness(1e-4) < loudness(1e-3) < loudness(1.0) == 1.0
    True
    """
    return min(math.pow(impulse / LOUD, 0.6), 1.0)


def _of_impact(impact: Impact, width: float) -> Cue:
    volume = loudness(impact.impulse) * (ROLL_VOLUME if impact.rolls else 1.0)
    return Cue(_rounded(impact), volume, min(max(impact.x / (width / 2), -1.0), 1.0))


def _rounded(impact: Impact) -> Impact:
    """Return an impact anywhere, of a pitch in quarters of octaves and half decades of impulse."""
    octave = round(4 * math.log2(synthesis.pitch(impact.size))) / 4
    impulse = 10 ** (round(2 * math.log10(impact.impulse)) / 2)
    return impact._replace(size=synthesis.PITCH / 2**octave, impulse=impulse, x=0.0, y=0.0)


@lru_cache(maxsize=256)
def samples(sound: str | Impact) -> Samples:
    """Return the samples of a sound; the first call synthesises them, in about a millisecond."""
    if isinstance(sound, str):
        return SOUNDS[sound].make()
    if sound.is_slowed:
        return synthesis.stretched(samples(sound._replace(is_slowed=False)))
    if sound.rolls:
        return synthesis.rolling(sound.size)
    return synthesis.wood(sound.size, sound.impulse, on_table=sound.on_table)


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
    """Return a track as 16-bit integers, n or n × 2, with left and right interleaved."""
    return np.ascontiguousarray((np.clip(track.T, -1, 1) * 32767).astype("<i2"))


CHANNELS: Final = 24
"""Most simultaneous sounds; further ones are dropped."""
BUFFER: Final = 512
"""Size of the mixer's buffer in samples; a latency of 12 ms."""


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """Discard stderr of C libraries: ALSA writes ten lines about a fault that is in the notice."""
    try:
        kept = os.dup(2)
    except OSError:  # a window without a terminal has no stderr
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)


class Loudspeaker:
    """Plays sounds through pygame's mixer; without one it is silent, and `notice` says so."""

    notice = ""

    def __init__(self) -> None:
        self._sounds: dict[str | Impact, pygame.mixer.Sound] = {}
        self._ready = False
        try:
            with _libraries_silent():
                pygame.mixer.init(RATE, -16, 2, BUFFER)
            pygame.mixer.set_num_channels(CHANNELS)
            self._ready = True
        except (pygame.error, NotImplementedError):
            self.notice = _("There is no sound: no loudspeaker was found.")

    def prepare(self) -> None:
        """Synthesise one more effect; called once a frame, so that none delays the first frame."""
        missing = next((effect for effect in SOUNDS if effect not in self._sounds), None)
        if missing is not None and self._ready:
            self._sound(missing)

    def play(self, cues: Iterable[Cue], volume: float) -> None:
        """Play cues now, scaled by `volume` (0 … 1); never blocks."""
        for cue in cues if self._ready and volume > 0 else ():
            try:
                channel = pygame.mixer.find_channel()
                if channel is not None:
                    left, right = sides(cue)
                    channel.set_volume(volume * left, volume * right)
                    channel.play(self._sound(cue.sound))
            except pygame.error:
                self.notice = _("The sound has gone: the loudspeaker was disconnected.")
                self._ready = False
                return

    def frame(
        self, impacts: Iterable[Impact], width: float, sounds: Iterable[Sound], settings: Settings
    ) -> None:
        """Play the sounds of a frame: impacts on a table of `width` metres, and events'."""
        self.cues(of_frame(impacts, width, sounds), settings)

    def cues(self, cues: Iterable[Cue], settings: Settings) -> None:
        """Play cues at the volume of the table."""
        self.play(cues, _share(settings, settings.table_volume))

    def click(self, settings: Settings) -> None:
        """Play the click of a button."""
        cue = Cue(CLICK, SOUNDS[CLICK].volume)
        self.play([cue], _share(settings, settings.button_volume))

    def news(self) -> str:
        """Return the notice once, afterwards an empty string."""
        told, self.notice = self.notice, ""
        return told

    def close(self) -> None:
        """Stop all sounds and quit the mixer."""
        if pygame.mixer.get_init():
            # A sound that ends while the mixer quits may deadlock: stop all sounds first.
            pygame.mixer.stop()
            pygame.mixer.quit()
        self._ready = False

    def _sound(self, sound: str | Impact) -> pygame.mixer.Sound:
        if sound not in self._sounds:
            both = np.repeat(sixteen_bit(samples(sound)), 2)
            self._sounds[sound] = pygame.mixer.Sound(buffer=both.tobytes())
        return self._sounds[sound]


def _share(settings: Settings, volume: int) -> float:
    return 0.0 if settings.muted else volume / 100
