"""Hands for Rummü in the window: they do by mouse or by keys what a bot would do."""

from collections.abc import Callable, Sequence

import pygame
from msgspec.structs import replace

from tests.bots.card_games import decided
from tests.ui.pilot import Pilot, Point
from towersim import dice
from towersim.bots.planner import Planner
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, Cards, Suit, deck, ordered, plain
from towersim.rules.rummu.state import (
    Add,
    Combination,
    Discard,
    Draw,
    Exchange,
    Lay,
    Options,
    Phase,
    Take,
    View,
)
from towersim.ui.games.rummu.layout import discard_fan
from towersim.ui.games.rummu.screen import RummuScreen
from towersim.ui.games.rummu.sight import Combo, Thing
from towersim.units import Seat

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid")
RED, BLUE, GREEN, YELLOW, BLACK = Suit


def match_of(*players: str, seed: int = 3, options: Options | None = None) -> Match:
    """Return a fresh match with these kinds of player."""
    names = zip(NAMES, players, strict=False)
    seats = tuple(SeatSpec(*who) for who in names)
    return Match.new("rummu", seats, seed=seed, options=options or Options(rounds=1))


def cards(*faces: tuple[Suit, int]) -> Cards:
    """Return a combination of cards that stand for themselves."""
    return ordered(plain(Card(*face)) for face in faces)


def laid_out(
    hand: Sequence[Card],
    table: Sequence[Cards] = (),
    players: Sequence[str] = ("human", "uniform", "uniform"),
    *,
    phase: Phase = Phase.PLAYING,
    out: bool = True,
) -> Match:
    """Return a match in which the first seat has this hand and these combinations lie there."""
    match = match_of(*players)
    used = {*hand, *(role.card for some in table for role in some)}
    free = [card for card in deck() if card not in used]
    others = tuple(tuple(sorted(free[i * 3 : i * 3 + 3])) for i in range(len(players) - 1))
    free = free[3 * len(others) :]
    match.state = replace(
        match.state,
        hands=(tuple(sorted(hand)), *others),
        table=tuple(Combination(Seat(i % len(players)), some) for i, some in enumerate(table)),
        out=tuple(map(Seat, range(len(players)))) if out else (),
        discards=tuple(free[:4]),
        deck=tuple(sorted(free[4:])),
        phase=phase,
    )
    match.steps += 1
    return match


def wise(view: View) -> Action:
    """Return what the bot that plays well would do."""
    return decided(Planner(), view, dice.stream(1, "test", 1))


def table_of(pilot: Pilot) -> RummuScreen:
    """Return the table, which has to be what is shown."""
    assert isinstance(pilot.screen, RummuScreen)
    return pilot.screen


def rest(pilot: Pilot) -> None:
    """Wait until nothing flies any more."""
    table = table_of(pilot)
    pilot.until(lambda: not table.flights.is_busy)


def at_card(pilot: Pilot, card: Card) -> Point:
    """Return a point where an own card is seen: near its left edge."""
    spot = table_of(pilot).eye.goals()[card]
    return round(spot.x - 0.27 * spot.height), round(spot.y + 0.1 * spot.height)


def at_group(pilot: Pilot, number: int) -> Point:
    """Return the middle of a combination on the table."""
    return next(g.rect.center for g in table_of(pilot).eye.groups() if g.number == number)


def at_discard(pilot: Pilot, below: int = 0) -> Point:
    """Return a point on the top discard, or on one below it."""
    table = table_of(pilot)
    count = table.play.view().discards
    fan = discard_fan(pilot.app.context.stage, table.layout, max(count, 1))
    spot = fan.spots()[-1 - below]
    return round(spot.x - 0.32 * spot.height), round(spot.y)


def drag(pilot: Pilot, start: Point, end: Point) -> None:
    """Drag something."""
    pilot.move(start)
    pilot.down()
    pilot.move(end, steps=4)
    pilot.up()


def by_mouse(pilot: Pilot, action: Action) -> None:
    """Do something with the mouse."""
    rest(pilot)
    table = table_of(pilot)
    match action:
        case Draw():
            pilot.click((round(table.layout.deck.x), round(table.layout.deck.y)))
        case Take():
            pilot.click(at_discard(pilot))
        case Lay() | Add():
            _build_by_mouse(pilot, action)
        case Exchange(card, number):
            drag(pilot, at_card(pilot, card), at_group(pilot, number))
        case Discard(card):
            drag(pilot, at_card(pilot, card), at_discard(pilot))


def _build_by_mouse(pilot: Pilot, action: Lay | Add) -> None:
    """Lay on the workbench first, or drag a card to a combination and say what it stands for."""
    if isinstance(action, Add) and len(action.cards) == 1:
        drag(pilot, at_card(pilot, action.cards[0].card), at_group(pilot, action.combination))
    else:
        for role in action.cards:
            pilot.click(at_card(pilot, role.card))
            rest(pilot)
    if isinstance(action, Add) and len(action.cards) > 1:
        pilot.click(at_group(pilot, action.combination))
    if table_of(pilot).eye.verdict() is not None:
        _answer(pilot, action, lambda: pilot.press("›"))
        pilot.press("(C)")


def _answer(pilot: Pilot, action: Action, turn: Callable[[], None]) -> None:
    """Turn the meaning of a yellow card until it is right."""
    for _ in range(20):
        verdict = table_of(pilot).eye.verdict()
        if verdict is None or verdict.actions == (action,):
            return
        turn()


def point_at(pilot: Pilot, thing: Thing) -> None:
    """Let the keyboard point at something, with arrows alone."""
    table = table_of(pilot)
    rows = table.eye.rows()
    goal = next(row for row in rows if thing in row)
    for _ in range(len(rows)):
        if table.eye.pointed(table.pointer) in goal and table.pointer.keys:
            break
        pilot.key(pygame.K_UP)
    for _ in goal:
        if table.eye.pointed(table.pointer) == thing:
            return
        pilot.key(pygame.K_RIGHT)
    assert table.eye.pointed(table.pointer) == thing


def _add_by_keys(pilot: Pilot, action: Add | Exchange) -> None:
    """Put cards on the workbench, then to a combination, and say what they stand for."""
    added = [role.card for role in action.cards] if isinstance(action, Add) else [action.card]
    for card in added:
        point_at(pilot, card)
        pilot.key(pygame.K_RETURN)
    point_at(pilot, Combo(action.combination))
    pilot.key(pygame.K_RETURN)
    if table_of(pilot).eye.verdict() is not None:
        _answer(pilot, action, lambda: pilot.key(pygame.K_j))
        pilot.key(pygame.K_c)


def by_keys(pilot: Pilot, action: Action) -> None:
    """Do something with the keyboard."""
    rest(pilot)
    match action:
        case Draw():
            pilot.key(pygame.K_d)
        case Take():
            pilot.key(pygame.K_t)
        case Lay(laid):
            for role in laid:
                point_at(pilot, role.card)
                pilot.key(pygame.K_SPACE)
            _answer(pilot, action, lambda: pilot.key(pygame.K_j))
            pilot.key(pygame.K_c)
        case Add() | Exchange():
            _add_by_keys(pilot, action)
        case Discard(card):
            point_at(pilot, card)
            pilot.key(pygame.K_x)
