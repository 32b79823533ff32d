"""Nodes: where they lie, how they move, and how the mouse and the keyboard reach them."""

from itertools import pairwise

import pygame
import pytest

from tests import known
from tests.ui.cards.tables import flown
from towersim.ui.cards.card_faces import BACK, SUIT_RED, paper_face
from towersim.ui.cards.nodes import Fan, fan_nodes
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.input.bindings import KeyCommand
from towersim.ui.nodes.motion import GLIDE, Animator, Flash, Showing, fire, stamp, star
from towersim.ui.nodes.node import Node, NodeMarks, Say, Spot, spot_in, topmost
from towersim.ui.nodes.pointing import Pointing, next_node

AREA = pygame.Rect(100, 400, 600, 200)
CARD = (100, 140)


@pytest.mark.parametrize("arc", [0.0, 8.0])
@pytest.mark.parametrize("cards", [1, 2, 5, 6, 13, 40])
def test_all_cards_of_a_fan_lie_in_its_area_in_equal_steps(cards: int, arc: float) -> None:
    spots = Fan(AREA, CARD, cards, arc).spots()
    assert len(spots) == cards
    assert spots[0].x - CARD[0] / 2 >= AREA.left - 1
    assert spots[-1].x + CARD[0] / 2 <= AREA.right + 1
    assert spots[0].x + spots[-1].x == pytest.approx(2 * AREA.centerx)
    assert max(spot.y for spot in spots) + CARD[1] / 2 == pytest.approx(AREA.bottom)
    steps = {round(b.x - a.x, 6) for a, b in pairwise(spots)}
    assert len(steps) <= 1


def test_cards_overlap_only_if_there_is_no_room() -> None:
    assert Fan(AREA, CARD, 5).step > CARD[0]
    assert Fan(AREA, CARD, 6).step == 100
    assert Fan(AREA, CARD, 11).step == 50


def test_a_fan_is_turned_outwards_and_lower_at_its_ends() -> None:
    left, *_, right = spots = Fan(AREA, CARD, 9, 8.0).spots()
    assert left.angle == -right.angle > 0
    assert spots[4].angle == 0
    assert spots[4].y < left.y == pytest.approx(right.y)
    assert {spot.angle for spot in Fan(AREA, CARD, 9).spots()} == {0}


def hit(fan: Fan, point: tuple[float, float], raised: int | None = None, lift: int = 0) -> object:
    """Return the index of the topmost card of a fan at a point; one card may be raised."""
    nodes = fan_nodes("hand", fan, [(i, BACK) for i in range(fan.cards)], lift=lift)
    marked = [node._replace(marks=NodeMarks(pointed=node.key == raised)) for node in nodes]
    node = topmost(marked, point, lambda _: True)
    return None if node is None else node.key


@pytest.mark.parametrize("arc", [0.0, 8.0])
def test_the_topmost_card_at_a_point_is_found(arc: float) -> None:
    fan = Fan(AREA, CARD, 11, arc)
    for index, spot in enumerate(fan.spots()):
        # Only the left strip of each card but the last is visible.
        assert hit(fan, (spot.x - CARD[0] / 2 + 20, spot.y)) == index
        later = (spot.x + 30, spot.y)
        assert hit(fan, later) == min(index + 1, 10)
    assert hit(fan, (AREA.left - 30, AREA.centery)) is None
    assert hit(fan, (AREA.centerx, AREA.bottom + 30)) is None


def test_a_raised_card_is_hit_above_and_at_its_old_place() -> None:
    fan = Fan(AREA, CARD, 4)
    spot = fan.spots()[1]
    node = fan_nodes("hand", fan, [(i, BACK) for i in range(4)], lift=30)[1]
    assert node._replace(marks=NodeMarks(pointed=True)).up.y == spot.y - 30
    above, foot = (spot.x, spot.y - 85), (spot.x, spot.y + 65)
    assert hit(fan, above, lift=30) is None
    assert hit(fan, above, 1, 30) == 1
    assert hit(fan, foot, 1, 30) == 1, "or it would jump up and down below the pointer"


