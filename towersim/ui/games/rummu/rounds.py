"""How the points of a finished round came about: what lay on the table and what was left."""

from typing import NamedTuple

from towersim.match import Match
from towersim.rules.rummu.cards import Card
from towersim.rules.rummu.log import RoundOver, WentOut
from towersim.rules.rummu.score import GOING_OUT, worth
from towersim.rules.rummu.state import Combination, Options
from towersim.ui.games.rummu.stages import last_table
from towersim.units import Seat


class Round(NamedTuple):
    """A round that is over, when all cards lie open."""

    number: int
    table: tuple[Combination, ...]
    hands: tuple[tuple[Card, ...], ...]
    """What each seat had left, sorted."""
    first: Seat | None
    """Who went out, if somebody did."""
    points: tuple[int, ...]
    """What it brought each seat."""
    scores: tuple[int, ...]
    """Of each side, after it."""


class Share(NamedTuple):
    """From what the points of one seat in one round come."""

    laid: int
    """For its combinations."""
    out: int
    """For going out."""
    left: int
    """For the cards in the hand: never more than 0."""


def share(ended: Round, seat: Seat, options: Options) -> Share:
    """Return where the points of a seat come from."""
    laid = sum(worth(cards, options) for owner, cards in ended.table if owner == seat)
    out = GOING_OUT if seat == ended.first else 0
    return Share(laid, out, ended.points[seat] - laid - out)


def rounds(match: Match) -> tuple[Round, ...]:
    """Return all rounds that are over, from everything that happened in a game."""
    return tuple(
        _ended(match, step, event)
        for step in range(match.steps)
        for event in match.events_of(step)
        if isinstance(event, RoundOver)
    )


def _ended(match: Match, step: int, over: RoundOver) -> Round:
    """Return the round that ended with an action, with the table as it was last."""
    events = match.events_of(step)
    seats = map(Seat, range(len(match.seats)))
    views = [last_table(match.view(seat, step), events) for seat in seats]
    first = next((event.seat for event in events if isinstance(event, WentOut)), None)
    hands = tuple(view.hand for view in views)
    return Round(over.round, views[0].table, hands, first, over.points, over.scores)
