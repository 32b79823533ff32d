"""Animation of nodes between two frames, and the pump of a match's events, which starts it.

A node in both lists that lies elsewhere moves, and turns on its way if its face or back changed.
New cards come from the node named by the event's `Showing`, removed ones go to another. Cards that
change their zone fly one after the other above all others; within a zone, cards glide.
"""

import math
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import pygame

from towersim.rules.base import Event
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.drawing.camera import smoothstep
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.text import BLUSH, REFUSED, draw_slip
from towersim.ui.drawing.theme import GLOW, RGB, TEXT, Viewport
from towersim.ui.events import Moment
from towersim.ui.nodes.node import PLAIN, Key, Node, Spot, TurningFace, draw_node
from towersim.ui.play import Play

Performance = Callable[[Canvas, tuple[float, float], float], None]
"""Draws one frame around a point, at a share of the running time (0 … 1)."""
SECONDS: Final = 0.42
"""Default flight time of a card, in seconds."""
GLIDE: Final = 0.16
"""Time of a move within a zone, in seconds."""
ARC: Final = 0.10
"""Height of a flight's arc above the straight line, as a share of its length."""


class Flash(NamedTuple):
    """A performance around a point, with its duration and age in seconds."""

    perform: Performance
    at: tuple[float, float]
    seconds: float = 0.7
    age: float = 0.0


class Showing(NamedTuple):
    """The animation of an event: flights of cards, timing, and performance, banner or page."""

    start: Key | None = None
    """The node from which new cards fly; None: they appear at once."""
    end: Key | None = None
    """The node to which removed cards fly; None: they vanish at once."""
    seconds: float = SECONDS
    """Flight time of each card, in seconds."""
    apart: float = 0.08
    """Delay between the starts of successive cards, in seconds."""
    gap: float | None = None
    """Seconds to the next event, even if cards still fly; None: after they have landed."""
    hold: float = 0.0
    """Pause after the landing before the next event, in seconds; unused with a `gap`."""
    wait: float = 0.0
    """Delay before the first card starts, in seconds."""
    flash: Flash | None = None
    banner: str = ""
    """Text of the banner; not shown together with a `flash`."""
    page: Callable[[AppContext, Any], Screen] | None = None
    """Creates the page, for the `Play`, that opens before any further event is shown."""


class NodeMove(NamedTuple):
    """The animation of a node from `start` to its present place; times in seconds."""

    start: Spot
    seconds: float
    wait: float = 0.0
    flies: bool = False
    """Whether it is drawn above all other nodes, along an arc, and waited for."""
    turned: TurningFace | None = None
    """Its face on the first half of the way, if it turns over."""
    unseen: bool = False
    """Whether it is invisible before it starts."""
    age: float = 0.0

    @property
    def share(self) -> float:
        """Eased progress, 0 … 1."""
        return smoothstep((self.age - self.wait) / self.seconds)

    @property
    def left(self) -> float:
        """Seconds until arrival."""
        return self.wait + self.seconds - self.age

    def to(self, end: Spot) -> Spot:
        """Return the present spot on the way to `end`."""
        share, start = self.share, self.start
        x, y, height, angle = (p + (q - p) * share for p, q in zip(start, end, strict=True))
        arc = ARC * math.dist(start[:2], end[:2]) * math.sin(math.pi * share) if self.flies else 0.0
        return Spot(x, y - arc, height, angle)


