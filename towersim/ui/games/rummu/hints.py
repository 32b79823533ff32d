"""The best thing to lay just now, for those who ask."""

from towersim.messages import message as _
from towersim.rules.rummu.cards import Cards, every_combination, ordered, plain
from towersim.rules.rummu.score import IN_HAND, penalty, worth
from towersim.rules.rummu.state import Add, Discard, Exchange, Lay, View
from towersim.ui.games.rummu.verdict import name, points

Play = Lay | Add | Exchange


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
