"""Key bindings of menus and games, rebound keys; the pointer, and the hand's target.

A rebound key is translated to the default key of its function, so a change applies to every game
and menu, and all other code uses the default keys. Messages name default keys, too
(`towersim.common.messages`); `own_labels` gives the player's.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

import pygame

from towersim.common.messages import known, message as _, texts
from towersim.common.units import Pose, Target, Vec


class KeyCommand(StrEnum):
    """The commands common to all games; a game has its own enumeration for further keys."""

    NEXT = "next"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    TURN_LEFT = "turn left"
    TURN_RIGHT = "turn right"
    QUARTER_LEFT = "quarter turn left"
    QUARTER_RIGHT = "quarter turn right"
    UPRIGHT = "upright"
    CONFIRM = "confirm"
    REFUSE = "refuse"
    LOG = "log"
    BUTTONS = "to the buttons"
    BUTTONS_BACK = "back through the buttons"
    PACE = "pace"
    SKIP = "skip to a person"
    SEE_AGAIN = "see again"
    PAUSE = "pause"
    RULES = "rules"
    FULL_SCREEN = "full screen"
    MUTE = "mute"
    CLIP = "clip"


class KeyBinding(NamedTuple):
    """A line of a help page: the keys of each command, and their effect."""

    keys: Mapping[StrEnum, tuple[int, ...]]
    help: str = ""
    label: str = ""
    """The label of the keys if their names (`keys_label`) do not do."""

    @property
    def names(self) -> set[str]:
        """The names of all its keys."""
        return {pygame.key.name(key) for keys in self.keys.values() for key in keys}


KeyMap = Sequence[KeyBinding]
"""All key bindings of a game, in the order of its help page."""
Gestures = Sequence[tuple[str, str]]
"""Uses of the mouse, each with its effect."""


def written_keys(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield number, head and words of each line in a text of keys (`read_keys`)."""
    for number, line in enumerate(text.splitlines(), 1):
        head, *words = line.split(" | ")
        yield number, head, words


def _read(file: Path, own: type[StrEnum], usual: KeyMap) -> tuple[KeyMap, Gestures]:
    keys, mouse = list[KeyBinding](), list[tuple[str, str]]()
    commands: dict[str, StrEnum] = {str(command): command for command in (*KeyCommand, *own)}
    for _number, head, words in written_keys(file.read_text(encoding="utf-8")):
        if head.startswith("* "):
            mouse.append((known(head[2:]), known(words[0])))
        else:
            parts = (part.partition(": ") for part in head.split(", ") if part)
            bound = {commands[name]: _codes(names) for name, _, names in parts}
            keys.append(_completed(KeyBinding(bound, *map(known, words)), usual))
    return keys, mouse


def _completed(line: KeyBinding, usual: KeyMap) -> KeyBinding:
    """Return a line with keys, effect and label of the usual lines where it has none."""
    keys = {key: codes for each in usual for key, codes in each.keys.items()}
    bound = {command: codes or keys[command] for command, codes in line.keys.items()}
    same = next((each for each in usual if each.keys.keys() == bound.keys()), line)
    return KeyBinding(bound, line.help or same.help, line.label or same.label)


def _codes(names: str) -> tuple[int, ...]:
    """Return key codes by the ends of pygame's constants: "r kp1 f5"; "digits" are 1 to 9."""
    if names == "digits":
        return (*range(pygame.K_1, pygame.K_9 + 1), *range(pygame.K_KP1, pygame.K_KP9 + 1))
    each = (name if len(name) == 1 else name.upper() for name in names.split())
    return tuple(getattr(pygame, f"K_{name}") for name in each)


USUAL_LINES: Final = _read(Path(__file__).with_name("keys.txt"), KeyCommand, ())[0]
"""The lines of commands that are common to all games."""


def usual_lines(*commands: KeyCommand) -> KeyMap:
    """Return the usual lines of these commands."""
    return [line for line in USUAL_LINES if not line.keys.keys().isdisjoint(commands)]


COMMON: Final = usual_lines(
    *(KeyCommand.NEXT, KeyCommand.LEFT, KeyCommand.CONFIRM, KeyCommand.REFUSE, KeyCommand.PACE),
    *(KeyCommand.LOG, KeyCommand.PAUSE, KeyCommand.RULES, KeyCommand.MUTE, KeyCommand.CLIP),
    KeyCommand.FULL_SCREEN,
)
"""Keys of menus and of games without blocks."""


