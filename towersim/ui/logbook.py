"""The log of a match: a sentence for each event."""

from typing import Any

from towersim.common.messages import message as _
from towersim.rules.base import Event
from towersim.ui.play import Play


class Logbook:
    """The log's sentences, from the first event on."""

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        self._watcher = play.watcher
        self._lines: list[str] = []
        self._logged = self._noticed = 0
        self._last: Event | None = None

    def lines(self) -> list[str]:
        """Return a sentence for each event shown so far, and the notices about the record.

        Each is redacted for the watcher; a change of watcher rebuilds them all.
        """
        match, watcher = self._play.match, self._play.watcher
        undone = self._last is not None and self._last not in match.events[self._logged - 1 :][:1]
        if watcher != self._watcher or undone:
            self._last = None
            self._watcher, self._lines, self._logged, self._noticed = watcher, [], 0, 0
        names = [seat.name for seat in match.seats]
        events = match.events[: self._play.queue.told]
        for number, event in enumerate(events[self._logged :], self._logged):
            if not isinstance(event, self._play.quiet):
                seen = self._play.named(match.rules.seen(event, watcher))
                said = match.rules.describe(seen, names)
                about = self._play.about(number)
                told = _("{said} {about}", said=said, about=about) if about else said
                self._lines.append(told)
        self._logged = max(self._logged, len(events))
        self._last = match.events[self._logged - 1] if self._logged else None
        self._lines += self._play.notices()[self._noticed :]
        self._noticed = len(match.notices)
        return self._lines
