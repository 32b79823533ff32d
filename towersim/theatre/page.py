"""A recorded game as one HTML page that needs nothing else: no network, no files, no program."""

import base64
import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from towersim.geometry.shapes import Circle, Polygon, Shape, corners
from towersim.messages import message as _
from towersim.messages import plain
from towersim.placing import each_tick
from towersim.table import Placed, Table
from towersim.theatre.packing import LENGTH, TURN, Units, packed, units
from towersim.theatre.page_words import MARKUP, PROGRAM
from towersim.theatre.timeline import ONLOOKER, Move, Timeline
from towersim.theatre.zones import Face, Zone, zones
from towersim.units import BlockId, Pose, Seat, Vec

FRAMES: Final = 60
"""Frames that are kept per second of motion; the page draws what lies between them."""
PARTS: Final = Path(__file__).parent / "web"
"""The page's markup, look and programs."""


class Track(msgspec.Struct, frozen=True):
    """The way of one block through a move: its index, its poses packed and in base 64."""

    block: int
    poses: str
    gone: int
    """From this frame on it is no longer on the table; the number of frames if it stays."""


class PageMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move as the page plays it."""

    number: int
    begins: float
    seconds: float
    seat: int | None = None
    says: tuple[str, ...] = ()
    """What the seat did, in sentences."""
    then: tuple[str, ...] = ()
    """What came of it: told when all is at rest."""
    frames: int = 0
    """How many frames of motion it has; 0 if nothing moves."""
    held_until: int = 0
    """Up to this frame the last block is in the hand."""
    tracks: tuple[Track, ...] = ()
    stands: tuple[int, ...] = ()
    """The blocks on the table after it, if it has motion."""
    collapsed: tuple[int, ...] = ()
    begins_round: bool = False
    zones: dict[int, tuple[str, tuple[int, ...], int]] = {}
    """Places whose cards changed: title, faces by index, cards that lie face down."""


class PageShape(msgspec.Struct, frozen=True):
    """An outline with holes in metres, or a circle's radius, and the name of its colour."""

    kind: str
    colour: str
    radius: float
    rings: tuple[tuple[Vec, ...], ...]


class PageGame(msgspec.Struct, frozen=True):
    """Everything the page is given."""

    title: str
    players: str
    """Who played, and whose eyes it is seen through."""
    table: float
    """The table's width in metres; 0 where nothing is stacked."""
    length: float
    turn: float
    fps: int
    shapes: tuple[PageShape, ...]
    blocks: tuple[tuple[int, int, int, int], ...]
    """Shape and first pose of every block that ever lay on the table."""
    first: tuple[int, ...]
    """The blocks that stand before the first move."""
    faces: tuple[Face, ...]
    moves: tuple[PageMove, ...]
    words: Mapping[str, str]
    """What the program says itself."""


class _Index:
    """Gives things numbers in the order in which they are first met."""

    def __init__(self) -> None:
        self.things: dict[Any, int] = {}

    def of(self, thing: object) -> int:
        return self.things.setdefault(thing, len(self.things))


