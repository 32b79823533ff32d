"""Errors in a user's input; programming errors stay ordinary exceptions.

::

    TowersimError
    ├── FileFault           an invalid file: its name, the place in it, the reason
    │   ├── SceneFault      a scene, piece set, table or sweep of `levels/`
    │   ├── RecordFault     a record of a game
    │   └── ResultFault     the results of a sweep, or people's answers
    ├── OptionFault         a name or value given on the command line or in a menu
    ├── HeuristicFault      an invalid answer of a heuristic: its name, the trial, the reason
    ├── BotFault            a bot from outside failed, took too long or answered nonsense
    └── IllegalAction       an action that the rules do not allow now

Each message is one line with the problem, its place and the reason; the command line prints it
and exits with code 2. It quotes at most `QUOTED` characters of a file's text.
"""

import math
import operator
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

QUOTED = 120
"""The maximum length of a quotation from a file in a message, in characters."""
CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""The characters of `cleaned`, as a range of a regular expression; line ends and tabs stay."""
PLAIN = {
    " | null`": "`",
    "`float`": "a number",
    "`int`": "a whole number",
    "`str`": "text",
    "`bool`": "true or false",
    "`object | array`": "a table of keys or a list",
    "`array`": "a list",
    "`object`": "a table of keys",
    "Invalid enum value": "none of the words that may stand here:",
    "Object contains unknown field": "unknown key",
    "Object missing required field": "missing key",
    "Expected": "expected",
    "Number": "number",
}
"""Terms in msgspec's messages and their replacements for authors of TOML files."""
_CONTROL = re.compile(f"[{CONTROLS}]")
_QUOTATION = re.compile(r"(['\"`]).*\1")
_PATTERN = re.compile(r"matching regex '.*'")
_WORD = re.compile(rf"\S{{{QUOTED + 1},}}")
_MIXED = re.compile(rf"['\"`].{{{3 * QUOTED},}}['\"`]")
"""A quotation with quotation marks of several kinds, which hide where it begins and ends."""


def cleaned(text: str) -> str:
    r"""Return a text of unknown origin for a terminal, a log or the window.

    Control characters, which command terminals, and those that turn the direction of reading are
    replaced by their codes, as in JSON.

    >>> print(cleaned("red\x1b[2J \u202etxt.exe"))
    red\u001b[2J \u202etxt.exe
    """
    if text.isprintable():
        return text
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def abridged(message: str) -> str:
    """Return a message on one line, with quotations cut to `QUOTED` characters.

    >>> len(abridged(f"unknown key `{'spam ' * 1000}`")) - len("unknown key ")
    120
    """
    line = cleaned(" ".join(message.split()))
    for long in (_QUOTATION, _WORD, _MIXED):
        line = long.sub(lambda match: _cut(match[0]), line)
    return line


def in_line(describe: Callable[[T], str], thing: T, longest: int) -> str:
    r"""Return a description of a third-party object as one line of at most `longest` characters.

    The name of its type if the description fails; half a surrogate pair is escaped.

    >>> in_line(str, "a\nb \ud800", 100), in_line(repr, 10**5000, 100)
    ('a b \\ud800', 'int')
    """
    try:
        text = describe(thing)
    except Exception:  # an int of more than 4,300 digits or a broken object has no text
        text = type(thing).__name__
    line = " ".join(text.split()).encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def quoted(value: object) -> str:
    """Return the text of a value given in Python, for a message that refuses it."""
    return in_line(repr, value, QUOTED)


def in_plain_words(fault: Exception) -> tuple[str, str]:
    """Return msgspec's reason for refusing a value in plain words, and its path (``.at[0]``).

    >>> in_plain_words(ValueError("Expected `int`, got `str` - at `$.cards`"))
    ('expected a whole number, got text', '.cards')
    >>> in_plain_words(ValueError("Expected `str` matching regex '^[a-z]+$' - at `$.name`"))
    ('expected text of another form', '.name')
    """
    reason, _, where = str(fault).partition(" - at `$")
    for technical, plain in PLAIN.items():
        reason = reason.replace(technical, plain)
    reason = _PATTERN.sub("of another form", reason)
    return abridged(reason), where.removesuffix("`")


