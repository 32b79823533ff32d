"""Windows in another language draw no untranslated word."""

from pathlib import Path

import pytest
from pygame_gui.elements import UIButton

from tests.ui.language.cyrillic import CYRILLIC, LETTERS, unsaid
from tests.ui.language.windows import VISITS
from tests.ui.pilot import Pilot, window
from towersim.files.level import levels_dir
from towersim.ui import app
from towersim.ui.settings import Settings, save_settings

QUICK = ("rules of push",)
"""The windows that quick tests visit."""
FILES = {path.stem for path in levels_dir().rglob("*.toml")}
"""Names of scene files, which the free table's page to open a scene shows."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in VISITS]
)
def test_a_window_draws_only_translated_texts(
    tmp_path: Path, written: list[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(app, "language", lambda _code: CYRILLIC)
    save_settings(tmp_path / "settings.json", Settings(language="de"))
    with window(tmp_path, (960, 600)) as pilot:
        for _ in VISITS[name](pilot):
            pilot.app.draw()
            written += button_texts(pilot)
    assert any(chr(LETTERS[ord("e")]) in text for text in written), "messages are drawn at all"
    records = [path.stem for path in tmp_path.rglob("*.tower")]
    # Names of records, of which long ones are cut after the day.
    files = FILES.union(records, (f"{name[:end]}…" for name in records for end in range(20, 64)))
    left = sorted(text for text in {*written} - files if unsaid(text))
    assert left == []


def button_texts(pilot: Pilot) -> set[str]:
    """Return the texts of the buttons of all screens."""
    forms = [form for screen in pilot.app.screens if (form := getattr(screen, "form", None))]
    widgets = [widget for form in forms for widget in form.widgets if isinstance(widget, UIButton)]
    return {widget.text for widget in widgets if widget.visible}
