"""How nodes get from one frame to the next: by comparing two lists of them, key by key.

What is in both lists and lies elsewhere moves; what is turned over turns on its way. What is new
comes from where the event says it comes from, what is gone goes where it says. Cards that change
their zone fly one after the other above all others; what only makes room glides.
"""

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

import pygame

from towersim.ui.app_context import AppContext, Screen
from towersim.ui.canvas import Canvas
from towersim.ui.cards.card_faces import Face, face_picture
from towersim.ui.cards.draw_cards import PLAIN
from towersim.ui.cards.nodes import Key, Node, draw_node
from towersim.ui.cards.performances import Performance
from towersim.ui.cards.places import Spot
from towersim.ui.cards.play import CardPlay

SECONDS: Final = 0.42
"""How long a card flies, unless it is said otherwise."""
GLIDE: Final = 0.16
"""Seconds in which cards make room."""
ARC: Final = 0.10
"""How far above the straight line a card flies, in the length of its way."""


class Flash(NamedTuple):
    """A performance around a point: something was won, something burns."""

    perform: Performance
    at: tuple[float, float]
    seconds: float = 0.7
    age: float = 0.0


class Showing(NamedTuple):
    """How an event is shown: where cards fly, how long it is seen, and what is staged."""

    start: Key | None = None
    """The node from which new cards come; None: they are there at once."""
    end: Key | None = None
    """The node to which cards go that are gone; None: they are gone at once."""
    seconds: float = SECONDS
    """How long each card is on its way."""
    apart: float = 0.08
    """Cards that go together start so many seconds one after the other."""
    gap: float | None = None
    """The next event is shown after so many seconds; None: when everything has landed."""
    hold: float = 0.0
    """Seconds for which one looks at it before the next."""
    wait: float = 0.0
    """Seconds before the first card starts."""
    flash: Flash | None = None
    banner: str = ""
    """What is written large where nothing flashes up."""
    page: Callable[[AppContext, CardPlay[Any]], Screen] | None = None
    """Makes the page that has to be seen before anything else is."""


class Move(NamedTuple):
    """A node on its way to where it lies now."""

    start: Spot
    seconds: float
    wait: float = 0.0
    flies: bool = False
    """Whether it goes above everything else, in an arc, and is waited for."""
    turned: Face | None = None
    """What it shows on the first half of its way, if it turns over."""
    unseen: bool = False
    """Whether it is not seen before it starts."""
    age: float = 0.0

    @property
    def share(self) -> float:
        """How much of the way lies behind it, from 0 to 1, slow at both ends."""
        share = min(max((self.age - self.wait) / self.seconds, 0.0), 1.0)
        return share * share * (3 - 2 * share)

    @property
    def left(self) -> float:
        """Seconds until it has arrived."""
        return self.wait + self.seconds - self.age

    def to(self, end: Spot) -> Spot:
        """Return where it is on its way to `end`."""
        share, start = self.share, self.start
        x, y, height, angle = (p + (q - p) * share for p, q in zip(start, end, strict=True))
        arc = ARC * math.dist(start[:2], end[:2]) * math.sin(math.pi * share) if self.flies else 0.0
        return Spot(x, y - arc, height, angle)