def read_keys(file: Path, own: type[StrEnum] = KeyCommand) -> tuple[KeyMap, Gestures]:
    """Return the keys and the uses of the mouse in a text, with the commands of a game's `own`.

    A line has commands with their keys, the effect, and a label for the keys; what it leaves out is
    as in `keys.txt` of this folder. "*" is before a use of the mouse.
    """
    return _read(file, own, USUAL_LINES)


def command_for_key(key: int, keys: KeyMap = COMMON) -> StrEnum | None:
    """Return the command of a key, or None.

    >>> command_for_key(pygame.K_RETURN)
    <KeyCommand.CONFIRM: 'confirm'>
    """
    bound = chain.from_iterable(line.keys.items() for line in keys)
    return next((command for command, some in bound if key in some), None)


def number(key: int) -> int | None:
    """Return the digit of a key, from 1 to 9, or None."""
    for first in (pygame.K_1, pygame.K_KP1):
        if first <= key <= first + 8:
            return key - first + 1
    return None


Item = TypeVar("Item")


def neighbour(items: Sequence[Item], present: Item, step: int) -> Item:
    """Return the item after the present one (`step` 1) or before it (-1), cyclically.

    That of another item is the first or the last; if there are no items, it is the present one.

    >>> neighbour("abc", "c", 1), neighbour("abc", "x", -1), neighbour("", "x", 1)
    ('a', 'c', 'x')
    """
    if present not in items:
        return items[0 if step > 0 else -1] if items else present
    return items[(items.index(present) + step) % len(items)]


def notches(event: pygame.event.Event) -> float:
    """Return the notches of a wheel event, positive forwards; touchpads send fractions."""
    turned: float = getattr(event, "precise_y", 0.0) or event.y
    return turned


STEPS: Final[Mapping[object, int]] = {
    KeyCommand.NEXT: 1,
    KeyCommand.RIGHT: 1,
    KeyCommand.DOWN: 1,
    KeyCommand.LEFT: -1,
    KeyCommand.UP: -1,
}
"""The commands that go to the next item (1) or to the previous one (-1)."""
SPEED: Final = 0.22
"""Speed of the hand with arrow keys, in m/s; a sixth of it with Shift."""
SPIN: Final = math.radians(110)
"""Angular speed of the hand with Q and E, in rad/s; a sixth of it with Shift."""
NOTCH: Final = math.radians(15)
"""Angle of the hand per notch of the wheel, in radians; a sixth of it with Shift."""
ZOOM_NOTCH: Final = 1.15
"""Zoom factor of the camera per notch of the wheel."""
FINE: Final = 1 / 6
DIRECTIONS: Final[Mapping[StrEnum, tuple[int, int]]] = {
    KeyCommand.LEFT: (-1, 0),
    KeyCommand.RIGHT: (1, 0),
    KeyCommand.UP: (0, 1),
    KeyCommand.DOWN: (0, -1),
}
"""Direction of each arrow: x to the right, y up."""

QUARTERS: Final[Mapping[StrEnum, int]] = {
    KeyCommand.QUARTER_LEFT: 1,
    KeyCommand.UPRIGHT: 0,
    KeyCommand.QUARTER_RIGHT: -1,
}
"""Number of quarter turns of each command, counter-clockwise; 0: to the nearest."""


def quarter_turn(angle: float, quarters: int) -> float:
    """Return the multiple of a quarter turn nearest to `angle`, plus `quarters` more, in radians.

    >>> quarter_turn(0.1, 0), round(quarter_turn(0.1, -1), 3)
    (0.0, -1.571)
    """
    return (round(angle / (math.pi / 2)) + quarters) * (math.pi / 2)