def _cut(text: str) -> str:
    """Return a text with its middle left out if it is too long."""
    half = QUOTED // 2
    return text if len(text) <= QUOTED else f"{text[:half]}…{text[1 - half :]}"


class TowersimError(Exception):
    """Base class of all errors in a user's input; the message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(message if message.isprintable() else abridged(message))


class FileFault(TowersimError):
    """An invalid file; `where` is a path inside it such as ``$.blocks[3].at``.

    ``$`` stands for the whole file and is left out of the message.

    >>> str(FileFault("a.toml", "$.at", "not a number")), str(FileFault("a.toml", "$", "is empty"))
    ('a.toml: $.at: not a number', 'a.toml: is empty')
    """

    def __init__(self, file: Path | str, where: str, why: str) -> None:
        self.file = str(file)
        self.where = abridged(where)
        self.why = abridged(why)
        place = "" if where == "$" else f"{self.where}: "
        super().__init__(f"{self.file}: {place}{self.why}")

    def __reduce__(self) -> tuple[type["FileFault"], tuple[str, str, str]]:
        # By default, exceptions are pickled with the arguments of `super().__init__`, here one
        # text, which would break the pool when a worker raises one.
        return type(self), (self.file, self.where, self.why)


class SceneFault(FileFault):
    """A scene, a piece set, a table set-up or a sweep cannot be used."""


class RecordFault(FileFault):
    """A record of a game is damaged or of another format."""


class ResultFault(FileFault):
    """Results of a sweep or people's answers are damaged, or belong to something else."""


class BotFault(TowersimError):
    """A bot from outside did not choose: the message says why, to follow its name."""


class HeuristicFault(TowersimError):
    """A heuristic failed or gave an invalid answer: its name, the trial and the reason."""

    def __init__(self, heuristic: str, trial: str, why: str) -> None:
        self.heuristic = heuristic
        self.trial = trial
        self.why = cleaned(" ".join(why.split()))
        super().__init__(f"heuristic {heuristic!r}: trial {trial}: {self.why}")

    def __reduce__(self) -> tuple[type["HeuristicFault"], tuple[str, str, str]]:
        return type(self), (self.heuristic, self.trial, self.why)


class OptionFault(TowersimError):
    """A requested name or value does not exist or is out of range."""


def whole_number(option: str, value: Any, least: int = 0, most: int | None = None) -> int:  # noqa: ANN401 - anything
    """Return a whole number, NumPy's too; OptionFault for one out of range or another value."""
    try:
        number = operator.index(value)
    except TypeError:  # also of an array of one number
        number = least - 1
    if number < least or (most is not None and number > most):
        span = f"≥ {least}" if most is None else f"from {least} to {most}"
        raise OptionFault(f"{option} {quoted(value)}: is not a whole number {span}")
    return number


def float_of(value: Any) -> float:  # noqa: ANN401 - anything
    """Return a number as a float, NumPy's too; NaN for another value, also a text or an array."""
    with suppress(ArithmeticError, TypeError, ValueError):
        if not (isinstance(value, str | bytes | bytearray) or getattr(value, "ndim", False)):
            return float(value)
    return math.nan


def path_of(option: str, value: object) -> Path:
    """Return a path; OptionFault for another value, or a name that no file can have."""
    with suppress(UnicodeEncodeError):
        if isinstance(value, str | Path) and b"\0" not in os.fsencode(value):
            return Path(value)
    raise OptionFault(f"{option} {quoted(value)}: is not a path")


def check_kind(option: str, value: object, kind: Any, what: str) -> None:  # noqa: ANN401 - or a union
    """Raise OptionFault if the value of an option in Python is not of a type or union."""
    if not isinstance(value, kind):
        raise OptionFault(f"{option} {quoted(value)}: is not a {what}")


def check_choice(option: str, value: object, known: Iterable[str]) -> None:
    """Raise OptionFault if the value of an option is none of the known ones."""
    if not isinstance(value, str | None) or value not in (known := tuple(known)):
        raise OptionFault(f"{option} {quoted(value)}: not known; known: {', '.join(known)}")


class IllegalAction(TowersimError):
    """The rules do not allow this action now; `why` is the reason without the action."""

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why or message
