"""The camera of a turned table: what slides to its low end stays in the picture."""

from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.table.table import Figure
from towersim.theatre.focus import MovingPart
from towersim.ui.drawing.camera import fitted, pixel_rect, turned

BOX = (0.0, 0.0, 1000.0, 500.0)
LEVEL = fitted(BOX, -0.5, 0.5, 0.4)
TURN = -0.35
"""The tilt of the table, in radians."""


def cube(name: str, x: float, y: float) -> Figure:
    return Figure(BlockId(name), "cube", Box(0.04, 0.04), Pose(x, y, 0.0), None, held=False)


def test_blocks_at_the_low_end_are_raised_into_the_box_while_the_highest_stays_in_it() -> None:
    low, tower = cube("low", 0.3, 0.02), cube("top", 0.0, 0.12)
    assert turned(LEVEL, 0.0, BOX, [low, tower], MovingPart()) == LEVEL
    camera = turned(LEVEL, TURN, BOX, [low, tower], MovingPart())
    for one in (low, tower):
        rect = pixel_rect(camera, *one.extent)
        assert 0 <= rect.top < rect.bottom <= 500
    high = cube("high", 0.0, 0.45)
    camera = turned(LEVEL, TURN, BOX, [low, high], MovingPart())
    assert abs(pixel_rect(camera, *high.extent).top) <= 1


def test_the_view_stays_raised_for_what_has_left_the_table() -> None:
    moving, low = MovingPart(), cube("low", 0.0, 0.02)
    moving.begin([low])
    moving.see([cube("low", 0.4, 0.02)])
    there = turned(LEVEL, TURN, BOX, [cube("low", 0.4, 0.02)], moving)
    gone = turned(LEVEL, TURN, BOX, [cube("low", 0.6, -0.5), cube("top", 0.0, 0.1)], moving)
    assert there.raised > 0
    assert gone.raised > 0.9 * there.raised
    aside = turned(LEVEL, TURN, BOX, [cube("low", 0.8, 0.02), cube("top", 0.0, 0.1)], moving)
    assert aside == gone, "what is beside the picture raises nothing"