class Animator:
    """The nodes of the present frame and their running animations."""

    def __init__(self) -> None:
        self.nodes: tuple[Node, ...] = ()
        self._moves: dict[Key, NodeMove] = {}
        self._gone: list[tuple[Node, NodeMove]] = []
        self._covered: list[Node] = []
        """Former tops of piles, drawn until the cards that fly onto them have landed."""
        self._flashes: list[Flash] = []
        self._age = 0.0

    @property
    def busy(self) -> bool:
        """Whether a card flies or a performance runs; gliding does not count."""
        flies = any(move.flies for move in self._moves.values())
        return flies or bool(self._gone or self._flashes)

    @property
    def at_rest(self) -> bool:
        """Whether no animation runs."""
        return not (self._moves or self._gone or self._flashes)

    def land(self) -> None:
        """Finish all animations."""
        self._moves, self._gone, self._covered, self._flashes = {}, [], [], []
        self._age = 1e9

    def reset(self, nodes: Sequence[Node]) -> None:
        """Replace the nodes without animation, as after the window was resized."""
        self.nodes = tuple(nodes)
        self.land()

    def seen(self, node: Node) -> Spot:
        """Return a node's visible spot, on its way if it moves."""
        move = self._moves.get(node.key)
        return node.up if move is None else move.to(node.up)

    def glide(self, nodes: Sequence[Node]) -> None:
        """Replace the nodes without an event, as after a choice: those that lie elsewhere glide."""
        self._retarget(nodes, Showing(seconds=GLIDE), flying=False)

    def flow(self, nodes: Sequence[Node], shown: Showing) -> None:
        """Replace the nodes after an event, and start its animation."""
        self._age = 0.0
        self._retarget(nodes, shown, flying=True)
        if shown.flash is not None:
            self._flashes.append(shown.flash)

    def hold(self, key: Key, at: Spot) -> None:
        """Let a node glide to its place from a spot, as from where it was dropped."""
        self._moves[key] = NodeMove(at, GLIDE)

    def step(self, seconds: float) -> None:
        """Advance all animations by `seconds`."""
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
            if goal is not None and node.turning is not None and not stays:
                self._gone.append(self._leaving(node, node.turning, goal, wait, shown.seconds))
                wait += shown.apart
        self._moves, self.nodes = moves, tuple(nodes)

    def _move(
        self, node: Node, before: Node | None, source: Node | None, *, flying: bool
    ) -> NodeMove | None:
        """Return the animation of a node to its place, or None if it needs none."""
        face = node.turning
        if face is None:
            return None
        if before is None:
            if source is None:
                return None
            turned = None if face.is_back else source.back
            start = self.seen(source) if source.wide == node.wide else _within(source, node)
            return NodeMove(start, SECONDS, flies=True, turned=turned, unseen=True)
        now, going = self.seen(before), self._moves.get(node.key)
        old = before.turning or face
        turned = old if old.is_back != face.is_back else None
        if going is not None and before.up == node.up and turned is None:
            return going
        if now == node.up and turned is None:
            return None
        flies = flying and (before.zone != node.zone or turned is not None)
        return NodeMove(now, GLIDE, flies=flies or bool(going and going.flies), turned=turned)

    def _leaving(
        self, node: Node, face: TurningFace, goal: Node, wait: float, seconds: float
    ) -> tuple[Node, NodeMove]:
        """Return a removed card and its flight to `goal`; it turns over if a back is there."""
        end = goal.place if goal.wide == node.wide else _within(goal, node)
        back = None if face.is_back else goal.back
        turned, end_face = (None, face) if back is None else (face, back)
        ghost = node._replace(place=end, lift=0.0, marks=PLAIN, face=end_face, cards=0)
        return ghost, NodeMove(self.seen(node), seconds, wait, flies=True, turned=turned)

    def draw(self, canvas: Canvas, without: Collection[Key] = ()) -> None:
        """Draw all nodes that do not fly and are not in `without`; raised cards come last."""
        last = []
        for node in self._covered:
            draw_node(canvas, node)
        for node in self.nodes:
            move = self._moves.get(node.key)
            if node.key in without or (move is not None and move.flies):
                continue
            if node.marks.pointed and node.lift:
                last.append(node)
            else:
                draw_node(canvas, node, self.seen(node), self._age)
        for node in last:
            draw_node(canvas, node, self.seen(node), self._age)

    def draw_flying(self, canvas: Canvas) -> None:
        """Draw flying cards, the last started on top and waiting ones below; then performances."""
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
    """Return a spot for a card at the centre of a node of another shape."""
    high = min(node.place.height, card.place.height)
    return Spot(node.place.x, node.place.y, high)