class Deflection(NamedTuple):
    """Deflection of a gamepad: stick x and y, and the turn of the triggers, -1 … 1 each."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


AT_REST: Final = Deflection()


class HandInput:
    """The hand's target, moved by mouse, keyboard and gamepad; held keys move it continuously."""

    def __init__(self) -> None:
        self._down: set[StrEnum] = set()
        self._at, self._angle = pygame.Vector2(), 0.0

    @property
    def target(self) -> Target:
        """The current target of the hand."""
        return Target(self._at.x, self._at.y, self._angle)

    def begin(self, pose: Pose) -> None:
        """Start at the pose of the block."""
        self._at, self._angle = pygame.Vector2(pose[:2]), pose.angle

    def point(self, at: Vec) -> None:
        """Move to a point, in metres."""
        self._at = pygame.Vector2(at)

    def wheel(self, notches: float, *, fine: bool = False) -> None:
        """Turn by the wheel; forwards is counter-clockwise."""
        self._angle += notches * NOTCH * (FINE if fine else 1.0)

    def press(self, command: StrEnum) -> None:
        """Snap to a quarter turn, or register another command's key as held."""
        if command in QUARTERS:
            self._angle = quarter_turn(self._angle, QUARTERS[command])
        else:
            self._down.add(command)

    def lift(self, command: StrEnum) -> None:
        """Register the release of a key."""
        self._down.discard(command)

    def rest(self) -> None:
        """Release all keys, as when the window loses focus."""
        self._down.clear()

    def step(self, seconds: float, *, fine: bool, push: Deflection = AT_REST) -> None:
        """Advance the target by the gamepad or, if that is at rest, by the held keys."""
        share = seconds * (FINE if fine else 1.0)
        way = pygame.Vector2(push.x, push.y)
        for command in () if way else DIRECTIONS.keys() & self._down:
            way += DIRECTIONS[command]
        self._at += way * SPEED * share
        keys = (KeyCommand.TURN_LEFT in self._down) - (KeyCommand.TURN_RIGHT in self._down)
        self._angle += (push.turn or keys) * SPIN * share

    def keep(self, low: Vec, high: Vec) -> None:
        """Keep the hand inside a rectangle, in metres."""
        self._at.x = min(max(self._at.x, low.x), high.x)
        self._at.y = min(max(self._at.y, low.y), high.y)


NOWHERE: Final = (-1, -1)
"""Position of the mouse while it is outside the window."""


class Pointer:
    """The pointer's state in any game; games may extend it."""

    def __init__(self) -> None:
        self.at: tuple[int, int] = NOWHERE
        self.keys = False
        """Whether the keyboard pointed last."""
        self.fine = False
        """Whether Shift is down."""
        self.push = AT_REST
        """Deflection of the gamepads."""

    @property
    def mouse(self) -> tuple[int, int] | None:
        """The position of the mouse; None if it is outside or the keyboard pointed last."""
        return None if self.keys or self.at == NOWHERE else self.at


KEY_CODES: Final = {
    name: code
    for constant, code in sorted(vars(pygame).items())
    if constant.startswith("K_") and (name := pygame.key.name(code))
}
"""Key codes by name, as in the settings."""

TEXTS: Final = texts(__file__)
JOBS: Final = TEXTS["functions"]
"""The function of each default key that can be rebound, in most games."""

NAMES: Final = TEXTS["keys"]
"""Labels of keys whose SDL name differs from their caption, or needs translation."""


def code(name: str) -> int | None:
    """Return the key code of a name, or None if there is no such key."""
    return KEY_CODES.get(name, ord(name) if len(name) == 1 else None)


USUAL: Final = {str(caption).lower(): name for name, caption in NAMES.items()}
"""Names of the keys in `NAMES`, by English caption in small letters."""
ARROWS: Final = {"Arrows": _("Arrows"), "arrows": _("arrows")}
"""Captions of the four arrow keys together."""

Changes = Mapping[str, str]
"""The player's key for each rebound default key, by name."""
UNCHANGED: Final[Changes] = MappingProxyType({})


def label(key: str) -> str:
    """Return the label of a key on the screen, given its name.

    >>> label("q"), label("return"), label("left shift")
    ('Q', 'Enter', 'Left Shift')
    """
    return NAMES.get(key, key.title())


def own_labels(caption: str, changes: Changes) -> tuple[str, ...]:
    """Return the label of the player's key for a default key, named by its English caption.

    `ARROWS` stand for four keys; if one of these is rebound, return the labels of all four. A
    change may also be to a part of a gamepad.

    >>> own_labels("Esc", {"escape": "k"}), own_labels("Arrows", {}), own_labels("Q", {"e": "z"})
    (('K',), ('Arrows',), ('Q',))
    >>> own_labels("arrows", {"left": "j"})
    ('J', 'Right', 'Up', 'Down')
    """
    if caption not in ARROWS:
        name = USUAL.get(caption.lower(), caption.lower())
        return (label(changes.get(name, name)),)
    four = ("left", "right", "up", "down")
    if changes.keys().isdisjoint(four):
        return (ARROWS[caption],)
    return tuple(dict.fromkeys(label(changes.get(arrow, arrow)) for arrow in four))


