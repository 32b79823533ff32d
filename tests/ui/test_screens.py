"""Every screen at any size, also below the least: drawn to the edges, not cut, not overlapping."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from pygame_gui.elements import UIButton

from tests.matches import GOLDEN
from tests.ui.pilot import SEEN, Pilot, assert_apart, window
from towersim.bots.table import SHARES, bots_of, play_out
from towersim.common.units import Seat
from towersim.files.challengefile import all_challenges, find_challenge
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.practice.attempts import Placement
from towersim.practice.league import Entry
from towersim.practice.records import Band, HandStatistics, Week
from towersim.rules import GAMES
from towersim.rules.base import Outcome
from towersim.rules.fawlty_towers.state import CUBES, Take
from towersim.rules.practice.challenge import Height
from towersim.theatre.timeline import Timeline
from towersim.ui import display
from towersim.ui.app_context import CloseScreens
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.text import _prompt_rows, draw_log
from towersim.ui.drawing.theme import SMALLEST, USUAL, Viewport, WindowStyle
from towersim.ui.games import GAME_UIS
from towersim.ui.games.fawlty_towers.controller import FawltyTowersController, ending
from towersim.ui.games.fawlty_towers.draw_table import Layout, card_rect
from towersim.ui.games.practice import chapters
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.friends import FriendsPage
from towersim.ui.games.practice.hand_page import HandPage
from towersim.ui.games.practice.result import AttemptReport, AttemptResult
from towersim.ui.games.practice.start import fresh_match, new_attempt
from towersim.ui.input import bindings
from towersim.ui.judge.screen import JudgeStart
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import ROWS, TEXTS, Games, NewGame, bot_help
from towersim.ui.screens.base import SheetScreen
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.hud import OpenLog
from towersim.ui.screens.result import winners_title
from towersim.ui.screens.settings import GROUPS, TEXTS as OF_SETTINGS, KeysPage, SettingsPage
from towersim.ui.settings import HANDS
from towersim.ui.watch.finale import Finale
from towersim.ui.watch.screen import WatchScreen
from towersim.ui.widgets.forms import Button, Buttons, Form

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo")


@pytest.fixture(scope="module")
def late() -> Match:
    """A match of eight random bots after many turns."""
    seats = tuple(SeatSpec(name, skill="steady") for name in NAMES)
    match = Match.new("fawlty-towers", seats, seed=2)
    moves = play_out(match, bots_of("fawlty-towers")["uniform"])
    while sum(map(len, match.view(Seat(0)).taken)) < 12:
        next(moves)
    return match


@pytest.mark.parametrize("size", SEEN)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_cards_seats_and_log_do_not_overlap(size: tuple[int, int], seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport, seats)
    cards = [card_rect(layout, Take(column, row)) for column in range(4) for row in range(6)]
    rows = layout.rows
    assert len(rows) == seats
    assert all(layout.cards.contains(card) for card in cards)
    assert_apart(rows, layout.seats)
    assert all(
        layout.areas.side.contains(rect) for rect in (layout.cards, layout.seats, layout.decline)
    )
    assert layout.cards.bottom < layout.decline.top < layout.decline.bottom < layout.seats.top
    assert not layout.areas.hint.colliderect(layout.areas.pause)
    assert layout.areas.base < layout.areas.front < layout.areas.log.top


def test_a_result_names_or_counts_the_winners_and_gives_the_reason(
    late: Match, pilot: Pilot
) -> None:
    context = pilot.app.context
    table = GameScreen(context, FawltyTowersController(context, late))

    def page(winners: tuple[int, ...], scores: tuple[int, ...]) -> Finale:
        outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
        return Finale(context, late, ending(late, outcome), table.rematch)

    alone = page((2,), (1, 2, 9, 4, 5, 6, 7, 8))
    assert (alone.title, alone.ending.decided) == ("Clara wins", "")
    shared = page((0, 2), (9, 2, 9, 4, 5, 6, 7, 8))
    assert shared.title == "Ada and Clara share the win"
    assert "equally many cards" in shared.ending.decided
    assert "cards against" in page((0,), (9, 2, 9, 4, 5, 6, 7, 8)).ending.decided
    outcome, viewport = Outcome("Over.", (Seat(0), Seat(1)), (3, 3)), pilot.app.context.viewport
    assert winners_title(["Maximiliane", "Ada"], outcome, viewport, 200) == (
        "2 players share the win"
    )


@pytest.fixture
def over(tmp_path: Path, late: Match) -> Iterator[Pilot]:
    """A window with a result that has just opened over the table, the mouse on "Rematch"."""
    with window(tmp_path, match=late) as pilot:
        outcome, screen = Outcome("Over.", (Seat(2),), (1,) * 8), pilot.screen
        for _ in range(2):  # the second one opens below the mouse
            page = Finale(pilot.app.context, late, ending(late, outcome), screen.rematch)
            pilot.move(pygame.Rect(page.form.widgets[-1].get_abs_rect()).center)
        pilot.app.show(page)
        yield pilot


def click_within_a_frame(pilot: Pilot, at: tuple[int, int]) -> None:
    """Move, press and release the mouse between two frames, as on a slow machine."""
    pygame.mouse.set_pos(at)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
    pilot.frames()


@pytest.mark.parametrize(
    "press",
    [
        lambda over: over.key(pygame.K_RETURN),
        pytest.param(lambda over: over.key(pygame.K_SPACE), marks=pytest.mark.slow),
        pytest.param(lambda over: over.click(over.at), marks=pytest.mark.slow),
        lambda over: click_within_a_frame(over, over.at),  # the first before there is a frame
    ],
)
def test_a_key_or_click_does_not_lose_the_result_that_opens_under_it(
    over: Pilot, late: Match, press: Callable[[Pilot], None]
) -> None:
    result = over.screen
    for _ in range(3):
        press(over)
    assert over.screen is result
    assert result.form.pointed == "rematch", "the press shows which button it would press"
    over.app.frame(0.7)  # a slow machine shows one picture where a fast one shows 40
    press(over)
    assert over.match is not late, "a press on a page that was seen deals anew"


def test_a_click_counts_soon_whatever_was_clicked_before(over: Pilot, late: Match) -> None:
    result = over.screen
    over.click(over.at)
    for _ in range(2):
        assert over.screen is result
        over.app.frame(0.4)
        over.click(over.at)
    assert over.match is not late


def test_a_click_after_moving_to_a_button_of_the_result_acts_at_once(over: Pilot) -> None:
    click_within_a_frame(over, pygame.Rect(over.button("Menu").get_abs_rect()).center)
    assert isinstance(over.screen, Menu)


def test_text_is_drawn_at_the_size_it_is_shown() -> None:
    viewports = [Viewport(size, Fonts()) for size in (USUAL, (1920, 1080), (2560, 1440))]
    assert [viewport.unit for viewport in viewports] == [1.0, 1.5, 2.0], "pixels per unit"
    small, large, _ = (viewport.text("tower", 20, (0, 0, 0)) for viewport in viewports)
    assert large.get_width() == pytest.approx(1.5 * small.get_width(), rel=0.05)


def test_the_down_key_moves_down_in_a_grid_of_widgets(pilot: Pilot) -> None:
    pilot.press("New game")
    form, first = pilot.screen.form, pilot.screen.names[0]
    form.set_focus(form.widgets.index(first) + 1)
    player = pygame.Rect(form.widgets[form.focus].get_abs_rect())
    pilot.key(pygame.K_DOWN)
    below = pygame.Rect(form.widgets[form.focus].get_abs_rect())
    assert (below.x, below.y > player.y) == (player.x, True)
    pilot.key(pygame.K_UP)
    assert pygame.Rect(form.widgets[form.focus].get_abs_rect()) == player


def test_every_option_and_hand_is_explained_in_its_chooser(pilot: Pilot) -> None:
    for game in GAME_UIS:
        pilot.app.screens[1:] = [screen := NewGame(pilot.app.context, game)]
        pilot.app.draw()
        lines = set()
        for index, widget in enumerate(screen.form.widgets):
            command = screen.form.commands.get(widget)
            if isinstance(command, tuple) and command[0] in ("option", "skill", "player"):
                screen.form.set_focus(index)
                lines.add(screen.note)
        assert {*bots_of(game)} <= TEXTS["players"].keys() & TEXTS["bots"].keys(), (
            "ui/menu/texts.txt"
        )
        assert "" not in lines, game
        assert len(lines) >= 2 + len(screen.rules.option_texts()), game


def test_the_keyboard_focus_is_explained_instead_of_the_resting_mouse(pilot: Pilot) -> None:
    pilot.press("New game")
    form = pilot.screen.form
    places = {form.commands.get(w): pygame.Rect(w.get_abs_rect()) for w in form.widgets}
    pilot.move(places["player", 1].center)
    pilot.frames(2)
    below_mouse = pilot.screen.note
    for _ in range(5):
        pilot.key(pygame.K_TAB)
    assert form.pointed == ("skill", 0)
    assert pilot.screen.note != below_mouse
    pilot.move(places["player", 1].move(3, 0).center)
    pilot.frames(2)
    assert pilot.screen.note == below_mouse


def test_strengths_are_described_with_their_measured_share() -> None:
    for game, strength in (("palace", "easy"), ("push", "hard")):
        assert f"wins {SHARES[game][strength]} of 100 games" in bot_help(game, strength)
    assert bot_help("palace", "normal") == TEXTS["bots"]["normal"]


THREE = (SeatSpec("Ada"), SeatSpec("Bruno"), SeatSpec("Clara"))


def buttons(pilot: Pilot) -> Iterator[pygame.Rect]:
    """Yield the rectangle of each visible button and field."""
    for widget in pilot.screen.form.widgets:
        if widget.visible:
            yield pygame.Rect(widget.get_abs_rect())


def assert_laid_out(pilot: Pilot) -> None:
    """Assert that all widgets are inside the window and do not overlap."""
    rects = list(buttons(pilot))
    assert rects
    assert_apart(rects, pilot.app.context.viewport.rect)


@pytest.mark.slow
def test_the_page_of_a_new_game_keeps_large_text_inside(tmp_path: Path) -> None:
    with window(tmp_path, SMALLEST, text_size=175, language="de") as pilot:
        for game in GAMES:
            pilot.app.screens[1:] = [page := NewGame(pilot.app.context, game)]
            pilot.frames(2)
            pilot.app.draw()
            seed = pygame.Rect(page.seed.get_abs_rect())
            beside = (page.right + 4, seed.top, page.sheet.right - page.right - 12, seed.h)
            margin = pilot.app.window.subsurface(beside)
            assert pygame.transform.average_color(margin)[:3] == margin.get_at((1, 1))[:3], game
            assert_laid_out(pilot)


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(USUAL, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_every_table_fits(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with window(tmp_path, size, Match.new(game, THREE, seed=2)) as pilot:
        pilot.frames(2)
        viewport = pilot.app.context.viewport
        areas = pilot.table.hud.areas
        log = pilot.table.log_rect()
        pool = [pilot.table.presenter.rack.rect] if game == "fawlty-towers" else []
        for rect in (areas.hint, areas.pace, areas.pause, areas.log, log, *pool):
            assert viewport.rect.contains(rect)
        assert_laid_out(pilot)
        assert log.collidelist(list(buttons(pilot))) == -1
        assert not (pilot.match.figures() and log.colliderect(areas.room)), "it covers a tower"


def test_the_open_log_of_fawlty_towers_leaves_the_button_that_is_shown(tmp_path: Path) -> None:
    with window(tmp_path, match=Match.new("fawlty-towers", THREE, seed=2)) as pilot:
        table = pilot.table
        assert table.log_rect().contains(table.layout.decline), "no button is there"
        bottom = table.play.view().columns[0][0].colour
        pilot.put(str(bottom if bottom in CUBES else CUBES[0]), 1)
        assert table.play.claiming
        assert not table.log_rect().colliderect(table.layout.decline)


def test_the_open_log_shows_a_line_for_each_twenty_units_of_its_height() -> None:
    viewport = Viewport(USUAL, Fonts())
    target = pygame.Surface((800, 240))
    OpenLog().draw(Canvas(target, viewport), target.get_rect(), 40 * ["Ada lets a cube go."])
    columns = range(viewport.px(12), viewport.px(180))
    inked = [any(target.get_at((x, y))[0] > 150 for x in columns) for y in range(10, 236)]
    assert sum(here and not above for above, here in pairwise([False, *inked])) >= 10


@pytest.mark.parametrize("text", [1.0, 1.75])
def test_a_long_newest_line_takes_two_rows_of_the_log_instead_of_small_letters(text: float) -> None:
    viewport = Viewport((960, 600), Fonts(), WindowStyle(text=text))

    def rows(text: str) -> int:
        """Return the number of lines in the drawn log."""
        canvas = Canvas(pygame.Surface(viewport.size), viewport)
        draw_log(canvas, areas(viewport), [text])
        strip = canvas.target.subsurface(areas(viewport).log)
        line = range(viewport.px(22), strip.get_width())
        seen = [
            any(strip.get_at((x, y))[0] > 200 for x in line) for y in range(4, strip.get_height())
        ]
        return sum(here and not above for above, here in pairwise([False, *seen]))

    assert rows("Ada passes.") == 1
    assert (
        rows("Ada takes a card: " + 4 * "the tower held a cube for it, " + "and it was red.") == 2
    )


def test_the_open_log_lies_over_a_tooltip(tmp_path: Path) -> None:
    with window(tmp_path, match=Match.new("fawlty-towers", THREE, seed=1)) as pilot:
        pilot.key(pygame.K_l)
        log, target, pictures = pilot.table.log_rect(), pilot.app.window, set[bytes]()
        for tip in (None, ("The towers.", log.center)):
            target.fill("black")
            pilot.table.hud.draw_on_top(Canvas(target, pilot.app.context.viewport), tip, log)
            pictures.add(pygame.image.tobytes(target.subsurface(log), "RGB"))
    assert len(pictures) == 1


def test_a_line_too_long_for_the_open_log_is_broken_and_none_is_lost(tmp_path: Path) -> None:
    with window(tmp_path, SMALLEST, Match.new("fawlty-towers", THREE, seed=1)) as pilot:
        viewport, target = pilot.app.context.viewport, pilot.app.window
        rect, log = pilot.table.log_rect(), OpenLog()
        lines = ["first", *40 * ["a line that is much longer than the panel is wide, by far"]]
        wide = viewport.fonts.wrapped(lines[-1], viewport.px(15), rect.w - 2 * viewport.px(14))
        assert len(wide) > 1

        def shown() -> bytes:
            target.fill("black")
            log.draw(Canvas(target, viewport), rect, lines)
            return pygame.image.tobytes(target.subsurface(rect), "RGB")

        newest = shown()
        log.scroll(1000)
        oldest = shown()
        assert oldest != newest
        log.scroll(1)
        assert shown() == oldest, "it ends at the first line"
        log.scroll(-1000)
        assert shown() == newest
        log.draw(Canvas(target, viewport), rect, [])


def test_a_window_below_the_least_size_is_scaled_down_and_clicks_hit_their_targets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window(tmp_path, (400, 330)) as pilot:
        assert pilot.app.window.get_size() == SMALLEST
    # A tiling window manager ignores the least size.
    monkeypatch.setattr(display, "SMALLEST", (1, 1))
    with window(tmp_path, (400, 330)) as pilot:
        viewport = pilot.app.context.viewport
        assert viewport.scale == 2.0
        assert viewport.size == (800, 660)
        seen = pygame.Rect(pilot.button("Other games").get_abs_rect()).center
        pilot.click((seen[0] // 2, seen[1] // 2))
        assert isinstance(pilot.screen, Games)
        pilot.app.draw()
        sheet = pilot.screen.sheet.center
        paper = pilot.app.window.get_at((sheet[0] // 2, pilot.screen.sheet.y // 2 + 6))
        assert min(paper[:3]) > 220


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(USUAL, marks=pytest.mark.slow)])
@pytest.mark.parametrize("more", [0, 1])
def test_every_challenge_fits_on_the_page_of_practice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], more: int
) -> None:
    extra = [replace(find_challenge("tee"), name="x")] * more
    monkeypatch.setattr(chapters, "all_challenges", lambda: (*all_challenges(), *extra))
    with window(tmp_path, size) as pilot:
        pilot.press("Practice")
        for _ in range(pilot.screen.page_count):
            assert_laid_out(pilot)
            pilot.key(pygame.K_PAGEDOWN)


def test_a_form_shows_its_buttons_in_the_first_frame(pilot: Pilot) -> None:
    form, target = Form(pilot.app.context.viewport), pygame.Surface(USUAL)
    form.button(pygame.Rect(100, 100, 200, 50), "Next", "next", "strong")
    form.draw(Canvas(target, form.viewport))
    assert target.get_at((150, 110))[:3] != (0, 0, 0)


def test_a_form_whose_making_was_interrupted_is_dropped_without_a_message() -> None:
    Form.__new__(Form).__del__()


def test_the_label_of_a_button_is_whole_at_once_after_its_size_changed(pilot: Pilot) -> None:
    form = Form(pilot.app.context.viewport)
    buttons, target, pictures = Buttons(form), pygame.Surface(USUAL), []
    for wide in (300, 120, 120):
        buttons.show([Button(pygame.Rect(100, 100, wide, 46), "Retry", "retry")])
        target.fill("black")
        form.draw(Canvas(target, form.viewport))
        pictures.append(pygame.image.tobytes(target.subsurface((100, 100, 120, 46)), "RGB"))
        form.update(0.5)
    assert pictures[1] == pictures[2]


def size_of(button: UIButton) -> tuple[int, int]:
    """Return the width of a button's label and the size of its letters, in pixels."""
    assert button.font is not None
    return button.font.size(button.text)[0], button.font.get_point_size()


