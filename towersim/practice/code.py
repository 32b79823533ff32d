"""Codes: a challenge, or an attempt at one, as a text that can be pasted, and its reception.

A code is `PREFIX` and the URL-safe base64 of a record, compressed by zlib, which adds a check sum.
A challenge alone is a record in which nobody has moved.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, TowersimError, abridged, in_plain_words
from towersim.common.messages import Message, message as _, plain
from towersim.common.units import Pose
from towersim.common.whole_file import write_whole
from towersim.files.challengefile import load_challenge
from towersim.match.game import Game
from towersim.match.record import SUFFIX, Name, Recording, SeatSpec, header, newest_first, read
from towersim.practice.league import Entry, Refused, judged, label
from towersim.rules import PRACTICE
from towersim.rules.base import StartTest
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import measure_text
from towersim.rules.practice.state import Options

PREFIX: Final = "tower1-"
MOST: Final = 16 * 2**20
"""The maximum size of a code and of its record, in bytes."""
CODE: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_-]+")
SAFE_NAME: Final = re.compile(r"\w[\w .()-]{0,79}")
"""A challenge's name from outside: it becomes the name of a file."""
LONGEST: Final = 160
"""The maximum length of a title or hint from outside, in characters."""
TYPICAL: Final = Path(__file__).with_name("typical.json").read_bytes()
"""zlib's dictionary, which halves the code of a challenge; another one needs another `PREFIX`."""


class Rival(NamedTuple):
    """A friend's attempt: what there is to beat."""

    name: str
    measure: float | None
    """In the unit of the goal; None if it was not met."""
    ghost: tuple[tuple[str, Pose], ...]
    """Kind and pose of each piece before any test."""

    def compared(self, challenge: Challenge, own: float | None) -> Message:
        """Return who is ahead by the measure of the goal, as a sentence."""
        theirs, mine = (measure_text(challenge.goal, one) for one in (self.measure, own))
        if theirs == mine:
            return _("You are level with {name}.", name=self.name)
        sign = -1 if challenge.fewer_is_better else 1
        if own is not None and (self.measure is None or sign * own > sign * self.measure):
            if self.measure is None:
                return _("You beat {name}, who missed the goal.", name=self.name)
            return _("You beat {name}: {measure}.", name=self.name, measure=theirs)
        return _("{name} is still ahead: {measure}.", name=self.name, measure=theirs)


class Received(msgspec.Struct, frozen=True):
    """What a friend sent: a challenge, and the result of a valid attempt at it, or None."""

    challenge: Challenge
    """Its name is its `label`, so that its attempts do not count for another challenge."""
    entry: Entry | None


def code_of(challenge: Challenge) -> str:
    """Return the code of a challenge."""
    options = msgspec.to_builtins(Options(challenge), enc_hook=plain)
    made = header(PRACTICE.name, msgspec.convert(options, Options), [SeatSpec("Ada")], seed=1)
    return packed(msgspec.json.encode(made) + b"\n")


def attempt_code(record: Path, name: str = "") -> str:
    """Return the code of a record, in which the player has another `name`, if one is given."""
    head = read(record).header
    if head.game != PRACTICE.name:
        raise OptionFault(f"{record}: is a game of {head.game}")
    header_line, _, rest = _contents(record).partition(b"\n")
    if name:
        try:
            seat = replace(head.seats[0], name=msgspec.convert(name, Name))
        except msgspec.ValidationError as fault:
            raise OptionFault(f"--name: {in_plain_words(fault)[0]}") from fault
        header_line = msgspec.json.encode(replace(head, seats=(seat,)))
    return packed(header_line + b"\n" + rest)


def packed(record: bytes) -> str:
    """Return the code of a record's content."""
    press = zlib.compressobj(9, zdict=TYPICAL)
    data = press.compress(record) + press.flush()
    return PREFIX + urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(code: str) -> bytes:
    """Return the record of a code; spaces and line ends in it do not count.

    OptionFault if the code is damaged or its content larger than `MOST`.
    """
    text = "".join(code.split())
    if not CODE.fullmatch(text):
        raise OptionFault(_("this is not a code: one begins with {prefix}", prefix=PREFIX))
    text, press = text.removeprefix(PREFIX), zlib.decompressobj(zdict=TYPICAL)
    with suppress(zlib.error, ValueError):
        content = press.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), MOST)
        if press.eof and not press.unused_data:
            return content
    raise OptionFault(_("the code is damaged: a part is missing, differs or is too large"))


