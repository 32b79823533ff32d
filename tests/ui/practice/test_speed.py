"""Nothing waits that the physics does not need."""

from collections.abc import Hashable
from pathlib import Path

import pygame
import pytest

from tests.matches import full_disk
from tests.practice.planned import Planned
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play, put, view
from towersim.bots.table import turn
from towersim.foresight.reach import over
from towersim.match.match import MatchPhase
from towersim.practice.attempts import Attempt, Attempts, Placement
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.screens.game import GameScreen

REAL = Viewport.cached
"""The window's own cache, which other tests replace."""


def let_go(pilot: Pilot, x: float) -> None:
    """Take a cube and release it at an x, without waiting for rest."""
    pilot.key(pygame.K_1)
    y = over(pilot.match.table, "cube", x, 0.0).y
    pilot.move(pilot.px(x, y), steps=20)
    pilot.down()
    pilot.frames(60)
    pilot.up()
    pilot.frames(1)
    assert pilot.match.airborne


def test_the_next_piece_is_drawn_under_the_pointer_while_one_settles_and_lifted_at_rest(
    pilot: Pilot,
) -> None:
    play(pilot, "first-tower")
    let_go(pilot, 0.0)
    steps = pilot.match.steps
    pilot.click(pilot.table.layout.slots.rect(0).center)
    pilot.move((700, 300))
    pilot.frames(2)
    assert pilot.frame.coming == ("cube", (700, 300))
    pilot.app.draw()
    assert pilot.match.steps == steps, "nothing is recorded or touched"

    pilot.until(lambda: bool(pilot.match.carrying))
    pilot.frames(2)
    assert pilot.frame.coming is None
    assert view(pilot).touches == 1
    pilot.frames(120)
    assert pilot.match.carrying, "it stays in the hand without a button"
    held = pilot.table.play.held
    assert pilot.px(*held.pose[:2])[0] == pytest.approx(700, abs=30)


