"""Rebound keys: a pressed key is translated to the default key of its function.

So a change applies to every game and menu, and all other code uses the default keys. Messages name
default keys, too (`towersim.common.messages`); `own_labels` gives the player's.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pygame

from towersim.common.messages import known, message as _, texts
from towersim.ui.input.bindings import USUAL_LINES, KeyBinding, KeyMap

KEY_CODES: Final = {
    name: code
    for constant, code in sorted(vars(pygame).items())
    if constant.startswith("K_") and (name := pygame.key.name(code))
}
"""Key codes by name, as in the settings."""

TEXTS: Final = texts(Path(__file__).with_name("texts.txt"))
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

    `ARROWS` stand for four keys; if one of these is rebound, return the labels of all four.

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
    return tuple(label(changes.get(arrow, arrow)) for arrow in four)


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
