"""A recorded game as a self-contained HTML page, without network or other files."""

import base64
import html
import json
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from towersim.common.messages import message as _, plain, texts
from towersim.common.units import BlockId, Pose, Seat, Vec
from towersim.geometry.shapes import Circle, Polygon, corners
from towersim.rules.base import GameOver
from towersim.rules.display import Face, signs
from towersim.scene.table_setup import TableSetup
from towersim.table.disturbance import TiltStress
from towersim.table.placing import Motion
from towersim.table.table import Placed, Table
from towersim.theatre.falls import READ, ToldFall, fall_paces, told_fall
from towersim.theatre.player import moving
from towersim.theatre.timeline import ONLOOKER, Move, Timeline, opening

FRAMES: Final = 30
"""Stored frames per second of motion; the page interpolates between them."""
PARTS: Final = Path(__file__).parent / "web"
"""The folder of the page's HTML, CSS and JavaScript."""
LENGTH: Final = 2e-5
"""Metres per unit."""
TURN: Final = 2e-4
"""Radians per unit."""
FIXED: Final = "fixed "
"""Begins the kind of a fixed block."""

Units = tuple[int, int, int]
"""A pose in units."""
_TEXTS = texts(__file__)
MARKUP: Final = _TEXTS["markup"]
"""The page's own texts in the HTML, with labels for screen readers, by placeholder."""
PROGRAM: Final = {
    **_TEXTS["program"],
    "clock": _("{now} of {end}", now="{now}", end="{end}"),
    "hidden": _("{count} face down", count="{count}"),
}
"""The texts of the page's program."""


class Track(msgspec.Struct, frozen=True):
    """The path of one block through a move: its index and its packed poses in base 64."""

    block: int
    poses: str
    gone: int
    """The frame from which on it is off the table; the number of frames if it stays."""


PageZone = tuple[str, tuple[int, ...], int, Seat | None, tuple[int, ...]]
"""A `Zone` with the indices of its faces."""


class PageFall(msgspec.Struct, frozen=True):
    """A fall, which is shown slowly; times are in seconds after the move began."""

    marked: tuple[int, ...]
    """The block that gave way, and that which tipped it, if any; marked from then on."""
    begins: float
    ends: float
    """The end of the slow motion."""
    pace: float
    """Its pace, as a share of real time."""


class PageMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move in the page's data."""

    number: int
    begins: float
    seconds: float
    seat: int | None = None
    says: tuple[str, ...] = ()
    """Sentences about the seat's action."""
    then: tuple[str, ...] = ()
    """Sentences about the consequences, shown when all is at rest."""
    frames: int = 0
    """The number of frames of motion; 0 without motion."""
    held_until: int = 0
    """The frame up to which the new block is in the hand."""
    tracks: tuple[Track, ...] = ()
    stands: tuple[int, ...] = ()
    """The blocks on the table after the move, if it has motion."""
    lean: float = 0.0
    """The tilt of the table at the end of the move, in radians, counter-clockwise."""
    fall: PageFall | None = None
    counts: tuple[str, ...] = ()
    """The points, tokens or cards of each seat after the move, if they have changed."""
    begins_round: bool = False
    offered: int = -1
    """The shape for which the seats bid or pay after the move; -1 for none."""
    zones: dict[int, PageZone] = {}
    """Zones with changed cards, by index."""


class PageShape(msgspec.Struct, frozen=True):
    """An outline with holes, or a circle's radius, in metres, and the name of its colour."""

    kind: str
    colour: str
    radius: float
    rings: tuple[tuple[Vec, ...], ...]


class PageGame(msgspec.Struct, frozen=True):
    """All data of the page."""

    game: str
    title: str
    players: str
    """A text with the players and the seat of the view."""
    table: float
    """The table's width in metres; 0 for games without stacking."""
    room: str
    """The name of the room behind the table, which decides the colours of its wall."""
    tilt: float
    """The speed at which a table leans, in radians per second."""
    length: float
    turn: float
    fps: int
    shapes: tuple[PageShape, ...]
    blocks: tuple[tuple[int, int, int, int], ...]
    """Index of the shape and first pose, in units, of every block of the game."""
    first: tuple[int, ...]
    """The blocks on the table before the first move."""
    faces: tuple[Face, ...]
    moves: tuple[PageMove, ...]
    names: tuple[str, ...]
    start: float
    """The moment at which the page opens, in seconds: the first move of a person, or of a seat."""
    words: Mapping[str, str]
    """The texts of the page's program."""
    winners: tuple[Seat, ...] = ()
    """The seats that win in the last move; its last sentence then tells the outcome."""


