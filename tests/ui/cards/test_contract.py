"""Properties of every card table, a game of twelve cards, and the curtain between people."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests.rules.games import CARD_GAMES
from tests.ui.cards.high_card import Card, HighCard, HighCardTable
from tests.ui.cards.tables import at, come_to_rest, flying, settle, small_match, table
from tests.ui.pilot import Pilot
from tests.ui.rummu.rummuhands import led_to
from towersim import rules
from towersim.bots import table as bots
from towersim.bots.baselines import Uniform
from towersim.bots.table import turn
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.base import Action
from towersim.rules.palace.state import Phase
from towersim.ui.app_context import PlayContext
from towersim.ui.cards.controller import CardController, state_of
from towersim.ui.cards.play import CardPlay, Curtain, closed
from towersim.ui.cards.table import CardTable, Reaction, TableState
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games import GAME_UIS
from towersim.ui.games.palace.table import PalaceTable
from towersim.ui.nodes.node import Node, Say, draw_node, topmost
from towersim.ui.play import NOBODY
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.pause import Pause
from towersim.ui.sentences import Logbook
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
        if TABLES[game].hidden:
            apart = state._replace(view=closed(state.view), mine=False)
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


def show(pilot: Pilot, *players: str) -> CardController:
    """Show a table with these players, after the cards have been dealt."""
    table = CardController(pilot.app.context, small_match(*players), PalaceTable())
    pilot.app.show(GameScreen(pilot.app.context, table))
    table.pump.skip(table.show)
    pilot.frames(2)
    return table


def act(table: CardController) -> None:
    """Do the first legal action of the person."""
    assert table.play.submit(table.play.legal()[0])


def pass_on(pilot: Pilot) -> Curtain:
    """Wait until the screen is passed on to another person; return the curtain."""
    pilot.until(lambda: isinstance(pilot.screen, Curtain))
    assert isinstance(pilot.screen, Curtain)
    return pilot.screen


def test_the_curtain_hangs_between_two_people_and_each_opens_their_own_hand(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    hands = table.match.state.hands
    curtain = pilot.screen
    assert isinstance(curtain, Curtain)
    assert curtain.name == "Ada"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.shows(Pause)
    pilot.press("Go on")
    assert pilot.shows(Curtain)
    assert table.play.watcher == NOBODY
    assert table.play.view().hand == ()
    pilot.press("I am Ada")
    assert pilot.table is table
    assert table.play.view().hand == hands[0]
    act(table)
    assert pass_on(pilot).name == "Bruno"
    assert table.play.view().hand == ()
    pilot.frames(45)
    pilot.key(pygame.K_RETURN)
    pilot.frames(2)
    assert pilot.table is table
    assert table.play.view().hand == hands[1]
    act(table)
    pilot.until(lambda: isinstance(pilot.screen, Curtain) or bool(table.hud.since))
    assert not table.hud.since, "Bruno would read what was done since Ada's last turn"


def test_a_refusal_is_not_shown_to_the_next_person(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    act(table)
    pilot.until(lambda: table.ready)
    table.screen.say("That cannot be taken back.", refuses=True)
    pass_on(pilot)
    pilot.frames(45)
    pilot.press("I am Bruno")
    assert table.screen.hint.startswith("Bruno:")


def test_a_person_who_acts_again_is_not_announced_as_next(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    table.pump.queue.rest(1.0)
    assert table.screen.hint == "Ada is next …"
    act(table)
    table.pump.queue.rest(1.0)
    assert table.screen.hint == "Bruno is next …"
    table.match.state = replace(table.match.state, turn=Seat(0))
    assert table.screen.hint == "Ada goes on …"
    table.match.state = replace(table.match.state, out=(Seat(0),), phase=Phase.OVER)
    assert table.match.outcome
    assert table.screen.hint == "", "nobody goes on after the last action"


def test_the_table_is_not_drawn_behind_the_curtain(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = show(pilot, "human", "human")
    drawn: list[object] = []
    monkeypatch.setattr(table, "paint", drawn.append)
    pilot.frames(3)
    pilot.app.draw()
    assert isinstance(pilot.screen, Curtain)
    assert drawn == []
    pilot.press("I am Ada")
    pilot.app.draw()
    assert drawn


@pytest.mark.parametrize("people", [0, 1])
def test_one_person_among_bots_sees_their_hand_without_a_curtain_and_an_onlooker_none(
    pilot: Pilot, people: int
) -> None:
    table = show(pilot, "uniform", *["human"] * people, "uniform")
    assert pilot.table is table
    hand = table.match.state.hands[1] if people else ()
    assert table.play.view().hand == hand, "open while others play"
    pilot.frames(90)
    assert pilot.table is table


def test_the_same_person_needs_no_curtain_after_a_bot() -> None:
    match = small_match("human", "uniform", "human")
    play: CardPlay[Any] = CardPlay(match, PlayContext(), PalaceTable())
    play.open(Seat(0))
    match.state = match.rules.apply(match.state, match.rules.legal(match.state)[0])[0]
    play.turn_away()
    assert (play.watcher, play.awaited) == (NOBODY, None)
    match.state = replace(match.state, turn=Seat(0))
    play.turn_away()
    assert (play.watcher, play.awaited) == (0, None)
    match.state = replace(match.state, turn=Seat(2))
    play.turn_away()
    assert (play.watcher, play.awaited) == (NOBODY, 2)


def test_the_curtain_waits_until_every_card_has_landed(pilot: Pilot) -> None:
    table = show(pilot, "human", "human")
    pilot.press("I am Ada")
    hand = table.play.view().hand
    act(table)
    pilot.frames(20)
    assert table.pump.motion.busy
    assert pilot.table is table
    assert set(table.play.view().hand) < set(hand), "one still sees what one did"
    pilot.until(lambda: table.ready)
    assert pilot.table is table, "and what came of it"
    assert table.play.view().hand != hand
    pilot.frames(80)
    assert isinstance(pilot.screen, Curtain)


def test_the_log_shows_only_events_that_the_watcher_may_know(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = show(pilot, "human", "human")
    monkeypatch.setattr(type(table.match.rules), "untold", ())
    match, log = table.match, Logbook(table.play)
    cards = {seat: [str(card) for card in match.state.hands[seat]] for seat in (0, 1)}

    def told(seat: int) -> bool:
        return any(card in line for line in log.lines() for card in cards[seat])

    assert (told(0), told(1)) == (False, False)
    pilot.press("I am Ada")
    assert (told(0), told(1)) == (True, False)
    assert log.since() == [], "nobody acted since a first turn began"
    act(table)
    pass_on(pilot)
    pilot.frames(45)
    pilot.key(pygame.K_RETURN)
    assert told(1)
    assert sum(card in line for line in log.lines() for card in cards[0]) == 3, "what lies open"


@pytest.mark.parametrize("game", CARD_GAMES)
def test_an_event_seen_by_nobody_is_as_all_but_one_seat_see_it(game: str) -> None:
    match = Match.new(game, tuple(map(SeatSpec, ("Ada", "Bruno", "Clara"))), seed=2)
    while match.outcome is None and match.steps < 30:
        match.submit(match.rules.legal(match.state)[-1])
    for event in match.events:
        seen = [match.rules.seen(event, Seat(seat)) for seat in range(3)]
        assert seen.count(match.rules.seen(event, NOBODY)) >= 2
