"""What people said of the towers of a benchmark: a file of JSON Lines, one answer a line.

The window appends to it (`towersim practice judge`), the lab reads it
(`towersim lab leaderboard --people FILE`). Several files may be joined by `cat`.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from towersim.errors import OptionFault, ResultFault

Side = Literal["left", "down", "right"]
"""Where a tower falls to: to a side, or straight down."""
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0)]
NAME_LENGTH: Final = 30
"""The longest name of a person, in characters."""
MOST_BYTES: Final = 64 * 2**20
"""No more is read: it would be hundreds of thousands of answers."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of one person."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
    benchmark: str
    trial: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    """16 hexadecimal digits of the tower's trial in the benchmark."""
    probability: Share
    """Of standing."""
    seconds: Seconds
    """From when the tower was first seen to this answer."""
    answered_at: str
    """Local date and time, ISO 8601."""
    exposure: Seconds | None = None
    """How long the tower was seen; None: until the answer."""
    side: Side | None = None
    """Where the person expected it to fall to; None if that was not asked."""
    share: Share | None = None
    """The share of its blocks that the person expected to fall; None if that was not asked."""


def append(path: Path, judgement: Judgement) -> None:
    """Add an answer to a file; OptionFault if it cannot be written.

    What a killed program left of a line is cut off first.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            file.seek(0)
            if (text := file.read()) and not text.endswith(b"\n"):
                file.truncate(text.rfind(b"\n") + 1)
            file.write(msgspec.json.encode(judgement) + b"\n")
    except OSError as fault:
        raise OptionFault(f"{path}: the answer cannot be kept: {fault.strerror}") from fault


def read(path: Path) -> tuple[Judgement, ...]:
    """Return the answers in a file in its order; ResultFault for a line that is none.

    A last line without an end is what a killed program left, and is left out.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise ResultFault(path, "$", f"cannot be read: {fault.strerror}") from fault
    if len(text) > MOST_BYTES:
        raise ResultFault(path, "$", f"is larger than {MOST_BYTES >> 20} MiB")
    found = []
    for number, line in enumerate(text.split(b"\n")[:-1], 1):
        try:
            found.append(msgspec.json.decode(line, type=Judgement))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise ResultFault(path, f"line {number}", str(fault)) from fault
    return tuple(found)
