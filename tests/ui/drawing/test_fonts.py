"""Text in any script: drawn with a font that has its glyphs, or replaced by one clear sign."""

import pygame
import pytest

from tests import known
from tests.ui.pilot import Pilot
from towersim.ui.drawing import fonts as fonts_module
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import DISPLAY, LATIN, MORE, UNKNOWN, Fonts
from towersim.ui.drawing.theme import TEXT, USUAL, Viewport
from towersim.ui.menu.new_game import NewGame
from towersim.ui.widgets.forms import Form, WidgetFont

BLACK = (0, 0, 0)


def ink(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("name", ["Ada", "Łukasz", "Ω Ψ", "Дмитрий"])
def test_western_names_need_only_one_font(name: str) -> None:
    assert [font for font, _ in Fonts().runs(name)] == [LATIN]


@pytest.mark.parametrize("name", ["明子", "さくら", "王芳", "지민", "שרה", "Ada 明子"])
def test_other_scripts_are_drawn_and_not_replaced(name: str) -> None:
    runs = Fonts().runs(name)
    assert "".join(run for _, run in runs) == name
    assert runs[-1][0] != LATIN
    assert UNKNOWN not in "".join(run for _, run in runs)


def test_words_of_other_scripts_run_from_right_to_left_and_their_letters_join() -> None:
    fonts = Fonts()
    both, first = (fonts.text(name, 20, BLACK) for name in ("שרה לוי", "שרה"))
    right = first.get_rect(right=both.get_width())
    assert ink(both.subsurface(right)) == ink(first)
    assert fonts.width("عبد", 20) < sum(fonts.width(letter, 20) for letter in "عبد")


def test_a_line_end_in_the_name_of_a_file_is_a_space() -> None:
    fonts = Fonts()
    assert ink(fonts.text("a\nb", 20, BLACK)) == ink(fonts.text("a b", 20, BLACK))
    assert fonts.width("a\nb", 20) == fonts.width("a b", 20)


def test_a_minus_sign_is_as_wide_as_a_plus_and_no_hyphen() -> None:
    minus, plus, hyphen = (Fonts().width(text, 20) for text in ("-5", "+5", "5-"))
    assert minus == plus > hyphen


@pytest.mark.parametrize("sign", ["\u00ad", "\u200d", "\u2060", "\ufeff", "\ufe0f", "\U000e0020"])
def test_invisible_characters_have_no_width(sign: str) -> None:
    fonts = Fonts()
    assert fonts.text(sign, 20, BLACK).get_width() == fonts.width(sign, 20) == 0
    assert ink(fonts.text(f"Łu{sign}kasz", 20, BLACK)) == ink(fonts.text("Łukasz", 20, BLACK))


@pytest.mark.parametrize("name", ["🦊", "👩\u200d🚀\ufe0f", "👍🏽", "Ada 🎲", "Արամ", "გია", "สม"])
def test_emoji_and_rarer_scripts_are_drawn_too(name: str) -> None:
    fonts = Fonts()
    assert fonts.runs(name)[-1][0] in MORE
    assert UNKNOWN not in "".join(run for _, run in fonts.runs(name))
    assert ink(fonts.text(name, 20, BLACK)) != ink(fonts.text(UNKNOWN, 20, BLACK))
    assert fonts.text(name, 20, BLACK, bold=True).get_width() == fonts.width(name, 20, bold=True)


def test_a_character_that_no_font_has_becomes_one_clear_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fonts_module, "MORE", ())
    fonts = Fonts()
    assert fonts.runs("Ada 🦊") == [(LATIN, f"Ada {UNKNOWN}")]
    assert fonts.runs("👩\u200d🚀\ufe0f") == [(LATIN, UNKNOWN * 2)]
    assert ink(fonts.text("🦊", 20, BLACK)) == ink(fonts.text(UNKNOWN, 20, BLACK))


def test_a_line_in_several_fonts_is_as_wide_as_its_parts_and_as_high_as_each() -> None:
    fonts = Fonts()
    picture = fonts.text("Ada 明子", 20, BLACK)
    assert picture.get_width() == fonts.width("Ada 明子", 20)
    assert picture.get_height() == fonts.text("Ada", 20, BLACK).get_height()


@pytest.mark.parametrize("name", ["Maximiliane Hohenzollern", "明子明子明子"])
def test_a_name_that_is_too_long_ends_in_an_ellipsis(name: str) -> None:
    fonts = Fonts()
    short = fonts.cut(name, 20, 60)
    assert (short[:1], short[-1:]) == (name[:1], "…")
    assert fonts.width(short, 20) <= 60
    assert fonts.cut(name, 20, fonts.width(name, 20)) == name


def test_titles_use_the_display_typeface_or_the_text_font_where_it_lacks_a_glyph() -> None:
    titles = Fonts().titles
    assert titles.runs("Rummü 42") == [(DISPLAY, "Rummü 42")]
    assert titles.runs("Pass to Дмитрий")[0] == (DISPLAY, "Pass to ")
    assert "".join(run for _, run in titles.runs("Дмитрий 明子")) == "Дмитрий 明子"
    assert ink(titles.text("42", 20, BLACK)) != ink(Fonts().text("42", 20, BLACK))
    wide = titles.width("Влад", 30)
    assert Fonts().width("Влад", 30) < wide == Fonts().width("Влад", 30, bold=True)