def _draw_moving(canvas: Canvas, node: Node, move: NodeMove) -> None:
    spot, wide, face = move.to(node.up), 1.0, node.turning
    if move.turned is not None:
        wide = max(abs(math.cos(math.pi * move.share)), 0.04)
        face = face if move.share > 0.5 else move.turned
    if face is None:
        return
    high = round(max(move.start.height, node.place.height))
    picture = face.picture(canvas.viewport, high)
    zoom = spot.height / picture.get_height()
    if abs(zoom - 1) > 0.01 or wide < 1:
        size = (picture.get_width() * zoom * wide, picture.get_height() * zoom)
        picture = pygame.transform.smoothscale(picture, (max(size[0], 1), max(size[1], 1)))
    if round(spot.angle):
        picture = pygame.transform.rotozoom(picture, spot.angle, 1.0)
    canvas.put(picture, center=(round(spot.x), round(spot.y)))


STILL: Final = 0.5
"""Longest pause after an event without animations, in seconds."""
BANNER: Final = 2.2
"""Seconds that a banner stays visible."""

Show = Callable[[int, Event], tuple[Showing, Sequence[Node]]]
"""Takes the number of an event in the match and the event; returns its animation and the nodes of
the table after it."""


class EventPump:
    """Shows the events of one match, each when the animation of the last one has ended."""

    def __init__(self, context: AppContext, play: Play[Any]) -> None:
        """Begin with the events that `play.queue` has shown."""
        self._context, self._play, self.queue = context, play, play.queue
        self.motion = Animator()
        self.page: Callable[[], Screen] | None = None
        """Creates the page that opens before any further event is shown."""
        self.banner = ""
        """The text of the banner; empty for none."""
        self._banner_for = 0.0
        self._jumping = False
        """Whether events are shown at once until a person has to act."""
        self._overlaps = False
        """Whether the next event may be shown before the animation of the last one ends."""

    @property
    def ready(self) -> bool:
        """Whether every event has been shown and no node flies."""
        return not (self.queue.busy or self.motion.busy)

    def step(self, seconds: float, show: Show) -> None:
        """Advance by `seconds` at the players' pace, and show the events that are due."""
        if self._jumping or self._play.is_skipping:
            self._jumping = self._jumping and self._play.is_skipping
            self.skip(show)
        quick = seconds * self._context.settings.pace
        self.motion.step(quick)
        self._banner_for -= seconds
        if self._banner_for <= 0:
            self.banner = ""
        if self._goes_on:
            self.queue.wait(quick)
        while self._goes_on and (moment := self.queue.next()) is not None:
            self._show(moment, show)

    @property
    def _goes_on(self) -> bool:
        return self.page is None and (self._overlaps or not self.motion.busy)

    def skip(self, show: Show) -> bool:
        """Show all pending events at once, up to a page; return whether there were any."""
        was = not self.ready
        if was:
            self.motion.land()
            self.queue.rest(0.0)
        while was and self.page is None and (moment := self.queue.next()) is not None:
            self._show(moment, show)
            self.motion.land()
            self.queue.rest(0.0)
        return was

    def jump(self) -> None:
        """Show others' actions without animations until a person has to act."""
        self._play.skip_to_person()
        self._jumping = True

    def _show(self, moment: Moment[Any], show: Show) -> None:
        """Show the nodes after an event, and start its sound, animation, banner or page."""
        context, number = self._context, self.queue.told - 1
        animated, sound = context.settings.animations, self._play.match.rules.sound(moment.event)
        context.sound.frame((), 1.0, [sound], context.settings)
        self._play.explain(number, moment.event)
        shown, nodes = show(number, moment.event)
        self._overlaps = shown.gap is not None
        if animated:
            self.motion.flow(nodes, shown)
        else:
            self.motion.reset(nodes)
        hold = shown.hold if animated else min(shown.hold, STILL)
        rest = hold if shown.gap is None else shown.gap if animated else 0.0
        if rest > 0:
            self.queue.rest(rest)
        if shown.banner and not (animated and shown.flash):
            self.banner, self._banner_for = shown.banner, BANNER
        if shown.page is not None:
            self.page = partial(shown.page, self._context, self._play)


