"""What a player likes, kept between games in one small JSON file."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from msgspec.structs import replace

from towersim.errors import abridged
from towersim.record import SeatSpec
from towersim.ui.keymap import keys_fault

HALF: Final = 0.5
"""The pace at which one sees everything at half speed."""
PACES: Final = (HALF, 1, 2, 4)
"""How many times faster than real bots move and blocks settle."""
VOLUMES: Final = (0, 25, 50, 75, 100)
"""How loud sounds may be, in percent."""
VOLUME_FIELDS: Final = ("table_volume", "button_volume")
TEXT_SIZES: Final = (100, 125, 150, 175)
"""How large text may be, in percent."""
FRAME_LIMITS: Final = (30, 60, 120)
"""How many frames may be drawn in a second."""
PAD_SPEEDS: Final = (50, 75, 100, 150, 200)
"""How fast a gamepad's stick may move the hand, in percent of the arrow keys."""
LIMITED: Final[dict[str, tuple[float, ...]]] = {
    "pace": PACES,
    "table_volume": VOLUMES,
    "button_volume": VOLUMES,
    "text_size": TEXT_SIZES,
    "frame_limit": FRAME_LIMITS,
    "pad_speed": PAD_SPEEDS,
}
"""The settings that have few values."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; the defaults are those of a first start."""

    pace: float = 1
    """One of `PACES`."""
    full_screen: bool = False
    vsync: bool = False
    """Whether full screen waits for the monitor before it shows a frame."""
    frame_limit: int = 60
    """The most frames drawn in a second: one of `FRAME_LIMITS`."""
    text_size: int = 100
    """How large text is, in percent: one of `TEXT_SIZES`."""
    high_contrast: bool = False
    left_handed: bool = False
    """Whether the side panel lies on the right."""
    pad_speed: int = 100
    """How fast a gamepad's stick moves the hand, in percent: one of `PAD_SPEEDS`."""
    table_volume: int = 75
    """How loud blocks, cards, coins and dice are, in percent: one of `VOLUMES`."""
    button_volume: int = 50
    """How loud buttons are, in percent: one of `VOLUMES`."""
    muted: bool = False
    keys: dict[str, str] = {}
    """The player's key for a usual one, by name (`towersim/ui/keymap.py`)."""
    own_pads: bool = False
    """Whether each player has a gamepad of their own, in the order they were plugged in."""
    plumb_line: bool = True
    """Whether a line below the held block shows where it would land."""
    xray: bool = False
    """Whether games with blocks show what statics knows of the towers, as Practice does."""
    preview: bool = True
    """Whether cards that the held block could win are marked."""
    animations: bool = True
    """Whether cards fly from place to place and the camera moves smoothly."""
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


def altered(settings: Settings, field: str, way: int = 1) -> Settings:
    """Return the settings with the next value of a field, or the one before.

    >>> altered(Settings(pace=4), "pace").pace, altered(Settings(), "muted").muted
    (0.5, True)
    """
    value = getattr(settings, field)
    if field not in LIMITED:
        return replace(settings, **{field: not value})
    values = LIMITED[field]
    fresh = replace(settings, **{field: values[(values.index(value) + way) % len(values)]})
    return replace(fresh, muted=False) if field in VOLUME_FIELDS else fresh


def pace_label(settings: Settings) -> str:
    """Return the pace as a button shows it.

    >>> pace_label(Settings(pace=0.5)), pace_label(Settings(pace=2.0))
    ('½×', '2×')
    """
    return "½×" if settings.pace == HALF else f"{settings.pace:g}×"


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
    if why := keys_fault(found.keys):
        return Settings(), f"{path}: $.keys: {why}; {_set_aside(path)}"
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