def test_an_empty_fan_has_no_card() -> None:
    assert Fan(AREA, CARD, 0).spots() == []
    assert hit(Fan(AREA, CARD, 0, 8.0), AREA.center) is None


def test_a_turned_card_is_hit_where_it_is_drawn() -> None:
    lying = Spot(0.0, 0.0, 140, 90)
    assert lying.has((65, 0), 5 / 7)
    assert not lying.has((0, 65), 5 / 7)
    leaning = Spot(0.0, 0.0, 140, 20)
    assert leaning.has((-68, -46), 5 / 7), "turned to the left, its upper left corner goes down"
    assert not leaning.has((68, -46), 5 / 7)
    assert spot_in(pygame.Rect(10, 20, 100, 140)) == (60, 90, 140, 0)


ACE = paper_face("A", "heart", SUIT_RED, pips=1)
HERE, THERE, FAR = Spot(0, 0, 100), Spot(200, 100, 100), Spot(400, 0, 100)
MIDDLE, STAGE = Spot(100, 100, 100), Viewport((500, 200), Fonts())
DECK = Node("deck", "deck", FAR, BACK, cards=9)


def motion_of(*nodes: Node) -> Animator:
    """Return an animator that shows these nodes at rest."""
    motion = Animator()
    motion.reset(nodes)
    return motion


def test_a_card_that_changes_its_zone_flies_and_others_of_the_zone_glide() -> None:
    motion = motion_of(Node("ace", "hand", HERE, ACE), Node("two", "hand", THERE, ACE))
    motion.flow([Node("ace", "pile", FAR, ACE), Node("two", "hand", HERE, ACE)], Showing(seconds=1))
    assert flown(motion) == {"ace"}
    motion.step(GLIDE)
    assert motion.seen(motion.nodes[1]) == HERE, "it made room"
    motion.step(0.5 - GLIDE)
    assert motion.seen(motion.nodes[0]).x == pytest.approx(200)
    assert motion.busy
    motion.step(0.6)
    assert motion.at_rest
    assert motion.seen(motion.nodes[0]) == FAR


def test_new_cards_fly_from_the_place_of_the_event_one_after_the_other() -> None:
    motion = motion_of(DECK)
    fresh = [DECK, Node("ace", "hand", HERE, ACE), Node("two", "hand", THERE, ACE)]
    motion.flow(fresh, Showing("deck", seconds=1, apart=0.5))
    assert flown(motion) == {"ace", "two"}
    assert motion.seen(fresh[1]) == FAR
    motion.step(1.1)
    assert flown(motion) == {"two"}
    assert motion.seen(fresh[1]) == HERE
    motion.step(0.5)
    assert not motion.busy


def test_a_removed_card_flies_to_the_place_of_the_event_or_vanishes_at_once() -> None:
    motion = motion_of(DECK, Node("ace", "hand", HERE, ACE))
    motion.flow([DECK], Showing(end="deck", seconds=1))
    assert flown(motion) == {"ace"}
    motion.step(1.1)
    assert flown(motion) == frozenset()
    motion = motion_of(Node("ace", "hand", HERE, ACE))
    motion.flow([], Showing())
    assert motion.at_rest


def drawn(motion: Animator, *, flying: bool) -> pygame.Surface:
    """Return a picture of the resting nodes, or of the flying ones."""
    pygame.font.init()
    target = pygame.Surface((500, 200))
    (motion.draw_flying if flying else motion.draw)(Canvas(target, STAGE))
    return target


def test_a_flying_card_is_drawn_above_all_in_an_arc_and_not_at_its_goal() -> None:
    motion = motion_of(Node("ace", "hand", MIDDLE, ACE))
    end = MIDDLE._replace(x=400)
    motion.flow([Node("ace", "pile", end, ACE)], Showing(seconds=1))
    motion.step(0.5)
    half = motion.seen(motion.nodes[0])
    assert half.y < MIDDLE.y, "it flies in an arc"
    assert not any(drawn(motion, flying=False).get_buffer().raw)
    assert drawn(motion, flying=True).get_at((round(half.x) + 25, round(half.y) - 40)).r > 240
    motion.step(0.6)
    assert drawn(motion, flying=False).get_at((425, 60)).r > 240