FIRES: Final[tuple[RGB, ...]] = ((214, 74, 34), (240, 130, 48), (252, 190, 78))
FLAMES: Final = 13
GOLDEN: Final = 0.618
"""Distance of successive flames as a share of the width, modulo 1: spreads them evenly."""
DOWN: Final = 0.1
"""Share of the running time at which a stamp has come down."""
UP: Final = 0.82
"""Share of the running time at which stamps and flames begin to fade."""
SLANT: Final = 5
"""Rotation of a stamp, in degrees anticlockwise."""


def star(viewport: Viewport, size: float) -> Performance:
    """Return a star, `size` units large, that grows and fades."""
    picture = symbol(viewport, "star", viewport.px(size), GLOW)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        shown = pygame.transform.smoothscale_by(picture, 0.6 + 0.7 * share)
        shown.set_alpha(round(255 * min(1.0, 2 - 2 * share)))
        canvas.put(shown, center=at)

    return perform


def stamp(viewport: Viewport, title: str, lines: Sequence[str]) -> Performance:
    """Return a red stamp with a title and lines of text that comes down and later fades."""
    picture = _stamp_picture(viewport, title, lines)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        large = 1 + 0.9 * max(1 - share / DOWN, 0.0) ** 2
        shown = pygame.transform.rotozoom(picture, SLANT, large)
        shown.set_alpha(round(255 * min(share / DOWN, 1.0) * _fading(share)))
        where = shown.get_rect(center=(round(at[0]), round(at[1])))
        canvas.put(shown, where.clamp(canvas.target.get_rect()))

    return perform


def _stamp_picture(viewport: Viewport, title: str, lines: Sequence[str]) -> pygame.Surface:
    large = viewport.text(title, 34, REFUSED, bold=True)
    small = [viewport.text(line, 17, TEXT, bold=True) for line in lines]
    pad, step = viewport.px(22), viewport.px(26)
    wide = max(picture.get_width() for picture in (large, *small)) + 2 * pad
    size = wide, large.get_height() + step * len(small) + round(1.3 * pad)
    sheet = panel(size, viewport.px(12), BLUSH, REFUSED, viewport.px(4))
    sheet.blit(large, large.get_rect(midtop=(wide // 2, pad // 2)))
    for index, picture in enumerate(small):
        middle = pad // 2 + large.get_height() + step * index + step // 2
        sheet.blit(picture, picture.get_rect(center=(wide // 2, middle)))
    return sheet


def fire(viewport: Viewport, size: tuple[float, float], caption: str) -> Performance:
    """Return flames that rise from a pile of `size` pixels, with `caption` below them."""
    wide, high = size
    pictures = [symbol(viewport, "flame", round(0.62 * high), tint) for tint in FIRES]
    told = viewport.text(caption, 19, TEXT, bold=True)

    def perform(canvas: Canvas, at: tuple[float, float], share: float) -> None:
        for number in range(FLAMES):
            # Flames flicker with different phases, and all rise and fade.
            place = (number * GOLDEN) % 1.0
            phase = 2 * math.pi * (number * GOLDEN * 3 + 2.5 * share)
            tall = 0.55 + 0.2 * math.sin(phase) + 0.3 * math.sin(math.pi * place)
            grown = max(min(share / 0.25, 1) * tall, 0.05)
            flame = pygame.transform.smoothscale_by(pictures[number % len(pictures)], grown)
            flame.set_alpha(round(235 * _fading(share)))
            x = at[0] + wide * (place - 0.5 + 0.03 * math.sin(2 * phase))
            foot = at[1] + high * (0.5 - 0.35 * share - 0.1 * (number % 3))
            canvas.put(flame, midbottom=(round(x), round(foot)))
        slip = told.get_rect().inflate(viewport.px(36), viewport.px(18))
        slip.center = round(at[0]), round(at[1] + 0.62 * high)
        if share < UP:
            draw_slip(canvas, slip)
            canvas.put(told, center=slip.center)

    return perform


def _fading(share: float) -> float:
    """Return the opacity (0 … 1): 1 until `UP`, then falling linearly to 0."""
    return min((1 - share) / (1 - UP), 1.0)
