"""Names of the greatest length are shown whole at the table of Rummü and on its pages."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pygame
import pytest

from tests.ui.cards.tables import node
from tests.ui.pilot import Pilot, window
from tests.ui.rummu.rummuhands import rest
from towersim.bots.table import play_out
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.rummu.state import Options, View
from towersim.ui.app_context import CloseScreens
from towersim.ui.cards.nodes import Size, plate_rects
from towersim.ui.cards.play import CardPlay, Curtain
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, TEXT, USUAL, Viewport
from towersim.ui.games.rummu import table as rummu
from towersim.ui.games.rummu.table import round_page, rounds, score_page
from towersim.ui.settings import TEXT_SIZES, Settings

LONG = "Maximilian von Hohenstaufen-Ka"
NAMES = (
    "Jean-Christophe de La Tour",
    "Maria-Magdalena von der Tann",
    "Bartholomew J. Montgomery",
    "小明 さくら",
    "Elif",
)
CUT = re.compile(r"\S…$")
"""Matches text that was cut; in a sentence that trails off, a space precedes the dots."""


def named(*, played: bool = False, partners: bool = False) -> Match:
    """Return a match of six with long names, at its beginning or at its end."""
    seats = [SeatSpec(name, "planner") for name in NAMES]
    options = Options(rounds=1, partners=partners)
    player = "planner" if played else "human"
    match = Match.new("rummu", [SeatSpec(LONG, player), *seats], seed=3, options=options)
    for _ in play_out(match) if played else ():
        pass
    return match


def play(match: Match) -> CardPlay[View]:
    """Return a match as the window plays it."""
    return CardPlay(match, lambda: 0.0)


def table(pilot: Pilot) -> None:
    """Wait for the table."""
    rest(pilot)


def scores(pilot: Pilot) -> None:
    pilot.app.screens[1:] = [score_page(pilot.app.context, play(named(played=True)))]


def team_scores(pilot: Pilot) -> None:
    match = named(played=True, partners=True)
    pilot.app.screens[1:] = [score_page(pilot.app.context, play(match))]


def round_result(pilot: Pilot) -> None:
    match = named(played=True)
    page = round_page(pilot.app.context, play(match), rounds(match)[0])
    pilot.app.screens[1:] = [page]


def curtain(pilot: Pilot) -> None:
    """Show the curtain instead of the table."""
    made = Curtain(pilot.app.context, LONG, lambda: None, CloseScreens)
    pilot.app.screens[:] = [made]


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", [(960, 600), pytest.param((1280, 720), marks=pytest.mark.slow)])
@pytest.mark.parametrize("show", [table, scores, team_scores, round_result, curtain])
def test_long_names_are_not_cut(
    tmp_path: Path,
    written: list[str],
    show: Callable[[Pilot], None],
    size: tuple[int, int],
    language: Literal["en", "de"],
) -> None:
    with window(tmp_path, size, named()) as pilot:
        pilot.app.context.change(Settings(animations=False, language=language))
        show(pilot)
        pilot.frames(2)
        written.clear()
        pilot.app.draw()
        assert not list(filter(CUT.search, written))


def test_large_text_in_the_smallest_window_cuts_no_plate_and_a_tip_tells_the_whole_name(
    tmp_path: Path, written: list[str]
) -> None:
    match = named()
    with window(tmp_path, SMALLEST, match) as pilot:
        pilot.app.context.change(Settings(animations=False, text_size=TEXT_SIZES[-1]))
        rest(pilot)
        written.clear()
        pilot.app.draw()
        cut = filter(CUT.search, written)
        assert [text for text in cut if any(text[:4] in seat.name for seat in match.seats)] == []
        pilot.move(node(pilot, ("plate", 1)).rect().center)
        assert pilot.table.tip[0] == NAMES[0]


def test_a_long_word_is_broken_only_if_it_would_be_cut() -> None:
    viewport = Viewport(USUAL, Fonts())
    word = "Wolfeschlegelsteinhausenberger"
    line = viewport.text(word, 11, TEXT)
    assert viewport.name(word, 18, TEXT, (line.get_width(), 36)).get_size() == line.get_size()
    broken = viewport.name(word, 18, TEXT, (line.get_width() * 2 // 3, 36))
    assert broken.get_height() > 1.5 * line.get_height()


def test_a_long_name_has_two_lines_if_one_would_be_too_small() -> None:
    viewport = Viewport(USUAL, Fonts())
    lines = {viewport.text("Hohenstaufen-Ka", size, TEXT).get_width() for size in range(12, 19)}
    picture = viewport.name(LONG, 18, TEXT, (130, 36))
    assert picture.get_width() in lines
    assert picture.get_height() <= 36 + 8
    for top in (0, picture.get_height() - 12):
        line = pygame.mask.from_surface(picture.subsurface(0, top, picture.get_width(), 12))
        assert min(rect.left for rect in line.get_bounding_rects()) < 4
    assert viewport.name("Ada", 18, TEXT, (130, 36)).get_height() < 30


def test_a_name_has_two_lines_if_they_are_larger_than_one() -> None:
    viewport, name = Viewport(USUAL, Fonts()), "Bartholomew J. Montgomery"
    room = viewport.text(name, 11, TEXT).get_width() + 2, 30
    line = viewport.text(name, 11, TEXT).get_height()
    assert viewport.name(name, 15, TEXT, room).get_height() > 1.5 * line
    assert viewport.name(name, 15, TEXT, (room[0], 22)).get_height() < 1.5 * line


def test_a_bold_name_is_drawn_light_before_a_word_of_it_is_broken() -> None:
    viewport, name = Viewport(USUAL, Fonts()), "Max Hohenstaufen"
    room = viewport.text("Hohenstaufen", 10, TEXT).get_width(), 30
    light, bold = (viewport.name(name, 15, TEXT, room, bold=bold) for bold in (False, True))
    assert pygame.image.tobytes(bold, "RGBA") == pygame.image.tobytes(light, "RGBA")


def test_the_sheet_of_the_scores_is_as_wide_as_its_rounds(tmp_path: Path) -> None:
    one = rummu.scores(named(played=True))
    with window(tmp_path) as pilot:
        viewport = pilot.app.context.viewport
        assert one.size(viewport)[0] < 600
        assert rummu.ending(play(named(played=True)), one.outcome).size(viewport)[0] > 690


def test_no_card_of_another_hand_is_seen_behind_its_plate(tmp_path: Path) -> None:
    with window(tmp_path, match=named()) as pilot:
        rest(pilot)
        pilot.app.draw()
        rect = node(pilot, ("plate", 1)).rect()
        row = [
            sum(pilot.app.window.get_at((x, rect.bottom))[:3])
            for x in range(rect.x + 20, rect.right - 20)
        ]
        assert max(row) - min(row) < 60


def test_plates_lie_in_turn_order_after_the_own_seat() -> None:
    plates = plate_rects(pygame.Rect(0, 0, 640, 40), 4, 1, Size(36, 150, 20))
    assert list(plates) == [2, 3, 0]
    assert [rect.x for rect in plates.values()] == sorted(rect.x for rect in plates.values())


def test_the_scores_of_two_partners_add_up_to_their_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = named(played=True, partners=True)
    rows: list[list[int]] = []
    with window(tmp_path) as pilot:
        ending = rummu.scores(match)
        monkeypatch.setattr(rummu, "_draw_numbers", lambda *drawn: rows.append(list(drawn[2])))
        for seat in range(6):
            canvas = Canvas(pilot.app.window, pilot.app.context.viewport)
            ending.draw_row(canvas, pygame.Rect(0, 0, 700, 60), Seat(seat))
    assert all(sum(brought) == total for *brought, total in rows)
    for seat, (*_, total) in enumerate(rows):
        assert total + rows[(seat + 3) % 6][-1] == ending.outcome.scores[seat]
