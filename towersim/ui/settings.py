"""The player's settings, kept in a JSON file."""

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import platformdirs
from msgspec.structs import replace

from towersim.common.errors import OptionFault, abridged
from towersim.common.messages import message as _
from towersim.common.whole_file import set_aside, write_whole
from towersim.match.record import SeatSpec
from towersim.match.series import Series
from towersim.ui.input.bindings import keys_fault, neighbour
from towersim.ui.language import LANGUAGES, system_language
from towersim.ui.language.faults import fault_message

PACES: Final = (0.5, 1, 2, 4)
"""Time factors for bots and settling blocks."""
VOLUMES: Final = (0, 25, 50, 75, 100)
"""Volumes of sounds, in percent."""
VOLUME_FIELDS: Final = ("table_volume", "button_volume")
TEXT_SIZES: Final = (100, 125, 150, 175)
"""Text sizes, in percent."""
FRAME_LIMITS: Final = (30, 60, 120)
"""Upper bounds of the frame rate, in frames per second."""
PAD_SPEEDS: Final = (50, 75, 100, 150, 200)
"""Speeds of the hand by a gamepad's stick, in percent of the arrow keys'."""
LIMITED: Final[dict[str, tuple[float, ...]]] = {
    "pace": PACES,
    "table_volume": VOLUMES,
    "button_volume": VOLUMES,
    "text_size": TEXT_SIZES,
    "frame_limit": FRAME_LIMITS,
    "pad_speed": PAD_SPEEDS,
}
"""The settings with a fixed list of values."""
HANDS: Final = {
    "assisted": _("Beginner's hand"),
    "none": _("No tremor"),
    "steady": _("Steady hand"),
    "normal": _("Light tremor"),
    "shaky": _("Strong tremor"),
}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, with the defaults of a first start."""

    pace: float = 1
    """One of `PACES`."""
    full_screen: bool = False
    vsync: bool = False
    """Whether frames are synchronised with the monitor."""
    frame_limit: int = 60
    """Upper bound of the frame rate, in frames per second: one of `FRAME_LIMITS`."""
    language: str = ""
    """Code of the language, one of `LANGUAGES`; empty: the system's."""
    text_size: int = 100
    """Text size, in percent: one of `TEXT_SIZES`."""
    high_contrast: bool = False
    left_handed: bool = False
    """Whether the side panel is on the right."""
    pad_speed: int = 100
    """Speed of the hand by a gamepad's stick, in percent: one of `PAD_SPEEDS`."""
    table_volume: int = 75
    """Volume of blocks, cards, coins and dice, in percent: one of `VOLUMES`."""
    button_volume: int = 50
    """Volume of buttons, in percent: one of `VOLUMES`."""
    muted: bool = False
    keys: dict[str, str] = {}
    """The player's key for each rebound default key, by name (`towersim/ui/input/bindings.py`)."""
    own_pads: bool = False
    """Whether each player has their own gamepad, in the order of connection."""
    assist: bool = False
    """Whether persons' hands are assisted, from the next game on."""
    plumb_line: bool = True
    """Whether a plumb line below the held block is shown."""
    xray: bool = False
    """Whether games with blocks show the statics of the towers, as Practice does."""
    xray_loads: bool = False
    """Whether an x-ray shows the load on each block as a colour."""
    xray_in_practice: bool = False
    """Whether Practice shows the statics; its key changes it, for all challenges."""
    preview: bool = True
    """Whether cards that the held block could win are highlighted."""
    animations: bool = True
    """Whether cards and camera are animated."""
    slow_motion: bool = True
    """Whether a fall is slow up to its first impact."""
    only_moves: bool = True
    """Whether a card of Push with only one legal place is put there automatically."""
    game: str = "fawlty-towers"
    options: dict[str, dict[str, bool | int | str]] = {}
    """The last options of each game, by the option's name."""
    draft: dict[str, Any] = {}
    """The choices for the challenge that was made last (`practice.own.Draft`)."""
    seats: Annotated[tuple[SeatSpec, ...], msgspec.Meta(min_length=1)] = (
        SeatSpec("Ada"),
        *(SeatSpec(name, "careful", "normal") for name in ("Bruno", "Clara", "Dmitri")),
    )
    """The last seats, as a default for the next game; at first a person and three bots."""
    series: Series | None = None
    """The series of games that was played last, if any."""


