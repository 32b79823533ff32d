"""What a player likes, kept between games in one small JSON file."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from msgspec.structs import replace

from towersim.errors import abridged
from towersim.record import SeatSpec

HALF: Final = 0.5
"""The pace at which one sees everything at half speed."""
PACES: Final = (HALF, 1, 2, 4)
"""How many times faster than real bots move and blocks settle."""
VOLUMES: Final = (0, 25, 50, 75, 100)
"""How loud sounds may be, in percent."""
LIMITED: Final = {"pace": PACES, "table_volume": VOLUMES, "button_volume": VOLUMES}
"""The settings that have few values."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; the defaults are those of a first start."""

    pace: float = 1
    """One of `PACES`."""
    full_screen: bool = False
    table_volume: int = 75
    """How loud blocks, cards, coins and dice are, in percent: one of `VOLUMES`."""
    button_volume: int = 50
    """How loud buttons are, in percent: one of `VOLUMES`."""
    muted: bool = False
    plumb_line: bool = True
    """Whether a line below the held block shows where it would land."""
    preview: bool = True
    """Whether cards that the held block could win are marked."""
    animations: bool = True
    """Whether cards are seen to fly from place to place."""
    only_moves: bool = True
    """Whether a card of Push that has only one place goes there by itself."""
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
    0.5
    """
    return replace(settings, pace=PACES[(PACES.index(settings.pace) + way) % len(PACES)])


def pace_label(settings: Settings) -> str:
    """Return the pace as a button shows it.

    >>> pace_label(Settings(pace=0.5)), pace_label(Settings(pace=2.0))
    ('½×', '2×')
    """
    return "½×" if settings.pace == HALF else f"{settings.pace:g}×"


def next_volume(settings: Settings, field: str, way: int = 1) -> Settings:
    """Return the settings with the next volume for this field, or the one before.

    >>> next_volume(Settings(table_volume=100), "table_volume").table_volume
    0
    """
    place = VOLUMES.index(getattr(settings, field)) + way
    return replace(settings, **{field: VOLUMES[place % len(VOLUMES)]}, muted=False)


def settings_path() -> Path:
    """Return where the settings are kept."""
    return Path(platformdirs.user_config_path("towersim", appauthor=False)) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, str]:
    """Return the settings and a notice: empty, or why the usual ones are used instead.

    A damaged file is set aside, with a ``~`` behind its name.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(), ""
    except OSError as fault:
        return Settings(), f"{path}: {fault.strerror}; the usual settings are used"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return Settings(), f"{path}: {abridged(str(fault))}; {_set_aside(path)}"
    for field, values in LIMITED.items():
        if (value := getattr(found, field)) not in values:
            return Settings(), f"{path}: $.{field}: {value}; {_set_aside(path)}"
    return found, ""


def _set_aside(path: Path) -> str:
    """Rename a file that cannot be used, so that it is not written over; say so."""
    aside = path.with_suffix(".damaged.json")
    try:
        path.replace(aside)
    except OSError:
        return "the usual settings are used"
    return f"it is set aside as {aside.name}, and the usual settings are used"


def save_settings(path: Path, settings: Settings) -> str:
    """Write the settings; return a notice: empty, or why they could not be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except OSError as fault:
        return f"{path}: the settings could not be saved: {fault.strerror}"
    return ""
