"""The parts of a game that any display can show without knowing the game."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, reduce
from pathlib import Path
from typing import Final, Literal, NamedTuple

from towersim.common.messages import Message, message as _, plural, texts
from towersim.common.units import Seat

_PARAGRAPH: Final = re.compile(r"(#|\[[^]]+\])? ?(.+)")
_VALUES: Final = {"true": True, "false": False}
ORDINALS: Final = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"))
"""Places, and the order of collapse, as words."""
VALUE: Final = re.compile(r"\{(\w+)\}")
"""A placeholder of a text."""


class Face(NamedTuple):
    """The face of a card."""

    corner: str
    """Its number or letter; empty for a card with a sign alone."""
    name: str
    """The card in words."""
    colour: str
    """The name of its colour; "paper" and "ink" are French red and black."""
    sign: str = ""
    """The name of its sign; empty for the one of its colour."""
    badge: str = ""
    """The colour for which it stands; empty for its own."""


class Zone(NamedTuple):
    """Cards that lie together: the open ones and the number of face-down ones."""

    title: str
    faces: tuple[Face, ...] = ()
    hidden: int = 0
    seat: Seat | None = None
    """The owner; None for the middle of the table."""
    groups: tuple[int, ...] = ()
    """The numbers of open cards that lie together; empty for a single group."""


class RulesPage(NamedTuple):
    """A page of a game's rules: its title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


def written(text: str) -> Iterator[tuple[int, str, str]]:
    r"""Yield the line, the head and the words of each paragraph in the text of a file of rules.

    The head is "#" before a title, a condition, or empty.

    >>> list(written("# A turn\n\n[short and not easy] Take\none.\n"))
    [(1, '#', 'A turn'), (3, 'short and not easy', 'Take one.')]
    """
    line = 1
    for block in text.split("\n\n"):
        head, words = _PARAGRAPH.findall(block.strip().replace("\n", " "))[0]
        yield line, head.strip("[]"), words
        line += block.count("\n") + 2


def rules_pages(game: str, facts: Mapping[str, object]) -> tuple[RulesPage, ...]:
    """Return the pages in the file ``pages.txt`` of a game, for a game with these facts."""
    return text_pages(Path(__file__).parent / _file(game, "pages.txt"), facts)


def text_pages(file: Path, facts: Mapping[str, object] = {}) -> tuple[RulesPage, ...]:
    """Return the pages in a text file: a title after "#", and the paragraphs below it.

    A paragraph may begin with conditions in brackets, such as ``[short and not star is safe]``, and
    contain values such as ``{rounds}``; both are of the facts.
    """
    pages: list[RulesPage] = []
    for _line, head, words in written(file.read_text(encoding="utf-8")):
        told = Message(words, {name: facts[name] for name in VALUE.findall(words)})
        if head == "#":
            pages.append(RulesPage(told, ()))
        elif not head or holds(head, facts.__getitem__):
            pages[-1] = RulesPage(pages[-1].title, (*pages[-1].paragraphs, told))
    return tuple(pages)


def _file(game: str, name: str) -> str:
    return f"{game.replace('-', '_')}/{name}"


def holds(condition: str, of: Callable[[str], object]) -> bool:
    """Return whether the conditions of a text hold: values are true or, with "is", have a name.

    Several are joined by "and".
    """
    for one in condition.split(" and "):
        name, _, value = one.removeprefix("not ").partition(" is ")
        is_so = str(of(name)) == value if value else bool(of(name))
        if is_so is one.startswith("not "):
            return False
    return True


@cache
def sentences(game: str) -> Mapping[str, Mapping[str, Message]]:
    """Return the texts in the file ``sentences.txt`` of a game.

    Its parts are the events, each by its tag and perhaps conditions in brackets ("seat is you" for
    what the seat itself reads), the requests (an action by its tag, on the button of a page, with
    the values of the first event that it would bring), the phases (the reason against any other
    action than those that a phase waits for), and names of things.
    """
    return texts(__file__, _file(game, "sentences.txt"))


class OptionText(NamedTuple):
    """The texts of a game's option: its title, a name for each value, and its effect."""

    title: str
    values: Mapping[object, str]
    help: str


