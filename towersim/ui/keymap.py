"""Keys that a player has changed: a pressed key is said as the usual key whose job it has.

So a change counts in every game and menu, and all else speaks of the usual keys alone. Prompts are
written with the usual keys too; `prompt` puts the player's own into them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

import pygame

from towersim.ui.input import KeyMap

KEY_CODES: Final = {
    name: code
    for constant, code in sorted(vars(pygame).items())
    if constant.startswith("K_") and (name := pygame.key.name(code))
}
"""Every key by its name, as settings keep it."""

JOBS: Final = {
    "left": "to the left",
    "right": "to the right",
    "up": "up",
    "down": "down",
    "return": "let go, play, press the button",
    "space": "choose, flip, let go",
    "n": "decline, pass, put back",
    "tab": "go on to the next choice",
    "q": "turn left",
    "e": "turn right",
    "a": "quarter turn left",
    "d": "quarter turn right",
    "w": "set straight",
    "v": "see the last fall again",
    "f": "faster or slower",
    "g": "skip to your turn",
    "l": "the whole log",
    "m": "sound on and off",
    "f1": "rules and keys",
    "f9": "film the last collapse",
    "f11": "full screen",
    "escape": "pause, go back",
}
"""What each usual key that can be changed does, in most games."""

SHORT: Final = {
    "return": "Enter",
    "escape": "Esc",
}
"""How keys are called whose name is not what stands on them."""


def code(name: str) -> int | None:
    """Return the code of the key of that name, or None if there is none."""
    return KEY_CODES.get(name, ord(name) if len(name) == 1 else None)


Changes = Mapping[str, str]
"""The player's key for a usual one, by name; what is missing is as usual."""


def label(key: str) -> str:
    """Return how a key is called on the screen, by its name.

    >>> label("q"), label("return"), label("left shift")
    ('Q', 'Enter', 'Left Shift')
    """
    return SHORT.get(key, key.title())


def keys_fault(changes: Changes) -> str:
    """Return what is wrong with changed keys, as a clause; empty if nothing is.

    >>> [keys_fault(changes) for changes in ({"q": "z"}, {"z": "q"}, {"q": "e"})]
    ['', 'z: cannot be changed', 'e: does two jobs']
    """
    now = [changes.get(job, job) for job in JOBS]
    for usual, own in changes.items():
        if usual not in JOBS:
            return f"{usual}: cannot be changed"
        if code(own) is None:
            return f"{own}: there is no such key"
        if now.count(own) > 1:
            return f"{own}: does two jobs"
    return ""


def translated(event: pygame.event.Event, changes: Changes, *, playing: bool) -> pygame.event.Event:
    """Return a key's event as if it came from the usual key; other events as they are.

    A usual key that has no job any more does nothing while `playing`, but still works in menus.
    """
    if not changes or event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    name = pygame.key.name(event.key)
    usual = next((usual for usual, own in changes.items() if own == name), None)
    if usual is not None:
        return _said(event, KEY_CODES[usual])
    return _said(event, pygame.K_UNKNOWN) if playing and name in changes else event


def _said(event: pygame.event.Event, key: int) -> pygame.event.Event:
    return pygame.event.Event(event.type, {**event.dict, "key": key})


def changed(changes: Changes, job: str, key: str) -> dict[str, str]:
    """Return the changes with a key for a job; who had that key gets the one that is given up.

    >>> changed({}, "q", "e") == {"q": "e", "e": "q"}
    True
    """
    before = changes.get(job, job)
    other = next((name for name in JOBS if changes.get(name, name) == key), job)
    fresh = {**changes, job: key} if other == job else {**changes, job: key, other: before}
    return {usual: own for usual, own in fresh.items() if usual != own}


def conflict(changes: Changes, job: str, key: str, games: Mapping[str, KeyMap]) -> tuple[str, bool]:
    """Return who uses a key already, as a sentence, and whether the two keys could be swapped.

    `games` are the keys of each game, by its title. The sentence is empty if the key is free.
    """
    other = next((name for name in JOBS if changes.get(name, name) == key), job)
    if other != job:
        return f"{label(key)} is taken: {JOBS[other]}.", True
    for title, keys in games.items():
        for line in keys:
            if key not in JOBS and code(key) in {one for some in line.keys for one in some}:
                return f"{label(key)} is taken in {title}: {line.help}.", False
    return "", False


_IN_BRACKETS: Final = re.compile(r"\(([^() ]+)\)")
_NAMED: Final = re.compile(r"\b(Enter|Space|Tab|Esc|F1|F9|F11)\b")
_LETTER: Final = re.compile(
    r"(?<=[Pp]ress )[A-Z]\b|(?<=[Kk]ey )[A-Z]\b|(?<=or )[A-Z](?= to)|(?<=with )[A-Z]\b"
    r"|\b[A-Z](?= (?:takes|turns|again)\b)"
)
"""Letters that are keys where prompts name them, as in "Press D to finish, or R to …"."""


def prompt(words: str, changes: Changes) -> str:
    """Return a prompt with the player's own keys in it.

    >>> prompt("No card  (N)", {"n": "x"}), prompt("Enter takes it, N takes none.", {"n": "x"})
    ('No card  (X)', 'Enter takes it, X takes none.')
    """
    if not changes:
        return words
    own = {label(usual): label(key) for usual, key in changes.items()}

    def swap(group: int) -> Callable[[re.Match[str]], str]:
        return lambda found: found[0].replace(found[group], own.get(found[group], found[group]))

    for pattern, group in ((_IN_BRACKETS, 1), (_NAMED, 0), (_LETTER, 0)):
        words = pattern.sub(swap(group), words)
    return words


def key_label(words: str, changes: Changes) -> str:
    """Return how the keys of a line of the help page are called.

    >>> key_label("Q  E", {"e": "z"}), key_label("Arrows", {"left": "j"})
    ('Q  Z', 'J  Right  Up  Down')
    """
    if words == "Arrows" and any(arrow in changes for arrow in ("left", "right", "up", "down")):
        return "  ".join(label(changes.get(a, a)) for a in ("left", "right", "up", "down"))
    own = {label(usual): label(key) for usual, key in changes.items()}
    return re.sub(r"\S+", lambda found: own.get(found[0], found[0]), words)
