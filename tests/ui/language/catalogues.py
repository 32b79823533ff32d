"""The catalogues of German and the messages of the sources; a language of Cyrillic letters."""

import gettext
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import towersim
from towersim.common.messages import MONTHS
from towersim.files.level import levels_dir, load_pieces
from towersim.match.record import NAMES
from towersim.practice.generated import STORED
from towersim.rules import GAMES
from towersim.ui.language import LANGUAGES, Language, level_messages

PACKAGE = Path(towersim.__file__).parent
CATALOGUES = PACKAGE / "ui" / "language" / "catalogues" / "de"
KEYWORDS = {"_": None, "message": None, "plural": (1, 2)}
SAYS = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")
"""Finds calls of the keywords; files without one need not be parsed."""

TEXT_FILES = {
    "rules/*/pages.txt": level_messages.extract_rules,
    "rules/*/options.txt": level_messages.extract_texts,
    "rules/*/sentences.txt": level_messages.extract_texts,
    "**/texts.txt": level_messages.extract_texts,
    "ui/*/guide.txt": level_messages.extract_rules,
    "ui/**/keys.txt": level_messages.extract_keys,
}
"""The text files with messages, each with the method that extracts them."""
MsgId = str | tuple[str, str]
"""A template, or its singular and plural."""


def sources() -> Iterator[Path]:
    """Yield the source files with messages."""
    return (
        file for file in sorted(PACKAGE.rglob("*.py")) if file != PACKAGE / "common" / "messages.py"
    )


@cache
def messages() -> dict[MsgId, str]:
    """Return every message of the program and of its challenges, with its location."""
    places: dict[MsgId, str] = {}
    for file in sources():
        if not SAYS.search(file.read_text(encoding="utf-8")):
            continue
        for line, msgid, *_ in extract_from_file("python", file, keywords=KEYWORDS):
            one = msgid if isinstance(msgid, str) else (msgid[0], msgid[1])
            places.setdefault(one, f"{file.relative_to(PACKAGE.parent)}:{line}")
    for pattern, read in TEXT_FILES.items():
        for page in PACKAGE.glob(pattern):
            with page.open("rb") as opened:
                for line, _, text, _ in read(opened, (), (), {}):
                    places.setdefault(text, f"{page.relative_to(PACKAGE.parent)}:{line}")
    return places


def level_words() -> set[str]:
    """Return the words of towersim's challenges, of the endless ones and of the sets of pieces."""
    names = piece_words()
    for file in sorted((levels_dir() / "practice").glob("*.toml")):
        with file.open("rb") as opened:
            names |= {text for _, _, text, _ in level_messages.extract(opened, (), (), {})}
    return names | {kind.replace("-", " ") for kind in (*STORED, "footing")}


def piece_words() -> set[str]:
    """Return the names of Bausack's and the free table's pieces and of their families."""
    pieces = [p for name in ("blocks", "basics", "cubes") for p in load_pieces(name).values()]
    return {name for piece in pieces for name in (piece.name, piece.family) if name}


def entries() -> Iterator[tuple[str, MsgId, tuple[str, ...], bool]]:
    """Yield each entry: its catalogue, message, translation, and whether it is fuzzy."""
    for name, catalogue in catalogues():
        for entry in catalogue:
            if entry.id:
                translations = entry.string if isinstance(entry.string, tuple) else (entry.string,)
                one = entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1])
                yield name, one, tuple(map(str, translations)), entry.fuzzy


@cache
def catalogues() -> tuple[tuple[str, Catalog], ...]:
    """Return every catalogue with its name."""
    return tuple(
        (file.stem, read_po(io.BytesIO(file.read_bytes()), locale="de"))
        for file in sorted(CATALOGUES.iterdir())
    )


def templates(msgid: MsgId) -> tuple[str, ...]:
    """Return the template, or singular and plural."""
    return (msgid,) if isinstance(msgid, str) else msgid


def values_of(template: str) -> set[tuple[str, str]]:
    """Return the placeholders of a template, with their number formats.

    The specs `capital` and `sentence` (`Message.__format__`) are left to each language.
    """
    return {
        (name, "" if spec in ("capital", "sentence") else spec or "")
        for _, name, spec, _ in Formatter().parse(template)
        if name is not None
    }


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
