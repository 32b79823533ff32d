"""Helpers for tests of any card table in the real window: its nodes, and points on them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.ui.pilot import Pilot, Point
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.base import Event
from towersim.ui.cards.controller import CardController
from towersim.ui.nodes.motion import Animator
from towersim.ui.nodes.node import Key, Node
from towersim.ui.screens.game import GameScreen
from towersim.ui.watch.finale import Finale

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid")


def match_of(game: str, *players: str, seed: int = 3, options: Any = None) -> Match:
    """Return a fresh match with these kinds of player."""
    seats = tuple(SeatSpec(*who) for who in zip(NAMES, players, strict=False))
    return Match.new(game, seats, seed=seed, options=options)


small_match = partial(match_of, "palace")
"""Return a fresh match of Palace with these kinds of player."""


def table(pilot: Pilot) -> CardController:
    """Return the controller of the card table on top of the screens."""
    controller = pilot.table
    assert isinstance(controller, CardController)
    return controller


def node(pilot: Pilot, key: Key) -> Node:
    return {node.key: node for node in table(pilot).nodes}[key]


def at(pilot: Pilot, key: Key) -> Point:
    """Return the centre of the node with a key."""
    return node(pilot, key).rect().center


def waiting(pilot: Pilot) -> bool:
    """Return whether a person has to act and all events were shown, or another page is open."""
    if not isinstance(pilot.screen, GameScreen):
        return True
    shown = table(pilot)
    return shown.ready and shown.play.is_human_turn and shown.match.outcome is None


def settle(pilot: Pilot) -> None:
    """Let frames pass until a person has to act."""
    pilot.frames()
    pilot.until(lambda: waiting(pilot), 4000)
    if not isinstance(pilot.screen, Finale):
        pilot.frames()


def look(pilot: Pilot) -> CardController:
    """Show the state that a test has set up; return the table's controller."""
    shown = table(pilot)
    shown.show_watcher()
    pilot.frames(2)
    return shown


def flying(pilot: Pilot) -> frozenset[Key]:
    """Return the keys of the flying nodes."""
    return flown(table(pilot).pump.motion)


def flown(motion: Animator) -> frozenset[Key]:
    """Return the keys of the nodes that an animator lets fly."""
    moves = {key for key, move in motion._moves.items() if move.flies}
    return frozenset(moves | {node.key for node, _ in motion._gone})


def set_up(match: Match, state: object, events: Sequence[Event] = ()) -> Match:
    """Put a match into a state, as if only these events had led to it."""
    match.state, match.events, match._past = state, list(events), []
    match._past.clear()
    return match


def come_to_rest(pilot: Pilot) -> None:
    """Wait until all events were shown and all nodes are at rest."""
    pilot.frames(2)
    pilot.until(lambda: not table(pilot).is_moving)


def shown_nodes(pilot: Pilot, kind: type) -> dict[Any, Node]:
    """Return the nodes with keys of a type, for example cards."""
    return {node.key: node for node in table(pilot).nodes if isinstance(node.key, kind)}