def test_a_card_that_turns_over_shows_its_other_side_in_the_second_half() -> None:
    motion = motion_of(Node("ace", "hand", MIDDLE, BACK))
    motion.flow([Node("ace", "pile", MIDDLE, ACE)], Showing(seconds=1))
    for seconds, red in ((0.35, True), (0.3, False)):
        motion.step(seconds)
        picture = drawn(motion, flying=True)
        colour = picture.get_at((100, 62))
        assert (colour.r > colour.b + 60) == red
        assert picture.get_at((130, 100)) == pygame.Color("black"), "it is narrower meanwhile"


def test_a_flash_grows_and_fades_away() -> None:
    motion, shades = motion_of(), []
    motion.flow([], Showing(flash=Flash(star(STAGE, 40), (100, 100), seconds=0.6)))
    for _ in range(3):
        assert motion.busy
        shades.append(drawn(motion, flying=True).get_at((100, 100)).r)
        motion.step(0.22)
    assert shades[0] >= shades[1] > shades[2]
    assert not motion.busy


def test_a_chosen_card_glides_and_never_flies() -> None:
    motion = motion_of(Node("ace", "hand", HERE, ACE))
    motion.glide([Node("ace", "bench", THERE, ACE)])
    assert not motion.busy
    assert not motion.at_rest


def row(zone: str, y: float, *names: str, refused: str = "") -> list[Node]:
    """Return the cards of a zone from left to right; one may be refused."""
    return [
        Node(name, zone, Spot(100 * i, y, 100), ACE, action=Say("no") if name == refused else name)
        for i, name in enumerate(names)
    ]


def test_arrows_walk_along_a_zone_and_to_the_next_and_skip_refused_nodes() -> None:
    nodes = [*row("table", 0, "a", "b"), *row("hand", 300, "x", "y", "z", refused="y")]
    here = {node.key: node for node in nodes}
    assert known(next_node(nodes, None, KeyCommand.RIGHT)).key == "x"
    ways = {KeyCommand.RIGHT: "z", KeyCommand.LEFT: "z", KeyCommand.UP: "a", KeyCommand.NEXT: "z"}
    for command, goal in ways.items():
        assert known(next_node(nodes, here["x"], command)).key == goal
    assert next_node([], None, KeyCommand.NEXT) is None
    refused = [node._replace(action=Say("not now")) for node in nodes]
    first = known(next_node(refused, None, KeyCommand.RIGHT))
    assert first.key == "x", "where all is refused, one can ask why"


def test_a_performance_is_visible_from_its_beginning_until_it_fades() -> None:
    viewport = Viewport(USUAL, Fonts())
    size = (300, 260)
    for perform in (
        stamp(viewport, "Too far!", ("The red 3 fits nowhere.",)),
        fire(viewport, (200, 180), "The 10 burns the pile: 4 cards"),
    ):
        seen = []
        for share in (0.0, 0.3, 0.6, 0.999):
            target = pygame.Surface(size)
            perform(Canvas(target, viewport), (150, 130), share)
            mask = pygame.mask.from_threshold(target, (0, 0, 0), (30, 30, 30, 255))
            seen.append(1 - mask.count() / (size[0] * size[1]))
        assert min(seen[1:3]) > 0.15, "long enough to be read"
        assert seen[3] < 0.1


HELD = Node("ace", "hand", Spot(10, 10, 40), action="click", drags=("ace",))
NODES = (Node("pile", "pile", Spot(300, 80, 100), drop="drop"), HELD)


def pressed(unit: float = 1.0) -> Pointing:
    """Return the pointing after a press on the ace."""
    mouse = Pointing(unit)
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
    assert mouse.dragged_nodes(NODES) == (HELD,), "also if it comes back"
    assert mouse.release(NODES, (300, 80), 0.1) == "drop"
    assert mouse.dragged is None


def test_a_press_on_no_card_does_nothing() -> None:
    mouse = Pointing()
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
