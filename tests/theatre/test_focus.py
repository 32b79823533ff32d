"""The part of the table that the camera of a watched game frames."""

from tests.matches import GOLDEN
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import Box, bounding_radius, extent
from towersim.match.record import read
from towersim.table.table import Figure
from towersim.theatre.focus import Focus, MovingPart, focus
from towersim.theatre.timeline import Timeline


def test_low_towers_are_framed_closely_and_whole() -> None:
    timeline = Timeline(read(GOLDEN))
    for index, move in enumerate(timeline.moves):
        low, high, top = focus(timeline, index)
        assert high - low < timeline.setup.table.width * 0.7
        assert top < 0.32
        for block in move.after.scene().blocks:
            least, most = extent(block.shape, block.pose)
            assert low < least.x < most.x < high
            assert most.y < top


def figure(x: float, y: float, *, held: bool = False) -> Figure:
    """Return a cube of 20 mm."""
    return Figure(BlockId("a"), "red", Box(0.02, 0.02), Pose(x, y, 0.0), TowerId(0), held=held)


def test_a_moving_part_grows_with_the_motion_and_forgets_it_at_rest() -> None:
    moving = MovingPart()
    moving.begin([figure(0.0, 0.1)])
    moving.see([figure(0.001, 0.1)])
    assert moving.swept is None, "a block that only trembles does not move"
    far = bounding_radius(Box(0.02, 0.02))
    moving.see([figure(0.1, 0.05)])
    assert moving.swept == moving.now == Focus(0.1 - far, 0.1 + far, 0.05 + far)
    moving.see([figure(0.3, 0.01)])
    assert moving.swept == Focus(0.1 - far, 0.3 + far, 0.05 + far)
    assert moving.now == Focus(0.3 - far, 0.3 + far, 0.01 + far)
    moving.see([figure(0.9, -0.4)])
    assert moving.now is None, "what left the table is not followed"
    moving.begin([figure(0.3, 0.01)])
    moving.see([figure(0.3, 0.01)])
    assert moving.swept is None


def test_the_block_in_the_hand_is_no_motion_until_it_is_released() -> None:
    moving = MovingPart()
    moving.begin([])
    for x in (0.0, 0.2):
        moving.see([figure(x, 0.3, held=True)])
    moving.see([figure(0.2, 0.3)])
    assert moving.swept is None
    moving.see([figure(0.2, 0.2)])
    assert moving.swept is not None