def test_the_next_piece_comes_to_its_usual_place_if_the_mouse_has_left(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    let_go(pilot, 0.0)
    pilot.click(pilot.table.layout.slots.rect(0).center)
    pilot.post(pygame.WINDOWLEAVE)
    assert pilot.frame.coming is None
    pilot.until(lambda: bool(pilot.match.carrying))
    pilot.frames(30)
    x, y = pilot.match.setup.pick_ups[0][:2]
    assert pilot.table.carry.target[:2] == pytest.approx((x, y), abs=0.001)


def test_the_next_piece_by_key_comes_into_the_hand_at_rest(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    let_go(pilot, 0.0)
    pilot.keys(pygame.K_h, pygame.K_d, pygame.K_n)
    assert not pilot.table.hud.message, "a hint would count what still falls as lost"
    pilot.key(pygame.K_1)
    pilot.frames(2)
    assert pilot.frame.coming is None, "keys have no pointer"
    pilot.until(lambda: bool(pilot.match.carrying))


@pytest.mark.slow
def test_a_fall_cancels_the_next_piece(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    put(pilot, "cube", 0.0)
    let_go(pilot, 0.013)
    pilot.key(pygame.K_1)
    pilot.until(lambda: pilot.table.play.has_failed)
    pilot.frames(30)
    assert pilot.match.phase is MatchPhase.CHOOSING


def test_r_begins_again_in_the_next_frame_and_banks_the_stars_that_were_reached(
    pilot: Pilot, tmp_path: Path
) -> None:
    file = Attempts(tmp_path / "practice.sqlite3")
    play(pilot, "first-tower")
    place(pilot, "cube 0.0")
    pilot.keys(pygame.K_1, pygame.K_r)
    assert file.history() == [], "without a star no attempt is kept"
    place(pilot, *["cube 0.0"] * 3)
    before = pilot.match
    pilot.key(pygame.K_r)
    assert pilot.match is not before
    assert pilot.match.phase is MatchPhase.CHOOSING
    (kept,) = file.history()
    assert (kept.stars, kept.pieces) == (1, 3)


def test_on_a_full_disk_one_stays_at_the_table_and_is_told(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    place(pilot, *["cube 0.0"] * 3)
    before = pilot.match
    with full_disk():
        pilot.key(pygame.K_r)
        assert "cannot write a record there" in pilot.table.hud.message
        assert pilot.match is before
        pilot.key(pygame.K_1)
        pilot.post(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0)
        for key, kind in ((pygame.K_r, pygame.KEYDOWN), (pygame.K_LEFT, pygame.KEYUP)):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))
        pilot.frames(1)
        held = pilot.table.carry.target
        pilot.frames(20)
        assert pilot.table.carry.target == held, "the key that was released then is released"
        pilot.keys(pygame.K_BACKSPACE, pygame.K_d)
        pilot.until(lambda: isinstance(pilot.screen, AttemptResult))
        pilot.frames(60)
        pilot.key(pygame.K_n)
        pilot.frames(2)
        assert isinstance(pilot.screen, AttemptResult)
        assert "cannot write a record there" in pilot.screen.note


@pytest.mark.parametrize(("x", "standing"), [(0.0, 4), (0.017, 3)])
def test_leaving_while_a_piece_settles_banks_the_stars_that_stood(
    pilot: Pilot, tmp_path: Path, x: float, standing: int
) -> None:
    play(pilot, "first-tower")
    moves = ["cube 0.0", "cube 0.0", "cube 0.008"]
    place(pilot, *moves)
    for _ in turn(pilot.match, Planned([*moves, f"cube {x}"])):
        pass
    assert pilot.match.phase is MatchPhase.SETTLING
    pilot.table.put_away()
    file = Attempts(tmp_path / "practice.sqlite3")
    (kept,) = file.history()
    assert (kept.stars, kept.pieces) == (1, standing)
    assert [piece.undone for piece in file.placements()[1]] == [False] * 3 + [standing == 3]


@pytest.mark.slow
def test_who_comes_back_to_the_path_or_a_challenge_waits_for_no_picture_again(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Viewport, "cached", REAL)
    context, screens = pilot.app.context, pilot.app.screens

    def visit() -> dict[Hashable, pygame.Surface]:
        """Look at the path, at a challenge and at its pause; return all pictures kept then."""
        screens[:] = [page := PracticePage(context)]
        page.update(0.1)
        assert not page._pictures.has_all(list(page.places)[:1]), "the first frame waits for none"
        for _ in page.places:
            page.update(0.1)
        pilot.app.draw()
        play(pilot, "crane")
        pilot.key(pygame.K_ESCAPE)
        pilot.app.draw()
        pilot.press("To the chapters")
        return context.viewport._older | context.viewport._cache

    first = visit()
    assert all(first.get(key) is picture for key, picture in visit().items())


def test_two_clicks_lead_from_the_menu_to_a_piece_in_the_hand(pilot: Pilot) -> None:
    pilot.press("Next: First tower")
    assert isinstance(pilot.screen, GameScreen)
    pilot.click(pilot.table.layout.slots.rect(0).center)
    assert pilot.match.phase is MatchPhase.CARRYING


@pytest.mark.parametrize(
    ("height", "turned", "drill"), [(0.12, None, "tower"), (0.0, 1.57, "on-end")]
)
def test_a_drill_practises_the_height_or_angle_at_which_most_pieces_fall(
    pilot: Pilot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    height: float,
    turned: float | None,
    drill: str,
) -> None:
    points: list[float] = []
    monkeypatch.setattr(pygame.draw, "aacircle", lambda *circle: points.append(circle[2][1]))
    fallen = [Placement("cube", None, 0.0, height, fell=True, turned=turned)] * 6
    stood = [Placement("cube", 0.001, 0.0, 0.0, fell=False, turned=0.0)] * 6
    attempt = Attempt("tee", "2026-11-22T12:00:00", 0, None, 9.0, 6, 6, "normal", None)
    Attempts(tmp_path / "practice.sqlite3").add(attempt, [*fallen, *stood])
    pilot.press("Practice", "Your hand")
    pilot.app.draw()
    assert 0 < points[-2] - points[-1] < 40, "one millimetre is little above no star"
    pilot.press("Drill: ")
    made = view(pilot).challenge
    assert made.name == drill or (made.goal.tag, drill) == ("height", "tower")
    assert pilot.frame.advice.startswith("Most comes down ")
    pilot.key(pygame.K_r)
    assert pilot.frame.advice.endswith(": practise that."), "a retry practises the same"
