"""The sound of a window: blows and events of the table, and buttons, each as loud as is liked."""

from collections.abc import Iterable

from towersim.rules.base import Event
from towersim.theatre.impacts import Impact
from towersim.ui.settings import Settings
from towersim.ui.sound.cues import Cue, of_event, of_impacts
from towersim.ui.sound.player import Loudspeaker


class TableSound:
    """Plays what a frame shows, as loud as the settings say."""

    def __init__(self, speaker: Loudspeaker) -> None:
        self._speaker = speaker
        self._told = ""

    def frame(
        self, impacts: Iterable[Impact], width: float, events: Iterable[Event], settings: Settings
    ) -> None:
        """Play what a frame shows: blows on a table of that width in metres, and events."""
        cues = of_impacts(impacts, -width / 2, width / 2)
        self.cues([*cues, *filter(None, map(of_event, events))], settings)

    def cues(self, cues: Iterable[Cue], settings: Settings) -> None:
        """Play sounds of the table."""
        self._speaker.play(cues, _share(settings, settings.table_volume))

    def click(self, settings: Settings) -> None:
        """Play a button being pressed."""
        self._speaker.click(_share(settings, settings.button_volume))

    def news(self) -> str:
        """Return why there is no sound, the first time this is asked; else nothing."""
        fresh, self._told = self._speaker.notice != self._told, self._speaker.notice
        return self._told if fresh else ""

    def close(self) -> None:
        """Let go of the mixer."""
        self._speaker.close()


def _share(settings: Settings, volume: int) -> float:
    return 0.0 if settings.muted else volume / 100
