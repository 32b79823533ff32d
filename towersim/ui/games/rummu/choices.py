"""What a person may ask for at the table of Rummü, and what that means just now."""

from collections.abc import Sequence
from typing import Final

from towersim.messages import message as _
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, every_combination, ordered, plain
from towersim.rules.rummu.score import penalty, worth
from towersim.rules.rummu.state import Add, Discard, Exchange, Lay, View, combined, played
from towersim.ui.cards.nodes import Command, Say, Undo
from towersim.ui.cards.table import Answer, TableState
from towersim.ui.games.rummu.arrangement import Arrangement

State = TableState[View, Arrangement]
Play = Lay | Add | Exchange

SOME: Final = _("Put the cards that you mean on the workbench, or drag one there.")
NO_PLAY: Final = _("Nothing in your hand can be laid yet.")
NONE: Final = _("Point at the card to discard, with mouse or arrows.")


def puts(state: State, cards: tuple[Card, ...]) -> list[Add | Exchange]:
    """Return how cards may go together to the combinations on the table."""
    actions = (action for action in state.legal if isinstance(action, Add | Exchange))
    return [action for action in actions if {*played(action)} == {*cards}]


def put(
    state: State, number: int, cards: tuple[Card, ...], ways: Sequence[Add | Exchange]
) -> Action | Answer | Say:
    """Return what it means to put cards to a combination, or why that does not go.

    Of the `ways` to put them somewhere, there may be several: then they wait on the workbench.
    """
    if not cards:
        return Answer(state.selection, say=SOME)
    found = [action for action in ways if action.combination == number]
    if len(found) > 1:
        return Answer(state.selection.put(cards, number))
    there = state.view.table[number].cards
    stands = len(cards) == 1 and any(role.stands_in_for(cards[0]) for role in there)
    added = Add(ordered(map(plain, cards)), number)
    meant = found[0] if found else Exchange(cards[0], number) if stands else added
    why = state.why_not(meant)
    return Say(why) if why else meant


def going(state: State) -> frozenset[Card]:
    """Return the cards that go with those on the bench, laid or added to the table."""
    bench = {*state.selection.bench}
    actions = (action for action in state.legal if isinstance(action, Lay | Add))
    groups = (played(action) for action in actions) if bench else ()
    return frozenset(card for cards in groups if bench <= {*cards} for card in cards)


def take_back(state: State) -> Answer | Undo:
    """Return what is taken back: the cards on the workbench, else what was laid last."""
    laid = state.can_undo and not state.selection.bench
    return Undo() if laid else Answer(state.selection.put(()))


def discard(state: State, pointed: object) -> Action | Command:
    """Return what the key does that discards: the card alone on the workbench, or a chosen one.

    Where the mouse rests is no choice: a card there goes onto the workbench alone first.
    """
    chosen = state.selection
    under = pointed if isinstance(pointed, Card) and pointed in chosen.order else None
    if under and state.focus is None and chosen.bench != (under,):
        return Answer(chosen.put((under,)))
    card = chosen.bench[0] if len(chosen.bench) == 1 else under
    return Discard(card) if card else Say(NONE)


def hinted(state: State) -> Answer:
    """Return that the best play lies on the workbench, or that there is none."""
    best = best_play(state.view)
    if best is None:
        return Answer(state.selection, say=NO_PLAY)
    onto = None if isinstance(best, Lay) else best.combination
    return Answer(state.selection.put(played(best), onto))


def best_play(view: View) -> Play | None:
    """Return the play that gains most, or None; before the seat may play, of its combinations."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not any(isinstance(action, Discard | Play) for action in view.legal):
        plays += map(Lay, every_combination(view.hand))
    return max(plays, key=lambda play: _gain(view, play), default=None)


def _gain(view: View, play: Play) -> int:
    """Return the points that a play brings: on the table, and for cards that leave the hand."""
    before = 0 if isinstance(play, Lay) else view.worth[play.combination]
    return worth(combined(view.table, play), view.options) - before - penalty(played(play))
