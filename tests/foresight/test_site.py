"""The site of a block: its tower and the neighbouring ones that it may touch."""

from msgspec.structs import replace

from tests.foresight.test_footing import EMPTY, HERE
from towersim.common.units import BlockId, Pose, TowerId
from towersim.foresight.bearing import among, tower_of
from towersim.foresight.footing import PROBE, spots
from towersim.foresight.forecast import holds
from towersim.foresight.reach import GAP, over
from towersim.foresight.site import Site, site, width
from towersim.geometry.shapes import extent
from towersim.geometry.touching import penetration
from towersim.physics.hand import skill
from towersim.table.table import Placed, Table

NEXT = TowerId(1)
ROOM = 0.06


def put(kind: str, x: float, foot: float, angle: float = 0.0) -> Placed:
    """Return a piece with its lowest point at height `foot`, in metres."""
    low, _ = extent(EMPTY.shape(kind), Pose(0.0, 0.0, angle))
    return Placed(BlockId(f"{kind} {x} {foot}"), kind, Pose(x, foot - low.y, angle))


def top(placed: Placed) -> float:
    return extent(EMPTY.shape(placed.kind), placed.pose)[1].y


def table(mine: tuple[Placed, ...], theirs: tuple[Placed, ...]) -> Table:
    return replace(EMPTY, towers=(mine, theirs))


def covered() -> Table:
    """Return a table on which the neighbour's only piece lies on the seat's own."""
    brick = put("brick", 0.0, 0.0)
    return table((brick,), (put("square-slab", 0.0, top(brick)),))


def with_neighbour(x: float) -> Table:
    """Return a table with a brick at 0 and the neighbour's brick at x."""
    return table((put("brick", 0.0, 0.0),), (put("brick", x, 0.0),))


def breadth(kind: str) -> float:
    low, high = extent(EMPTY.shape(kind), Pose(0.0, 0.0, 0.0))
    return high.x - low.x


def test_the_site_of_an_isolated_tower_has_no_other_blocks() -> None:
    now = with_neighbour(0.3)
    near = site(now, HERE, ROOM)
    assert near == Site(tuple(map(now.block, now.towers[HERE])))
    assert among(*near) is tower_of(near.own)


def test_towers_that_touch_directly_or_through_a_third_share_a_site() -> None:
    assert [b.id for (b,) in site(covered(), HERE, ROOM).joined] == [covered().towers[1][0].id]
    assert [b.id for (b,) in site(covered(), NEXT, ROOM).joined] == [covered().towers[0][0].id]
    side = breadth("brick")
    three = replace(EMPTY, towers=tuple((put("brick", i * side, 0.0),) for i in range(3)))
    assert len(site(three, HERE, 0.0).joined) == 2


def test_only_near_neighbours_belong_to_a_site_as_fixed_blocks() -> None:
    apart = breadth("brick") + 0.02
    now = with_neighbour(apart)
    (block,) = site(now, HERE, ROOM).beside
    assert block == replace(now.block(now.towers[NEXT][0]), fixed=True)
    assert site(now, HERE, 0.019).beside == ()


def test_no_piece_is_wider_than_its_width_at_any_angle() -> None:
    for piece in EMPTY.setup.pieces.values():
        for angle in (0.0, 0.4, 0.8, 1.2):
            low, high = extent(piece.shape, Pose(0.0, 0.0, angle))
            assert high.x - low.x <= width(piece.shape) + 1e-12


def test_a_block_is_released_above_any_seats_piece_in_its_way() -> None:
    now = covered()
    slab = now.towers[NEXT][0]
    let_go = over(now, "bridge", 0.0, 0.0)
    new = now.block(Placed(BlockId("new"), "bridge", let_go))
    assert penetration(now.block(slab), new) == 0.0
    assert extent(new.shape, let_go)[0].y - top(slab) <= GAP + 1e-9


def test_a_forecast_includes_joined_towers() -> None:
    now = covered()
    aim = over(now, "brick", 0.0, 0.0)
    for tower in (HERE, NEXT):
        assert holds(now, "brick", tower, aim)
        assert not holds(now, "brick", tower, aim._replace(x=0.03))


def test_a_neighbouring_tower_may_hold_a_block_up() -> None:
    # Without the neighbour's brick the slab would tip.
    x = 0.5 * breadth("brick") + 0.004
    alone, helped = with_neighbour(0.3), with_neighbour(2 * x)
    aim = over(alone, "square-slab", x, 0.0)
    assert not holds(alone, "square-slab", HERE, aim)
    assert holds(helped, "square-slab", HERE, aim)


def test_a_neighbour_that_falls_anyway_adds_no_risk() -> None:
    # It touches the seat's own tower, and its upper piece tips over on the far side.
    side = breadth("brick")
    base = put("brick", side, 0.0)
    theirs = (base, put("square-slab", 1.5 * side + 0.004, top(base)))
    now = table((put("brick", 0.0, 0.0),), theirs)
    assert site(now, HERE, ROOM).joined
    # After 0.15 s the neighbour's piece is still falling.
    assert all(holds(now, "brick", HERE, over(now, "brick", 0.0, 0.0), s) for s in (0.15, 0.35))
    assert not holds(now, "brick", NEXT, over(now, "brick", side, 0.0))


def test_no_footing_collides_with_a_neighbour() -> None:
    hand = skill("none")
    free, half = with_neighbour(0.3), breadth("brick") / 2
    over_half = put("brick", half + 0.002, 0.03)
    hung = table(free.towers[HERE], (over_half,))
    apart = spots(among(*site(free, HERE, ROOM)), PROBE, hand)[0]
    beside = spots(among(*site(hung, HERE, ROOM)), PROBE, hand)[0]
    low, _ = extent(hung.shape("brick"), over_half.pose)
    assert apart.risk < 0.01
    assert extent(PROBE.shape, apart.at)[1].x > low.x
    assert beside.risk < 0.5
    assert extent(PROBE.shape, beside.at)[1].x <= low.x + 0.0005


def test_a_footing_is_on_the_own_tower_not_on_a_better_one_that_touches_it() -> None:
    hand, low = skill("normal"), put("square-pole", 0.0, 0.0)
    side = (breadth("square-pole") + breadth("square-slab")) / 2
    now = table((low,), (put("square-slab", side, 0.0),))
    own, found = extent(now.shape(low.kind), low.pose), among(*site(now, HERE, ROOM))
    for spot in spots(found, PROBE, hand):
        assert own[0].x <= spot.at.x <= own[1].x


def test_the_footing_of_a_covered_tower_is_on_its_cover() -> None:
    now, hand = covered(), skill("normal")
    for tower in (HERE, NEXT):
        spot = spots(among(*site(now, tower, ROOM)), PROBE, hand)[0]
        assert spot.risk < 0.01
        assert extent(PROBE.shape, spot.at)[0].y >= top(now.towers[NEXT][0]) - 1e-9