def test_a_label_that_would_be_cut_is_written_smaller_also_when_it_changes(pilot: Pilot) -> None:
    form = Form(pilot.app.context.viewport)
    button = form.button(pygame.Rect(100, 100, 196, 46), "2 of 3", "go", "strong")
    _, usual = size_of(button)
    form.write(button, "Offen auslegen  (Enter)")
    wide, size = size_of(button)
    assert wide <= button.rect.w - 8
    assert size < usual
    form.write(button, "2 of 3")
    assert size_of(button)[1] == usual


def test_the_buttons_of_a_row_or_column_share_the_size_of_the_longest_label(pilot: Pilot) -> None:
    form, label = Form(pilot.app.context.viewport), "Davor zurück, ohne Sterne  (N)"
    spots = {"strong": (100, 100), "": (260, 100), "dark": (260, 200)}
    short = [form.button(pygame.Rect(at, (150, 46)), "Neu", at, of) for of, at in spots.items()]
    long = form.button(pygame.Rect(420, 100, 150, 46), label, "long")
    form.update(0)
    assert {size_of(button)[1] for button in short} == {size_of(long)[1]}
    form.show(long, on=False)
    form.update(0)
    assert min(size_of(button)[1] for button in short) > size_of(long)[1]


@pytest.mark.slow
def test_the_small_print_of_a_panel_and_a_watched_game_grows(
    tmp_path: Path, sizes: dict[str, int]
) -> None:
    marks = ("Bausteine", "× 7", "Hand  ·  1", "höchster ", "Zug ", "In diesem Ordner")
    drawn = []
    with window(tmp_path, SMALLEST) as pilot:
        for text in (100, 150):
            pilot.change(text_size=text, language="de")
            match = fresh_match(pilot.app.context, find_challenge("first-tower"))
            for page in (
                pilot.app.context.table(match),
                WatchScreen(pilot.app.context, Timeline(read(GOLDEN))),
                FriendsPage(pilot.app.context, folder=tmp_path / "empty"),
            ):
                pilot.app.screens[1:] = [page]
                pilot.frames(2)
                pilot.app.draw()
            match.close()
            drawn.append([next(sizes[one] for one in sizes if one.startswith(m)) for m in marks])
            sizes.clear()
    assert all(small < large for small, large in zip(*drawn, strict=True)), drawn


