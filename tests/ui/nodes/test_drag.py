"""Telling a click from a drag, and the focus of the keys."""

from towersim.ui.nodes.node import Node, Spot
from towersim.ui.nodes.pointing import Gestures, Pointing

ACE = Node("ace", "hand", Spot(10, 10, 40), action="click", drags=("ace",))
NODES = (Node("pile", "pile", Spot(300, 80, 100), drop="drop"), ACE)


def pressed(unit: float = 1.0) -> Gestures:
    """Return the gestures after a press on the ace."""
    mouse = Gestures(unit)
    assert mouse.press(NODES, (10, 10), 1, 0.0) is None, "it may become a pull"
    return mouse


def test_a_short_press_of_a_shaking_hand_is_a_click() -> None:
    mouse = pressed()
    mouse.move((14, 12))
    assert mouse.dragged is None
    assert mouse.release(NODES, (14, 12), 0.1) == "click"
    assert mouse.release(NODES, (14, 12), 0.2) is None


def test_a_dragged_card_follows_the_mouse_until_it_is_dropped() -> None:
    mouse = pressed(unit=2.0)
    mouse.move((24, 10))
    assert not mouse.dragged_nodes(NODES), "at twice the size a click may be twice as far"
    mouse.move((200, 100))
    mouse.move((12, 10))
    assert mouse.dragged_nodes(NODES) == (ACE,), "also if it comes back"
    assert mouse.release(NODES, (300, 80), 0.1) == "drop"
    assert mouse.dragged is None


def test_a_press_on_no_card_does_nothing() -> None:
    mouse = Gestures()
    assert mouse.press(NODES, (150, 10), 1, 0.0) is None
    mouse.move((100, 100))
    assert mouse.release(NODES, (100, 100), 0.1) is None
    mouse = pressed()
    mouse.move((300, 80))
    mouse.cancel()
    assert mouse.dragged is None
    assert mouse.release(NODES, (300, 80), 0.1) is None


def test_the_focus_of_a_card_that_left_goes_to_the_nearest_that_does_something() -> None:
    pointing, king = Pointing(1.0), Node("king", "hand", Spot(90, 10, 40), action="click")
    dead = Node("ten", "hand", Spot(50, 10, 40))
    pointing.point("queen")
    queen = Node("queen", "hand", Spot(60, 10, 40))
    found = []
    for nodes in ((queen, dead, king), (*NODES, dead, king)):
        pointing.stay(nodes, queen)
        found.append(pointing.focus)
    assert found == ["queen", "king"], "in the first it has not left"
