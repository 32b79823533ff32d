"""The messages between a table and its pages, as JSON."""

from typing import Annotated

import msgspec

from towersim.rules.base import tag_of
from towersim.rules.display import Face, Zone
from towersim.theatre.page import PageShape

Index = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class FromTable(msgspec.Struct, frozen=True, tag_field="is", tag=tag_of):
    """A message from a table to a page."""


class FromPage(msgspec.Struct, frozen=True, tag_field="do", tag=tag_of, forbid_unknown_fields=True):
    """A message from a page: a wish."""


class Offer(msgspec.Struct, frozen=True):
    """A legal action: its index among the legal ones, and what it would bring as a sentence."""

    choice: int
    text: str


class PublicPlayer(msgspec.Struct, frozen=True):
    """A player as everybody may see it."""

    name: str
    count: str
    """The count of cards, points or tokens, as a text."""
    notes: tuple[str, ...]
    """What else all see of the player, in a few words each."""
    is_away: bool
    """Whether this is a person whose page is not open."""
    has_bot: bool
    """Whether a bot stands in for this person."""


class State(FromTable, frozen=True):
    """The table as a seat or an onlooker sees it."""

    step: int
    """The number of actions so far; a choice names it."""
    game: str
    title: str
    players: tuple[PublicPlayer, ...]
    winners: tuple[int, ...]
    """The seats that have won; empty before the end."""
    you: int | None
    """The seat of the page; None for an onlooker."""
    turn: int | None
    """The seat to move; None while nature moves and after the end."""
    asks: str
    """What is awaited, as a sentence."""
    wanted: str
    """What the seat to move may do or its cards have to be, in words; empty for anything."""
    piece: str
    """The piece for which the seats bid or pay, in words; empty for none."""
    shape: PageShape | None
    """The shape of that piece."""
    zones: tuple[Zone, ...]
    """The zones on the table, without the seat's own cards."""
    own: tuple[Face, ...]
    """The seat's own cards, in the order in which a selection names them."""
    live: tuple[int, ...]
    """The indices of those that occur in a legal action."""
    offers: tuple[Offer, ...]
    """The legal actions without cards of one's own."""
    can_undo: bool
    log: tuple[str, ...]
    """The last sentences, oldest first."""
    news: int
    """The number of those about the last action of a seat and what nature did since."""
    is_over: bool


class Offers(FromTable, frozen=True):
    """The legal actions with the cards that are meant by a selection, or why there is none."""

    step: int
    cards: tuple[int, ...]
    """The selection."""
    meant: tuple[int, ...]
    """Those of it that can go together, as the last one."""
    offers: tuple[Offer, ...]
    why: str


class Refusal(FromTable, frozen=True):
    """Why a wish was not granted."""

    why: str


class Words(FromTable, frozen=True):
    """The page's own texts, by name, in its language."""

    words: dict[str, str]


class Code(FromTable, frozen=True):
    """The seat's new code; the old one is revoked."""

    path: str


class Choose(FromPage, frozen=True):
    """Do the legal action with this index, as of this step."""

    step: Index
    choice: Index


class Select(FromPage, frozen=True):
    """Ask what can be done with these cards of one's own, in the order of choosing."""

    cards: Annotated[tuple[Index, ...], msgspec.Meta(max_length=60)]


class Undo(FromPage, frozen=True):
    """Take the last action back."""

    step: Index


class StandIn(FromPage, frozen=True):
    """Let a bot play for a person whose page is closed, until it is open again."""

    seat: Index


class Renew(FromPage, frozen=True):
    """Ask for a new code for one's own seat."""


Wish = Choose | Select | Undo | StandIn | Renew
Answer = State | Offers | Refusal | Words | Code
