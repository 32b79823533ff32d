"""The window's languages: gettext catalogues, one folder for each language.

The catalogues are the files ``catalogues/<language>/*.po``, compiled when loaded, so a translator's
changes take effect at the next start.
"""

import gettext
import io
import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Final

import pygame

from towersim.common.errors import OptionFault, cleaned
from towersim.common.messages import KEY, Day, Message
from towersim.ui.input.bindings import UNCHANGED, Changes, own_labels

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
"""Native names of the languages, by two-letter code (ISO 639-1)."""
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the user's language; the first that is set wins, as in gettext."""
MINUS: Final = re.compile(r"(?<!\S)-(?=\d)")
"""The hyphen of a negative number."""


class Language(Formatter):
    """A language for messages: a gettext catalogue, a decimal sign, and the player's keys."""

    def __init__(
        self,
        code: str,
        catalogue: gettext.NullTranslations,
        comma: str = ".",
        keys: Changes = UNCHANGED,
    ) -> None:
        self.code, self.keys = code, keys
        self._catalogue, self._comma = catalogue, comma

    def with_keys(self, keys: Changes) -> "Language":
        """Return the language for a player with these rebound keys.

        >>> from towersim.common.messages import message
        >>> ENGLISH.with_keys({"n": "x"}).say(message("No card  ({key:N})"))
        'No card  (X)'
        """
        return Language(self.code, self._catalogue, self._comma, keys)

    def say(self, text: str) -> str:
        """Return a message translated into this language, or another text, with minus signs.

        Both are `cleaned`.

        >>> from towersim.common.messages import message
        >>> ENGLISH.say(message("{angle:.1f}°", angle=-0.25)), ENGLISH.say("Ann")
        ('−0.2°', 'Ann')
        """
        return MINUS.sub("−", cleaned(self._said(text)))

    def _said(self, text: str) -> str:
        if not isinstance(text, Message):
            return text
        template = (
            self._catalogue.ngettext(text.template, text.many, text.number)
            if text.many
            else self._catalogue.gettext(text.template)
        )
        if not text.values:
            return KEY.sub(self._own_key, template)
        template = KEY.sub(lambda key: re.sub(r"[{}]", r"\g<0>\g<0>", self._own_key(key)), template)
        return self.vformat(template, (), text.values)

    def _own_key(self, key: re.Match[str]) -> str:
        """Return the label of the player's key for the one that a template names."""
        return ", ".join(map(self.say, own_labels(key[1], self.keys)))

    def format_field(self, value: object, format_spec: str) -> str:
        """Format a value for a text; a nested message is translated, and "%" stands apart."""
        if isinstance(value, Message):
            value = Message(self.say(value), {})
        elif isinstance(value, Day):
            return _day(value, self.code, format_spec).replace(" ", "\N{NO-BREAK SPACE}")
        text: str = super().format_field(value, format_spec)
        if isinstance(value, float):
            return text.replace(".", self._comma).replace("%", "\N{NO-BREAK SPACE}%")
        return text


ENGLISH: Final = Language("en", gettext.NullTranslations())


@cache
def language(code: str) -> Language:
    """Return a language by its code; OptionFault if it is not in `LANGUAGES`.

    >>> language("en") is ENGLISH
    True
    """
    if code == "en":
        return ENGLISH
    if code not in LANGUAGES:
        raise OptionFault(f"language: {code}: there are {', '.join(LANGUAGES)}")
    from babel.numbers import get_decimal_symbol  # noqa: PLC0415 - slow, and not for English

    return Language(code, _catalogue(code), get_decimal_symbol(code))


def translator(tag: str) -> Callable[[str], str]:
    """Return what translates for a language tag such as "de-AT"; into English if it is unknown."""
    return language(tag[:2] if tag[:2] in LANGUAGES else "en").say


def system_language() -> str:
    """Return the code of the user's system language if the window has it, else English."""
    codes = next(filter(None, map(os.environ.get, VARIABLES)), "")
    if not codes:
        codes = ":".join(locale["language"] for locale in pygame.system.get_pref_locales())
    first = codes.partition(":")[0][:2].lower()
    return first if first in LANGUAGES else "en"


def _day(day: Day, code: str, spec: str) -> str:
    if code == "en":
        return format(day, spec)
    from babel.dates import format_skeleton  # noqa: PLC0415 - slow, and not for English

    return format_skeleton("yMMMd" if spec == "year" else "MMMd", day, locale=code)


def _catalogue(code: str) -> gettext.NullTranslations:
    from babel.messages.catalog import Catalog  # noqa: PLC0415 - slow, and not for English
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - the same
    from babel.messages.pofile import read_po  # noqa: PLC0415 - the same

    whole = Catalog(locale=code)
    for file in sorted((resources.files(__package__) / "catalogues" / code).iterdir(), key=str):
        if file.name.endswith(".po"):
            for entry in read_po(io.BytesIO(file.read_bytes()), locale=code):
                if entry.id:
                    whole[entry.id] = entry
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
