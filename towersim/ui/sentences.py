"""The log of a match, a sentence for each event; and messages shared by several games."""

from collections.abc import Sequence
from typing import Any, Final

from towersim.common.messages import Message, known, message as _, plural
from towersim.rules.base import Event, Nature, Outcome
from towersim.rules.display import listed
from towersim.ui.play import Play

REPLAY: Final = _("Once more, slowly. Any key goes on.")
CLICK_AGAIN: Final = _("{key:V} or a click here: see it again")
SEE_AGAIN: Final = _("{key:V}: see it again")
CARRY_BY_KEYS: Final = _(
    "{key:Arrows} carry it, {key:Q} {key:E} {key:A} turn it, {key:Enter} places it."
)


def settling(play: Play[Any], *, cubes: bool) -> str:
    """Return the message while blocks settle; a game's blocks are `cubes`, or pieces."""
    if play.match.hand_forced_open and cubes:
        return _("A cube touched the table or fell off it, so the hand opened by itself.")
    if play.match.hand_forced_open:
        return _("A piece touched the table or fell off it, so the hand opened by itself.")
    return _("It comes down!") if play.playback.is_tipping else _("Hold your breath …")


class Logbook:
    """The log's sentences, from the first event on."""

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        self._told_to: object = None
        """The watcher, and whether the cause of an earlier fall was still missing then."""
        self._lines: list[str] = []
        self._logged = self._noticed = 0
        self._last: Event | None = None

    def lines(self) -> list[str]:
        """Return a sentence for each event shown so far, and the notices about the record.

        Each is redacted for the watcher; a change of watcher rebuilds them all, and so does the
        cause of a fall that is found later.
        """
        match, play = self._play.match, self._play
        listener = play.watcher, play.falls.is_recalling
        undone = self._last is not None and self._last not in match.events[self._logged - 1 :][:1]
        if listener != self._told_to or undone:
            self._last = None
            self._told_to, self._lines, self._logged, self._noticed = listener, [], 0, 0
        told = self._play.queue.told
        self._lines += self._told(range(self._logged, told))
        self._logged = max(self._logged, told)
        self._last = match.events[self._logged - 1] if self._logged else None
        self._lines += self._play.notices()[self._noticed :]
        self._noticed = len(match.notices)
        return self._lines

    def since(self) -> list[str]:
        """Return what others did since the last turn of the person who has to act now.

        Empty in a first turn, while events are still to be shown, and once the person has acted.
        """
        play, match = self._play, self._play.match
        is_due = play.is_waiting and not play.is_phones_turn and play.awaited is None
        if not is_due or play.queue.busy or match.outcome is not None:
            return []
        begin, first = len(match.events), None
        for step in reversed(range(match.steps)):
            begin -= len(match.events_of(step))
            if match.actor_of(step) == match.actor:
                return [] if first is None else self._told(range(first, len(match.events)))
            first = first if isinstance(match.actor_of(step), Nature) else begin
        return []

    def _told(self, numbers: range) -> list[str]:
        """Return the sentences of events by number."""
        play, rules, lines = self._play, self._play.match.rules, []
        names = [seat.name for seat in play.match.seats]
        for number in numbers:
            event = play.match.events[number]
            if not isinstance(event, rules.untold):
                line = rules.describe(rules.seen(event, play.watcher), names)
                about = play.falls.about(number)
                lines += [line, about] if about else [line]
        return lines


def sentence(reason: str) -> str:
    """Return a reason given by the rules as a sentence: with a capital and a full stop.

    >>> sentence("stack 1 has a 3 already"), sentence("Choose three."), sentence("")
    ('Stack 1 has a 3 already.', 'Choose three.', '')
    """
    told = reason if isinstance(reason, Message) else known(reason)
    return _("{reason:sentence}", reason=told) if reason else ""


def won(outcome: Outcome, names: Sequence[str]) -> str:
    """Return the sentence that names the winners and the reason.

    >>> from towersim.common.units import Seat
    >>> won(Outcome("No card is left.", (Seat(1),), (0, 2)), ["Ann", "Bob"])
    'Bob wins. No card is left.'
    """
    return plural(
        "{winners} wins. {reason}",
        "{winners} win. {reason}",
        len(outcome.winners),
        winners=listed(names[seat] for seat in outcome.winners),
        reason=known(outcome.reason),
    )