@cache
def option_texts(game: str) -> Mapping[str, OptionText]:
    """Return the texts of the options in the file ``options.txt`` of a game, by field.

    The file has a part for each option: its title, the name of each value, and its help.
    """
    return {
        field: OptionText(
            part["title"],
            {_value(name): part[name] for name in part if name not in OptionText._fields},
            part["help"],
        )
        for field, part in texts(__file__, _file(game, "options.txt")).items()
    }


def _value(name: str) -> object:
    """Return the value of an option from its name in a file."""
    return int(name) if name.isdigit() else _VALUES.get(name, name)


@cache
def signs() -> Mapping[str, Sequence[str]]:
    """Return the lines of every sign on cards, plates and buttons by its name."""
    whole = Path(__file__).with_name("signs.txt").read_text(encoding="utf-8")
    parts = [part.splitlines() for part in whole.split("\n\n")[1:]]
    return {head.removeprefix("sign "): lines for head, *lines in parts}


Unit = Literal["points", "tokens", "cards", "cubes", "pieces"]
"""What is counted in a game."""
_COUNTED: Final[Mapping[Unit, Message]] = {
    "points": plural("{count} point", "{count} points", 1),
    "tokens": plural("{count} token", "{count} tokens", 1),
    "cards": plural("{count} card", "{count} cards", 1),
    "cubes": plural("{count} cube", "{count} cubes", 1),
    "pieces": plural("{count} piece", "{count} pieces", 1),
}


def count_text(unit: Unit, number: int) -> Message:
    """Return a number with its unit.

    >>> count_text("points", 1), count_text("cards", 12)
    ('1 point', '12 cards')
    """
    one = _COUNTED[unit]
    return Message(one.template, {"count": number}, one.many, number)


_COMMA: Final = _("{before}, {one}")


def joined(parts: Iterable[str], by: Message = _COMMA) -> str:
    """Return parts of a text, at least one, joined by commas or `by` another message of two.

    >>> joined(["a", "b"]), joined(["a", "b", "c"], _("{before} + {one}"))
    ('a, b', 'a + b + c')
    """
    return reduce(lambda before, one: by.filled(before=before, one=one), parts)


class Counts(NamedTuple):
    """A number for each seat with its unit; no numbers in a game without a count."""

    unit: Unit
    numbers: tuple[int, ...]
    notes: tuple[tuple[str, ...], ...] = ()
    """For each seat what else all see of it, in a few words each; empty for nothing."""

    def texts(self, seats: int) -> tuple[str, ...]:
        """Return the count of each seat as a text; empty texts without numbers."""
        return tuple(count_text(self.unit, n) for n in self.numbers) or ("",) * seats


class Sound(StrEnum):
    """What an event sounds like."""

    CARD = "card"
    SHUFFLE = "shuffle"
    COIN = "coin"
    DIE = "die"
    BREATH = "breath"
    FANFARE = "fanfare"
    NONE = "none"


class Viewed:
    """A view's `viewer`, None for an onlooker, who sees no hand, and the seat that it is."""

    __slots__ = ()
    viewer: Seat | None

    @property
    def seat(self) -> Seat:
        """The seat whose view this is; ValueError for an onlooker's."""
        if self.viewer is None:
            raise ValueError("an onlooker has no seat")
        return self.viewer


def listed(things: Iterable[object], *, either: bool = False) -> str:
    """Return things as a list in words, joined by "and" or (`either`) "or"; ValueError for none.

    >>> listed(["Ann"]), listed(["Ann", "Bob"]), listed(["Ann", "Bob", "Cid"], either=True)
    ('Ann', 'Ann and Bob', 'Ann, Bob or Cid')
    """
    *others, last = map(str, things)
    if not others:
        return last
    if either:
        return _("{before} or {last}", before=joined(others), last=last)
    return _("{before} and {last}", before=joined(others), last=last)


def scored(names: Iterable[str], scores: Iterable[int]) -> str:
    """Return names with their scores as a text; names without a score are left out.

    >>> scored(["Ann", "Bob"], [3, 0])
    'Ann 3, Bob 0'
    """
    each = zip(names, scores, strict=False)
    return joined(_("{name} {score}", name=name, score=score) for name, score in each)