class Animator:
    """The nodes of the present frame, and what of them is still on its way."""

    def __init__(self) -> None:
        self.nodes: tuple[Node, ...] = ()
        self._moves: dict[Key, Move] = {}
        self._gone: list[tuple[Node, Move]] = []
        self._covered: list[Node] = []
        """Tops of piles that are seen until what flies onto them has landed."""
        self._flashes: list[Flash] = []
        self._age = 0.0

    @property
    def busy(self) -> bool:
        """Whether something flies or flashes; what glides is not waited for."""
        flies = any(move.flies for move in self._moves.values())
        return flies or bool(self._gone or self._flashes)

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves at all."""
        return not (self._moves or self._gone or self._flashes)

    @property
    def flying(self) -> frozenset[Key]:
        """The keys of everything that flies now."""
        moves = {key for key, move in self._moves.items() if move.flies}
        return frozenset(moves | {node.key for node, _ in self._gone})

    @property
    def flashing(self) -> bool:
        """Whether something flashes up now."""
        return bool(self._flashes)

    def land(self) -> None:
        """Let everything be where it belongs."""
        self._moves, self._gone, self._covered, self._flashes = {}, [], [], []
        self._age = 1e9

    def reset(self, nodes: Sequence[Node]) -> None:
        """Show other nodes at once, as after the window changed its size."""
        self.nodes = tuple(nodes)
        self.land()

    def seen(self, node: Node) -> Spot:
        """Return where a node is seen now."""
        move = self._moves.get(node.key)
        return node.up if move is None else move.to(node.up)

    def glide(self, nodes: Sequence[Node]) -> None:
        """Show nodes of the same moment: what lies elsewhere now, because it was chosen, glides."""
        self._retarget(nodes, Showing(seconds=GLIDE), flying=False)

    def flow(self, nodes: Sequence[Node], shown: Showing) -> None:
        """Show the nodes after an event: cards fly to where it has brought them."""
        self._age = 0.0
        self._retarget(nodes, shown, flying=True)
        if shown.flash is not None:
            self._flashes.append(shown.flash)

    def hold(self, key: Key, at: Spot) -> None:
        """Say that a node is at a spot now: it hangs at the mouse or was let go there."""
        self._moves[key] = Move(at, GLIDE)

    def step(self, seconds: float) -> None:
        """Let time pass."""
        self._age += seconds
        moves = {key: m._replace(age=m.age + seconds) for key, m in self._moves.items()}
        self._moves = {key: move for key, move in moves.items() if move.left > 0}
        gone = [(node, m._replace(age=m.age + seconds)) for node, m in self._gone]
        self._gone = [(node, move) for node, move in gone if move.left > 0]
        flashes = [flash._replace(age=flash.age + seconds) for flash in self._flashes]
        self._flashes = [flash for flash in flashes if flash.age < flash.seconds]
        self._covered = self._covered if self.busy else []

    def _retarget(self, nodes: Sequence[Node], shown: Showing, *, flying: bool) -> None:
        old = {node.key: node for node in self.nodes}
        fresh = {node.key: node for node in nodes}
        source = old.get(shown.start) or fresh.get(shown.start)
        goal = fresh.get(shown.end) or old.get(shown.end)
        piles = {node.zone for node in nodes if node.cards and flying}
        tops = (node for node in self.nodes if node.cards and node.zone in piles)
        self._covered += [node for node in tops if node.key not in fresh]
        moves, wait = {}, shown.wait
        for node in nodes:
            move = self._move(node, old.get(node.key), source, flying=flying)
            before = self._moves.get(node.key)
            if move is not None and move.flies and not (before and before.flies):
                move = move._replace(wait=wait, seconds=shown.seconds)
                wait += shown.apart
            if move is not None:
                moves[node.key] = move
        for node in self.nodes if flying else ():
            stays = node.key in fresh or node.key == shown.end or node in self._covered
            if goal is not None and isinstance(node.face, Face) and not stays:
                self._gone.append(self._leaving(node, node.face, goal, wait, shown.seconds))
                wait += shown.apart
        self._moves, self.nodes = moves, tuple(nodes)

    def _move(
        self, node: Node, before: Node | None, source: Node | None, *, flying: bool
    ) -> Move | None:
        """Return how a node gets to its place, or None: it is there."""
        if not isinstance(node.face, Face):
            return None
        if before is None:
            if source is None:
                return None
            back = source.face if isinstance(source.face, Face) and source.face.is_back else None
            turned = None if node.face.is_back else back
            start = self.seen(source) if source.wide == node.wide else _within(source, node)
            return Move(start, SECONDS, flies=True, turned=turned, unseen=True)
        now, going = self.seen(before), self._moves.get(node.key)
        old = before.face if isinstance(before.face, Face) else node.face
        turned = old if old.is_back != node.face.is_back else None
        if going is not None and before.up == node.up and turned is None:
            return going
        if now == node.up and turned is None:
            return None
        flies = flying and (before.zone != node.zone or turned is not None)
        return Move(now, GLIDE, flies=flies or bool(going and going.flies), turned=turned)

    def _leaving(
        self, node: Node, face: Face, goal: Node, wait: float, seconds: float
    ) -> tuple[Node, Move]:
        """Return a card that is gone on its way to another node, as whose back it ends."""
        end = goal.place if goal.wide == node.wide else _within(goal, node)
        back = goal.face if isinstance(goal.face, Face) and goal.face.is_back else None
        turned = None if back is None or face.is_back else face
        end_face = face if turned is None or back is None else back
        ghost = node._replace(place=end, lift=0.0, look=PLAIN, face=end_face, cards=0)
        return ghost, Move(self.seen(node), seconds, wait, flies=True, turned=turned)

    # --- drawing --------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, without: Collection[Key] = ()) -> None:
        """Draw all that lies on the table, what is pointed at above its neighbours."""
        last = []
        for node in self._covered:
            draw_node(canvas, node)
        for node in self.nodes:
            move = self._moves.get(node.key)
            if node.key in without or (move is not None and move.flies):
                continue
            if node.look.pointed and node.lift:
                last.append(node)
            else:
                draw_node(canvas, node, self.seen(node), self._age)
        for node in last:
            draw_node(canvas, node, self.seen(node), self._age)

    def draw_flying(self, canvas: Canvas) -> None:
        """Draw what flies; what started last lies on top, what still waits below."""
        flying = [(n, m) for n in self.nodes if (m := self._moves.get(n.key)) and m.flies]
        both = [*self._gone, *flying]
        for node, move in sorted(
            both, key=lambda each: each[1].wait if each[1].age > each[1].wait else -each[1].wait - 1
        ):
            if move.age >= move.wait or not move.unseen:
                _draw_moving(canvas, node, move)
        for flash in self._flashes:
            flash.perform(canvas, flash.at, flash.age / flash.seconds)


def _within(node: Node, card: Node) -> Spot:
    """Return where in the middle of something that is no card a card lies."""
    high = min(node.place.height, card.place.height)
    return Spot(node.place.x, node.place.y, high)


def _draw_moving(canvas: Canvas, node: Node, move: Move) -> None:
    spot, wide, face = move.to(node.up), 1.0, node.face
    if move.turned is not None:
        wide = max(abs(math.cos(math.pi * move.share)), 0.04)
        face = node.face if move.share > 0.5 else move.turned
    if not isinstance(face, Face):
        return
    high = round(max(move.start.height, node.place.height))
    picture = face_picture(canvas.stage, face, high)
    zoom = spot.height / picture.get_height()
    if abs(zoom - 1) > 0.01 or wide < 1:
        size = (picture.get_width() * zoom * wide, picture.get_height() * zoom)
        picture = pygame.transform.smoothscale(picture, (max(size[0], 1), max(size[1], 1)))
    if round(spot.angle):
        picture = pygame.transform.rotozoom(picture, spot.angle, 1.0)
    canvas.put(picture, center=(round(spot.x), round(spot.y)))
