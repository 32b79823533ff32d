"""Scenes in bare pymunk and Box2D 2.3, set up as in their manuals (`physics/README.md`)."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pymunk

from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Box, Circle, area, corners, gyration_radius
from towersim.physics.profile import Profile
from towersim.scene.scene import Block, Scene

Array = npt.NDArray[np.float64]

GRAVITY = 9.81
"""Gravity in m/s², downwards, before scaling."""
_FLOOR = 0.05
"""Thickness of the floor's box, in metres."""


class EngineSimulation(Protocol):
    """A scene in an engine."""

    def advance(self) -> float:
        """Advance by the least time after which poses are read, and return it in seconds."""

    def poses(self) -> Array:
        """Return n x 3: x and y in metres, angle in radians, in building order."""


class _Pymunk(NamedTuple):
    """A space of pymunk that takes `steps` steps in a `tick` of seconds; lengths times `scale`."""

    space: pymunk.Space
    bodies: Sequence[pymunk.Body]
    scale: float = 1.0
    tick: float = 1 / 60
    steps: int = 1

    def advance(self) -> float:
        for _ in range(self.steps):
            self.space.step(self.tick / self.steps)
        return self.tick

    def poses(self) -> Array:
        return _poses(self.bodies, self.scale)


def bare_pymunk(scene: Scene, scale: float) -> EngineSimulation:
    """Return a scene in pymunk with its defaults; lengths in metres times `scale`."""
    space = pymunk.Space()
    space.gravity = (0.0, -GRAVITY * scale)
    half = scene.table.width / 2 * scale
    floor = pymunk.Segment(space.static_body, (-half, 0.0), (half, 0.0), 0.0)
    floor.friction = scene.table.friction**0.5
    space.add(floor)
    return _Pymunk(space, [_added(space, block, scale) for block in scene.blocks], scale)


def same_settings(scene: Scene, profile: Profile, steps: int) -> EngineSimulation:
    """Return a scene in pymunk with a profile's step, iterations, slop and skin, without a `World`.

    It takes `steps` engine steps per control tick. The additional cost of a `World` is that of
    reading poses, noting touches and the hand.
    """
    space = pymunk.Space()
    space.gravity = (0.0, -profile.gravity)
    space.iterations, space.collision_slop = profile.iterations, profile.slop
    floor_body = pymunk.Body(body_type=pymunk.Body.STATIC)
    floor_body.position = (0.0, -_FLOOR)
    floor = pymunk.Poly.create_box(floor_body, (scene.table.width, 2 * _FLOOR), profile.skin)
    floor.friction = scene.table.friction**0.5
    space.add(floor_body, floor)
    bodies = [_added(space, block, 1.0, profile.skin) for block in scene.blocks]
    return _Pymunk(space, bodies, tick=1 / profile.tick_hz, steps=steps)


class _Box2D:
    """Box2D set up as in its manual; lengths in metres times `scale`.

    `iterations` are the velocity and the position iterations.
    """

    def __init__(self, scene: Scene, scale: float, hz: int, iterations: tuple[int, int]) -> None:
        with warnings.catch_warnings():
            # Its types raise deprecation warnings; if warnings are errors, the import crashes.
            warnings.simplefilter("ignore", DeprecationWarning)
            import Box2D  # noqa: PLC0415 - an optional extra

        self._scale, self._hz = scale, hz
        self._iterations = iterations
        self._world: Any = Box2D.b2World(gravity=(0.0, -GRAVITY * scale), doSleep=False)
        floor = self._world.CreateStaticBody(position=(0.0, -_FLOOR / 2 * scale))
        half = scene.table.width / 2 * scale, _FLOOR / 2 * scale
        floor.CreatePolygonFixture(box=half, friction=scene.table.friction)
        self._bodies = [self._added(block) for block in scene.blocks]

    def _added(self, block: Block) -> Any:  # noqa: ANN401 - Box2D ships no types
        create = self._world.CreateStaticBody if block.fixed else self._world.CreateDynamicBody
        at = block.pose.x * self._scale, block.pose.y * self._scale
        body = create(position=at, angle=block.pose.angle)
        # A box is not rounded to Box2D's tolerance, as other outlines are.
        outline: dict[str, Any] = {"vertices": _outline(block, self._scale)}
        if isinstance(block.shape, Box):
            width, height = block.shape.width, block.shape.height
            outline = {"box": (width / 2 * self._scale, height / 2 * self._scale)}
        density = block.mass / (area(block.shape) * self._scale**2)
        body.CreatePolygonFixture(**outline, density=density, friction=block.material.friction)
        return body

    def advance(self) -> float:
        for _ in range(self._hz // 60):
            self._world.Step(1 / self._hz, *self._iterations)
            self._world.ClearForces()
        return 1 / 60

    def poses(self) -> Array:
        return _poses(self._bodies, self._scale)


def _added(space: pymunk.Space, block: Block, scale: float, radius: float = 0.0) -> pymunk.Body:
    moment = block.mass * (gyration_radius(block.shape) * scale) ** 2
    body = pymunk.Body(block.mass, moment)
    if block.fixed:
        body = pymunk.Body(body_type=pymunk.Body.STATIC)
    body.position = block.pose.x * scale, block.pose.y * scale
    body.angle = block.pose.angle
    if isinstance(block.shape, Box):
        size = block.shape.width * scale, block.shape.height * scale
        shape = pymunk.Poly.create_box(body, size, radius)
    else:
        shape = pymunk.Poly(body, _outline(block, scale), radius=radius)
    shape.friction = block.material.friction**0.5
    space.add(body, shape)
    return body


def _poses(bodies: Sequence[Any], scale: float) -> Array:
    return np.array([(b.position.x / scale, b.position.y / scale, b.angle) for b in bodies])


def _outline(block: Block, scale: float) -> list[tuple[float, float]]:
    """Return the corners about the centre of mass; TypeError unless the block is convex."""
    if isinstance(block.shape, Circle) or len(convex_parts(block.shape)) > 1:
        raise TypeError(f"{block.id}: other engines take convex polygons only")
    return [(p.x * scale, p.y * scale) for p in corners(block.shape)]


_PYMUNK: Mapping[str, Callable[[Scene], EngineSimulation]] = {
    "pymunk 60 Hz/10, metres": partial(bare_pymunk, scale=1.0),
    "pymunk 60 Hz/10, cube = 20": partial(bare_pymunk, scale=1000.0),
}
_BOX2D: Mapping[str, Callable[[Scene], EngineSimulation]] = {
    f"Box2D {hz} Hz {velocity}/{position}, {units}": partial(
        _Box2D, scale=scale, hz=hz, iterations=(velocity, position)
    )
    for units, scale in (("metres", 1.0), ("cube = 1", 50.0))
    for hz, velocity, position in ((60, 8, 3), (240, 15, 20))
}
OTHER_ENGINES: Mapping[str, Callable[[Scene], EngineSimulation]] = {
    **_PYMUNK,
    **(_BOX2D if find_spec("Box2D") else {}),
}
"""The other engines by name; Box2D only if the extra `bench` is installed."""
