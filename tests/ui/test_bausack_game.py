"""Bausack by keyboard, and answers that are given twice."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.ui import bausack
from tests.ui.bausack import play, ready, take
from tests.ui.pilot import Pilot, Point
from towersim.match.match import MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.bausack.state import Phase
from towersim.ui.settings import Settings, save_settings


def enter(pilot: Pilot, at: Point) -> None:  # noqa: ARG001 - the signature of a click
    pilot.key(pygame.K_RETURN)


@pytest.mark.parametrize("answer", [enter, Pilot.click])
@pytest.mark.parametrize("frames", [0, 24])
def test_a_second_answer_does_not_count_for_the_next_person(
    tmp_path: Path, answer: Callable[[Pilot, Point], None], frames: int
) -> None:
    with bausack.table(tmp_path) as pilot:
        take(pilot, "brick")
        build = pygame.Rect(pilot.button("Build").get_abs_rect()).center
        answer(pilot, build)
        pilot.frames(frames)
        answer(pilot, bid_button(pilot))
        assert (play(pilot).name, play(pilot).wanted) == ("Bruno", Phase.BIDDING)
        assert pilot.match.state.highest == 0
        assert set(bausack.buttons(pilot).values()) == {False}, "it is seen that they wait"
        ready(pilot)
        assert all(on for words, on in bausack.buttons(pilot).items() if "Bid" in words)
        pilot.press("Bid 1")
        answer(pilot, bid_button(pilot))
        assert pilot.match.state.highest == 1


def bid_button(pilot: Pilot) -> Point:
    """Return the position of the button for a bid, in pixels."""
    x, y = pilot.table.layout.buttons[1].center
    return x, y


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_u])
def test_the_key_that_pushes_a_piece_does_not_answer_for_the_next_person(
    tmp_path: Path, key: int
) -> None:
    with bausack.table(tmp_path) as pilot:
        take(pilot, "egg")
        for name in ("Bruno", "Clara"):
            pilot.key(pygame.K_u)
            pilot.frames(9)
            pilot.key(key)
            assert (play(pilot).name, play(pilot).wanted) == (name, Phase.OFFERED)
            ready(pilot)


def test_a_second_answer_does_not_count_after_a_quick_bot(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Clara", "uniform", "steady"), SeatSpec("Bruno"))
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    with bausack.table(tmp_path, *seats) as pilot:
        take(pilot, "brick")
        pilot.press("Build")
        pilot.until(lambda: play(pilot).wanted is Phase.BIDDING)
        steps = pilot.match.steps
        for _ in range(4):
            pilot.key(pygame.K_RETURN)
            pilot.click(bid_button(pilot))
        assert pilot.match.steps == steps


def test_arrows_mark_a_piece_enter_takes_it_and_a_second_enter_builds(tmp_path: Path) -> None:
    with bausack.table(tmp_path) as pilot:
        pilot.key(pygame.K_RIGHT)
        pilot.key(pygame.K_RIGHT)
        marked = pilot.table.pointer.hovered
        frame = pilot.frame
        assert (frame.chosen, frame.hovered, frame.card.piece) == ("", marked, marked)
        assert f"Enter takes the {pilot.match.setup.piece(marked).name}" in pilot.table.hint
        assert bausack.buttons(pilot) == {}
        pilot.key(pygame.K_RETURN)
        pilot.frames(9)
        pilot.key(pygame.K_RETURN)
        frame = pilot.frame
        assert (frame.chosen, play(pilot).wanted) == (marked, Phase.CHOOSING), "taken, not built"
        assert set(bausack.buttons(pilot).values()) == {False}
        ready(pilot)
        pilot.key(pygame.K_DOWN)
        other = pilot.table.pointer.hovered
        assert (bausack.buttons(pilot), pilot.frame.chosen) == ({}, marked)
        pilot.key(pygame.K_u)
        assert play(pilot).wanted is Phase.CHOOSING, "what is not shown cannot be pushed"
        pilot.key(pygame.K_RETURN)
        ready(pilot)
        pilot.key(pygame.K_RETURN)
        ready(pilot)
        assert (play(pilot).wanted, play(pilot).view().piece) == (Phase.BIDDING, other)


def test_keys_build_nothing_while_the_pile_is_closed(tmp_path: Path) -> None:
    with bausack.table(tmp_path) as pilot:
        take(pilot, "brick")
        pilot.key(pygame.K_o)
        for key in (pygame.K_RETURN, pygame.K_u):
            pilot.key(key)
            assert play(pilot).wanted is Phase.CHOOSING


def test_a_piece_is_carried_by_held_arrows_and_let_go_with_enter(tmp_path: Path) -> None:
    with bausack.table(tmp_path) as pilot:
        bausack.build(pilot, "brick")
        bausack.still(pilot)
        assert "take it with Enter" in pilot.table.hint
        pilot.key(pygame.K_RETURN)
        spot = pilot.match.setup.spots[0]
        hold_until(pilot, pygame.K_UP, lambda: height(pilot) > 0.06)
        held = play(pilot).held
        assert held is not None
        x = held.pose.x
        key = pygame.K_LEFT if x > spot else pygame.K_RIGHT
        hold_until(pilot, key, lambda: abs(pilot.table.carry.target[0] - spot) < 0.01)
        hold_until(pilot, pygame.K_DOWN, lambda: height(pilot) < 0.02)
        pilot.key(pygame.K_RETURN)
        pilot.until(lambda: pilot.match.phase is MatchPhase.CHOOSING, 3000)
        (placed,) = pilot.match.table.towers[0]
        assert placed.kind == "brick"
        assert abs(placed.pose.x - spot) < 0.02 < abs(placed.pose.x - x)


def hold_until(pilot: Pilot, key: int, done: Callable[[], bool]) -> None:
    """Hold a key down until `done()`, then wait until the hand has followed."""
    pilot.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    pilot.until(done, 300)
    pilot.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)
    pilot.frames(60)


def height(pilot: Pilot) -> float:
    """Return the height of the held piece's middle, in metres."""
    held = play(pilot).held
    assert held is not None
    return held.pose.y
