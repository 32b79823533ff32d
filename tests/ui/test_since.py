"""What others did since one's last turn: one strip for all games, and G, which skips it."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pygame
import pytest

from tests.examples import slow
from tests.ui.pilot import window
from towersim.bots.table import bots_of, turn
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.text import draw_since
from towersim.ui.drawing.theme import USUAL, WALNUT_DARK, Viewport, WindowStyle


def after_others(game: str) -> Match:
    """Return a match whose person, who has acted before, has to act again after others."""
    bots = (SeatSpec("Bo", "uniform"), SeatSpec("Cy", "uniform"))
    match = Match.new(game, (SeatSpec("Ada"), *bots), seed=4)
    actors: list[object] = []
    while 0 not in actors or match.actor != 0 or actors[-1] == 0:
        actors.append(match.actor)
        for _ in turn(match, next(iter(bots_of(game).values()))):
            pass
        match.settle()
    return match


@pytest.mark.parametrize("game", ["push", "palace", "fawlty-towers", slow("bausack")])
def test_it_tells_a_person_among_others_what_they_did_until_the_first_act(
    game: str, tmp_path: Path
) -> None:
    match = after_others(game)
    with window(tmp_path, match=match) as pilot:
        pilot.frames(2)
        hud = pilot.screen.hud
        assert hud.since
        assert set(hud.since) <= set(hud.log)
        assert hud.since[0].startswith(("Bo ", "Cy "))
        for _ in islice(turn(match, next(iter(bots_of(game).values()))), 1, None):
            pass
        assert hud.since == []


@pytest.mark.parametrize("lines", [["Bo passes."], ["Bo passes."] * 300])
def test_it_covers_the_log_alone_and_counts_what_has_no_room(lines: Sequence[str]) -> None:
    viewport, target = Viewport(USUAL, Fonts()), pygame.Surface(USUAL)
    log = areas(viewport).log
    target.fill("red")
    draw_since(Canvas(target, viewport), log, lines)
    high = sum(target.get_at((log.x + 2, y))[:3] != (255, 0, 0) for y in range(log.bottom))
    assert high == log.h
    assert target.get_at((log.x + 2, log.bottom - 3))[:3] == WALNUT_DARK


def test_many_lines_are_measured_once_and_not_in_each_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    viewport = Viewport(USUAL, Fonts())
    canvas, log = Canvas(pygame.Surface(USUAL), viewport), areas(viewport).log
    for _frame in range(2):
        draw_since(canvas, log, [f"Bo draws card {n}." for n in range(40)])
        monkeypatch.setattr(Fonts, "font", None)  # nothing is measured or painted any more


def test_a_short_one_grows_with_the_text() -> None:
    heights = list[int]()
    for text in (1.25, 1.75):
        viewport = Viewport(USUAL, Fonts(), WindowStyle(text=text))
        target, log = pygame.Surface(USUAL), areas(viewport).log
        draw_since(Canvas(target, viewport), log, ["Bo passes."])
        ink = pygame.mask.from_threshold(target.subsurface(log), (255, 255, 255), (110, 110, 110))
        heights.append(max(rect.h for rect in ink.get_bounding_rects()))
    assert heights[1] > 1.2 * heights[0]


def test_g_skips_bots_and_takes_a_green_cube_on_ones_own_turn(tmp_path: Path) -> None:
    seats = (SeatSpec("Bruno", "uniform"), SeatSpec("Ada"))
    with window(tmp_path, match=Match.new("fawlty-towers", seats, seed=3)) as pilot:
        play = pilot.table.play
        assert not play.is_human_turn
        pilot.key(pygame.K_g)
        pilot.until(lambda: play.is_human_turn and not play.is_skipping, 100)
        pilot.frames(2)
        assert not play.queue.busy
        assert any(
            "Bruno" in line or "holds" in line or "fell" in line for line in pilot.table.hud.log
        )
        pilot.key(pygame.K_g)
        assert play.held.kind == "green"
