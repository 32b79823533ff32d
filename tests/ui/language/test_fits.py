"""German is longer than English: texts not truncated in English are not so in German either."""

from itertools import combinations
from pathlib import Path

import pygame
import pytest
from pygame_gui.elements import UIButton

from tests.ui.language.windows import VISITS
from tests.ui.pilot import Pilot, window
from towersim.common.messages import Message
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, USUAL
from towersim.ui.language import Language
from towersim.ui.settings import Settings, save_settings

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
            if shown != sentence and sentence in self._templates:
                self.cut.add(self._templates[sentence])
            return shown

        def broken(
            fonts: Fonts, text: str, size: int, width: int, *, bold: bool = False
        ) -> list[str]:
            sentence = fonts.language.say(text)
            lines = wrapped(fonts, sentence, size, width, bold=bold)
            if sentence in self._templates:
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
        sheet = getattr(pilot.screen, "sheet", pilot.app.context.viewport.rect)
        assert all(map(sheet.contains, rects))
        assert pilot.app.context.viewport.rect.contains(sheet)
        assert not any(one.colliderect(other) for one, other in combinations(rects, 2))
        for button in widgets:
            if isinstance(button, UIButton) and button.font is not None:
                wide, high = button.font.size(button.text)
                room = button.rect.inflate(-pilot.app.context.viewport.px(6), 0)
                if wide > room.w or high > room.h:
                    self.wide.add(button.text)


def visited(folder: Path, name: str, size: tuple[int, int], language: str) -> Drawn:
    """Visit windows in a language; return the texts drawn."""
    save_settings(folder / "settings.json", Settings(language=language))
    with pytest.MonkeyPatch.context() as monkeypatch:
        seen = Drawn(monkeypatch)
        with window(folder, size) as pilot:
            for _ in VISITS[name](pilot):
                seen.look(pilot)
    return seen


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *(
            pytest.param(name, SMALLEST, marks=() if name == "settings" else pytest.mark.slow)
            for name in VISITS
        ),
        *(pytest.param(name, USUAL, marks=pytest.mark.slow) for name in FULL),
    ],
)
def test_texts_not_truncated_in_english_are_not_truncated_in_german(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    english, german = (visited(tmp_path / code, name, size, code) for code in ("en", "de"))
    faults = sorted(german.lost - english.lost), sorted(german.wide - english.wide)
    assert faults == ([], [])
