"""Text size, contrast, animations and the left-handed layout: effective at once, without faults."""

from collections.abc import Iterable
from pathlib import Path

import pygame
import pytest
from pygame import Color
from pygame_gui.elements import UIButton

from tests.matches import fresh
from tests.ui.pilot import Pilot, assert_apart, window
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules import game as rules_of
from towersim.rules.base import Nature
from towersim.ui.display import WAITING
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.layout import areas
from towersim.ui.drawing.theme import SMALLEST, TEXT, USUAL, Viewport, WindowStyle
from towersim.ui.games import GAME_UIS
from towersim.ui.games.fawlty_towers.draw_table import Layout, _paint_plate
from towersim.ui.screens.game import GameScreen
from towersim.ui.screens.settings import GROUPS
from towersim.ui.settings import LIMITED, TEXT_SIZES, Settings, altered

WOODS = theme.WALNUT_DARK, theme.WALNUT, theme.WALNUT_LIGHT


def assert_text_fits(buttons: Iterable[UIButton]) -> None:
    for button in buttons:
        assert button.font is not None
        wide, high = button.font.size(button.text)
        assert wide <= button.rect.w
        assert high <= button.rect.h


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(USUAL, marks=pytest.mark.slow)])
def test_the_largest_text_stays_in_its_buttons(tmp_path: Path, size: tuple[int, int]) -> None:
    with window(tmp_path, size, text_size=TEXT_SIZES[-1]) as pilot:
        pilot.press("Settings")
        for title, lines in GROUPS.items():
            pilot.press(title)
            widgets = pilot.screen.form.widgets
            rects = [pygame.Rect(widget.get_abs_rect()) for widget in widgets]
            assert len(rects) == len(GROUPS) + len(lines) + 1
            assert_apart(rects, pilot.screen.sheet)
            assert_text_fits(widgets)
        pilot.press("Back", "New game")
        assert_text_fits(w for w in pilot.screen.form.widgets if isinstance(w, UIButton))


def test_text_grows_to_its_setting_as_far_as_its_room_allows() -> None:
    usual, large = (Viewport(USUAL, Fonts(), WindowStyle(text=text)) for text in (1.0, 1.75))

    def height(viewport: Viewport, room: int | None) -> int:
        return viewport.text("Tower", 16, TEXT, room=(200, room)).get_height()

    assert height(large, 100) == pytest.approx(1.75 * height(usual, 100), abs=1.5)
    assert height(usual, 30) < height(large, 30) <= 30
    assert height(large, 5) == height(large, None) == height(usual, 5)


def test_a_changed_setting_is_effective_at_once_and_keeps_the_keyboard_focus(pilot: Pilot) -> None:
    pilot.press("Settings")
    pilot.key(pygame.K_PAGEDOWN)
    for _ in range(len(GROUPS) + 1):
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RIGHT)
    assert pilot.app.context.settings.text_size == 125
    assert pilot.app.context.viewport.look.text == 1.25
    pilot.key(pygame.K_RIGHT)
    assert pilot.app.context.settings.text_size == 150
    assert pilot.screen.form.viewport is pilot.app.context.viewport


def test_without_movement_the_camera_reaches_its_goal_in_one_frame(tmp_path: Path) -> None:
    with window(tmp_path, match=fresh(), animations=False) as pilot:
        presenter = pilot.table.presenter
        control = presenter.control
        control.camera = control.camera._replace(scale=2 * control.camera.scale)
        pilot.frames(2)
        assert presenter.camera == presenter.goal()


def test_the_left_handed_layout_is_the_usual_one_with_the_panel_on_the_right() -> None:
    usual, other = (
        areas(Viewport(USUAL, Fonts(), WindowStyle(left_handed=left))) for left in (False, True)
    )
    assert other.side.right == USUAL[0]
    assert other.room.left == 0
    assert [rect.size for rect in usual[:2]] == [rect.size for rect in other[:2]]
    layout = Layout(Viewport(USUAL, Fonts(), WindowStyle(left_handed=True)), 2)
    assert layout.areas.side.contains(layout.cards)
    assert layout.areas.side.contains(layout.seats)