def is_sent(text: str) -> bool:
    """Return whether a word is a code, or the name of a file with one or with an attempt."""
    return text.startswith(PREFIX) or text.endswith((SUFFIX, ".txt"))


def receive(text: str, rivals: Path) -> Received:
    """Return what a code, or the file of a code, a record or a challenge, holds, once checked.

    An attempt is simulated, and its record is kept in the folder `rivals` for `rival_at`.
    OptionFault says in one line what is wrong.
    """
    path = Path(text)
    if text.endswith(".toml"):
        return Received(_named(load_challenge(path)), None)
    if text.strip().startswith(PREFIX) or not text.strip():
        return _opened(unpacked(text), rivals)
    content = _contents(path)
    try:
        is_code = not content.startswith(b"{")
        return _opened(unpacked(content.decode(errors="replace")) if is_code else content, rivals)
    except TowersimError as fault:
        raise OptionFault(
            _("{first}: {rest}", first=abridged(path.name), rest=str(fault))
        ) from fault


def _opened(content: bytes, rivals: Path) -> Received:
    """Return what the content of a record holds; a fault in it names no file."""
    with TemporaryDirectory() as folder:
        kept = Path(folder) / f"code{SUFFIX}"
        kept.write_bytes(content)
        try:
            return _received(read(kept), rivals)
        except TowersimError as fault:
            raise OptionFault(str(fault).removeprefix(f"{kept}: ")) from fault


def _received(recording: Recording, rivals: Path) -> Received:
    if recording.header.game != PRACTICE.name:
        raise OptionFault(f"it is a game of {recording.header.game}")
    challenge = _named(Game.at_start(recording).options.challenge)
    if not recording.steps:
        return Received(challenge, None)
    attempt = judged(recording.file)
    if isinstance(attempt, Refused):
        raise OptionFault(attempt.why)
    by = re.sub(r"[^\w ]", "", recording.header.seats[0].name)
    kept = rivals / f"{challenge.name} - {by}{SUFFIX}"
    write_whole(kept, recording.file.read_bytes(), make_folder=True)
    return Received(challenge, attempt)


def _named(challenge: Challenge) -> Challenge:
    """Return a challenge from outside with its label as name, or raise OptionFault."""
    if not SAFE_NAME.fullmatch(challenge.name):
        raise OptionFault(f"$.challenge.name: {challenge.name!r} cannot be the name of a file")
    for field in ("title", "hint"):
        text = getattr(challenge, field)
        if not 0 < len(text) <= LONGEST or not text.isprintable():
            raise OptionFault(f"$.challenge.{field}: is not one line of 1 to {LONGEST} characters")
    return replace(challenge, name=label(challenge))


def checked(text: str, rivals: Path) -> Received | str:
    """Return what `receive` does, or the reason why it refuses; for another process."""
    try:
        return receive(text, rivals)
    except TowersimError as fault:
        return str(fault)


def rival_at(challenge: Challenge, rivals: Path) -> Rival | None:
    """Return the rival that was last received for a challenge, if there is one.

    Nothing is simulated: the attempt was checked when it was received.
    """
    built, records = None, newest_first(rivals)
    named = (path for path in records if path.stem.rpartition(" - ")[0] == challenge.name)
    if (path := next(named, None)) is None:
        return None
    try:
        recording = read(path)
        if recording.header.game != PRACTICE.name:
            return None
        game = Game.at_start(recording)
        for step in recording.steps:
            table = game.table
            game.follow(step)
            if built is None and isinstance(game.last_action, StartTest):
                built = table
    except TowersimError:
        return None
    towers = (built or game.table).towers
    ghost = tuple((placed.kind, placed.pose) for tower in towers for placed in tower)
    if not challenge.includes(kind for kind, _pose in ghost):
        return None  # a record that was renamed by hand
    reached = None if game.outcome is None else game.outcome.reached
    return Rival(recording.header.seats[0].name, reached, ghost)


def _contents(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST + 1)  # a device has no size, and no end
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "cannot be read"
        raise OptionFault(f"{abridged(str(path))}: {reason}") from fault
    if len(content) > MOST:
        raise OptionFault(f"{path}: is larger than {MOST >> 20} MiB")
    return content
