"""Plays Push in the real window by events, as a person with mouse or keys would."""

from functools import partial

from msgspec.structs import replace

from tests.ui.cards.tables import match_of
from towersim.match.match import Match
from towersim.rules.push.state import Card, Phase, State

new_match = partial(match_of, "push")
"""Return a fresh match with these kinds of player."""


def placing(match: Match, card: Card, *stacks: tuple[Card, ...]) -> Match:
    """Let the first seat have flipped a card, beside these stacks."""
    state: State = match.state
    lying = (*stacks, (), (), ())[:3]
    out = {card, *sum(lying, ())}
    deck = tuple(other for other in state.deck if other not in out)
    match.state = replace(state, phase=Phase.PLACING, deck=deck, stacks=lying, flipped=(card,))
    assert match.rules.legal(match.state)
    return match
