"""People's answers on the towers of a benchmark: a file of JSON Lines, one answer per line.

The window appends to it (`towersim practice judge`), the lab reads it
(`towersim lab leaderboard --people FILE`). Several files may be joined by `cat`.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from towersim.common.errors import OptionFault, ResultFault

Side = Literal["left", "down", "right"]
"""The direction in which a tower falls."""
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0)]
NAME_LENGTH: Final = 30
"""The maximum length of a person's name, in characters."""
MOST_BYTES: Final = 64 * 2**20
"""The maximum size of a file, enough for hundreds of thousands of answers."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of one person."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
    benchmark: str
    trial: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    """16 hexadecimal digits of the tower's trial in the benchmark."""
    probability: Share
    """The probability that the tower stands."""
    seconds: Seconds
    """The time from first showing the tower to the answer, in seconds."""
    answered_at: str
    """Local date and time, ISO 8601."""
    exposure: Seconds | None = None
    """The time for which the tower was shown, in seconds; None: until the answer."""
    side: Side | None = None
    """The expected direction of the fall; None if not asked."""
    share: Share | None = None
    """The expected share of fallen blocks; None if not asked."""


def append(path: Path, judgement: Judgement) -> None:
    """Append an answer to a file; OptionFault if it cannot be written.

    An incomplete last line, left by a killed program, is cut off first.
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
    """Return the answers in a file, in order; ResultFault for an invalid line.

    An incomplete last line, left by a killed program, is ignored.
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
