"""The simulated table: one scene and one hand, advanced by control ticks.

A world is a pure function of its scene, its profile and the targets of its hand: the same three
give the same bits, in another process too. A game builds a new one from the poses at rest for each
block that is placed. So each move can be replayed by itself, a forecast starts from the state of
the game, and a tower that is not touched does not move.
"""

import hashlib
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pymunk
from msgspec.structs import replace
from pymunk import batch

from towersim.common import portable_math
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose, Target, Vec
from towersim.geometry.convex import convex_parts
from towersim.geometry.shapes import Circle, Shape, bounding_radius
from towersim.physics.hand import Hand
from towersim.physics.loads import depths, factors, feet, preload, pressing
from towersim.physics.profile import Profile
from towersim.scene.contacts import pair_tolerance, tolerance_of
from towersim.scene.scene import Block, Scene

_GROWTH = 1e-6
"""Part of the skin that moves the outline itself, in metres. For corners 1e-18 m apart the engine
takes the normal from corner to corner, of any direction; if they overlap it takes a side's."""
Array = npt.NDArray[np.float64]
ENGINE = pymunk.version
"""Version of the engine; results are bit-identical only within one version."""
_TABLE, _BLOCK, _FIXED = 1, 2, 3
_IN_FRONT = pymunk.ShapeFilter(mask=pymunk.ShapeFilter.ALL_MASKS() ^ 1)
"""Filter of a block in the hand that passes in front of others."""
_PASSED = pymunk.ShapeFilter(categories=1)
"""Filter of the blocks that it passes in front of."""
_MEETS_ALL = pymunk.ShapeFilter()
_TABLE_THICKNESS = 0.05
"""In metres."""
_NEVER = 1e9
"""Idle time in seconds after which the engine puts bodies to sleep: never."""
_MOTION = (
    batch.BodyFields.BODY_ID
    | batch.BodyFields.POSITION
    | batch.BodyFields.ANGLE
    | batch.BodyFields.VELOCITY
    | batch.BodyFields.ANGULAR_VELOCITY
)
_TOUCH = (
    batch.ArbiterFields.BODY_A_ID
    | batch.ArbiterFields.BODY_B_ID
    | batch.ArbiterFields.CONTACT_COUNT
    | batch.ArbiterFields.TOTAL_IMPULSE
    | batch.ArbiterFields.NORMAL
    | batch.ArbiterFields.POINT_A_1
    | batch.ArbiterFields.POINT_A_2
)
CONTACT = np.dtype(
    [
        ("a", np.int64),
        ("b", np.int64),
        ("points", np.int64),
        ("force", np.float64, 2),
        ("normal", np.float64, 2),
        ("at", np.float64, (2, 2)),
    ]
)
"""One touching pair, a < b: indices of the blocks (-1: the table), number of points (1 or 2), force
on b in newtons, unit normal from a to b, and the points in metres."""


@lru_cache(maxsize=1024)
def squared_gyration(shape: Shape) -> float:
    """Return the squared radius of gyration in m²."""
    if isinstance(shape, Circle):
        return pymunk.moment_for_circle(1.0, 0.0, shape.radius)
    parts = [[(p.x, p.y) for p in part] for part in convex_parts(shape)]
    areas = [pymunk.area_for_poly(part) for part in parts]
    return total(
        pymunk.moment_for_poly(area, part) for area, part in zip(areas, parts, strict=True)
    ) / total(areas)


def collision_shapes(block: Block, body: pymunk.Body, skin: float) -> list[pymunk.Shape]:
    """Return the collision shapes of a block, enlarged by a skin of `skin` metres."""
    if isinstance(block.shape, Circle):
        return [pymunk.Circle(body, block.shape.radius + skin)]
    return [pymunk.Poly(body, part, radius=skin - _GROWTH) for part in _grown_parts(block.shape)]


@lru_cache(maxsize=1024)
def _grown_parts(shape: Shape) -> tuple[list[tuple[float, float]], ...]:
    return tuple(_grown(part, _GROWTH) for part in convex_parts(shape))