@pytest.mark.parametrize(
    "page", [SettingsPage, KeysPage, Games, FriendsPage, PracticePage, HandPage]
)
def test_the_lines_of_a_page_have_one_size_that_grows(
    tmp_path: Path, page: type[SheetScreen], sizes: dict[str, int]
) -> None:
    file = "own-my-tower (4a11be9a)_2026-11-28_00-24-16-959712.tower"
    entry = Entry("tee", Height(), 1, "Ada", 2, 0.1, "steady", file, "")
    with window(tmp_path, SMALLEST, text_size=150, language="de") as pilot:
        pilot.app.show(shown := page(pilot.app.context))
        pilot.frames(2)
        if isinstance(shown, FriendsPage):
            shown._judged = {Path("a.tower"): entry}
        if isinstance(shown, HandPage):
            week, band = Week("2026-11-23", 1.0, 0.001), Band(0.0, 1, 0)
            shown.statistics = HandStatistics(1, (0.001,), (0.001,), (band,), (), (week,))
        sizes.clear()
        pilot.app.draw()
    lines = {
        SettingsPage: [OF_SETTINGS["effects"][field] for field in next(iter(GROUPS.values()))],
        KeysPage: bindings.JOBS.values(),
        Games: [GAME_UIS[game].line for game in [*GAME_UIS][:ROWS]],
        FriendsPage: ("Ada", "zwei Sterne", HANDS["steady"]),
        HandPage: ("Fehler in mm", "Sterne"),
        PracticePage: ("Erster Turm", "Hochkant", "Zittrige Hand", "schmaler", "Schmaler Fuß"),
    }[page]
    fonts = pilot.app.context.viewport.fonts
    drawn = {sizes[fonts.language.say(line)] for line in lines}
    assert len(drawn) == 1
    assert min(drawn) >= 12


