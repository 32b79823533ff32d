"""A league: the attempts in a folder, validated by simulation and ranked per challenge."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, TowersimError
from towersim.common.units import Seat
from towersim.files.challengefile import challenge_names, find_challenge
from towersim.match.game import Game
from towersim.match.record import SUFFIX, read
from towersim.match.replay import validate
from towersim.practice.generated import named
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import FEWER, AnyGoal, Challenge

LABELLED: Final = re.compile(r" \((changed )?([0-9a-f]{8})\)\Z")
"""The end of a `label`: the beginning of the hash of the challenge's content."""

UNFINISHED: Final = "the attempt is not over"
"""Why an attempt does not count that was left without a result."""


class Entry(msgspec.Struct, frozen=True):
    """One attempt of a league; attempts with equal stars and measure share a rank, from 1."""

    challenge: str
    goal: AnyGoal
    rank: int
    name: str
    stars: int
    measure: float | None
    """In the unit of the goal; None if it was not met."""
    hand: str
    file: str
    title: str
    """The challenge's title as the file has it."""


class Refused(msgspec.Struct, frozen=True):
    """A file that is no attempt or does not validate, and the reason."""

    file: str
    why: str


class League(msgspec.Struct, frozen=True):
    """The entries by challenge and rank, and the files that do not count."""

    entries: tuple[Entry, ...]
    refused: tuple[Refused, ...]


Judged = Entry | Refused
"""A file's attempt without a rank, or why it does not count."""


def league(folder: Path) -> League:
    """Return the league of the records in a folder; OptionFault if it is not a folder.

    Every attempt is simulated again, and its hand must be the one that the seed determines.
    """
    if not folder.is_dir():
        raise OptionFault(f"{folder}: is not a folder")
    every = [judged(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    return ranked(every)


def ranked(every: Sequence[Judged]) -> League:
    """Return the league of judged files."""
    proven = sorted((one for one in every if isinstance(one, Entry)), key=_worth, reverse=True)
    entries, challenge = [], attrgetter("challenge")
    for _, same in groupby(sorted(proven, key=challenge), key=challenge):
        rank = 1
        for _, equal in groupby(same, key=_worth):
            tied = [replace(entry, rank=rank) for entry in equal]
            entries += tied
            rank += len(tied)
    return League(tuple(entries), tuple(one for one in every if isinstance(one, Refused)))


def _worth(entry: Entry) -> tuple[int, bool, float]:
    """Return stars, whether the goal was met, and the measure, so that more is better."""
    sign = -1.0 if isinstance(entry.goal, FEWER) else 1.0
    return entry.stars, entry.measure is not None, sign * (entry.measure or 0.0)


def judged(path: Path) -> Judged:
    """Simulate and judge the attempt in a file."""
    try:
        recording = read(path)
        if recording.header.game != PRACTICE.name:
            return Refused(path.name, f"is a game of {recording.header.game}")
        game = Game.loaded(recording)
        if game.outcome is None:
            return Refused(path.name, UNFINISHED)
        report = validate(recording)
    except TowersimError as fault:
        return Refused(path.name, str(fault).removeprefix(f"{path}: "))
    if (at := report.first_divergence) is not None:
        return Refused(path.name, f"line {at.line}: {at.why}")
    if not report.hand_proven:
        return Refused(path.name, "the record does not prove its hand")
    challenge: Challenge = game.view(Seat(0)).challenge
    stars, measure = game.outcome.stars or 0, game.outcome.reached
    seat = recording.header.seats[0]
    result = (stars, measure, seat.skill, path.name, challenge.title)
    return Entry(label(challenge), challenge.goal, 0, seat.name, *result)


def label(challenge: Challenge) -> str:
    """Return a challenge's name, to which a hash is added if another one may have the same name.

    An included or generated challenge has its plain name; "(changed 0123abcd)" follows if it
    differs from the one of this name, and "(0123abcd)" if there is none. Texts do not count.
    """
    plain = _plain(challenge)
    if (known := _known(plain.name)) is not None and _plain(known) == plain:
        return plain.name
    digest = sha256(msgspec.json.encode(plain)).hexdigest()[:8]
    return f"{plain.name} ({'changed ' if known else ''}{digest})"


def _plain(challenge: Challenge) -> Challenge:
    """Return a challenge as read from a record, without its texts and the hash of a label."""
    name = LABELLED.sub("", challenge.name)
    plain = replace(challenge, name=name, title="", hint="")
    return msgspec.convert(msgspec.to_builtins(plain), Challenge)


@cache
def _known(name: str) -> Challenge | None:
    """Return the included or generated challenge with a name; cached, as the solver makes some."""
    if name in challenge_names():
        return find_challenge(name)
    try:
        return named(name, date.min)
    except OptionFault:
        return None
