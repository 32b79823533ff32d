"""Windows in another language: no word stays untranslated, and no more texts are cut."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.examples import slow
from tests.ui.conftest import in_frame
from tests.ui.language import catalogues
from tests.ui.language.windows import VISITS
from tests.ui.pilot import Pilot, assert_apart, window
from towersim.common.messages import KEY, Message
from towersim.files.level import levels_dir
from towersim.theatre.page import MARKUP
from towersim.ui import app
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, USUAL
from towersim.ui.games import UIS
from towersim.ui.input import bindings
from towersim.ui.language import Language, language
from towersim.ui.menu.menu import Menu
from towersim.ui.rulebook import OTHER_GUIDES

QUICK = "rules of push"
"""The window that quick tests visit."""
FILES = {path.stem for path in levels_dir().rglob("*.toml")}
"""Names of scene files, which the free table's page to open a scene shows."""


@pytest.mark.parametrize("name", [QUICK, *(slow(name) for name in VISITS if name != QUICK)])
def test_a_window_draws_only_translated_texts_and_the_players_keys(
    tmp_path: Path, written: list[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(app, "language", lambda _code: catalogues.CYRILLIC)
    keys = {} if name == "settings" else REBOUND  # a visit to the page of keys changes some again
    with window(tmp_path, (960, 600), language="de", keys=keys) as pilot:
        for _ in VISITS[name](pilot):
            pilot.app.draw()
            written += button_texts(pilot)
    assert any(chr(catalogues.LETTERS[ord("e")]) in text for text in written), (
        "messages are drawn at all"
    )
    records = [path.stem for path in tmp_path.rglob("*.tower")]
    # Names of records, of which long ones are cut after the day.
    files = FILES.union(records, (f"{name[:end]}…" for name in records for end in range(20, 64)))
    left = sorted(text for text in {*written} - files if catalogues.unsaid(text))
    assert left == []
    # A letter by itself may be the rank of a card.
    texts = {text for text in written if " " in text} - catalogues.piece_words()
    assert sorted(text for text in texts if keys and old_keys(text, catalogues.CYRILLIC)) == []


def button_texts(pilot: Pilot) -> set[str]:
    """Return the texts of the buttons of all screens."""
    forms = [form for screen in pilot.app.screens if (form := getattr(screen, "form", None))]
    widgets = [widget for form in forms for widget in form.widgets if isinstance(widget, UIButton)]
    return {widget.text for widget in widgets if widget.visible}


GAMES: Mapping[str, bindings.KeyMap] = {name: ui.keys for name, ui in UIS.items()}
OF_FREE_TABLE = OTHER_GUIDES["free-table"].keys
CHANGEABLE = (*bindings.JOBS, *bindings.letters({**GAMES, "free-table": OF_FREE_TABLE}))
REBOUND = {name: chr(ord("а") + number) for number, name in enumerate(CHANGEABLE)}
"""A Cyrillic letter for each default key."""
FIXED = {"0", "Delete"}
"""Captions of keys that cannot be changed."""
WORDS_TOO = {"Left", "Right", "Up", "Down", "Links", "Rechts", "Hoch", "Runter"}
WORDS_TOO |= {word.translate(catalogues.LETTERS) for word in WORDS_TOO}
"""Captions that are ordinary words as well."""
MAY_NAME_KEYS = {
    *map(str, (*bindings.NAMES.values(), *bindings.ARROWS.values())),
    *map(str, MARKUP.values()),  # the exported page has keys of its own
    "Press the key for “{job}”; Esc leaves it as it is.",  # while a key is awaited
    *("(A)", "(B)", "(X)", "(Y)"),  # buttons of a gamepad
}


def old_keys(text: str, spoken: Language) -> set[str]:
    """Return the default keys that a text in a language names, besides units and "I" and "A"."""
    names = {spoken.say(bindings.label(name)) for name in CHANGEABLE} - WORDS_TOO
    text = re.sub(r"[\d}] N\b", "", text)
    words = set(re.findall(r"(?<![\w-])[\w]+(?![\w-])", text))
    return words & names - ({"A", "I"} if spoken.code == "en" else set())


def texts() -> Iterator[tuple[str, str]]:
    """Yield every template of the program with its language."""
    others = catalogues.level_words() | MAY_NAME_KEYS
    for _, msgid, german, _ in catalogues.entries():
        english = catalogues.templates(msgid)
        if english[0] not in others or KEY.search(english[0]):
            yield from ((text, "en") for text in english)
            yield from ((text, "de") for text in german)


def test_all_changeable_keys_can_be_changed_at_once() -> None:
    assert bindings.keys_fault(REBOUND) == ""


def test_no_text_names_a_key_by_itself() -> None:
    named = [text for text, code in texts() if old_keys(KEY.sub("", text), language(code))]
    assert named == []


def test_every_text_names_the_players_keys() -> None:
    spoken = {code: language(code).with_keys(REBOUND) for code in ("en", "de")}
    named = 0
    for text, code in texts():
        captions = set(KEY.findall(text)) - FIXED
        sentence = spoken[code].say(Message(text, {}))
        assert not old_keys(sentence, spoken[code]), text
        for caption in captions - bindings.ARROWS.keys():
            own = REBOUND[bindings.USUAL.get(caption.lower(), caption.lower())]
            assert own.upper() in sentence, text
        named += len(captions)
    assert named > 200


def test_a_game_names_only_keys_that_it_has() -> None:
    for msgid, place in catalogues.messages().items():
        place_name = re.search(r"ui/games/(\w+)/|ui/(build)/", place)
        if place_name is None:
            continue
        game = (place_name[1] or "").replace("_", "-")
        keys = (*bindings.COMMON, *(GAMES[game] if game else OF_FREE_TABLE))
        bound = set().union(*(line.names for line in keys))
        for caption in KEY.findall("".join(catalogues.templates(msgid))):
            name = bindings.USUAL.get(caption.lower(), caption.lower())
            assert name in bound | {"arrows"}, f"{place}: {msgid}"


FULL = ("new games", "settings")
"""The pages with most text, which are checked in a larger window too."""


class Drawn:
    """The texts that a window has truncated or drawn, by the templates of their messages."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: set[str] = set()
        """Templates of texts that ended in an ellipsis."""
        self.wide: set[str] = set()
        """Texts that touch the edges of their buttons."""
        self._templates: dict[str, str] = {}
        """The template of every message, by its text."""
        self._ends: dict[str, set[str]] = {}
        """The last lines of wrapped texts, by template."""
        self._lines: set[str] = set()
        self._watch(monkeypatch)

    def _watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        say, cut, wrapped, painted = Language.say, Fonts.cut, Fonts.wrapped, Fonts._painted

        def heard(language: Language, text: str) -> str:
            sentence = say(language, text)
            if isinstance(text, Message):
                self._templates[sentence] = text.template
            return sentence

        def shortened(fonts: Fonts, text: str, size: int, width: int, *, bold: bool = False) -> str:
            sentence = fonts.language.say(text)
            shown = cut(fonts, sentence, size, width, bold=bold)
            if shown != sentence and sentence in self._templates and in_frame():
                self.cut.add(self._templates[sentence])
            return shown

        def broken(
            fonts: Fonts, text: str, size: int, width: int, *, bold: bool = False
        ) -> list[str]:
            sentence = fonts.language.say(text)
            lines = wrapped(fonts, sentence, size, width, bold=bold)
            if sentence in self._templates and in_frame():
                self._ends.setdefault(self._templates[sentence], set()).add(lines[-1])
            return lines

        def drawn(
            fonts: Fonts, text: str, size: int, colour: tuple[int, int, int], *, bold: bool
        ) -> pygame.Surface:
            self._lines.add(text)
            return painted(fonts, text, size, colour, bold=bold)

        monkeypatch.setattr(Language, "say", heard)
        monkeypatch.setattr(Fonts, "cut", shortened)
        monkeypatch.setattr(Fonts, "wrapped", broken)
        monkeypatch.setattr(Fonts, "_painted", drawn)

    @property
    def lost(self) -> set[str]:
        """Templates of texts that were truncated, or whose last line was never drawn."""
        return self.cut | {text for text, ends in self._ends.items() if not ends & self._lines}

    def look(self, pilot: Pilot) -> None:
        """Draw the window, and check that its buttons lie apart in it and that their texts fit."""
        pilot.app.draw()
        form = getattr(pilot.screen, "form", None)
        widgets = [widget for widget in form.widgets if widget.visible] if form else []
        rects = [pygame.Rect(widget.get_abs_rect()) for widget in widgets]
        inside = pilot.app.context.viewport.rect
        sheet = getattr(pilot.screen, "sheet", inside)
        assert inside.contains(sheet)
        assert_apart(rects, inside if isinstance(pilot.screen, Menu) else sheet)
        for button in widgets:
            if isinstance(button, UIButton) and button.font is not None:
                wide, high = button.font.size(button.text)
                room = button.rect.inflate(-pilot.app.context.viewport.px(6), 0)
                if wide > room.w or high > room.h:
                    self.wide.add(button.text)


def visited(folder: Path, name: str, size: tuple[int, int], language: str) -> Drawn:
    """Visit windows in a language; return the texts drawn."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        seen = Drawn(monkeypatch)
        with window(folder, size, language=language) as pilot:
            for _ in VISITS[name](pilot):
                seen.look(pilot)
    return seen


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("settings", SMALLEST),
        *(slow(name, SMALLEST) for name in VISITS if name != "settings"),
        *(slow(name, USUAL) for name in FULL),
    ],
)
def test_texts_not_truncated_in_english_are_not_truncated_in_german(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    german = visited(tmp_path / "de", name, size, "de")
    if not german.lost | german.wide:
        return
    english = visited(tmp_path / "en", name, size, "en")
    faults = sorted(german.lost - english.lost), sorted(german.wide - english.wide)
    assert faults == ([], [])
