"""Messages, those about invalid files included, and their translation."""

import copy
import errno
import gettext
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.matches import GOLDEN
from tests.ui.language.catalogues import CYRILLIC, unsaid
from tests.ui.pilot import Pilot, window
from towersim.common.errors import IllegalAction, OptionFault, TowersimError
from towersim.common.messages import Day, message as _, plural
from towersim.files.level import load_scene
from towersim.lab.judge import append
from towersim.match.record import read
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.language import ENGLISH, VARIABLES, Language, language
from towersim.ui.language.faults import fault_message
from towersim.ui.settings import load_settings


class Backwards(gettext.NullTranslations):
    """A translation that reverses the words of a template."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split()))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


BACKWARDS = Language("de", Backwards(), ",")


def test_a_message_equals_its_english_text() -> None:
    told = _("{name} draws {count} cards", name="Ann", count=3)
    assert told == "Ann draws 3 cards"
    assert hash(told) == hash("Ann draws 3 cards")
    assert ENGLISH.say(told) == told
    assert BACKWARDS.say("Ann Lee") == "Ann Lee", "what is no message stays as it is"


def test_a_translation_may_reorder_words_and_formats_numbers() -> None:
    assert BACKWARDS.say(_("{name} leans {angle:.1f} degrees", name="Ann", angle=2.25)) == (
        "degrees 2,2 leans Ann"
    )
    assert BACKWARDS.say(_("{share:.1%} stand", share=0.525)) == "stand 52,5\N{NO-BREAK SPACE}%"


def test_a_date_is_written_in_the_order_of_each_language() -> None:
    day = Day(2026, 11, 22)
    title, best = _("Tower, {day}", day=day), _("Best: {day:year}", day=day)
    assert (title, best) == ("Tower, 22 Nov", "Best: 22 Nov 2026")
    german = language("de")
    for told, lines in (
        (ENGLISH.say(title), ["Tower,", "22 Nov"]),
        (ENGLISH.say(best), ["Best:", "22 Nov 2026"]),
        (german.say(title), ["Tower,", "22. Nov."]),
        (german.say(best), ["Best:", "22. Nov. 2026"]),
    ):
        unbroken = [line.replace(" ", "\N{NO-BREAK SPACE}") for line in lines]
        assert Fonts().wrapped(told, 20, 10) == unbroken, "it stays on one line"
    assert copy.deepcopy(best) == best


def test_values_that_are_messages_are_translated_and_names_are_not() -> None:
    card = _("a {colour} card", colour=_("dark red"))
    assert BACKWARDS.say(_("{name} has {card}", name="Ann Lee", card=card)) == (
        "card red dark a has Ann Lee"
    )


def test_a_value_is_capitalised_as_specified_in_any_language() -> None:
    why = _("the pile is {what}", what=_("quite empty"))
    told = _("{why:sentence}", why=why)
    assert told == "The pile is quite empty."
    assert BACKWARDS.say(told) == "Empty quite is pile the."
    assert BACKWARDS.say(_("{colour:capital}", colour=_("dark red"))) == "Red dark"
    assert BACKWARDS.say(_("{why:sentence}", why=_("It ends."))) == "Ends. It."


@pytest.mark.parametrize(("count", "sentence"), [(1, "card 1"), (2, "cards 2"), (0, "cards 0")])
def test_the_plural_form_depends_on_the_number(count: int, sentence: str) -> None:
    told = plural("{count} card", "{count} cards", count)
    assert BACKWARDS.say(told) == sentence
    assert told == " ".join(reversed(sentence.split()))


def test_the_text_of_an_error_and_a_copy_stay_messages() -> None:
    told = _("the {what} is empty", what="pile")
    for same in (str(IllegalAction(told)), copy.deepcopy(told), pickle.loads(pickle.dumps(told))):  # noqa: S301 - made here
        assert BACKWARDS.say(same) == "empty is pile the"


def test_a_missing_value_or_an_unknown_language_raises_an_error() -> None:
    with pytest.raises(KeyError):
        _("{name} draws {card}", name="Ann")
    with pytest.raises(OptionFault, match="language: xx: there are en, de"):
        language("xx")


def test_text_is_measured_and_wrapped_in_the_language_it_is_drawn_in() -> None:
    fonts, plain = Fonts(language=language("de")), Fonts()
    told = _("Hold your breath …")
    assert fonts.width(told, 20) == plain.width("Luft anhalten …", 20)
    assert fonts.titles.width(told, 20) == plain.titles.width("Luft anhalten …", 20)
    assert fonts.wrapped(told, 20, 10) == ["Luft", "anhalten", "…"]
    assert fonts.cut(told, 20, 1000) == "Luft anhalten …"
    drawn, wanted = (
        one.text(text, 20, (0, 0, 0)).get_buffer().raw
        for one, text in ((fonts, told), (plain, "Luft anhalten …"))
    )
    assert drawn == wanted


def test_the_default_language_is_that_of_the_system(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variables, code in (
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "pl_PL"}, "en"),
        ({}, "en"),
    ):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        pilot.frames(2)
        assert pilot.app.context.viewport.fonts.language.code == code, variables


def test_a_chosen_language_is_effective_at_once_and_saved(tmp_path: Path) -> None:
    with window(tmp_path) as pilot:
        pilot.press("Settings")
        page = pilot.screen
        pilot.press("English")
        assert pilot.screen is page
        assert pilot.button("Deutsch").visible
        assert pilot.button("Zurück").visible
        assert pilot.app.context.viewport.fonts.language.code == "de"
        pilot.press("Zurück")
        assert pilot.button("Einstellungen").visible, "screens below are in German too"
    settings, notice = load_settings(tmp_path / "settings.json")
    assert (settings.language, notice) == ("de", "")
    with window(tmp_path) as pilot:
        assert pilot.button("Einstellungen").visible
        pilot.press("Einstellungen", "Deutsch")
        assert pilot.button("Back").visible


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
KINDS = {"record": RECORDS, "scene": SCENES}
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


@pytest.mark.parametrize(
    ("use", "path", "text"),
    [
        *((read, Path("a.tower"), text) for text in RECORDS.values()),
        *((load_scene, Path("a.toml"), text) for text in SCENES.values()),
    ],
    ids=[f"{kind} with {fault}" for kind, file in KINDS.items() for fault in file],
)
@pytest.mark.usefixtures("cwd")
def test_the_fault_of_a_damaged_file_is_translated(
    use: Callable[[Path], object], path: Path, text: str
) -> None:
    path.write_text(text)
    assert latin(said_of(lambda: use(path))) == set()


@pytest.mark.usefixtures("cwd")
def test_faults_of_missing_files_and_folders_are_translated() -> None:
    for use in (read, load_scene):
        for path in (Path(), Path("missing.toml")):
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


def test_values_of_a_message_are_translated(cwd: Path) -> None:
    (cwd / "settings.json").write_text('{"pace": "spam"}')
    _settings, notice = load_settings(Path("settings.json"))
    assert "Expected `float`, got `str` - at `$.pace`" in notice
    assert "Erwartet: `float`, gefunden: `str` – bei `$.pace`" in language("de").say(notice)
    inner = _("{path}: {fault}; the usual settings are used", path="a", fault="Is a directory")
    assert language("de").say(fault_message(inner)).startswith("a: Ist ein Ordner; ")
    assert latin(said_of(lambda: append(Path(), msgspec.UNSET))) == set()  # type: ignore[arg-type]  # it is not reached


def test_numbers_have_the_decimal_mark_of_the_language_and_unknown_texts_stay() -> None:
    reason = fault_message("a.toml: $.at: expected a number >= 0.5")
    assert language("de").say(reason) == "a.toml: $.at: erwartet: eine Zahl >= 0,5"
    assert fault_message("spam: eggs") == "spam: eggs"
    lost = fault_message("cannot be written: File too large; it is tried again with every move")
    assert language("de").say(lost).endswith(" zu groß; jeder Zug versucht es erneut")
