"""What happens around an attempt: the cart, the weight, the shaken room, the look of pieces."""

import math
from collections.abc import Iterator
from itertools import pairwise

import pygame
import pytest
from msgspec.structs import replace

from tests.practice.planned import proofs
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play
from towersim.common.units import BlockId, Pose
from towersim.files.challengefile import find_challenge
from towersim.geometry.shapes import Box
from towersim.rules.practice.challenge import table_of
from towersim.scene.scene import Block, Material
from towersim.ui.games.practice.bests import Trail
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.sound.cues import CREAK, Cue
from towersim.ui.stacking.draw_blocks import table_pieces
from towersim.ui.stacking.effects import ROLLS, Cart, Effects


def built(pilot: Pilot, name: str) -> None:
    play(pilot, name)
    place(pilot, *proofs()[name]["three_stars"].moves)


def still(pilot: Pilot) -> None:
    """Turn animations off."""
    context = pilot.app.context
    context.change(replace(context.settings, animations=False))
    pilot.frames(2)


def ways(cart: Cart) -> Iterator[Pose]:
    while not cart.has_arrived:
        yield cart.pose
        cart.seconds += 0.02


def test_the_cart_stays_on_the_bridge_from_one_bank_to_the_other() -> None:
    def block(x: float, y: float, w: float, h: float) -> Block:
        return Block(BlockId("b"), Box(w, h), Material(), 0.02, Pose(x, y, 0.0))

    bridge = [
        block(-0.1, 0.02, 0.1, 0.04),
        block(0.1, 0.02, 0.1, 0.04),
        block(0, 0.046, 0.2, 0.012),
    ]
    poses = list(ways(Cart((-0.05, 0.05), bridge)))
    assert poses[0].x < -0.05
    assert poses[-1].x > 0.05
    assert all(a.x <= b.x for a, b in pairwise(poses))
    assert all(pose.y > 0.0495 for pose in poses), "never inside the bridge"
    deck = {round(pose.y, 4) for pose in poses if abs(pose.x) < 0.02}
    assert deck == {0.062}, "on the deck"


def test_a_cart_rolls_over_a_finished_bridge_before_its_result(pilot: Pilot) -> None:
    built(pilot, "plank-bridge")
    presenter = pilot.table.presenter
    pilot.key(pygame.K_d)
    pilot.until(lambda: presenter.is_rolling, 60)
    pilot.frames(30)
    pilot.frames(round(60 * (ROLLS - 0.6)))
    assert not pilot.shows(AttemptResult)
    assert pilot.match.setup.gap is not None
    assert pilot.frame.effects.cart.x > sum(pilot.match.setup.gap) / 2
    pilot.key(pygame.K_SPACE)
    pilot.until(lambda: pilot.shows(AttemptResult), 60)


def test_without_movement_there_is_no_cart(pilot: Pilot) -> None:
    built(pilot, "plank-bridge")
    assert pilot.table.hint == "Three stars! Press D to finish."
    still(pilot)
    pilot.key(pygame.K_d)
    pilot.until(lambda: pilot.shows(AttemptResult), 60)


def test_a_weight_is_lowered_onto_the_loaded_piece(pilot: Pilot) -> None:
    built(pilot, "crane")
    assert pilot.frame.effects == Effects()
    pilot.key(pygame.K_d)
    pilot.frames(20)
    load = pilot.frame.effects.load
    assert (load[0].kind, load[1]) == ("hook", pilot.match.strain)
    assert 0.2 < load[2] < 0.6
    still(pilot)
    assert pilot.frame.effects.load[2] == 1.0


@pytest.mark.slow
def test_a_quake_shakes_the_table_and_swings_the_lamps(pilot: Pilot) -> None:
    built(pilot, "first-quake")
    pilot.key(pygame.K_d)
    frames = []
    for _ in range(40):
        pilot.frames(2)
        frames.append(pilot.frame)
    lefts = [frame.table.camera.left - frame.rest.left for frame in frames]
    assert min(lefts) < -0.2
    assert max(lefts) > 0.2, "to both sides"
    assert 0 < max(abs(frame.effects.swing) for frame in frames) < math.radians(30)
    still(pilot)
    assert pilot.frame.effects.sway is None
    assert pilot.frame.table.camera == pilot.frame.rest


def test_the_crane_and_the_cart_are_drawn_as_such() -> None:
    for name, looks in (("crane", {"jib", "hook"}), ("cart", {"cart"})):
        pictures = table_pieces(table_of(find_challenge(name))).values()
        drawn = {p.colour for p in pictures if p.colour.startswith("thing")}
        assert drawn == {f"thing {each}" for each in looks}


def test_a_dropped_piece_raises_dust_unless_movement_is_off(pilot: Pilot) -> None:
    for moves in (True, False):
        play(pilot, "first-tower")
        if not moves:
            still(pilot)
        pilot.table.play.lift("cube")
        assert pilot.table.play.let_go()
        raised = 0
        for _ in range(90):
            pilot.frames()
            raised = max(raised, len(pilot.frame.table.dust))
        assert (raised > 0) is moves
        assert len(pilot.table.play.trail) == 1
        pilot.table.put_away()


@pytest.mark.slow
def test_wood_creaks_the_louder_the_less_it_withstands(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Cue] = []
    monkeypatch.setattr(pilot.app.context.sound, "cues", lambda cues, _: heard.extend(cues))
    play(pilot, "no-higher-than-needed")
    place(pilot, *["cube 0.0"] * 5)
    monkeypatch.setattr(Trail, "tilts", property(lambda trail: (7.0,) * len(trail)))
    monkeypatch.setattr(pilot.table, "_creaked", (0, 0))  # the real tilt may be known by now
    pilot.key(pygame.K_d)
    pilot.until(lambda: (pilot.match.strain or 0.0) > 2.5)
    creaks = [cue.volume for cue in heard if cue.sound == CREAK]
    assert len(creaks) == 3, "when it is known, and with each degree"
    assert creaks == sorted(creaks)
