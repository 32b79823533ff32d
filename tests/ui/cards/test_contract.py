"""Properties of every card table, and a game of twelve cards that is played with the kit."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import pygame
import pytest

from tests.rules.games import CARD_GAMES
from tests.ui.cards.high_card import Card, HighCard, HighCardTable
from tests.ui.cards.tables import at, come_to_rest, flying, settle, table
from tests.ui.pilot import Pilot
from tests.ui.rummu.rummuhands import led_to
from towersim import rules
from towersim.bots import table as bots
from towersim.bots.baselines import Uniform
from towersim.bots.table import turn
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.base import Action
from towersim.ui.cards.controller import CardController, state_of
from towersim.ui.cards.table import CardTable, Reaction, TableState
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games import GAME_UIS
from towersim.ui.nodes.node import Node, Say, draw_node, topmost
from towersim.ui.screens.game import GameScreen
from towersim.ui.watch.finale import Finale

STAGE = Viewport((1280, 720), Fonts())
UIS: Any = GAME_UIS
TABLES: dict[str, CardTable[Any, Any]] = {
    "high-card": HighCardTable(),
    **{game: UIS[game].recorded.args[0] for game in CARD_GAMES},
}
SOME = 12
"""The approximate number of actions tried where a test repeats something for each of many."""
SEATS = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara"), ("human", "uniform", "uniform")))


@pytest.fixture(autouse=True)
def _high_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add High Card to the games; initialise fonts, also after a window was closed."""
    pygame.font.init()
    games = MappingProxyType({**rules.GAMES, "high-card": HighCard()})
    monkeypatch.setattr(rules, "GAMES", games)
    monkeypatch.setattr(bots, "_BOTS", {**bots._BOTS, "high-card": (Uniform(),)})


def decisions(game: str, count: int) -> Iterator[tuple[Match, TableState[Any, Any]]]:
    """Play at random; yield the match and the state of Ada's table at some of her decisions."""
    match = Match.new(game, SEATS, seed=7)
    seen = 0
    while match.outcome is None and seen < count:
        if match.actor == 0:
            yield match, state_of(TABLES[game], STAGE, match)
            seen += 1
        for _ in turn(match, Uniform()):
            pass


def wants(node: Node) -> list[Any]:
    """Return everything that can be asked for at a node."""
    asked = (node.action, node.twice, node.other, node.drop)
    return [want for want in asked if want is not None and not isinstance(want, Say)]


def reached(table: CardTable[Any, Any], state: TableState[Any, Any]) -> set[Action]:
    """Return every action that mouse and buttons can reach, through any selection."""
    actions: set[Action] = set()
    open_, known = [state.selection], {state.selection}
    while open_:
        now = state._replace(selection=open_.pop())
        for want in asked_for(table, now):
            if isinstance(want, Action):
                actions.add(want)
                continue
            reaction = want(now) if callable(want) else want
            assert isinstance(reaction, Reaction)
            actions |= set(reaction.actions)
            if reaction.selection not in known:
                known.add(reaction.selection)
                open_.append(reaction.selection)
    return actions


def asked_for(table: CardTable[Any, Any], state: TableState[Any, Any]) -> list[Any]:
    """Return everything that nodes and buttons ask for, also while a node is dragged."""
    nodes = list(table.nodes(state))
    asked = [want for node in nodes for want in wants(node)]
    asked += [button.command for button in table.buttons(state) if button.on]
    for node in (node for node in nodes if node.drags):
        dropped = table.nodes(state._replace(dragged=node.key))
        asked += [want for goal in dropped for want in wants(goal._replace(action=None))]
    return asked


@pytest.mark.parametrize("game", TABLES)
def test_keys_are_unique_and_no_card_of_another_hand_is_a_node(game: str) -> None:
    for match, state in decisions(game, 9):
        nodes = list(TABLES[game].nodes(state))
        keys = [node.key for node in nodes]
        assert len(keys) == len(set(keys))
        hands = getattr(match.state, "hands", ())
        assert not set(keys) & {card for hand in hands[1:] for card in hand}
        if hands:
            apart = state._replace(view=match.view(None), mine=False)
            left = {node.key for node in TABLES[game].nodes(apart)}
            assert not left & set(next(iter(hands)))


@pytest.mark.parametrize("game", sorted(TABLES.keys() - {"rummu"}))  # too many arrangements
def test_every_legal_action_can_be_reached(game: str) -> None:
    for _, state in decisions(game, 4):
        actions = reached(TABLES[game], state)
        assert actions >= set(state.legal)


@pytest.mark.slow
def test_every_play_of_rummu_can_be_built_on_the_workbench() -> None:
    table = TABLES["rummu"]
    for _, state in decisions("rummu", 3):
        for action in state.legal[:: len(state.legal) // SOME + 1]:
            now = state
            for _ in range(40):
                want = led_to(now, action)
                assert want in asked_for(table, now)
                if want == action:
                    break
                reaction = want(now) if callable(want) else want
                assert isinstance(reaction, Reaction)
                if action in reaction.actions:
                    break
                now = now._replace(selection=reaction.selection)
            else:
                raise AssertionError(action)


@pytest.mark.parametrize("game", TABLES)
def test_every_node_is_hit_where_it_is_drawn(game: str) -> None:
    for _, state in decisions(game, 3):
        nodes = list(TABLES[game].nodes(state))
        for node in (node for node in nodes if node.action is not None):
            rect = node.rect(node.up)
            points = (
                (rect.x + rect.w * i // 20, rect.y + rect.h * j // 20)
                for i in range(1, 20)
                for j in range(1, 20)
            )
            hits = (topmost(nodes, point, lambda n: n.touchable) for point in points)
            assert node in hits, node.key
            if node.face is not None and not node.cards:
                sheet = pygame.Surface(STAGE.size, pygame.SRCALPHA)
                draw_node(Canvas(sheet, STAGE), node)
                drawn = sheet.get_bounding_rect()
                assert drawn.colliderect(rect)
                assert rect.inflate(60, 60).contains(drawn)


def test_high_card_is_dealt_played_and_won_in_the_window(pilot: Pilot) -> None:
    match = Match.new("high-card", SEATS, seed=3)
    context = pilot.app.context
    pilot.app.show(GameScreen(context, CardController(context, match, TABLES["high-card"])))
    pilot.frames(3)
    assert flying(pilot), "the cards are dealt before all eyes"
    pilot.click((5, 300))
    assert table(pilot).ready
    come_to_rest(pilot)
    for _ in range(20):
        settle(pilot)
        if isinstance(pilot.screen, Finale):
            break
        if table(pilot).state.mine:
            pilot.frames(20)
            card = min(match.state.hands[0])
            assert isinstance(card, Card)
            pilot.click(at(pilot, card))
            assert card not in match.state.hands[0]
    pilot.until(lambda: isinstance(pilot.screen, Finale))
    assert match.outcome is not None
    assert sum(match.outcome.scores) == 3