def keys_label(line: KeyBinding) -> str:
    """Return the label of a line of the help page: the first two keys of each command.

    >>> keys_label(USUAL_LINES[2]), keys_label(USUAL_LINES[4])
    ('Space  or  Enter', 'Q  E')
    """
    if line.label:
        return line.label
    captions = [
        [f"{{key:{label(name)}}}" for name in map(pygame.key.name, keys) if not _is_on_pad(name)]
        for keys in line.keys.values()
    ]
    usual, other = (
        known("  ".join(chain.from_iterable(names[rank : rank + 1] for names in captions)))
        for rank in (0, 1)
    )
    return _("{usual}  or  {other}", usual=usual, other=other) if other else usual


def _is_on_pad(name: str) -> bool:
    """Return whether a key is one of the number pad, which its label leaves out."""
    return name == "enter" or (len(name) > 1 and name.startswith("["))


def keys_fault(changes: Changes) -> str:
    """Return the first fault in rebound keys, as a clause; empty if there is none.

    >>> [keys_fault(changes) for changes in ({"q": "z"}, {"7": "q"}, {"q": "e"})]
    ['', '7: cannot be changed', 'e: does two jobs']
    """
    now = [changes.get(job, job) for job in {**JOBS, **changes}]
    for usual, own in changes.items():
        if usual not in JOBS and not _is_letter(usual):
            return _("{key}: cannot be changed", key=usual)
        if code(own) is None:
            return _("{key}: there is no such key", key=own)
        if now.count(own) > 1:
            return _("{key}: does two jobs", key=own)
    return ""


def _is_letter(name: str) -> bool:
    return len(name) == 1 and "a" <= name <= "z"


def letters(games: Mapping[str, KeyMap]) -> dict[str, dict[str, str]]:
    """Return the letter keys used only by some games: their functions by the game's title.

    `games` holds the key bindings by title; the letters are in alphabetical order.
    """
    functions: dict[str, dict[str, str]] = {}
    for title, keys in games.items():
        for line in keys:
            for name in line.names:
                if _is_letter(name) and name not in JOBS and line not in USUAL_LINES:
                    functions.setdefault(name, {})[title] = line.help
    return dict(sorted(functions.items()))


def translated(event: pygame.event.Event, changes: Changes, *, playing: bool) -> pygame.event.Event:
    """Return a key event with the default key of its function; other events unchanged.

    A default key without a function does nothing while `playing`, but still works in menus.
    """
    if not changes or event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    name = pygame.key.name(event.key)
    usual = next((usual for usual, own in changes.items() if own == name), None)
    if usual is not None:
        return _with_key(event, KEY_CODES[usual])
    return _with_key(event, pygame.K_UNKNOWN) if playing and name in changes else event


def _with_key(event: pygame.event.Event, key: int) -> pygame.event.Event:
    return pygame.event.Event(event.type, {**event.dict, "key": key})


def changed(changes: Changes, job: str, key: str, jobs: Iterable[str] = JOBS) -> dict[str, str]:
    """Return the changes with a key for a job; the key's former job gets the key given up.

    >>> changed({}, "q", "e") == {"q": "e", "e": "q"}
    True
    """
    before = changes.get(job, job)
    other = next((name for name in jobs if changes.get(name, name) == key), job)
    fresh = {**changes, job: key} if other == job else {**changes, job: key, other: before}
    return {usual: own for usual, own in fresh.items() if usual != own}


def conflict(
    changes: Changes, job: str, key: str, jobs: Mapping[str, str], games: Mapping[str, KeyMap]
) -> tuple[str, bool]:
    """Return the conflict about a key, as a sentence, and whether the keys could be swapped.

    `jobs` holds the functions of keys that can be rebound, `games` the key bindings by title. The
    sentence is empty if the key is free.
    """
    other = next((name for name in jobs if changes.get(name, name) == key), job)
    if other != job:
        return _("{key} is taken: {job}.", key=label(key), job=jobs[other]), True
    for title, keys in games.items():
        for line in keys:
            if key not in jobs and key in line.names:
                sentence = _(
                    "{key} is taken in {game}: {job}.", key=label(key), game=title, job=line.help
                )
                return sentence, False
    return "", False