def altered(settings: Settings, field: str, step: int = 1) -> Settings:
    """Return the settings with the next (`step` 1) or previous (-1) value of a field.

    >>> altered(Settings(pace=4), "pace").pace, altered(Settings(), "muted").muted
    (0.5, True)
    """
    value = spoken(settings) if field == "language" else getattr(settings, field)
    values = tuple(LANGUAGES) if field == "language" else LIMITED.get(field, (False, True))
    fresh = replace(settings, **{field: neighbour(values, value, step)})
    if field == "assist":
        return replace(fresh, seats=tuple(_with_hand(seat, fresh) for seat in fresh.seats))
    return replace(fresh, muted=False) if field in VOLUME_FIELDS else fresh


def persons_hand(settings: Settings) -> str:
    """Return the default hand of a person."""
    return "assisted" if settings.assist else "none"


def _with_hand(seat: SeatSpec, settings: Settings) -> SeatSpec:
    """Return a seat with a person's default hand, unless the person chose a tremor."""
    unchosen = seat.is_person and seat.skill in ("none", "assisted")
    return replace(seat, skill=persons_hand(settings)) if unchosen else seat


def spoken(settings: Settings) -> str:
    """Return the code of the language in use."""
    return settings.language or system_language()


def speed_label(speed: float) -> str:
    """Return the label of a speed.

    >>> speed_label(0.125), speed_label(2.0)
    ('⅛×', '2×')
    """
    small = {0.125: "⅛", 0.25: "¼", 0.5: "½"}
    return f"{small.get(speed) or round(speed)}×"


def settings_path() -> Path:
    """Return the path of the settings file."""
    return Path(platformdirs.user_config_path("towersim", appauthor=False)) / "settings.json"


def load_settings(path: Path) -> tuple[Settings, str]:
    """Return the settings and a notice: empty, or why the defaults are used instead.

    A damaged file is renamed; the notice holds its new name.
    """
    try:
        settings = msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return Settings(), ""
    except OSError as fault:
        return Settings(), _(
            "{path}: {fault}; the usual settings are used", path=path, fault=fault_message(fault)
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return Settings(), _set_aside(path, fault_message(abridged(str(fault))))
    for field, values in LIMITED.items():
        if (value := getattr(settings, field)) not in values:
            return Settings(), _set_aside(path, abridged(f"$.{field}: {value}"))
    if settings.language not in ("", *LANGUAGES):
        return Settings(), _set_aside(path, abridged(f"$.language: {settings.language!r}"))
    if reason := keys_fault(settings.keys):
        return Settings(), _set_aside(path, _("$.keys: {why}", why=reason))
    return settings, ""


def _set_aside(path: Path, fault: str) -> str:
    """Rename an unusable file; return a notice with the reason."""
    try:
        aside = set_aside(path, ".json")
    except OSError:
        return _("{path}: {fault}; the usual settings are used", path=path, fault=fault)
    return _(
        "{path}: {fault}; it is set aside as {name}, and the usual settings are used",
        path=path,
        fault=fault,
        name=aside.name,
    )


def save_settings(path: Path, settings: Settings) -> str:
    """Write the settings; return a notice: empty, or why they could not be saved."""
    try:
        text = msgspec.json.format(msgspec.json.encode(settings)) + b"\n"
        write_whole(path, text, make_folder=True)
    except OptionFault as fault:
        reason = fault.__cause__ if isinstance(fault.__cause__, OSError) else fault
        return _(
            "{path}: the settings could not be saved: {fault}",
            path=path,
            fault=fault_message(reason),
        )
    return ""