def test_the_order_of_a_challenge_without_supply_grows(
    tmp_path: Path, sizes: dict[str, int]
) -> None:
    with window(tmp_path, USUAL, text_size=150, language="de") as pilot:
        pilot.app.screens[1:] = [new_attempt(pilot.app.context, find_challenge("wall"))]
        pilot.frames(2)
        sizes.clear()
        pilot.app.draw()
    order = [sizes[line] for line in sizes if line.startswith("Nimm möglichst")]
    assert min(order) >= 20


def test_a_result_has_labels_of_one_size_and_the_title_of_its_curve_is_no_smaller_than_the_legend(
    tmp_path: Path, sizes: dict[str, int]
) -> None:
    exits = dict.fromkeys(("next", "again", "look", "why", "chapters"), CloseScreens)
    curve = (Placement("cube", None, 0.0, 0.0, fell=False, tilt=10.0, taken=True),) * 2
    report = AttemptReport(3, 10.0, (), (), lambda: (curve, curve))
    with window(tmp_path, SMALLEST, text_size=150, language="de") as pilot:
        where = pilot.app.context, find_challenge("five-stones")
        pilot.app.show(AttemptResult(*where, report, exits, None))
        pilot.app.draw()
        labels = [size_of(button)[1] for button in pilot.screen.form.widgets[:5]]
    assert max(labels) <= 1.2 * min(labels)
    (title,) = (sizes[text] for text in sizes if text.endswith("Stück für Stück"))
    assert title > sizes["herausgenommen"] >= sizes["dein bisher bester"]


