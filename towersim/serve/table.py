"""The game that is served: what each seat may see, what it may do, and the bots between."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from towersim.bots.base import AnyBot
from towersim.bots.table import NONE, bots_of, turn
from towersim.common.errors import IllegalAction, OptionFault
from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules import game as rules_of
from towersim.rules.base import Action, Event, Nature, SeatView, Stacking, TurnStarted
from towersim.rules.display import Face
from towersim.serve.messages import Offer, Offers, Player, ShownZone, State
from towersim.ui.language import Language

TOLD: Final = 12
"""The number of sentences in the log of a page."""
LATE: Final = _("That was meant for an earlier moment: look again.")
NOT_YOURS: Final = _("It is not your turn.")
NO_SEAT: Final = _("Only a player may do that.")


def check_game(game: str) -> None:
    """Raise OptionFault for a game that cannot be served."""
    if isinstance(rules_of(game), Stacking):
        raise OptionFault(f"{game}: its blocks are placed in the window: `towersim play {game}`")


class ServedTable:
    """A match whose people play in browsers; the mutable shell of the package.

    OptionFault for a game with gravity: its blocks are placed with the mouse.
    """

    def __init__(
        self, match: Match, bots: Mapping[str, AnyBot] = NONE, *, pause: float = 0.8
    ) -> None:
        """Serve a match; bots wait `pause` seconds before each move."""
        check_game(match.game)
        self.match, self._bots, self._pause = match, bots, pause
        self.present: dict[Seat, int] = {}
        """The number of open pages of each seat."""
        self.stands_in: set[Seat] = set()
        """The seats of people for whom a bot plays."""
        self.version = 0
        """A counter that changes with whatever pages show."""
        self._changed = asyncio.Condition()
        self._names = tuple(seat.name for seat in match.seats)

    def state(self, seat: Seat | None, language: Language) -> State:
        """Return the table as a seat sees it, or an onlooker (None), in a language."""
        match, say = self.match, language.say
        view, actor = match.view(seat), match.actor
        own = () if seat is None else match.rules.own_cards(view)
        faces = tuple(face for _card, face in own)
        legal = () if seat is None else view.legal
        used = {card for action in legal for card in match.rules.uses(action)}
        return State(
            step=match.steps,
            title=match.rules.title,
            players=self._players(language),
            you=seat,
            turn=None if isinstance(actor, Nature) else actor,
            asks=say(self._asks(seat)),
            zones=self._zones(view, faces, language),
            own=_said(faces, language),
            live=tuple(i for i, (card, _face) in enumerate(own) if card in used),
            offers=self._offers(seat, legal, (), language),
            can_undo=actor == seat and match.can_undo,
            log=tuple(map(say, self._told(seat))),
            is_over=match.outcome is not None,
        )

    def _zones(
        self, view: SeatView, own: Sequence[Face], language: Language
    ) -> tuple[ShownZone, ...]:
        """Return the zones in a view but that of the seat's own cards."""
        return tuple(
            ShownZone(language.say(zone.title), _said(zone.faces, language), zone.hidden)
            for zone in self.match.rules.zones(view, self._names)
            if not own or zone.faces != tuple(own)
        )

    def select(self, seat: Seat | None, cards: Sequence[int], language: Language) -> Offers:
        """Return what a seat can do with these of its cards, or why nothing; IllegalAction."""
        view = self.match.view(self._mover(seat))
        own, rules = self.match.rules.own_cards(view), self.match.rules
        if not set(cards) <= set(range(len(own))):
            raise IllegalAction(LATE)
        chosen = tuple(own[index][0] for index in sorted(set(cards)))
        offers = self._offers(seat, view.legal, chosen, language) if chosen else ()
        meant = None if offers or not chosen else rules.attempt(view, chosen)
        why = "" if meant is None else language.say(self.match.why_not(meant))
        return Offers(self.match.steps, tuple(sorted(set(cards))), offers, why)

    def _offers(
        self, seat: Seat | None, legal: Sequence[Action], cards: Sequence[Any], language: Language
    ) -> tuple[Offer, ...]:
        uses = self.match.rules.uses
        return tuple(
            Offer(index, language.say(self._would_be(seat, action)))
            for index, action in enumerate(legal)
            if sorted(uses(action)) == sorted(cards)
        )

    def _would_be(self, seat: Seat | None, action: Action) -> str:
        """Return an action as a sentence: its own, or the one of its first event."""
        rules = self.match.rules
        if asked := rules.requests.get(type(action)):
            return asked
        return rules.describe(self.match.would_bring(action, seat)[0], self._names)

    def _players(self, language: Language) -> tuple[Player, ...]:
        counts = self.match.rules.counts(self.match.view(None)).texts(len(self._names))
        return tuple(
            Player(spec.name, language.say(count), spec.is_person, self.is_away(Seat(index)))
            for index, (spec, count) in enumerate(zip(self.match.seats, counts, strict=True))
        )

    def _asks(self, seat: Seat | None) -> str:
        actor, outcome = self.match.actor, self.match.outcome
        if outcome is not None:
            return outcome.reason
        if isinstance(actor, Nature):
            return ""
        if actor == seat:
            return _("It is your turn.")
        return _("It is {name}'s turn.", name=self._names[actor])

    def _told(self, seat: Seat | None) -> list[str]:
        told: list[str] = []
        event: Event
        for event in reversed(self.match.history(seat)):
            if not isinstance(event, TurnStarted):
                told.insert(0, self.match.rules.describe(event, self._names))
            if len(told) == TOLD:
                break
        return told

    async def choose(self, seat: Seat | None, step: int, choice: int) -> None:
        """Do a legal action of a seat by its index; IllegalAction says why not."""
        legal = self._view_at(seat, step).legal
        if choice >= len(legal):
            raise IllegalAction(LATE)
        self.match.submit(legal[choice])
        await self.change()

    async def undo(self, seat: Seat | None, step: int) -> None:
        """Take the last action of a seat back; IllegalAction says why not."""
        self._view_at(seat, step)
        self.match.undo()
        await self.change()

    async def stand_in(self, asker: Seat | None, seat: int) -> None:
        """Let a bot play for an absent person; IllegalAction says why not."""
        if asker is None:
            raise IllegalAction(NO_SEAT)
        if seat >= len(self._names) or not self.is_away(Seat(seat)):
            raise IllegalAction(_("Nobody is missing there."))
        self.stands_in.add(Seat(seat))
        await self.change()

    def _mover(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise IllegalAction(NO_SEAT)
        if self.match.actor != seat:
            raise IllegalAction(NOT_YOURS)
        return seat

    def _view_at(self, seat: Seat | None, step: int) -> Any:  # noqa: ANN401 - each game has its own
        """Return the view of the seat to move; IllegalAction if the table has moved on."""
        mover = self._mover(seat)
        if step != self.match.steps:
            raise IllegalAction(LATE)
        return self.match.view(mover)

    def is_away(self, seat: Seat) -> bool:
        """Whether a seat is a person's without an open page."""
        return self.match.seats[seat].is_person and not self.present.get(seat)

    async def come(self, seat: Seat | None) -> None:
        """Count an open page; a bot that stands in gives the seat back."""
        if seat is not None:
            self.present[seat] = self.present.get(seat, 0) + 1
            self.stands_in.discard(seat)
            await self.change()

    async def leave(self, seat: Seat | None) -> None:
        """Count a closed page."""
        if seat is not None:
            self.present[seat] -= 1
            await self.change()

    async def change(self) -> None:
        """Tell all who wait that the table has changed."""
        async with self._changed:
            self.version += 1
            self._changed.notify_all()

    async def next_version(self, seen: int) -> int:
        """Wait until the table differs from a version; return the present one."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.version != seen)
            return self.version

    async def play(self) -> None:
        """Let bots move when it is their turn, until the game is over."""
        best = next(iter(bots_of(self.match.game).values()))
        while self.match.outcome is None:
            seen = self.version
            if not self._bot_moves():
                await self.next_version(seen)
                continue
            await asyncio.sleep(self._pause)
            steps = self.match.steps
            for _slice in turn(self.match, best, self._bots):
                await asyncio.sleep(0)
                # The person may have come back, and may even have moved.
                if steps != self.match.steps or not self._bot_moves():
                    break
            await self.change()

    def _bot_moves(self) -> bool:
        """Whether the seat to move is a bot's, or one for which a bot stands in."""
        actor = self.match.actor
        if isinstance(actor, Nature):
            return False
        return not self.match.seats[actor].is_person or actor in self.stands_in


def _said(faces: Sequence[Face], language: Language) -> tuple[Face, ...]:
    """Return faces with their texts in a language."""
    return tuple(Face(language.say(f.top), language.say(f.below), f.colour) for f in faces)