def luminance(colour: tuple[int, ...]) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [c / 255 for c in colour[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ratio(colour: tuple[int, ...], ground: tuple[int, ...]) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""
    tones = [luminance(one) for one in (colour, ground)]
    return (max(tones) + 0.05) / (min(tones) + 0.05)


@pytest.mark.parametrize("style", [WindowStyle(), WindowStyle(contrast=True)])
def test_the_label_of_every_button_is_at_least_4_5_to_1(style: WindowStyle) -> None:
    for kind, colours in theme._button_colours(Viewport(USUAL, Fonts(), style)).items():
        for state in ("normal", "hovered", "active", "selected"):
            text, ground = (Color(colours[f"{state}_{part}"]) for part in ("text", "bg"))
            assert ratio(tuple(text), tuple(ground)) >= 4.5, (kind, state)


def test_soft_text_is_at_least_4_5_to_1_on_every_ground() -> None:
    grounds = {theme.SOFT_TEXT: [theme.PAPER], theme.ON_DARK_SOFT: [*WOODS]}
    assert min(ratio(text, one) for text in grounds for one in grounds[text]) >= 4.5


def test_high_contrast_text_is_at_least_7_to_1() -> None:
    viewport = Viewport(USUAL, Fonts(), WindowStyle(contrast=True))
    paper = {theme.TEXT: theme.PAPER, theme.SOFT_TEXT: theme.CREAM, theme.ACCENT_DARK: theme.PAPER}
    board = dict.fromkeys((theme.ON_DARK, theme.ON_DARK_SOFT), theme.WALNUT_LIGHT)
    for colour, ground in {**paper, **board}.items():
        assert ratio(viewport.tint(colour), ground) >= 7


def test_every_setting_with_few_values_cycles_through_them() -> None:
    for field, values in LIMITED.items():
        settings, seen = Settings(), set()
        for _ in values:
            settings = altered(settings, field)
            seen.add(getattr(settings, field))
        assert seen == set(values)
        assert getattr(settings, field) == getattr(Settings(), field)


def test_the_window_works_without_vertical_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in WAITING:
        monkeypatch.setenv(name, "0")
    with window(tmp_path, SMALLEST) as pilot:
        monkeypatch.delenv("SDL_VIDEODRIVER")
        pilot.change(vsync=True)
        assert pygame.display.get_driver() == "dummy", "as before: another has no window"
        assert pilot.app.context.notice.startswith("The window cannot wait for the monitor here: ")
        assert pilot.app.window.get_size() == SMALLEST
        pilot.press("Settings")
        pilot.change(full_screen=True)
        assert pilot.app.window.get_flags() & pygame.FULLSCREEN
        pilot.change(vsync=False)
        assert pilot.app.window.get_flags() & pygame.FULLSCREEN
        pilot.change(full_screen=False)
        assert pilot.app.window.get_size() == SMALLEST
        pilot.press("Back")


LONG_NAMES = (
    "Philippa Jacqueline Montgomery",
    "Maximiliane von Hohenlohe-Lang",
    "Bartholomäus Überschwänglich-O",
    "Wilhelmina Charlotte Schneider",
    "Constantin-Alexander Freiherrn",
    "Emmanuelle-Sophie de la Vallée",
    "Friedrich Wilhelm Mondschein W",
    "Anneliese-Margarethe Musterman",
)


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(USUAL, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAME_UIS)
def test_no_plate_cuts_a_name_of_thirty_characters_at_a_full_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    cut, shorten = list[str](), Fonts.cut

    def noted(fonts: Fonts, text: str, *size: int, bold: bool = False) -> str:
        shown = shorten(fonts, text, *size, bold=bold)
        cut.extend([text] * (shown != text))
        return shown

    monkeypatch.setattr(Fonts, "cut", noted)
    seats = max(rules_of(game).seats)
    match = Match.new(game, [SeatSpec(name) for name in LONG_NAMES[:seats]], seed=2)
    with window(tmp_path, size, match, language="de") as pilot:
        pilot.until(lambda: match.actor != Nature.DECK)
        for _ in range(2):  # the deal may go on behind the curtain
            pilot.frames(60)
            if not isinstance(pilot.screen, GameScreen):
                pilot.press("Ich bin")
        pilot.frames(60)
        cut.clear()
        pilot.app.draw()
        assert isinstance(pilot.screen, GameScreen)
    assert not [label for label in cut if any(label in name for name in LONG_NAMES)]


def test_a_narrow_plate_of_a_tower_tells_its_height_in_full() -> None:
    canvas, place = (
        Canvas(pygame.Surface((1, 1)), Viewport(USUAL, Fonts())),
        pygame.Rect(0, 0, 80, 46),
    )
    plates = [_paint_plate(canvas, place, (1, (), high), lit=False) for high in (100, 101)]
    assert pygame.image.tobytes(plates[0], "RGBA") != pygame.image.tobytes(plates[1], "RGBA")
