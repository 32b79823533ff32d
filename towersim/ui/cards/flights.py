"""Cards on their way from place to place, for the eye only: the rules are already further.

All that flies at the same time lands together: what has arrived lies where it landed until the
last one is there, and then the table is shown as it is by now.
"""

import math
from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

import pygame

from towersim.ui.cards.places import Spot

SECONDS: Final = 0.42
"""How long a card flies, unless it is said otherwise."""
ARC: Final = 0.10
"""How far above the straight line it flies, in the length of its way."""


class Flight(NamedTuple):
    """A card that flies; until then it is seen where it starts, unless that is inside of a pile."""

    key: Hashable
    """What the table leaves out until all has landed: mostly the card itself.

    A second flight of the same key goes on where the first has brought it.
    """
    picture: pygame.Surface
    """The side that is seen when it lands."""
    start: Spot
    end: Spot
    wait: float = 0.0
    """Seconds until it starts."""
    seconds: float = SECONDS
    turned: pygame.Surface | None = None
    """The side that is seen at the start, if it turns over on its way."""
    unseen: bool = False
    """Whether it is not seen until it starts, as in a pile."""
    age: float = 0.0

    @property
    def share(self) -> float:
        """How much of the way lies behind it, from 0 to 1, slow at both ends."""
        share = min(max((self.age - self.wait) / self.seconds, 0.0), 1.0)
        return share * share * (3 - 2 * share)

    def now(self) -> Spot:
        """Return where it is."""
        share, a, b = self.share, self.start, self.end
        x, y, height, angle = (p + (q - p) * share for p, q in zip(a, b, strict=True))
        arc = ARC * math.dist(a[:2], b[:2]) * math.sin(math.pi * share)
        return Spot(x, y - arc, height, angle)


class Flash(NamedTuple):
    """A picture that grows and fades: something burned, something was won."""

    picture: pygame.Surface
    at: tuple[float, float]
    wait: float = 0.0
    seconds: float = 0.7
    age: float = 0.0


class Flights:
    """Everything that flies and flashes now."""

    def __init__(self) -> None:
        self.flying: list[Flight] = []
        self.flashing: list[Flash] = []

    @property
    def is_busy(self) -> bool:
        """Whether something is still on its way."""
        return bool(self.flying or self.flashing)

    @property
    def away(self) -> frozenset[Hashable]:
        """The keys of everything that has not landed yet."""
        return frozenset(flight.key for flight in self.flying)

    @property
    def left(self) -> float:
        """Seconds until everything has landed."""
        things: list[Flight | Flash] = [*self.flying, *self.flashing]
        return max((thing.wait + thing.seconds - thing.age for thing in things), default=0.0)

    def fly(self, flight: Flight) -> None:
        """Let a card fly."""
        self.flying.append(flight)

    def flash(self, flash: Flash) -> None:
        """Let a picture flash up."""
        self.flashing.append(flash)

    def forget(self) -> None:
        """Let everything have landed, as after the window changed its size."""
        self.flying, self.flashing = [], []

    def step(self, seconds: float) -> None:
        """Move on."""
        self.flying = [f._replace(age=f.age + seconds) for f in self.flying]
        self.flashing = [f._replace(age=f.age + seconds) for f in self.flashing]
        if self.left <= 0:
            self.forget()

    def seen(self) -> list[Flight]:
        """Return for each key the flight it is on now, those that started last at the end."""
        now: dict[Hashable, Flight] = {}
        for flight in self.flying:
            if flight.key not in now or flight.age > flight.wait:
                now[flight.key] = flight
        return sorted(now.values(), key=lambda f: f.wait if f.age > f.wait else -f.wait - 1)

    def draw(self, target: pygame.Surface) -> None:
        """Draw all of it; what started last lies on top, what still waits below."""
        for flight in self.seen():
            if flight.age >= flight.wait or not flight.unseen:
                _draw_flight(target, flight)
        for flash in self.flashing:
            _draw_flash(target, flash)


def _draw_flight(target: pygame.Surface, flight: Flight) -> None:
    spot, picture, wide = flight.now(), flight.picture, 1.0
    if flight.turned is not None:
        wide = max(abs(math.cos(math.pi * flight.share)), 0.04)
        picture = flight.picture if flight.share > 0.5 else flight.turned
    zoom = spot.height / picture.get_height()
    if abs(zoom - 1) > 0.01 or wide < 1:
        size = (picture.get_width() * zoom * wide, picture.get_height() * zoom)
        picture = pygame.transform.smoothscale(picture, (max(size[0], 1), max(size[1], 1)))
    if round(spot.angle):
        picture = pygame.transform.rotozoom(picture, spot.angle, 1.0)
    target.blit(picture, picture.get_rect(center=(round(spot.x), round(spot.y))))


def _draw_flash(target: pygame.Surface, flash: Flash) -> None:
    share = (flash.age - flash.wait) / flash.seconds
    if not 0 <= share < 1:
        return
    picture = pygame.transform.smoothscale_by(flash.picture, 0.6 + 0.7 * share)
    picture.set_alpha(round(255 * min(1.0, 2 - 2 * share)))
    target.blit(picture, picture.get_rect(center=flash.at))


class Gliding:
    """Cards that shift a little, as in a hand that another card comes into, do so smoothly."""

    SPEED = 16.0
    """The share per second of what is left of the way."""

    def __init__(self) -> None:
        self._now: dict[Hashable, Spot] = {}

    def forget(self) -> None:
        """Let everything lie where it belongs."""
        self._now = {}

    def step(self, goals: Mapping[Hashable, Spot], seconds: float) -> None:
        """Move on to where everything belongs; what is new is there at once."""
        share = 1 - math.exp(-self.SPEED * seconds)
        self._now = {key: _nearer(self._now.get(key), goal, share) for key, goal in goals.items()}

    def spot(self, key: Hashable, goal: Spot) -> Spot:
        """Return where something lies now that belongs to `goal`."""
        return self._now.get(key, goal)

    def at_rest(self, goals: Mapping[Hashable, Spot]) -> bool:
        """Return whether everything lies where it belongs."""
        return all(self._now.get(key, goal) == goal for key, goal in goals.items())


def _nearer(now: Spot | None, goal: Spot, share: float) -> Spot:
    if now is None or max(abs(a - b) for a, b in zip(now, goal, strict=True)) < 0.5:
        return goal
    return Spot(*(a + (b - a) * share for a, b in zip(now, goal, strict=True)))
