"""The game that is served: what each seat may see and do, and who plays it."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from towersim.common.errors import IllegalAction
from towersim.common.messages import kind_text, message as _, plural
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules import game as rules_of
from towersim.rules.base import Action, Nature, SeatView, Stacking
from towersim.rules.display import Face, Zone
from towersim.serve.messages import Offer, Offers, PublicPlayer, State
from towersim.theatre.page import page_shape

Say = Callable[[str], str]
"""Translates a message into the language of a page."""
TOLD: Final = 12
"""The number of sentences in the log of a page."""
LATE: Final = _("That was meant for an earlier moment: look again.")
NOT_YOURS: Final = _("It is not your turn.")
NO_SEAT: Final = _("Only a player may do that.")


def has_pages(game: str) -> bool:
    """Return whether the seats of a game have pages: those with cards, and Bausack's for bids."""
    rules = rules_of(game)
    return not isinstance(rules, Stacking) or bool(rules.answered)


class ServedTable:
    """A match whose people play on pages; it belongs to the thread that plays the match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.codes = {seat: new_code() for seat in self.people}
        """The valid code of each seat."""
        self._pages: dict[object, Seat] = {}
        """The seat of each open page."""
        self._came: set[Seat] = set()
        """The seats that have had an open page."""
        self.stands_in: set[Seat] = set()
        """The seats of people for whom a bot plays."""
        self.here: set[Seat] = set()
        """The seats of people who play at the screen, without a page."""
        self.version = 0
        """A counter that changes with whatever pages show, but for new actions of the match."""
        self.is_replaced = False
        """Whether pages show another match by now, and this one takes no wishes."""
        self.undone = 0
        """The number of actions that pages took back."""
        self._names = tuple(seat.name for seat in match.seats)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        return tuple(Seat(i) for i, seat in enumerate(self.match.seats) if seat.is_person)

    @property
    def people_by_name(self) -> list[tuple[str, Seat]]:
        """The names and seats of persons, sorted; several may have one name."""
        return sorted((self._names[seat], seat) for seat in self.people)

    @property
    def awaits_page(self) -> bool:
        """Whether a person has to act now, on their page."""
        match, actor = self.match, self.match.actor
        if isinstance(actor, Nature) or actor in self.here | self.stands_in:
            return False
        return match.seats[actor].is_person and self._is_answered

    @property
    def awaits_bot(self) -> bool:
        """Whether the seat to move is a bot's, or one for which a bot stands in."""
        actor = self.match.actor
        if isinstance(actor, Nature):
            return False
        return not self.match.seats[actor].is_person or actor in self.stands_in

    @property
    def _is_answered(self) -> bool:
        """Whether the present move needs no block: it can be made on a page."""
        rules = self.match.rules
        return not isinstance(rules, Stacking) or self.match.view(None).phase in rules.answered

    def state(self, seat: Seat | None, say: Say) -> State:
        """Return the table as a seat sees it, or an onlooker (None), in a language."""
        match, actor = self.match, self.match.actor
        view = match.view(seat)
        own = () if seat is None else match.rules.own_cards(view)
        faces = tuple(face for _card, face in own)
        legal = () if seat is None or not self._is_answered else view.legal
        piece = match.rules.offered(view)
        used = {card for action in legal for card in match.rules.uses(action)}
        return State(
            step=match.steps,
            game=match.game,
            title=match.rules.title,
            players=self._players(say),
            winners=match.outcome.winners if match.outcome else (),
            you=seat,
            turn=None if isinstance(actor, Nature) else actor,
            asks=say(self._asks(seat)),
            wanted=say(match.rules.asks(view)) if legal else "",
            piece=say(kind_text(piece)) if piece else "",
            shape=page_shape(match.setup, piece) if piece else None,
            zones=self._zones(seat, view, faces, say),
            own=_said(faces, say),
            live=tuple(i for i, (card, _face) in enumerate(own) if card in used),
            offers=self._offers(seat, legal, (), say),
            can_undo=actor == seat and match.can_undo,
            log=tuple(map(say, self._told(seat))),
            news=self._news,
            is_over=match.outcome is not None,
        )

    def _zones(
        self, seat: Seat | None, view: SeatView, own: Sequence[Face], say: Say
    ) -> tuple[Zone, ...]:
        """Return the zones in a view but that of the seat's own cards."""
        # Zones of others may hold twins of the same cards.
        return tuple(
            zone._replace(title=say(zone.title), faces=_said(zone.faces, say))
            for zone in self.match.rules.zones(view)
            if not own or (zone.seat, zone.faces) != (seat, own)
        )

    def select(self, seat: Seat | None, cards: Sequence[int], say: Say) -> Offers:
        """Return what a seat can do with these of its cards, or why nothing; IllegalAction."""
        view = self.match.view(self._mover(seat))
        own, rules = self.match.rules.own_cards(view), self.match.rules
        if not set(cards) <= set(range(len(own))):
            raise IllegalAction(LATE)
        meant = rules.attempt(view, [own[index][0] for index in cards]) if cards else None
        used = () if meant is None else rules.uses(meant)
        offers = self._offers(seat, view.legal, used, say) if used else ()
        reason = "" if meant is None or offers else say(self._lacking(view.legal, meant))
        chosen = tuple(index for index in cards if own[index][0] in used)
        return Offers(self.match.steps, tuple(cards), chosen, offers, reason)

    def _lacking(self, legal: Sequence[Action], meant: Action) -> str:
        """Return how many cards are missing for the nearest legal action, or why there is none."""
        uses = self.match.rules.uses
        cards = set(uses(meant))
        sizes = [len(used) for used in map(set, map(uses, legal)) if cards < used]
        if not sizes:
            return self.match.why_not(meant)
        return plural("one more card", "{count} more cards", min(sizes) - len(cards))

    def _offers(
        self, seat: Seat | None, legal: Sequence[Action], cards: Sequence[Any], say: Say
    ) -> tuple[Offer, ...]:
        uses = self.match.rules.uses
        return tuple(
            Offer(index, say(self._request(action, seat)))
            for index, action in enumerate(legal)
            if sorted(uses(action)) == sorted(cards)
        )

    def _request(self, action: Action, seat: Seat | None) -> str:
        events = self.match.would_bring(action, seat)
        return self.match.rules.request(action, events, self._names)

    def _players(self, say: Say) -> tuple[PublicPlayer, ...]:
        counts, names = self.match.rules.counts(self.match.view(None)), self._names
        texts, notes = counts.texts(len(names)), counts.notes or ((),) * len(names)
        return tuple(
            PublicPlayer(
                names[seat],
                say(texts[seat]),
                tuple(map(say, notes[seat])),
                self.is_away(seat),
                seat in self.stands_in,
            )
            for seat in map(Seat, range(len(names)))
        )

    def _asks(self, seat: Seat | None) -> str:
        actor, outcome = self.match.actor, self.match.outcome
        if outcome is not None:
            return outcome.reason
        if isinstance(actor, Nature):
            return ""
        if actor == seat and not self._is_answered:
            return _("It is your turn, at the screen.")
        if actor == seat:
            return _("It is your turn.")
        return _("It is {name}'s turn.", name=self._names[actor])

    def _told(self, seat: Seat | None) -> list[str]:
        history = self.match.history(seat)
        told = [event for event in history if not isinstance(event, self.match.rules.untold)]
        return [self.match.rules.describe(event, self._names, seat) for event in told[-TOLD:]]

    @property
    def _news(self) -> int:
        """The number of sentences about the last action of a seat and what nature did since."""
        match, step = self.match, max(self.match.steps - 1, 0)
        while step and isinstance(match.actor_of(step), Nature):
            step -= 1
        events = (event for n in range(step, match.steps) for event in match.events_of(n))
        return sum(not isinstance(event, match.rules.untold) for event in events)

    def choose(self, seat: Seat | None, step: int, choice: int) -> None:
        """Do a legal action of a seat by its index; IllegalAction says why not."""
        legal = self._view_at(seat, step).legal
        if choice >= len(legal) or not self._is_answered:
            raise IllegalAction(LATE)
        self.match.submit(legal[choice])

    def undo(self, seat: Seat | None, step: int) -> None:
        """Take the last action of a seat back; IllegalAction says why not."""
        self._view_at(seat, step)
        self.match.undo()
        self.undone += 1
        self.version += 1

    def stand_in(self, asker: Seat | None, seat: int) -> None:
        """Let a bot play for an absent person; IllegalAction says why not."""
        if asker is None:
            raise IllegalAction(NO_SEAT)
        if seat >= len(self._names) or not self.is_away(Seat(seat)):
            raise IllegalAction(_("Nobody is missing there."))
        self.stands_in.add(Seat(seat))
        self.version += 1

    def _mover(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise IllegalAction(NO_SEAT)
        if self.is_replaced or self.match.actor != seat:
            raise IllegalAction(NOT_YOURS)
        return seat

    def _view_at(self, seat: Seat | None, step: int) -> Any:  # noqa: ANN401 - each game has its own
        """Return the view of the seat to move; IllegalAction if the table has moved on."""
        mover = self._mover(seat)
        if step != self.match.steps:
            raise IllegalAction(LATE)
        return self.match.view(mover)

    def is_away(self, seat: Seat) -> bool:
        """Whether a seat is a person's who plays on a page, of which none is open."""
        return self.match.seats[seat].is_person and seat not in {*self.here, *self._pages.values()}

    @property
    def missing(self) -> set[Seat]:
        """The seats whose page was open, and is not, and for which no bot plays."""
        return {seat for seat in self._came - self.stands_in if self.is_away(seat)}

    def come(self, page: object, seat: Seat | None) -> None:
        """Note an open page; a bot that stands in gives the seat back."""
        if seat is not None:
            self._pages[page] = seat
            self._came.add(seat)
            self.stands_in.discard(seat)
            self.version += 1

    def leave(self, page: object) -> None:
        """Note a closed page, which need not have come."""
        if self._pages.pop(page, None) is not None:
            self.version += 1

    def owner(self, code: str) -> Seat | None:
        """Return the seat with a code, or None, in the same time for every code."""
        owner = None
        for seat, known in self.codes.items():
            if secrets.compare_digest(known.encode(), code.encode()):
                owner = seat
        return owner

    def path(self, seat: Seat) -> str:
        """Return the path of a seat's page."""
        return f"/seat/{self.codes[seat]}"

    def renew(self, seat: Seat | None) -> str:
        """Give a seat a new code and return its new path; IllegalAction for an onlooker."""
        if seat is None:
            raise IllegalAction(NO_SEAT)
        if self.is_replaced:
            raise IllegalAction(LATE)
        self.codes[seat] = new_code()
        self.version += 1
        return self.path(seat)


def new_code() -> str:
    """Return 128 random bits as text, from the system, as a game's dice can be foreseen."""
    return secrets.token_urlsafe(16)


def _said(faces: Sequence[Face], say: Say) -> tuple[Face, ...]:
    """Return faces with their texts in a language."""
    return tuple(face._replace(name=say(face.name)) for face in faces)
