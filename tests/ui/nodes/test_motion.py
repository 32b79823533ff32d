"""Comparing two lists of nodes by key: which nodes move, turn over, appear and disappear."""

import pygame
import pytest

from tests.ui.cards.tables import flown
from towersim.ui.cards.card_faces import BACK, SUIT_RED, paper_face
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, Viewport
from towersim.ui.input.bindings import KeyCommand
from towersim.ui.nodes.motion import GLIDE, Animator, Flash, Showing, fire, stamp, star
from towersim.ui.nodes.node import Node, Say, Spot
from towersim.ui.nodes.pointing import next_node

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


def test_a_card_turned_over_in_its_place_counts_as_flying() -> None:
    motion = motion_of(Node("blind", "row", HERE, BACK))
    motion.flow([Node("blind", "row", HERE, ACE)], Showing(seconds=1))
    assert flown(motion) == {"blind"}


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


def test_a_card_released_by_the_mouse_flies_on_from_there() -> None:
    motion = motion_of(Node("ace", "hand", HERE, ACE))
    motion.hold("ace", THERE)
    motion.flow([Node("ace", "pile", FAR, ACE)], Showing(seconds=1))
    assert motion.seen(motion.nodes[0]) == THERE


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
    first = next_node(nodes, None, KeyCommand.RIGHT)
    assert first is not None
    assert first.key == "x"
    ways = {KeyCommand.RIGHT: "z", KeyCommand.LEFT: "z", KeyCommand.UP: "a", KeyCommand.NEXT: "z"}
    for command, goal in ways.items():
        neighbour = next_node(nodes, here["x"], command)
        assert neighbour is not None
        assert neighbour.key == goal
    assert next_node([], None, KeyCommand.NEXT) is None
    refused = [node._replace(action=Say("not now")) for node in nodes]
    neighbour = next_node(refused, None, KeyCommand.RIGHT)
    assert neighbour is not None, "where all is refused, one can ask why"
    assert neighbour.key == first.key


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