class _Packer:
    """Packs moves one after the other: blocks and faces get their numbers on the way."""

    def __init__(self, timeline: Timeline, seat: Seat) -> None:
        self._timeline, self._seat = timeline, seat
        self.kinds, self.names, self.faces = _Index(), _Index(), _Index()
        self.blocks: list[tuple[int, int, int, int]] = []
        self._zones: dict[int, tuple[str, tuple[int, ...], int]] = {}

    def block(self, placed: Placed) -> int:
        """Return the number of a block; the first time it gets one."""
        number = self.names.of(placed.id)
        if number == len(self.blocks):
            self.blocks.append((self.kinds.of(placed.kind), *units(placed.pose)))
        return number

    def standing(self, table: Table) -> tuple[int, ...]:
        """Return the numbers of the blocks of a table."""
        return tuple(self.block(placed) for tower in table.towers for placed in tower)

    def move(self, move: Move, begins: float) -> PageMove:
        """Return a move for the page, its motion simulated."""
        timeline, motion = self._timeline, move.motion
        self.standing(move.before)
        tracks, frames, held_until = self._motion(move) if motion else ((), 0, 0)
        told = timeline.sentences(move, self._seat)
        return PageMove(
            number=move.number,
            begins=round(begins, 3),
            seconds=round(move.seconds, 3),
            seat=move.seat,
            says=told[: move.acted],
            then=told[move.acted :],
            frames=frames,
            held_until=held_until,
            tracks=tracks,
            stands=self.standing(move.after) if motion else (),
            collapsed=move.collapsed,
            begins_round=move.begins_round,
            zones=self._changed(move),
        )

    def _motion(self, move: Move) -> tuple[tuple[Track, ...], int, int]:
        """Simulate a move; return the tracks of what moves, the frames, and those in the hand."""
        motion, profile = move.motion, self._timeline.profile
        if motion is None:
            raise ValueError("the move has no motion")
        self.block(motion.block)
        ways: dict[BlockId, list[Units]] = {
            placed.id: [units(placed.pose)] for tower in move.before.towers for placed in tower
        }
        ways[motion.block.id] = [units(motion.block.pose)]
        step, held = profile.tick_hz // FRAMES, 0
        for placing in each_tick(move.before, motion, profile):
            tick = placing.world.ticks
            if tick % step == 0:
                held += placing.tower is None
                _add_frame(ways, ((f.id, f.pose) for f in placing.figures()))
        if placing.world.ticks % step:
            _add_frame(ways, motion.poses)
        frames = 1 + -(-placing.world.ticks // step)
        tracks = tuple(
            Track(self.names.of(name), base64.b64encode(packed(way)).decode(), len(way))
            for name, way in ways.items()
            if len(set(way)) > 1 or len(way) < frames
        )
        return tracks, frames, held

    def _changed(self, move: Move) -> dict[int, tuple[str, tuple[int, ...], int]]:
        """Return the places whose cards are not what they were."""
        view = self._timeline.view(move, max(self._seat, Seat(0)))
        shown = enumerate(zones(view, self._timeline.names, self._seat))
        now = {place: self._zone(zone) for place, zone in shown}
        changed = {place: zone for place, zone in now.items() if self._zones.get(place) != zone}
        self._zones = now
        return changed

    def _zone(self, zone: Zone) -> tuple[str, tuple[int, ...], int]:
        return zone.title, tuple(self.faces.of(face) for face in zone.faces), zone.hidden


def _add_frame(ways: dict[BlockId, list[Units]], poses: Iterable[tuple[BlockId, Pose]]) -> None:
    for name, pose in poses:
        ways[name].append(units(pose))


def page_game(
    timeline: Timeline,
    moves: Sequence[Move],
    seat: Seat = ONLOOKER,
    tell: Callable[[Move], None] = lambda move: None,  # noqa: ARG005 - it is not told
) -> PageGame:
    """Return what a page shows of these moves through the eyes of a seat.

    Every motion is simulated, at some 20 times real time; `tell` hears of each move that is done.
    """
    packer = _Packer(timeline, seat)
    first, packed_moves, begins = packer.standing(moves[0].before), [], 0.0
    for move in moves:
        packed_moves.append(packer.move(move, begins))
        begins += move.seconds
        tell(move)
    setup = timeline.setup
    return PageGame(
        title=timeline.rules.title,
        players=_players(timeline.names, seat),
        table=setup.table.width if setup.spots else 0.0,
        length=LENGTH,
        turn=TURN,
        fps=FRAMES,
        shapes=tuple(
            _shape(setup.piece(kind).shape, kind, _colour(timeline, kind))
            for kind in packer.kinds.things
        ),
        blocks=tuple(packer.blocks),
        first=first,
        faces=tuple(packer.faces.things),
        moves=tuple(packed_moves),
        words=PROGRAM,
    )


def _players(names: Sequence[str], seat: Seat) -> str:
    if seat == ONLOOKER:
        return _("{names} – with what lies open to all", names=", ".join(names))
    return _("{names} – through the eyes of {name}", names=", ".join(names), name=names[seat])


def page(game: PageGame, say: Callable[[str], str] = plain, lang: str = "en") -> bytes:
    """Return the page of a game: markup, look, programs and data in one.

    `say` says messages in the language `lang`; without it, they are said in English.
    """
    # No name may end the script that holds it.
    data = msgspec.json.encode(game, enc_hook=say).decode().replace("<", "\\u003c")
    marks = {mark: html.escape(say(words)) for mark, words in MARKUP.items()} | {
        "lang": lang,
        "look": _part("player.css"),
        "programs": "\n".join(map(_part, ("poses.js", "drawing.js", "player.js"))),
        "data": data,  # last: a name may look like a mark
    }
    text = _part("player.html")
    for mark, content in marks.items():
        text = text.replace(f"{{{{{mark}}}}}", content)
    return text.encode()


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def _colour(timeline: Timeline, kind: str) -> str:
    """Return the name of a block's colour: where all have one shape, the kind is a colour."""
    one_shape = len(timeline.setup.pieces) == 1
    return kind if one_shape else timeline.setup.piece(kind).colour


def _shape(shape: Shape, kind: str, colour: str) -> PageShape:
    if isinstance(shape, Circle):
        return PageShape(kind, colour, shape.radius, ())
    holes = shape.holes if isinstance(shape, Polygon) else ()
    return PageShape(kind, colour, 0.0, (corners(shape), *holes))