def _most_corners(blocks: Iterable[Block]) -> int:
    """Return the greatest number of corners of a convex part of `blocks`; without any, 4."""
    return max((len(part) for block in blocks for part in convex_parts(block.shape)), default=4)


def _grown(outline: Sequence[Vec], by: float) -> list[tuple[float, float]]:
    """Return a convex, counter-clockwise outline offset outwards by `by` metres."""
    around = zip((outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True)
    corners = []
    for before, at, after in around:
        (a, b), (u, v) = _outward(before, at), _outward(at, after)
        far = by / (1 + a * u + b * v)
        corners.append((at.x + far * (a + u), at.y + far * (b + v)))
    return corners


def _outward(p: Vec, q: Vec) -> tuple[float, float]:
    """Return the unit normal of the side from p to q, on its right."""
    length = math.hypot(q.x - p.x, q.y - p.y)
    return (q.y - p.y) / length, (p.x - q.x) / length


def _resting(scene: Scene) -> Iterator[BlockId]:
    """Yield the blocks within their contact tolerance of the table, as statics sees them."""
    near, by_size = tolerance_of(scene).reach, scene.reach is None
    for block in scene.blocks:
        reach = min(near, pair_tolerance(block, block).reach) if by_size else near
        if abs(block.extent[0].y) <= reach:
            yield block.id


class TableTouch(NamedTuple):
    """The first contact of a block with the table after the world began."""

    tick: int
    step: int


class World:
    """Blocks on a table, in SI units, after `ticks` control ticks."""

    narrowness: float
    """The greatest diameter of gyration of a block over the width of its foot at the start."""
    _touching: npt.NDArray[np.void] | None = None
    """The contacts after the last tick, once they were asked for."""

    def __init__(
        self,
        scene: Scene,
        profile: Profile,
        asleep: Iterable[Sequence[BlockId]] = (),
        passed: Collection[BlockId] = (),
    ) -> None:
        """Build the scene; each group in `asleep` is not simulated until it is touched.

        Groups that touch each other wake up together. Until `meet_all`, a lifted block does not
        collide with the blocks in `passed`.
        """
        self.scene = scene
        self.profile = profile
        self.ticks = 0
        self.blocks: list[Block] = []
        self.first_touch: dict[BlockId, TableTouch] = {}
        self.departed: dict[BlockId, int] = {}
        self.passed = frozenset(passed)
        self.storeys = storeys(scene.blocks) + 1
        """The greatest number of storeys, with a block in the hand."""
        self._steps = profile.steps(self.storeys)
        self._dt = 1 / (profile.tick_hz * self._steps)
        self._step = 0
        self._index: dict[int, int] = {}
        self._bodies: list[pymunk.Body] = []
        self._gone: set[int] = set()
        self._buffer = batch.Buffer()
        self._order, self._places, self._alone = b"", np.zeros(0, dtype=np.intp), False
        """Whether only the block in the hand was awake after the last tick."""
        self._masses: list[float] = []
        self._factors = np.ones(0)
        """The inertia of each block over its mass; empty while masses are not scaled."""
        self.load_ratio = 0.0
        """The greatest mass that a block carried over its own when the world began."""
        sizes = (2 * bounding_radius(block.shape) for block in scene.blocks)
        self._skin = profile.skin_for(min(sizes, default=1.0))
        self._space = self._new_space()
        self.hand = Hand(self._space, profile)
        for block in scene.blocks:
            self._add(block)
        self.first_contacts = self._preload()
        """The contacts when the world began, as CONTACT rows."""
        self.grounded = frozenset(self.first_touch).union(_resting(scene))
        """The blocks that stood on the table when the world began."""
        self.first_touch.clear()
        self._start = self._read()
        self._last_read, self._is_read = self._start.copy(), True
        self._touching = None
        self._sleeping = self._put_to_sleep(asleep)

    def _preload(self) -> npt.NDArray[np.void]:
        """Solve for the contacts, and set the steps and inertias that they call for."""
        p, free = self.profile, [body for body in self._bodies if not _is_static(body)]
        preload(self._space, free, self._dt, p)
        contacts, fixed = self._contacts(), [i for i, b in enumerate(self.blocks) if b.fixed]
        masses = np.array(self._masses)
        ratios = np.delete(pressing(masses, contacts, p.gravity) / masses, fixed)
        self.load_ratio = float(ratios.max(initial=0.0))
        self.narrowness = self._narrowness(contacts)
        steps = p.steps(self.storeys, self.narrowness)
        scales = p.scales(self.load_ratio, self._mass_ratio())
        if steps > self._steps or scales:
            self._steps, self._dt = steps, 1 / (p.tick_hz * steps)
            far = depths(contacts, fixed, len(masses))
            far = [depth for depth, block in zip(far, self.blocks, strict=True) if not block.fixed]
            preload(self._space, free, self._dt, p, far)
            contacts = self._contacts()
        if scales:
            self._scale_masses()
        return contacts

    def _narrowness(self, contacts: npt.NDArray[np.void]) -> float:
        """Return the greatest diameter of gyration of a block over the width on which it rests."""
        widths = feet(contacts, len(self.blocks)).tolist()
        pairs = zip(self.blocks, widths, strict=True)
        resting = ((block.shape, foot) for block, foot in pairs if foot and not block.fixed)
        return max((2 * math.sqrt(squared_gyration(s)) / foot for s, foot in resting), default=0.0)

    def _mass_ratio(self) -> float:
        """Return the mass of the heaviest free block over that of the lightest."""
        free = [m for m, block in zip(self._masses, self.blocks, strict=True) if not block.fixed]
        return max(free, default=1.0) / min(free, default=1.0)

    def _scale_masses(self) -> None:
        """Set the inertia of every block that is awake by the load on it."""
        masses, before = np.array(self._masses), self._factors
        loads = pressing(masses, self.contacts(), self.profile.gravity)
        before = np.append(before, np.ones(len(masses) - len(before)))
        wanted = factors(masses, loads, self.profile.scaled_to)
        self._factors = np.where(self.awake, wanted, before)
        for index in np.flatnonzero(self._factors != before).tolist():
            self._set_inertia(index)

    def _set_inertia(self, index: int) -> None:
        body, mass = self._bodies[index], self._masses[index]
        if len(self._factors) > index:
            mass *= float(self._factors[index])
        body.mass, body.moment = mass, mass * squared_gyration(self.blocks[index].shape)

    def _lifts(self) -> list[tuple[pymunk.Body, tuple[float, float]]]:
        """Return the forces that leave blocks of scaled mass their own weight."""
        x, y = self._space.gravity
        excess = (1.0 - self._factors) * np.array(self._masses)[: len(self._factors)]
        scaled = np.flatnonzero((excess < 0.0) & self.awake[: len(excess)]).tolist()
        return [(self._bodies[i], (x * float(excess[i]), y * float(excess[i]))) for i in scaled]

    def _new_space(self) -> pymunk.Space:
        p = self.profile
        self._slowed = portable_math.exp(-p.slow_damping)
        space = pymunk.Space()
        space.gravity = (0.0, -p.gravity)
        space.iterations = p.iterations
        space.collision_slop = p.slop * (self._skin / p.skin)
        space.sleep_time_threshold = _NEVER
        if p.distinct_contacts:
            unused = pymunk.Circle(space.static_body, 1.0)
            for _ in range(_most_corners(self.scene.blocks)):
                space.add(unused)
                space.remove(unused)
        half = self.scene.table.width / 2
        # A box, not a segment: both corners of a block on a segment can get one contact id.
        top = pymunk.Poly(
            space.static_body,
            [(-half, -_TABLE_THICKNESS), (half, -_TABLE_THICKNESS), (half, 0.0), (-half, 0.0)],
            radius=self._skin,
        )
        top.friction = float(np.sqrt(self.scene.table.friction))
        top.collision_type = _TABLE
        space.add(top)
        space.on_collision(_BLOCK, _TABLE, begin=self._note_touch)
        return space

    def _note_touch(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: object) -> None:
        block = self.blocks[self._index[arbiter.bodies[0].id]].id
        self.first_touch.setdefault(block, TableTouch(self.ticks + 1, self._step))

    def _add(self, block: Block) -> pymunk.Body:
        if block.fixed:
            body = pymunk.Body(body_type=pymunk.Body.STATIC)
        else:
            body = pymunk.Body(block.mass, block.mass * squared_gyration(block.shape))
        body.position, body.angle = block.pose[:2], block.pose.angle
        shapes = collision_shapes(block, body, self._skin)
        # Set before the body is added: a later change would wake it up.
        role = _PASSED if block.id in self.passed else _MEETS_ALL
        for shape in shapes:
            # The engine multiplies both: two blocks of one material have its own coefficient.
            shape.friction = float(np.sqrt(block.material.friction))
            shape.collision_type = _FIXED if block.fixed else _BLOCK
            shape.filter = role
        self._index[body.id] = len(self.blocks)
        self.blocks.append(block)
        self._bodies.append(body)
        self._masses.append(block.mass)
        self._space.add(body, *shapes)
        return body

    def _put_to_sleep(self, groups: Iterable[Sequence[BlockId]]) -> list[pymunk.Body]:
        """Put groups that can sleep to sleep; return the first body of each."""
        body_of = {block.id: body for block, body in zip(self.blocks, self._bodies, strict=True)}
        sleeping = []
        for first, *others in self._joined(filter(None, groups)):
            body_of[first].sleep()
            for name in others:
                body_of[name].sleep_with_group(body_of[first])
            sleeping.append(body_of[first])
        return sleeping

    def _joined(self, groups: Iterable[Sequence[BlockId]]) -> list[list[BlockId]]:
        """Return the groups that can sleep, with touching groups merged.

        The engine fails if sleeping blocks touch others that are awake or in another group.
        """
        joined, pairs = list[list[BlockId]](), _pairs(self.first_contacts)
        for group in groups:
            near = self._beside(group, pairs)
            mine = [other for other in joined if not near.isdisjoint(other)]
            joined = [other for other in joined if other not in mine]
            joined.append([*chain.from_iterable(mine), *group])
        still = {block.id for block in self.blocks if block.fixed}.union(*joined)
        return [group for group in joined if self._beside(group, pairs) <= still]

    def lift(self, block: Block) -> None:
        """Add a block to the world, held by the hand."""
        body = self._add(block)
        if self.passed:
            for shape in body.shapes:
                shape.filter = _IN_FRONT
        self.hand.close(body)
        row = np.array([[*block.pose, 0.0, 0.0, 0.0]])
        self._start = np.vstack([self._start, row])
        self._last_read, self._is_read = np.vstack([self._motion, row]), True
        self._touching = None
        self._check_masses()

    def _check_masses(self) -> None:
        """Begin to scale masses if a block was added or loaded that makes it necessary."""
        if self.profile.scales(0.0, self._mass_ratio()):
            self._scale_masses()

    def meet_all(self) -> None:
        """Let the lifted block collide with all others from now on."""
        for shape in self._bodies[-1].shapes:
            shape.filter = _MEETS_ALL
        self.passed = frozenset()

    def remove(self, names: Collection[BlockId]) -> None:
        """Remove blocks from the simulation and wake up their neighbours; poses are kept."""
        motion = self._motion
        for index, block in enumerate(self.blocks):
            if block.id in names and index not in self._gone:
                body = self._bodies[index]
                self._space.remove(body, *body.shapes)
                self._gone.add(index)
                motion[index, 3:] = 0.0
        self._touching = None

    def set_gravity(self, x: float, y: float) -> None:
        """Set the gravity (x, y) of all blocks that are awake, in m/s²."""
        self._space.gravity = x, y

    def set_mass(self, index: int, mass: float) -> None:
        """Set the mass of the free block `index` (in building order), in kg."""
        self._masses[index] = mass
        self._set_inertia(index)
        self._check_masses()

    def touching(self, names: Collection[BlockId]) -> frozenset[BlockId]:
        """Return the other blocks that touch one of `names`."""
        return self._beside(names, _pairs(self.all_contacts()))

    def _beside(
        self, names: Collection[BlockId], pairs: set[tuple[int, int]]
    ) -> frozenset[BlockId]:
        """Return the other blocks of the `pairs` of indices that contain one of `names`."""
        others = set[BlockId]()
        for a, b in pairs:
            pair = {self.blocks[a].id, self.blocks[b].id}
            if not pair.isdisjoint(names):
                others |= pair.difference(names)
        return frozenset(others)

    def tick(self, target: Target | None = None) -> None:
        """Advance by one control tick; a hand that holds a block moves towards `target`."""
        if target is not None:
            self.hand.follow(target, self._steps * self._dt)
        alone = self._alone and self.hand.holds
        self._space.damping = self._slowed if alone or self._slow() else 1.0
        self._take_steps()
        self.ticks += 1
        self._is_read, self._touching = False, None
        if self._factors.size:
            self._scale_masses()
        if not (alone and all(body.is_sleeping for body in self._sleeping)):
            self._note_departed()

    def _note_departed(self) -> None:
        """Note the blocks that are below the table top for the first time, beyond its edge."""
        # A centre of mass below the table top is beyond its edge, unless the hand holds the block;
        # one that began there, on a fixed block, has to sink by its radius.
        loose = len(self.blocks) - self.hand.holds
        for index in (self._motion[:loose, 1] < 0.0).nonzero()[0].tolist():
            if (block := self.blocks[index]).id in self.departed:
                continue
            began = self._start[index : index + 1, 1].min(initial=0.0)
            sunk = began >= 0.0 or self._motion[index, 1] < began - bounding_radius(block.shape)
            if sunk and not block.fixed:
                self.departed[block.id] = self.ticks

    def _take_steps(self) -> None:
        """Let the engine take the steps of a tick."""
        step, dt, lifts = self._space.step, self._dt, self._lifts() if self._factors.size else ()
        for _ in range(self._steps):
            self._step += 1
            for body, force in lifts:
                body.force = force
            step(dt)

    def _slow(self) -> bool:
        """Return whether no block is fast, apart from those in the hand or below the table top."""
        motion = self._motion[: len(self.blocks) - self.hand.holds]
        speeds = np.hypot(motion[:, 3], motion[:, 4])
        fast = (speeds > self.profile.slow_damping_below).nonzero()[0]
        return not (fast.size and np.maximum.reduce(motion[fast, 1]) >= 0.0)

    @property
    def _motion(self) -> Array:
        """x, y, angle, vx, vy, spin of every block after the last tick, read when asked for."""
        if not self._is_read:
            self._last_read, self._is_read = self._read(), True
        return self._last_read

    def _read(self) -> Array:
        """Return x, y, angle, vx, vy, spin of every block, in building order."""
        self._buffer.clear()
        batch.get_space_bodies(self._space, _MOTION, self._buffer)
        order = bytes(self._buffer.int_buf())
        if order != self._order:
            # The order of the engine's bodies changes only when one wakes up or is added.
            ids = memoryview(order).cast("P").tolist()
            place = {self._index.get(name, -1): place for place, name in enumerate(ids)}
            places = [place.get(index, 0) for index in range(len(self.blocks))]
            self._order, self._places = order, np.array(places, dtype=np.intp)
            self._alone = self.hand.holds and int(self.awake.sum()) == 1
        values = np.frombuffer(self._buffer.float_buf()).reshape(-1, 6)
        rows: Array = values.take(self._places, axis=0)
        for index in self._gone:
            rows[index] = self._last_read[index]
        return rows

    @property
    def starts(self) -> Array:
        """Poses when the world began (or the block was lifted): n × 3, metres and radians."""
        return self._start[:, :3].copy()

    @property
    def poses(self) -> Array:
        """Poses now: n × 3, x and y in metres, angle in radians, in building order."""
        return self._motion[:, :3].copy()

    @property
    def velocities(self) -> Array:
        """Velocities now: n × 3, vx and vy in m/s, spin in rad/s, in building order."""
        return self._motion[:, 3:].copy()

    def pose(self, index: int) -> Pose:
        """Return the present pose of one block, by its index in building order."""
        x, y, angle = self._motion[index, :3].tolist()
        return Pose(x, y, angle)

    def block(self, index: int) -> Block:
        """Return one block in its present pose, by its index in building order."""
        return replace(self.blocks[index], pose=self.pose(index))

    @property
    def awake(self) -> npt.NDArray[np.bool_]:
        """Mask of the blocks that are simulated: neither fixed, removed nor asleep."""
        return np.array(
            [
                not (_is_static(body) or body.is_sleeping or index in self._gone)
                for index, body in enumerate(self._bodies)
            ],
            dtype=np.bool_,
        )

    def contacts(self) -> npt.NDArray[np.void]:
        """Return the contacts in which a block is awake, as CONTACT rows sorted by (a, b)."""
        if self._touching is None:
            self._touching = self._contacts()
            self._touching.flags.writeable = False
        return self._touching

    def _contacts(self) -> npt.NDArray[np.void]:
        """Read the contacts from the engine."""
        self._buffer.clear()
        batch.get_space_arbiters(self._space, _TOUCH, self._buffer)
        ints = memoryview(self._buffer.int_buf()).cast("P").tolist()
        values = np.frombuffer(self._buffer.float_buf()).reshape(-1, 8)
        first, second = (
            np.array([self._index.get(name, -1) for name in ints[side::3]], dtype=np.int64)
            for side in (0, 1)
        )
        swap = np.where(first < second, 1.0, -1.0)[:, np.newaxis]
        rows = np.zeros(len(values), dtype=CONTACT)
        rows["a"], rows["b"] = np.minimum(first, second), np.maximum(first, second)
        rows["points"] = ints[2::3]
        rows["force"] = -swap * values[:, :2] / self._dt
        rows["normal"] = swap * values[:, 2:4]
        there = np.arange(2) < rows["points"][:, np.newaxis]
        rows["at"][there] = values[:, 4:].reshape(-1, 2, 2)[there]
        return np.sort(rows[rows["points"] > 0], order=["a", "b"])

    def all_contacts(self) -> npt.NDArray[np.void]:
        """Return `contacts`, and those between sleeping blocks, which have not changed."""
        if not self._sleeping:
            return self.contacts()
        still = np.append(~self.awake, True)  # the last is the table, of index -1
        still[list(self._gone)] = False
        first = self.first_contacts
        asleep = first[still[first["a"]] & still[first["b"]]]
        return np.sort(np.concatenate([self.contacts(), asleep]), order=["a", "b"])


def _pairs(contacts: npt.NDArray[np.void]) -> set[tuple[int, int]]:
    """Return the pairs of blocks in contact, without the table."""
    return {(int(row["a"]), int(row["b"])) for row in contacts if row["a"] >= 0}


def fingerprint(poses: Array) -> str:
    """Return a hash of the exact bits of poses (n × 3), as 16 hexadecimal digits."""
    return hashlib.sha256(np.ascontiguousarray(poses, dtype="<f8").tobytes()).hexdigest()[:16]


def storeys(blocks: Sequence[Block]) -> int:
    """Return the number of storeys: the most blocks that one vertical line meets.

    >>> at = (0.0, 0.01), (0.005, 0.03), (0.1, 0.01)
    >>> storeys(Scene.boxes([[x, y, 0.0, 0.02, 0.02] for x, y in at]).blocks)
    2
    """
    edges = []
    for block in blocks:
        low, high = block.extent
        edges += [(low.x, 1), (high.x, -1)]
    return max(accumulate(change for _, change in sorted(edges)), default=0)


def _is_static(body: pymunk.Body) -> bool:
    return body.body_type == pymunk.Body.STATIC
