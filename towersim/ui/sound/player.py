"""Playback of cues through pygame's mixer at the volumes of the settings; silent without one."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import pygame

from towersim.common.messages import message as _
from towersim.rules.display import Sound
from towersim.theatre.impacts import Impact
from towersim.ui.settings import Settings
from towersim.ui.sound.cues import (
    CLICK,
    SOUNDS,
    Cue,
    Wood,
    of_impacts,
    of_sound,
    samples,
    sides,
    sixteen_bit,
)
from towersim.ui.sound.synthesis import RATE

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
    _told = ""
    """The notice last returned by `news`."""

    def __init__(self) -> None:
        self._sounds: dict[str | Wood, pygame.mixer.Sound] = {}
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
        cues = of_impacts(impacts, -width / 2, width / 2)
        self.cues([*cues, *filter(None, map(of_sound, sounds))], settings)

    def cues(self, cues: Iterable[Cue], settings: Settings) -> None:
        """Play cues at the volume of the table."""
        self.play(cues, _share(settings, settings.table_volume))

    def click(self, settings: Settings) -> None:
        """Play the click of a button."""
        cue = Cue(CLICK, SOUNDS[CLICK].volume)
        self.play([cue], _share(settings, settings.button_volume))

    def news(self) -> str:
        """Return the notice if it is new since the last call, else an empty string."""
        fresh, self._told = self.notice != self._told, self.notice
        return self._told if fresh else ""

    def close(self) -> None:
        """Stop all sounds and quit the mixer."""
        if pygame.mixer.get_init():
            # A sound that ends while the mixer quits may deadlock: stop all sounds first.
            pygame.mixer.stop()
            pygame.mixer.quit()
        self._ready = False

    def _sound(self, sound: str | Wood) -> pygame.mixer.Sound:
        if sound not in self._sounds:
            mono = samples(sound)
            stereo = sixteen_bit(np.stack([mono, mono]))
            self._sounds[sound] = pygame.mixer.Sound(buffer=stereo.tobytes())
        return self._sounds[sound]


def _share(settings: Settings, volume: int) -> float:
    return 0.0 if settings.muted else volume / 100