def test_a_notice_between_wide_buttons_is_whole(tmp_path: Path, written: list[str]) -> None:
    with window(tmp_path, SMALLEST, text_size=150, language="de") as pilot:
        pilot.app.show(JudgeStart(pilot.app.context))
        pilot.app.context.notice = "No sound: no loudspeaker was found."
        pilot.app.draw()
        pilot.app.context.notice = "It says too much. " * 40
        pilot.app.draw()
    assert "No sound: no loudspeaker was found." in " ".join(written)
    assert any("too much" in text and text.endswith("…") for text in written)


@pytest.mark.parametrize(
    ("size", "look", "room", "label"),
    [
        ((1120, 700), WindowStyle(text=1.5, contrast=True), (94, 46), "Rückschau  (C)"),
        *((size, WindowStyle(), (38, 38), "½×") for size in (SMALLEST, USUAL, (1920, 1080))),
    ],
)
def test_a_tight_label_stays_within_a_thick_edge_or_the_circle_of_a_round_button(
    pilot: Pilot, size: tuple[int, int], look: WindowStyle, room: tuple[int, int], label: str
) -> None:
    form = Form(Viewport(size, pilot.app.context.viewport.fonts, look))
    wide, high = room if look.contrast else map(form.viewport.px, room)
    style = "dark" if look.contrast else "round"
    button = form.button(pygame.Rect(10, 10, wide, high), "1×", "look", style)
    form.write(button, label)
    assert button.drawable_shape is not None
    view = button.drawable_shape.text_view_rect
    assert size_of(button)[0] <= view.w < wide


def test_a_long_prompt_has_two_lines_with_the_whole_name(written: list[str]) -> None:
    viewport, who = Viewport((800, 600), Fonts(), WindowStyle(text=1.5)), "Maximiliane Hohenzollern"
    hint = f"{who}: turn the egg, then build with it, or push it."
    rows = _prompt_rows(viewport, hint, who, (300, viewport.px(38)))
    assert len(rows) == 2
    assert max(sum(picture.get_width() for picture in row) for row in rows) <= 300
    *_, name, first, second = written
    assert f"{name}{first} {second}" == hint
