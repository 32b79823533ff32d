"""Messages about invalid files, in every language."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.matches import GOLDEN
from tests.ui.language.catalogues import CYRILLIC, unsaid
from towersim.common.errors import TowersimError
from towersim.common.messages import message as _
from towersim.files.level import load_scene
from towersim.lab.judge import append
from towersim.match.record import read
from towersim.ui.language import ENGLISH, language
from towersim.ui.language.faults import fault_message
from towersim.ui.settings import load_settings

SCENE = "format = 1\n[[blocks]]\n"
HEADER, STEP = GOLDEN.read_text(encoding="utf-8").splitlines()[:2]
RECORDS = {
    "an empty one": "",
    "no JSON": "spam",
    "cut off": HEADER[:40],
    "a missing field": HEADER.replace('"seed":5,', ""),
    "an unknown field": HEADER.replace('"seed":5', '"seed":5,"spam":1'),
    "a wrong type": HEADER.replace('"seed":5', '"seed":"spam"'),
    "a wrong type in a line": "\n".join((HEADER, STEP.replace('"n":0', '"n":"spam"'), STEP)),
    "out of range": HEADER.replace('"seed":5', '"seed":-5'),
    "an unknown word": HEADER.replace('"skill":"normal"', '"skill":5'),
}
SCENES = {
    "no list": "format = 1\nblocks = 3",
    "an unknown key": "format = 1\nspam = 3",
    "a missing key": SCENE,
    "a wrong type": "format = 1\n[table]\nwidth_m = 'spam'",
    "out of range": "format = 1\n[table]\nwidth_m = -5.0",
}
NAMES = {"blocks", "spam", "id", "seed", "width", "table", "players", "skill", "seats", "format"}
"""Words that stay untranslated: names of keys in the file, and of JSON types."""
TYPES = {"int", "str", "float", "array", "object", "UTF", "MiB", "Errno"}


def said_of(use: Callable[[], object]) -> str:
    """Return the message of the fault that `use` raises, checked against its English text."""
    with pytest.raises(TowersimError) as caught:
        use()
    reason = fault_message(caught.value)
    assert ENGLISH.say(reason) == reason == str(caught.value)
    return reason


def latin(reason: str) -> set[str]:
    """Return the words of a fault that stay untranslated in another language."""
    return unsaid(CYRILLIC.say(reason).replace(".tower", "")) - NAMES - TYPES


@pytest.mark.parametrize("fault", RECORDS)
def test_the_fault_of_a_damaged_record_is_translated(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "a.tower"
    path.write_text(RECORDS[fault])
    assert latin(said_of(lambda: read(path))) == set()


@pytest.mark.parametrize("fault", SCENES)
def test_the_fault_of_a_damaged_scene_is_translated(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(SCENES[fault])
    reason = said_of(lambda: load_scene(path))
    assert latin(reason) == set()


def test_faults_of_missing_files_and_folders_are_translated(tmp_path: Path) -> None:
    for use in (read, load_scene):
        for path in (tmp_path, tmp_path / "missing.toml"):
            assert latin(said_of(lambda: use(path))) == set()  # noqa: B023 - it is called at once


@pytest.mark.parametrize(
    "number",
    [errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EISDIR, errno.EROFS, errno.EPERM, errno.EIO],
)
def test_messages_of_the_operating_system_are_translated(number: int) -> None:
    reason = fault_message(OSError(number, os.strerror(number)))
    assert reason == os.strerror(number)
    assert latin(reason) == set()
    assert language("de").say(reason) != reason


def test_values_of_a_message_are_translated(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"pace": "spam"}')
    _settings, notice = load_settings(tmp_path / "settings.json")
    assert "Expected `float`, got `str` - at `$.pace`" in notice
    assert "Erwartet: `float`, gefunden: `str` – bei `$.pace`" in language("de").say(notice)
    inner = _("{path}: {fault}; the usual settings are used", path="a", fault="Is a directory")
    assert language("de").say(fault_message(inner)).startswith("a: Ist ein Ordner; ")
    assert latin(said_of(lambda: append(tmp_path, msgspec.UNSET))) == set()  # type: ignore[arg-type]  # it is not reached


def test_numbers_have_the_decimal_mark_of_the_language_and_unknown_texts_stay() -> None:
    reason = fault_message("a.toml: $.at: expected a number >= 0.5")
    assert language("de").say(reason) == "a.toml: $.at: erwartet: eine Zahl >= 0,5"
    assert fault_message("spam: eggs") == "spam: eggs"
