"""What a player likes, kept between games in one small JSON file."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from msgspec.structs import replace

from towersim.record import SeatSpec

PACES: Final = (1, 2, 4)
"""How many times faster than real bots move and blocks settle."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; the defaults are those of a first start."""

    pace: int = 1
    """One of `PACES`."""
    full_screen: bool = False
    plumb_line: bool = True
    """Whether a line below the held block shows where it would land."""
    preview: bool = True
    """Whether cards that the held block could win are marked."""
    animations: bool = True
    """Whether cards are seen to fly from place to place."""
    game: str = "fawlty-towers"
    """What was played last."""
    options: dict[str, dict[str, bool | int | str]] = {}
    """What was last agreed on in each game, by the option's name."""
    seats: tuple[SeatSpec, ...] = (
        SeatSpec("Ada"),
        *(SeatSpec(name, "careful", "normal") for name in ("Bruno", "Clara", "Dmitri")),
    )
    """Who played last, to begin the next game with; at first a person against three bots."""


def next_pace(settings: Settings, way: int = 1) -> Settings:
    """Return the settings with the next pace, or the one before.

    >>> next_pace(Settings(pace=4)).pace
    1
    """
    return replace(settings, pace=PACES[(PACES.index(settings.pace) + way) % len(PACES)])


def settings_path() -> Path:
    """Return where the settings are kept."""
    return Path(platformdirs.user_config_path("towersim", appauthor=False)) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, str]:
    """Return the settings and a notice: empty, or why the usual ones are used instead."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, msgspec.DecodeError) as fault:
        return Settings(), f"{path}: {fault}; the usual settings are used"
    if found.pace not in PACES:
        return Settings(), f"{path}: $.pace: {found.pace}; the usual settings are used"
    return found, ""


def save_settings(path: Path, settings: Settings) -> str:
    """Write the settings; return a notice: empty, or why they could not be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except OSError as fault:
        return f"{path}: the settings could not be saved: {fault.strerror}"
    return ""
