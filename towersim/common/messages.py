"""Translatable messages for people.

A message is its English text with its template and values. Rules, records and the command line use
the text; the window translates it when it draws it (`towersim.ui.language`). By convention
`message` is imported as ``_``, which gettext's tools recognise.
"""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final, Self

MONTHS: Final = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
KEY: Final = re.compile(r"\{key:([^{}]+)\}")
"""A key of the keyboard in a template: ``{key:Enter}`` is Enter, or the key that replaces it."""


class Message(str):
    """An English text with its template and values, for translation."""

    __slots__ = ("many", "number", "template", "values")

    template: str
    """The text with a name in braces for each value; for a plural, the singular form."""
    many: str
    """The template of the plural form, or empty."""
    number: int
    """The number that chooses the form; 1 without a plural."""
    values: dict[str, object]
    """The values by name; a value may be a message itself."""

    def __new__(
        cls, template: str, values: dict[str, object], many: str = "", number: int = 1
    ) -> Self:
        """Return the message; KeyError if the template names a missing value."""
        chosen = many if many and number != 1 else template
        if "{key:" in chosen:  # few have keys, and rules make many messages
            chosen = KEY.sub(r"\1", chosen)
        made = super().__new__(cls, chosen.format_map(values) if values else chosen)
        made.template, made.values, made.many, made.number = template, values, many, number
        return made

    def __str__(self) -> str:
        """Return the message itself, so that the text of an error stays translatable."""
        return self

    def __format__(self, spec: str) -> str:
        """Return the text for use in another one.

        The spec `capital` capitalises it, `sentence` adds a full stop, too.

        >>> f"{message('the pile is empty'):sentence}", f"{message('red'):capital}"
        ('The pile is empty.', 'Red')
        """
        if spec not in ("capital", "sentence"):
            return super().__format__(spec)
        text = self[:1].upper() + self[1:]
        return f"{text.rstrip('.')}." if spec == "sentence" else text

    def filled(self, **values: object) -> "Message":
        """Return the message with these values beside its own, or instead of them."""
        return Message(self.template, {**self.values, **values}, self.many, self.number)

    def __reduce__(self) -> "tuple[type[Message], tuple[str, dict[str, object], str, int]]":
        """Return the constructor and its arguments, for pickling."""
        return Message, (self.template, self.values, self.many, self.number)


class Day(date):
    """A date as a value of a message, which is formatted by language.

    >>> f"{Day(2026, 11, 22)}", f"{Day(2026, 11, 22):year}"
    ('22 Nov', '22 Nov 2026')
    """

    def __format__(self, spec: str) -> str:
        """Return the English text; the spec `year` adds the year."""
        text = f"{self.day} {MONTHS[self.month - 1]}"
        return f"{text} {self.year}" if spec == "year" else text


def written_texts(text: str) -> Iterator[tuple[int, tuple[str, str], str]]:
    r"""Yield line, part and name, and words of each line in the text of a file of texts.

    A part begins with "#"; a name stands before a colon, or the words are their own name.

    >>> list(written_texts("# keys\nesc: Escape\nno file\n"))
    [(2, ('keys', 'esc'), 'Escape'), (3, ('keys', 'no file'), 'no file')]
    """
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("# "):
            part = line[2:]
        elif line:
            name, _, words = line.partition(": ")
            yield number, (part, name), words or name


def texts(module: str, file: str = "texts.txt") -> dict[str, dict[str, Message]]:
    """Return the messages in a file of texts in the folder of a module, by part and name."""
    tables, text = dict[str, dict[str, Message]](), Path(module).parent.joinpath(file)
    for _, (part, name), words in written_texts(text.read_text(encoding="utf-8")):
        tables.setdefault(part, {})[name] = Message(words, {})
    return tables


def english(words: str) -> str:
    """Return a message's text as a plain `str`, as records hold it.

    >>> type(english(message("The deck is empty.")))
    <class 'str'>
    """
    return str.__str__(words)


def known(text: str) -> Message:
    """Return a text from a record or a level file as a message without values.

    >>> known("The deck is empty.").template
    'The deck is empty.'
    """
    return Message(text, {})


def kind_text(kind: str) -> Message:
    """Return the name of a kind of block for people, with spaces for hyphens.

    >>> kind_text("left-stone"), kind_text("h-block"), kind_text("block-2").template
    ('left stone', 'H block', '{piece} {number}')
    """
    name, _, number = kind.rpartition("-")
    if name and number.isdecimal():
        return message("{piece} {number}", piece=kind_text(name), number=int(number))
    words = kind.split("-")
    letters = len(words) > 1
    return known(" ".join(word.upper() if letters and len(word) == 1 else word for word in words))


def message(template: str, /, **values: object) -> Message:
    """Return a message; values are filled into the template as by `str.format`.

    A template names a key by the caption of its default; the window shows the player's.

    >>> message("{name} draws {card}.", name="Ann", card=message("a joker"))
    'Ann draws a joker.'
    >>> message("Pass  ({key:N})")
    'Pass  (N)'
    """
    return Message(template, values)


def plural(one: str, many: str, count: int, /, **values: object) -> Message:
    """Return a message in singular or plural; its templates may use ``{count}``.

    >>> plural("{count} card", "{count} cards", 1), plural("{count} card", "{count} cards", 2)
    ('1 card', '2 cards')
    """
    return Message(one, {"count": count, **values}, many, count)


def plain(value: object) -> str:
    """Return a message as plain text; the `enc_hook` of msgspec, which rejects `str` subclasses.

    TypeError for anything else.

    >>> type(plain(message("red")))
    <class 'str'>
    """
    if isinstance(value, Message):
        return english(value)
    raise TypeError(f"cannot be written: {type(value)}")
