"""A pseudo-language of English in Cyrillic letters: remaining Latin letters are untranslated."""

import gettext
import re
from string import Formatter

from towersim.common.messages import MONTHS
from towersim.match.record import NAMES
from towersim.rules import GAMES
from towersim.ui.language import LANGUAGES, Language

LETTERS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩабвгдежзийклмнопрстуфхцчшщ",
)
"""Cyrillic letters by Latin letter."""
UNITS = {"cm", "mm", "kg", "px"}
OWN = {"towersim", *LANGUAGES.values(), *NAMES, *MONTHS}
"""Words outside of messages: names of people or games, units, and dates (`Day`)."""
TITLES = {word for rules in GAMES.values() for word in rules.title.split()}
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
FILE = re.compile(r"\S*(?:[/\\]|\.(?:tower|json|toml|csv|sqlite3)\b)\S*")

CUT = re.compile("|".join(f"{name[:end]}…" for name in NAMES for end in range(2, len(name))))
"""A name that was too long for its place."""


class Cyrillic(gettext.NullTranslations):
    """Writes the letters of every template in Cyrillic, except its placeholders."""

    def gettext(self, message: str) -> str:
        parts = []
        for text, name, spec, conversion in Formatter().parse(message):
            parts.append(text.translate(LETTERS).replace("{", "{{").replace("}", "}}"))
            if name is not None:
                parts.append(f"{{{name}{f'!{conversion}' if conversion else ''}:{spec}}}")
        return "".join(parts) if "{" in message else message.translate(LETTERS)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


CYRILLIC = Language("de", Cyrillic())


def unsaid(text: str) -> set[str]:
    """Return the words of a text that come from no message."""
    plain = CUT.sub("", FILE.sub("", text))
    return {word for word in WORD.findall(plain) if word not in OWN | TITLES | UNITS}
