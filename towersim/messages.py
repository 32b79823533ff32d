"""What people read, as messages that can be said in another language.

A message is its English text, and remembers what that was made of. Rules, records and the command
line take it for the text it is; the window says it in the player's language when it draws it
(`towersim/ui/language.py`). By custom `message` is imported as ``_``, which gettext's tools know.
"""

from datetime import date
from typing import Final, Self

MONTHS: Final = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Message(str):
    """An English text with the template and the values it was made of."""

    __slots__ = ("many", "number", "template", "values")

    template: str
    """The text with a name in braces for each value; of a plural, the singular."""
    many: str
    """The plural's template, or empty."""
    number: int
    """The number that decides between the two; 1 without a plural."""
    values: dict[str, object]
    """The value of each name in braces; a value may be a message itself."""

    def __new__(
        cls, template: str, values: dict[str, object], many: str = "", number: int = 1
    ) -> Self:
        """Return the message; KeyError if the template names a value that is not there."""
        chosen = many if many and number != 1 else template
        made = super().__new__(cls, chosen.format_map(values) if values else chosen)
        made.template, made.values, made.many, made.number = template, values, many, number
        return made

    def __str__(self) -> str:
        """Return the message itself, so that the text of an error stays one."""
        return self

    def __format__(self, spec: str) -> str:
        """Return the text as a part of another one.

        The spec `capital` gives it a capital letter, `sentence` a full stop as well.

        >>> f"{message('the pile is empty'):sentence}", f"{message('red'):capital}"
        ('The pile is empty.', 'Red')
        """
        if spec not in ("capital", "sentence"):
            return super().__format__(spec)
        text = self[:1].upper() + self[1:]
        return f"{text.rstrip('.')}." if spec == "sentence" else text

    def __reduce__(self) -> "tuple[type[Message], tuple[str, dict[str, object], str, int]]":
        """Return how a copy is made."""
        return Message, (self.template, self.values, self.many, self.number)


class Day(date):
    """A date as a value of a message: each language writes it its own way.

    >>> f"{Day(2026, 11, 22)}", f"{Day(2026, 11, 22):year}"
    ('22 Nov', '22 Nov 2026')
    """

    def __format__(self, spec: str) -> str:
        """Return the English text; the spec `year` adds the year."""
        text = f"{self.day} {MONTHS[self.month - 1]}"
        return f"{text} {self.year}" if spec == "year" else text


def english(words: str) -> str:
    """Return a message's text alone, as a record keeps it.

    >>> type(english(message("The deck is empty.")))
    <class 'str'>
    """
    return str.__str__(words)


def known(text: str) -> Message:
    """Return a text from a record or a level as the message that it was, which had no values.

    >>> known("The deck is empty.").template
    'The deck is empty.'
    """
    return Message(text, {})


def kind_text(kind: str) -> Message:
    """Return what a kind of block is called: its name with blanks.

    >>> kind_text("left-stone"), kind_text("block-2").template
    ('left stone', '{piece} {number}')
    """
    name, _, number = kind.rpartition("-")
    if name and number.isdecimal():
        return message("{piece} {number}", piece=kind_text(name), number=int(number))
    return known(kind.replace("-", " "))


def message(template: str, /, **values: object) -> Message:
    """Return a message; a template with values is filled in as `str.format` does it.

    >>> message("{name} draws {card}.", name="Ann", card=message("a joker"))
    'Ann draws a joker.'
    """
    return Message(template, values)


def plural(one: str, many: str, count: int, /, **values: object) -> Message:
    """Return a message for a number, which its templates may name as ``{count}``.

    >>> plural("{count} card", "{count} cards", 1), plural("{count} card", "{count} cards", 2)
    ('1 card', '2 cards')
    """
    return Message(one, {"count": count, **values}, many, count)


def plain(value: object) -> str:
    """Return a message as plain text: the `enc_hook` of msgspec, which knows no kinds of text.

    TypeError for anything else.

    >>> type(plain(message("red")))
    <class 'str'>
    """
    if isinstance(value, Message):
        return english(value)
    raise TypeError(f"cannot be written: {type(value)}")
