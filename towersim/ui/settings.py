"""What a player likes, kept between games in one small JSON file."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs
from msgspec.structs import replace

from towersim.errors import abridged
from towersim.messages import message as _
from towersim.record import SeatSpec
from towersim.ui.fault_messages import fault_message
from towersim.ui.keymap import keys_fault
from towersim.ui.language import LANGUAGES, system_language

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
    """Whether the window waits for the monitor before it shows a frame."""
    frame_limit: int = 60
    """The most frames drawn in a second: one of `FRAME_LIMITS`."""
    language: str = ""
    """The language of all words, one of `LANGUAGES`; empty: the system's."""
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
    assist: bool = False
    """Whether the hands of persons are steadied, from the next game on."""
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
    value = spoken(settings) if field == "language" else getattr(settings, field)
    values = tuple(LANGUAGES) if field == "language" else LIMITED.get(field, (False, True))
    fresh = replace(settings, **{field: values[(values.index(value) + way) % len(values)]})
    if field == "assist":
        return replace(fresh, seats=tuple(_with_hand(seat, fresh) for seat in fresh.seats))
    return replace(fresh, muted=False) if field in VOLUME_FIELDS else fresh


def persons_hand(settings: Settings) -> str:
    """Return the name of the hand that a person begins with."""
    return "assisted" if settings.assist else "none"


def _with_hand(seat: SeatSpec, settings: Settings) -> SeatSpec:
    """Return a seat; a person who has not chosen to tremble gets the hand of the settings."""
    unchosen = seat.is_person and seat.skill in ("none", "assisted")
    return replace(seat, skill=persons_hand(settings)) if unchosen else seat


def spoken(settings: Settings) -> str:
    """Return the code of the language that everything is said in."""
    return settings.language or system_language()


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

    A damaged file is set aside under another name, which the notice tells.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(), ""
    except OSError as fault:
        return Settings(), _(
            "{path}: {fault}; the usual settings are used", path=path, fault=fault_message(fault)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return Settings(), _set_aside(path, fault_message(abridged(str(fault))))
    for field, values in LIMITED.items():
        if (value := getattr(found, field)) not in values:
            return Settings(), _set_aside(path, f"$.{field}: {value}")
    if found.language not in ("", *LANGUAGES):
        return Settings(), _set_aside(path, abridged(f"$.language: {found.language}"))
    if why := keys_fault(found.keys):
        return Settings(), _set_aside(path, _("$.keys: {why}", why=why))
    return found, ""


def _set_aside(path: Path, fault: str) -> str:
    """Rename a file that cannot be used, so that it is not written over; say so and why."""
    aside = path.with_suffix(".damaged.json")
    try:
        path.replace(aside)
    except OSError:
        return _("{path}: {fault}; the usual settings are used", path=path, fault=fault)
    return _(
        "{path}: {fault}; it is set aside as {name}, and the usual settings are used",
        path=path,
        fault=fault,
        name=aside.name,
    )


def save_settings(path: Path, settings: Settings) -> str:
    """Write the settings; return a notice: empty, or why they could not be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except OSError as fault:
        return _(
            "{path}: the settings could not be saved: {fault}",
            path=path,
            fault=fault_message(fault),
        )
    return ""
