"""Faults in what a user gives; programming errors stay ordinary exceptions.

::

    TowersimError
    ├── FileFault           a file is not what it should be: which file, where in it, why
    │   ├── SceneFault      a scene, piece set, table or sweep of `levels/`
    │   ├── RecordFault     a record of a game
    │   └── ResultFault     the results of a sweep, or people's answers
    ├── OptionFault         a name or value given on the command line or in a menu
    ├── HeuristicFault      an answer of somebody's heuristic: whose, in which trial, why
    └── IllegalAction       an action that the rules do not allow now

Each message is one line that says what, where and why; the command line prints it and exits
with code 2. Of a file's own text it quotes `QUOTED` characters at most.
"""

import re
from pathlib import Path

QUOTED = 120
"""The most that a message quotes of the text of a file, in characters."""
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
"""The words of msgspec, and those of somebody who writes a TOML file."""
_QUOTATION = re.compile(r"(['\"`]).*\1")
_PATTERN = re.compile(r"matching regex '.*'")
_WORD = re.compile(rf"\S{{{QUOTED + 1},}}")


def abridged(message: str) -> str:
    """Return a message on one line, with what it quotes cut to `QUOTED` characters.

    >>> len(abridged(f"unknown key `{'spam ' * 1000}`")) - len("unknown key ")
    120
    """
    line = " ".join(message.split())
    for long in (_QUOTATION, _WORD):
        line = long.sub(lambda found: _cut(found[0]), line)
    return line


def in_plain_words(fault: Exception) -> tuple[str, str]:
    """Return why msgspec refuses a value, in plain words, and where in it, such as ``.at[0]``.

    >>> in_plain_words(ValueError("Expected `int`, got `str` - at `$.cards`"))
    ('expected a whole number, got text', '.cards')
    >>> in_plain_words(ValueError("Expected `str` matching regex '^[a-z]+$' - at `$.name`"))
    ('expected text of another form', '.name')
    """
    why, _, where = str(fault).partition(" - at `$")
    for said, plain in PLAIN.items():
        why = why.replace(said, plain)
    why = _PATTERN.sub("of another form", why)
    return why, where.removesuffix("`")


def _cut(text: str) -> str:
    """Return a text with its middle left out if it is too long."""
    half = QUOTED // 2
    return text if len(text) <= QUOTED else f"{text[:half]}…{text[1 - half :]}"


class TowersimError(Exception):
    """Any fault in what a user gave; its text is one line."""


class FileFault(TowersimError):
    """A file is not what it should be; `where` is a path inside it such as ``$.blocks[3].at``.

    A fault of the whole file is at ``$``, which is not said to people.

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
        # An exception is pickled with what its base was given, which is one text: a fault on its
        # way home from a worker would break the pool.
        return type(self), (self.file, self.where, self.why)


class SceneFault(FileFault):
    """A scene, a piece set, a table set-up or a sweep cannot be used."""


class RecordFault(FileFault):
    """A record of a game is damaged or of another format."""


class ResultFault(FileFault):
    """Results of a sweep or people's answers are damaged, or belong to something else."""


class HeuristicFault(TowersimError):
    """A heuristic gave an answer that is none, or broke down: whose, in which trial, why."""

    def __init__(self, heuristic: str, trial: str, why: str) -> None:
        self.heuristic = heuristic
        self.trial = trial
        self.why = " ".join(why.split())
        super().__init__(f"heuristic {heuristic!r}: trial {trial}: {self.why}")

    def __reduce__(self) -> tuple[type["HeuristicFault"], tuple[str, str, str]]:
        return type(self), (self.heuristic, self.trial, self.why)


class OptionFault(TowersimError):
    """A name or value that was asked for does not exist or is out of range."""


class IllegalAction(TowersimError):
    """The rules do not allow this action now; `why` is the reason alone, in plain English."""

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why or message