def test_names_are_drawn_while_they_are_typed(pilot: Pilot) -> None:
    pilot.app.show(NewGame(pilot.app.context))
    field = known(pilot.field)
    drawn = {}
    for name in ("明子", "\U000f0000" * 2, "さく"):
        field.set_text(name)
        pilot.frames(2)
        pilot.app.draw()
        drawn[name] = ink(pilot.app.window.subsurface(field.get_abs_rect()))
    assert len(set(drawn.values())) == 3, "neither the same boxes nor nothing"
    font = field.font
    assert isinstance(font, WidgetFont)
    fonts = pilot.app.context.viewport.fonts
    size = (fonts.width("明子 A", font.point_size), fonts.font(font.point_size).get_height())
    assert font.get_rect("明子 A").size == size, "so the cursor stands after the last letter"


def test_a_button_draws_a_name_that_its_font_lacks(pilot: Pilot) -> None:
    drawn = []
    for name in ("明子", "さく", "\U000f0000" * 2):
        form = Form(pilot.app.context.viewport)
        button = form.button(pygame.Rect(400, 300, 300, 60), f"I am {name}", "me", "strong")
        canvas = pygame.Surface(pilot.app.context.viewport.size)
        form.update(0.1)
        form.draw(Canvas(canvas, form.viewport))
        drawn.append(ink(canvas.subsurface(button.get_abs_rect())))
    assert len(set(drawn)) == 3, "no boxes"


def test_cached_widths_depend_on_size_and_weight() -> None:
    fonts = Fonts()
    looks = [(size, bold) for size in (12, 24) for bold in (False, True)]
    widths = [fonts.width("Bausack", size, bold=bold) for size, bold in looks]
    assert len(set(widths)) == 4
    for number in range(1000):
        fonts.width(f"{number}", 12)
    assert [fonts.width("Bausack", size, bold=bold) for size, bold in looks] == widths
    for (size, bold), width in zip(looks, widths, strict=True):
        assert fonts.text("Bausack", size, (0, 0, 0), bold=bold).get_width() == width


def test_lines_break_at_every_space_but_a_no_break_one_and_after_a_number() -> None:
    text = "a\tb\u2003c\nd\xa0e\u202ff"
    assert Fonts().wrapped(text, 16, 1) == ["a", "b", "c", "d\xa0e\u202ff"]
    assert Fonts().wrapped("", 16, 1) == [""]
    wide = Fonts().width("52.5 mm,", 16)
    assert Fonts().wrapped("of 2: 52.5 mm, 3", 16, wide) == ["of 2:", "52.5 mm,", "3"]
    assert Fonts().wrapped("of 2: 52.5 mm, 3", 16, wide - 1) == ["of 2: 52.5", "mm, 3"]


def test_balanced_lines_are_few_and_of_similar_length() -> None:
    fonts, sentence = Fonts(), "Tower 3 fell: it tipped over its own left edge. V: see it again"
    room = fonts.width(sentence, 16) - 10
    greedy, lines = fonts.wrapped(sentence, 16, room), fonts.balanced(sentence, 16, room)
    assert len(greedy) == len(lines) == 2
    assert " ".join(lines) == sentence
    wides = [fonts.width(line, 16) for line in lines]
    assert max(wides) < room
    assert min(wides) > 0.6 * max(wides)


def test_small_numerals_have_their_measured_width() -> None:
    titles = Fonts().titles
    for size in (9, 12, 19, 24):
        assert titles.text("20", size, BLACK).get_width() == titles.width("20", size)


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
    picture = viewport.name("Maximilian von Hohenstaufen-Ka", 18, TEXT, (130, 36))
    assert picture.get_width() in lines
    assert picture.get_height() <= 36 + 8
    for top in (0, picture.get_height() - 12):
        line = pygame.mask.from_surface(picture.subsurface(0, top, picture.get_width(), 12))
        assert min(rect.left for rect in line.get_bounding_rects()) < 4
    drawn = Canvas(pygame.Surface((200, 60), pygame.SRCALPHA), viewport)
    drawn.name("Stepping stones", 18, TEXT, (80, 60), midtop=(100, 0))
    for y in (0, 24):
        line = pygame.mask.from_surface(drawn.target.subsurface(0, y, 200, 17))
        rects = line.get_bounding_rects()
        assert abs(rects[0].unionall(rects).centerx - 100) < 3, "centred, as its place is"


def test_a_name_has_two_lines_if_they_are_larger_than_one() -> None:
    viewport, name = Viewport(USUAL, Fonts()), "Bartholomew J. Montgomery"
    room = viewport.text(name, 11, TEXT).get_width() + 2, 30
    line = viewport.text(name, 11, TEXT).get_height()
    assert viewport.name(name, 15, TEXT, room).get_height() > 1.5 * line
    assert viewport.name(name, 15, TEXT, (room[0], 22)).get_height() < 1.5 * line
    name, room = "Max Hohenstaufen", (viewport.text("Hohenstaufen", 10, TEXT).get_width(), 30)
    light, bold = (viewport.name(name, 15, TEXT, room, bold=bold) for bold in (False, True))
    same = pygame.image.tobytes(bold, "RGBA") == pygame.image.tobytes(light, "RGBA")
    assert same, "a bold name is drawn light before a word of it is broken"
