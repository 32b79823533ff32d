"""Whole games of Bausack, two people and two bots: by mouse from the menu, and by keyboard."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.ui import bausack
from tests.ui.bausack import place, play, ready, spot, still, take
from tests.ui.pilot import Pilot, Point, window
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read, unfinished
from towersim.match.replay import validate
from towersim.rules.bausack.log import Won
from towersim.rules.bausack.state import Phase
from towersim.ui.games.bausack.screen import BausackScreen
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.result import Result
from towersim.ui.settings import Settings, save_settings

SEATS = (
    SeatSpec("Ada"),
    SeatSpec("Bruno"),
    SeatSpec("Clara", "uniform", "steady"),
    SeatSpec("Dmitri", "uniform", "steady"),
)
FLAT = ("brick", "low-arch", "bridge", "stairs", "ziggurat", "stool", "square-slab", "ramp")
"""Pieces that people build with."""
NASTY = ("egg", "pear", "small-cone", "spinning-top", "heart", "diamond", "star")
"""Pieces that people push."""


def pick(pilot: Pilot) -> tuple[str, bool]:
    """Return a piece of the supply, and whether to build with it (else: push it)."""
    view = play(pilot).view()
    liked = [piece for piece in FLAT if piece in view.supply]
    build = bool(liked) and len(view.towers[play(pilot).seat]) < 2
    nasty = [piece for piece in NASTY if piece in view.supply]
    return (liked[0], True) if build or not nasty else (nasty[0], False)


def by_mouse(pilot: Pilot) -> None:
    """Perform the action asked of a person, by mouse."""
    match play(pilot).wanted:
        case Phase.CHOOSING:
            piece, build = pick(pilot)
            take(pilot, piece)
            if build:
                pilot.press("+")
            pilot.press("Build" if build else "Push")
        case Phase.BIDDING:
            pilot.press("Bid" if play(pilot).view().highest < 2 else "Pass")
        case Phase.OFFERED:
            pilot.press("Accept" if play(pilot).view().piece in FLAT else "Pay")
        case Phase.PLACING:
            place(pilot)


def hold_until(pilot: Pilot, key: int, done: Callable[[], bool]) -> None:
    """Hold a key down until a condition is true."""
    pilot.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    pilot.until(lambda: done() or not play(pilot).is_carrying, 2000)
    pilot.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def place_by_keys(pilot: Pilot) -> None:
    """Take the waiting piece, carry it over the tower and release it."""
    still(pilot)
    seat = play(pilot).seat
    kind = play(pilot).view().piece
    pilot.key(pygame.K_SPACE)
    held = play(pilot).held
    assert held is not None
    goal = spot(pilot, kind, held.pose.angle)

    def at(axis: int) -> float:
        held = play(pilot).held
        return held.pose[axis] if held else goal[axis]

    hold_until(pilot, pygame.K_UP, lambda: at(1) > goal.y + 0.03)
    hold_until(pilot, pygame.K_LEFT, lambda: at(0) < goal.x + 0.004)
    pilot.frames(40)
    hold_until(pilot, pygame.K_DOWN, lambda: at(1) < goal.y + 0.006)
    pilot.frames(20)
    if play(pilot).is_carrying and play(pilot).seat == seat:
        pilot.key(pygame.K_SPACE)
    pilot.until(
        lambda: pilot.match.phase not in (MatchPhase.SETTLING, MatchPhase.CARRYING), bausack.MOST
    )


def by_keys(pilot: Pilot) -> None:
    """Perform the action asked of a person, by keyboard."""
    match play(pilot).wanted:
        case Phase.CHOOSING:
            pilot.key(pygame.K_DOWN)
            pilot.key(pygame.K_RIGHT)
            pilot.key(pygame.K_RETURN)
            ready(pilot)
            pilot.key(pygame.K_e)
            pilot.key(pygame.K_w)
            pilot.key(pygame.K_PLUS)
            few = len(play(pilot).view().towers[play(pilot).seat]) < 2
            pilot.key(pygame.K_RETURN if few else pygame.K_u)
        case Phase.BIDDING:
            pilot.key(pygame.K_UP)
            low = play(pilot).view().highest < 1
            pilot.key(pygame.K_RETURN if low else pygame.K_n)
        case Phase.OFFERED:
            pilot.key(pygame.K_u)
        case Phase.PLACING:
            place_by_keys(pilot)


def play_out(pilot: Pilot, act: Callable[[Pilot], None]) -> set[Phase | None]:
    """Play to the result; return the kinds of decisions asked of people."""
    asked = set()
    for _ in range(400):
        ready(pilot)
        if isinstance(pilot.screen, Result) or pilot.match.phase is MatchPhase.OVER:
            break
        asked.add(play(pilot).wanted)
        act(pilot)
    pilot.until(lambda: isinstance(pilot.screen, Result), bausack.MOST)
    return asked


@pytest.mark.slow
def test_a_whole_game_by_mouse_from_the_menu(tmp_path: Path) -> None:
    save_settings(tmp_path / "settings.json", Settings(pace=4, seats=SEATS))
    with window(tmp_path) as pilot:
        pilot.press("Other games")
        buttons = [w for w in pilot.screen.form._order if isinstance(w, UIButton)]
        bausack_button = buttons[list(pilot.app.context.game_uis).index("bausack")]
        pilot.click(pygame.Rect(bausack_button.get_abs_rect()).center)
        assert isinstance(pilot.screen, NewGame)
        pilot.screen.seed.set_text("5")
        pilot.press("Start the game")
        assert isinstance(pilot.table, BausackScreen)
        assert [seat.player for seat in pilot.match.seats] == ["human", "human", *["uniform"] * 2]
        match = pilot.match
        asked = play_out(pilot, by_mouse)
        assert asked > {Phase.CHOOSING, Phase.PLACING}
        assert any(isinstance(event, Won) for event in match.events)
        outcome = match.outcome
        pilot.press("Menu")
    (path,) = (tmp_path / "records").glob("*.tower")
    assert list(unfinished(tmp_path / "records")) == []
    assert read(path).steps[-1].over == outcome
    assert validate(read(path)).valid


@pytest.mark.slow
def test_a_whole_game_by_keyboard(tmp_path: Path) -> None:
    match = Match.new("bausack", SEATS, seed=8, record=tmp_path / "records" / "a.tower")
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    with window(tmp_path, (960, 600), match) as pilot:
        asked = play_out(pilot, by_keys)
        assert asked > {Phase.CHOOSING, Phase.PLACING}
        assert match.outcome is not None
    assert validate(read(tmp_path / "records" / "a.tower")).valid


# --- repeated input -----------------------------------------------------------------------------


def enter(pilot: Pilot, at: Point) -> None:  # noqa: ARG001 - the signature of a click
    pilot.key(pygame.K_RETURN)


@pytest.mark.parametrize("answer", [enter, Pilot.click])
@pytest.mark.parametrize("frames", [0, 9, 24])
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


def test_a_second_pass_does_not_count_for_the_next_person(tmp_path: Path) -> None:
    with bausack.table(tmp_path) as pilot:
        take(pilot, "brick")
        pilot.press("Build")
        ready(pilot)
        for _ in range(2):
            pilot.key(pygame.K_n)
        pilot.frames(5)
        assert play(pilot).name == "Clara"
        assert pilot.match.state.passed == (1,)


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


def test_arrows_mark_a_piece_enter_takes_it_and_a_second_enter_builds(
    tmp_path: Path,
) -> None:
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


def test_the_hint_for_a_waiting_piece_names_the_key_that_takes_it(tmp_path: Path) -> None:
    with bausack.table(tmp_path) as pilot:
        bausack.build(pilot, "brick")
        ready(pilot)
        assert "take it with Enter" in pilot.table.hint
        pilot.key(pygame.K_RETURN)
        held = play(pilot).held
        assert held is not None
        assert held.kind == "brick"
