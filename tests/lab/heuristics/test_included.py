"""The included heuristics on towers with an obvious answer."""

import pytest

from tests.physics.builders import cube
from towersim.common import dice
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import Box
from towersim.lab.analytic_scenes import SIDE, column
from towersim.lab.heuristics import INCLUDED, find
from towersim.lab.heuristics.simulation import NoisySimulation, stays
from towersim.lab.towers import tower
from towersim.lab.trials import Drawn
from towersim.physics.stand import stands
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.statics import equilibrium

PREDICTING = [name for name in INCLUDED if find(name).predict]


def said(name: str, scene: Scene) -> float:
    return find(name).probability(scene, dice.stream(1, name), "here")


@pytest.mark.parametrize("name", PREDICTING)
def test_every_answer_is_a_probability_and_reproducible(name: str) -> None:
    # One tower of each kind; the simulation does not depend on the kind and is slow.
    for index in range(1 if name == "noisy-simulation" else 4):
        scene = tower(1, index)
        answer = said(name, scene)
        assert 0 <= answer <= 1
        assert said(name, scene) == answer


@pytest.mark.parametrize("name", PREDICTING)
def test_an_empty_table_has_an_answer(name: str) -> None:
    assert said(name, Scene(TableTop(), ())) >= 0.5 or name == "uniform"


def test_overlap_is_the_smallest_supported_share() -> None:
    assert said("overlap", column([0.0, 0.1, 0.4])) == pytest.approx(0.7)


def test_the_centre_of_mass_is_exact_for_columns() -> None:
    for index in range(40):
        scene = Drawn("column", index).scene(3)
        assert (said("centre-of-mass", scene) > 0.5) == equilibrium.stands(scene), index


@pytest.mark.parametrize(("x", "stands"), [(-0.04, False), (0.04, True)])
def test_the_nearer_pillar_carries_more(x: float, *, stands: bool) -> None:
    # The left pillar leans so much that it carries little more than the beam.
    left = [cube(f"l{n}", -0.05 + 0.3 * SIDE * n, (n + 0.5) * SIDE) for n in range(3)]
    right = [cube(f"r{n}", 0.05, (n + 0.5) * SIDE) for n in range(3)]
    beam = Block(BlockId("beam"), Box(0.12, 0.005), Material(), SIDE, Pose(0.0, 0.0625, 0.0))
    load = cube("load", x, 3.75 * SIDE)
    scene = Scene(TableTop(), (*left, *right, beam, load))
    assert (said("centre-of-mass", scene) > 0.5) == stands


def test_statics_answers_0_or_1_and_margin_a_probability() -> None:
    assert said("statics", column([0.0, 0.49])) == 1.0
    assert said("statics", column([0.0, 0.51])) == 0.0
    assert said("margin", column([0.0, 0.0])) > said("margin", column([0.0, 0.49])) > 0.5
    assert said("margin", column([0.0, 0.51])) < 0.5


def test_height_and_blocks_trust_larger_towers_less() -> None:
    for name in ("height", "blocks"):
        answers = [said(name, column([0.0] * n)) for n in (2, 8, 14, 20)]
        assert answers == sorted(answers, reverse=True)
        assert answers[0] > 0.9 > 0.1 > answers[-1], name


def test_each_trial_has_its_own_random_guess() -> None:
    scene = column([0.0])
    guess = find("uniform").predict
    assert guess is not None
    drawn = [guess(scene, dice.stream(1, "guess", index)) for index in range(500)]
    assert sum(drawn) / len(drawn) == pytest.approx(0.5, abs=0.05)
    assert min(drawn) < 0.05 < 0.95 < max(drawn)


def test_a_simulation_without_noise_predicts_the_outcome() -> None:
    for index in range(24):
        scene = tower(2, index)
        assert stays(scene, NoisySimulation().seconds) == stands(scene), index


def test_noisy_simulation_without_noise_is_certain() -> None:
    sure = NoisySimulation(samples=4, blur=0.0, friction=0.0, tilt=0.0)
    assert sure.predict(column([0.0, 0.49]), dice.stream(1, "a")) == 0.9
    assert sure.predict(column([0.0, 0.51]), dice.stream(1, "a")) == 0.1


@pytest.mark.parametrize("noise", ["blur", "friction", "tilt"])
def test_each_kind_of_noise_makes_it_uncertain(noise: str) -> None:
    # A tower near its limit in every respect: sliding, tipping and overhang.
    scene = Drawn("leaning", 0).scene(1) if noise == "friction" else column([0.0, 0.48])
    none = {"blur": 0.0, "friction": 0.0, "tilt": 0.0}
    large = {"blur": 0.002, "friction": 3.0, "tilt": 0.1}[noise]
    doubting = NoisySimulation(samples=12, **(none | {noise: large}))
    assert 0.1 < doubting.predict(scene, dice.stream(1, "doubt")) < 0.9