class _Packer:
    """Encodes moves in order and numbers blocks and faces on the way."""

    def __init__(self, timeline: Timeline, seat: Seat | None) -> None:
        self._timeline, self._seat = timeline, seat
        # Things get numbers in the order of their first occurrence.
        self.kinds, self.names, self.faces = (
            defaultdict[Any, int](count().__next__) for _things in range(3)
        )
        self.blocks: list[tuple[int, int, int, int]] = []
        self._zones: dict[int, PageZone] = {}
        self._counts: tuple[str, ...] = ()

    def block(self, placed: Placed) -> int:
        """Return the number of a block, assigning one on first use."""
        number = self.names[placed.id]
        if number == len(self.blocks):
            self.blocks.append((self.kinds[placed.kind], *units(placed.pose)))
        return number

    def standing(self, table: Table) -> tuple[int, ...]:
        """Return the numbers of the blocks on a table, the fixed ones first."""
        fixed = (Placed(b.id, f"{FIXED}{b.id}", b.pose) for b in table.setup.fixed)
        placed = (placed for tower in table.towers for placed in tower)
        return tuple(map(self.block, (*fixed, *placed)))

    def move(self, move: Move, begins: float) -> PageMove:
        """Return the page's data of a move, with its motion simulated."""
        timeline = self._timeline
        view = timeline.view(move, self._seat)
        self.standing(move.before)
        tracks, frames, held_until = self._motion(move) if move.ticks else ((), 0, 0)
        told, fall = timeline.sentences(move, self._seat), told_fall(timeline, move)
        then = [*told[move.acted :]]
        if fall:
            ends = timeline.is_over and move is timeline.moves[-1]  # its outcome stays the last
            then.insert(len(then) - ends, fall.sentence)
        piece = timeline.rules.offered(view)
        return PageMove(
            number=move.number,
            begins=round(begins, 3),
            seconds=round(move.seconds + (READ if fall else 0.0), 3),
            seat=move.seat,
            says=told[: move.acted],
            then=tuple(then),
            frames=frames,
            held_until=held_until,
            tracks=tracks,
            stands=self.standing(move.after) if move.ticks else (),
            lean=round(move.lean(move.seconds), 5),
            fall=self._fall(move, fall) if fall else None,
            counts=self._counted(view),
            begins_round=move.begins_round,
            offered=self.kinds[piece] if piece else -1,
            zones=self._changed(view),
        )

    def _motion(self, move: Move) -> tuple[tuple[Track, ...], int, int]:
        """Simulate a move; return the tracks, the number of frames and of those in the hand."""
        profile = self._timeline.profile
        paths: dict[BlockId, list[Units]] = {
            placed.id: [units(placed.pose)] for tower in move.before.towers for placed in tower
        }
        if isinstance(move.motion, Motion):
            self.block(move.motion.block)
            paths[move.motion.block.id] = [units(move.motion.block.pose)]
        step, held = profile.tick_hz // FRAMES, 0
        for number, moved in enumerate(moving(move, profile), 1):
            if number % step == 0 or number == move.ticks:
                figures = moved.figures(moved.frame())
                held += number % step == 0 and any(figure.held for figure in figures)
                for figure in figures:
                    paths[figure.id].append(units(figure.pose))
        frames = 1 + -(-move.ticks // step)
        tracks = tuple(
            Track(self.names[name], base64.b64encode(packed(path)).decode(), len(path))
            for name, path in paths.items()
            if len(set(path)) > 1 or len(path) < frames
        )
        return tracks, frames, held

    def _fall(self, move: Move, fall: ToldFall) -> PageFall:
        (begins, _), (ends, pace), *_rest = fall_paces(move, fall)
        times = round(begins, 3), round(ends, 3), round(pace, 3)
        marked = map(self.names.__getitem__, filter(None, (fall.block, fall.tipped_by)))
        return PageFall(tuple(marked), *times)

    def _counted(self, view: Any) -> tuple[str, ...]:  # noqa: ANN401 - each game has its own type
        """Return the count of each seat; nothing if no count has changed."""
        counts = self._timeline.rules.counts(view)
        now, before = counts.texts(len(self._timeline.names)), self._counts
        self._counts = now
        return () if now == before else now

    def _changed(self, view: Any) -> dict[int, PageZone]:  # noqa: ANN401 - the same
        """Return the zones whose cards have changed, by index."""
        zones = enumerate(self._timeline.rules.zones(view))
        now = {n: (z.title, tuple(map(self.faces.__getitem__, z.faces)), *z[2:]) for n, z in zones}
        changed = {place: zone for place, zone in now.items() if self._zones.get(place) != zone}
        self._zones = now
        return changed


def page_game(
    timeline: Timeline,
    moves: Sequence[Move],
    seat: Seat | None = ONLOOKER,
    tell: Callable[[Move], None] = lambda move: None,  # noqa: ARG005 - the default does nothing
) -> PageGame:
    """Return the page's data of these moves for the view of a seat or, None, an onlooker.

    Every motion is simulated, at about 20 times real time; `tell` is called after each move.
    """
    packer = _Packer(timeline, seat)
    first, packed_moves, begins = packer.standing(moves[0].before), [], 0.0
    for move in moves:
        packed_moves.append(packer.move(move, begins))
        begins += packed_moves[-1].seconds
        tell(move)
    setup = timeline.setup
    ends = [event for event in moves[-1].events if isinstance(event, GameOver)]
    moments = ((move.begins, move.seat) for move in packed_moves)
    return PageGame(
        game=timeline.rules.name,
        title=timeline.rules.title,
        players=_players(timeline.names, seat),
        table=setup.table.width if setup.spots else 0.0,
        room=timeline.room,
        tilt=math.radians(TiltStress.DEGREES_PER_SECOND),
        length=LENGTH,
        turn=TURN,
        fps=FRAMES,
        shapes=tuple(page_shape(timeline.setup, kind) for kind in packer.kinds),
        blocks=tuple(packer.blocks),
        first=first,
        faces=tuple(packer.faces),
        moves=tuple(packed_moves),
        names=timeline.names,
        start=opening(moments, timeline.recording.header.seats),
        words=PROGRAM,
        winners=ends[0].outcome.winners if ends else (),
    )


def _players(names: Sequence[str], seat: Seat | None) -> str:
    if seat is None:
        return _("{names} – what all players can see", names=", ".join(names))
    return _("{names} – through the eyes of {name}", names=", ".join(names), name=names[seat])


def page(game: PageGame, say: Callable[[str], str] = plain, lang: str = "en") -> bytes:
    """Return the HTML page of a game, with styles, scripts and data.

    `say` translates messages into the language `lang`, by default English.
    """
    # A player's name could otherwise close the script element.
    data = msgspec.json.encode(game, enc_hook=say).decode().replace("<", "\\u003c")
    marks = {mark: html.escape(say(words)) for mark, words in MARKUP.items()} | {
        **({} if game.table else {"help with towers": ""}),
        "lang": lang,
        "look": _part("player.css"),
        "programs": "\n".join(map(_part, ("poses.js", "drawing.js", "player.js"))),
        "data": data,  # last, as a name could contain another mark
    }
    return filled(_part("player.html"), marks).encode()


def filled(text: str, marks: Mapping[str, str]) -> str:
    """Return the text of a page with what stands for marks, and with cards as in the window."""
    shapes = {name: " ".join(lines).replace(" #", "") for name, lines in signs().items()}
    cards = {name: _part(name) for name in ("cards.css", "cards.js")}
    for mark, content in (cards | {"signs": json.dumps(shapes)} | dict(marks)).items():
        text = text.replace(f"{{{{{mark}}}}}", content)
    return text


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def page_shape(setup: TableSetup, kind: str) -> PageShape:
    """Return the shape of a kind of block; the colour is its kind if there is only one shape."""
    fixed = {f"{FIXED}{block.id}": block.shape for block in setup.fixed}
    colour = "stone" if kind in fixed else setup.piece(kind).colour
    shape = fixed.get(kind) or setup.piece(kind).shape
    colour = kind if "" in setup.pieces else colour
    if isinstance(shape, Circle):
        return PageShape(kind, colour, shape.radius, ())
    holes = shape.holes if isinstance(shape, Polygon) else ()
    return PageShape(kind, colour, 0.0, (corners(shape), *holes))


def units(pose: Pose) -> Units:
    """Return a pose in units, rounded to within half a unit.

    >>> units(Pose(0.1, -0.02, -3.14159))
    (5000, -1000, -15708)
    """
    return round(pose.x / LENGTH), round(pose.y / LENGTH), round(pose.angle / TURN)


def packed(track: Sequence[Units]) -> bytes:
    """Return a block's path through the frames of a move as bytes.

    The first pose and, for each frame, the changes of x, y and angle as zigzag varints as in
    Protocol Buffers: a resting or slow block takes three bytes per frame.

    >>> packed([(1, -1, 0), (1, 63, 0)]).hex()
    '02010000800100'
    """
    data, before = bytearray(), (0, 0, 0)
    for pose in track:
        for new, old in zip(pose, before, strict=True):
            rest = 2 * (new - old) if new >= old else 2 * (old - new) - 1
            while rest >= 0x80:
                data.append(rest & 0x7F | 0x80)
                rest >>= 7
            data.append(rest)
        before = pose
    return bytes(data)
