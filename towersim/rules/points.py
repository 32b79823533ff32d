"""The end of a game that is played for points, in one sentence."""

from collections.abc import Sequence

from towersim.common.messages import Message, known, message as _
from towersim.rules.base import GameOver, victory
from towersim.rules.display import count_text, scored


def result(event: GameOver, names: Sequence[str]) -> Message:
    """Return the sentence about the end; it tells if winners are only level on points.

    >>> from towersim.common.units import Seat
    >>> from towersim.rules.base import Outcome
    >>> result(GameOver(Outcome("It is late.", (Seat(1),), (2, 2))), ["Ann", "Bob"])
    'It is late. Bob wins with 2 points, level on points but with more cards (Ann 2, Bob 2).'
    """
    outcome = event.outcome
    best = max(outcome.scores)
    points = count_text("points", best)
    if outcome.scores.count(best) > len(outcome.winners):
        points = _("{points}, level on points but with more cards", points=points)
    return _(
        "{reason} {won} with {points} ({scores}).",
        reason=known(outcome.reason),
        won=victory(outcome, names),
        points=points,
        scores=scored(names, outcome.scores),
    )
