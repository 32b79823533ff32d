"""What a person may ask for at the table of Rummü, and what that means just now."""

from collections.abc import Iterator
from typing import Final

import msgspec

from towersim.messages import message as _
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Cards, every_combination, ordered, plain
from towersim.rules.rummu.score import IN_HAND, penalty, worth
from towersim.rules.rummu.state import Add, Discard, Exchange, Lay, Take, View
from towersim.ui.cards.nodes import Command, Say, Undo
from towersim.ui.cards.overlay import sentence
from towersim.ui.cards.table import Answer, TableState
from towersim.ui.games.rummu.arrangement import Arrangement
from towersim.ui.games.rummu.verdict import Assessment, judge, judge_added, name, points
from towersim.ui.input import Command as KeyCommand

State = TableState[View, Arrangement]
Play = Lay | Add | Exchange

ONE: Final = _("Put the card that you mean on the workbench alone, or drag it there.")
SOME: Final = _("Put the cards that you mean on the workbench, or drag one there.")
NO_PLAY: Final = _("Nothing in your hand can be laid yet.")
EMPTY: Final = _("The workbench is empty: put cards there first.")
NONE: Final = _("Point at the card to discard, with mouse or arrows.")


class Toggle(msgspec.Struct, frozen=True):
    """Put a card on the workbench, or take it back."""

    card: Card


class Move(msgspec.Struct, frozen=True):
    """Put a card at a place of the hand, counted without it."""

    card: Card
    place: int


class PutOn(msgspec.Struct, frozen=True):
    """Put a card, or what lies on the workbench, to a combination on the table."""

    combination: int
    card: Card | None = None


class TakeDiscards(msgspec.Struct, frozen=True):
    """Take this number of cards from the top of the discard pile."""

    cards: int


class Mark(msgspec.Struct, frozen=True):
    """Mark the card under the mouse: it is discarded if that is asked for again."""

    card: Card


def verdict(state: State) -> Assessment | None:
    """Return what there is to say about the workbench, or None: it is empty."""
    chosen, view = state.selection, state.view
    if not chosen.bench:
        return None
    if chosen.onto is not None and chosen.onto < len(view.table):
        return judge_added(view, chosen.bench, chosen.onto, chosen.reading)
    return judge(view, chosen.bench, chosen.reading, state.why_not)


def puts(state: State, cards: tuple[Card, ...]) -> Iterator[Add | Exchange]:
    """Yield how cards may go together to the combinations on the table."""
    for action in state.legal:
        match action:
            case Add(roles) if {role.card for role in roles} == {*cards}:
                yield action
            case Exchange(card) if (card,) == cards:
                yield action


def going(state: State) -> frozenset[Card]:
    """Return the cards that go with those on the bench, laid or added to the table."""
    bench = frozenset(state.selection.bench)
    found: set[Card] = set()
    for action in state.legal:
        if isinstance(action, Lay | Add):
            cards = {role.card for role in action.cards}
            found |= cards if bench <= cards else set()
    return frozenset(found) if bench else bench


def take_back(state: State) -> Command:
    """Return what is taken back: the cards on the workbench, else what was laid last."""
    return Undo() if state.can_undo and not state.selection.bench else KeyCommand.REFUSE


def hinted(state: State) -> Answer:
    """Return that the best play is lit, or that there is none."""
    best = best_play(state.view)
    return Answer(state.selection._replace(hinted=best), say="" if best else NO_PLAY)


def put(state: State, command: PutOn) -> Answer:
    """Return that cards go to a combination, or what they could stand for there, or why not."""
    chosen, number = state.selection, command.combination
    cards = (command.card,) if command.card else chosen.bench
    found = [action for action in puts(state, cards) if action.combination == number]
    if not cards:
        return Answer(chosen, say=SOME)
    if len(found) > 1:
        return Answer(chosen.put(cards, number))
    if found:
        return Answer(chosen, (found[0],))
    there = state.view.table[number].cards
    stands = len(cards) == 1 and any(role.stands_in_for(cards[0]) for role in there)
    added = Add(ordered(map(plain, cards)), number)
    return Answer(chosen, say=state.why_not(Exchange(cards[0], number) if stands else added))


def lay(state: State) -> Answer:
    """Return that what is on the workbench is laid or added, or why that does not go."""
    said = verdict(state)
    if said is None:
        return Answer(state.selection, say=EMPTY)
    return Answer(state.selection, said.actions, "" if said.actions else said.words)


def take(state: State, cards: int) -> Answer:
    """Return that so many discards are taken, or how to discard if that was meant."""
    chosen = state.selection
    if Take() in state.legal or not state.mine:
        return Answer(chosen, (Take(),) * cards)
    if chosen.bench:
        return Answer(chosen, say=ONE)
    why = sentence(state.why_not(Take()))
    return Answer(chosen, say=_("{advice} {why}", advice=ONE, why=why))


def discard(state: State, pointed: object) -> Action | Command:
    """Return which card is discarded: alone on the workbench, or the one the keyboard points at.

    Where the mouse rests is no choice: a card there is marked first and discarded if asked for
    again.
    """
    chosen = state.selection
    under = pointed if isinstance(pointed, Card) and pointed in chosen.order else None
    if len(chosen.bench) == 1:
        return Discard(chosen.bench[0])
    if state.focus is not None:
        return Discard(under) if under else Say(NONE)
    if under and under != chosen.marked and Discard(under) in state.legal:
        return Mark(under)
    meant = chosen.marked or under
    return Discard(meant) if meant else Say(NONE)


def best_play(view: View) -> Play | None:
    """Return the play that gains most, or None; before the seat may play, of its combinations."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not any(isinstance(action, Discard | Play) for action in view.legal):
        plays += map(Lay, every_combination(view.hand))
    return max(plays, key=lambda play: gain(view, play), default=None)


def gain(view: View, play: Play) -> int:
    """Return the points that a play brings: on the table, and for cards that leave the hand."""
    brings = worth(after(view, play), view.options)
    match play:
        case Lay(cards):
            return brings - penalty(role.card for role in cards)
        case Add(cards, number):
            return brings - view.worth[number] - penalty(role.card for role in cards)
        case Exchange(card, number):
            return brings - view.worth[number] - penalty([card]) + IN_HAND


def after(view: View, play: Play) -> Cards:
    """Return the combination that a play makes."""
    if isinstance(play, Lay):
        return play.cards
    before = view.table[play.combination].cards
    if isinstance(play, Add):
        return ordered((*before, *play.cards))
    new = plain(play.card)
    return tuple(new if role.stands_in_for(play.card) else role for role in before)


def told(view: View, play: Play) -> str:
    """Return a hint in words: what the lit cards make, and what it brings."""
    made = after(view, play)
    brings = points(worth(made, view.options))
    return _("the best now: {name}, {points}.", name=name(made), points=brings)
