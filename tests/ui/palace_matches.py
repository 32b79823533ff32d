"""Matches of Palace at a certain turn, as the window shows them."""

from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.palace_log import Played
from towersim.rules.palace_state import Source, State
from towersim.units import Seat

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif")


def match_at(state: State, *players: str) -> Match:
    """Return a match in which this is the state; of seats without a player a bot plays."""
    kinds = (*players, *("uniform",) * (len(state.hands) - len(players)))
    seats = tuple(SeatSpec(*who) for who in zip(NAMES, kinds, strict=False))
    match = Match.new("palace", seats, options=state.options, seed=1)
    match.state = state
    match.events = [Played(Seat(0), (card,), Source.HAND) for card in state.pile]
    return match
