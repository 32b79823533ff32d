"""Certificates: whether a scene that can rest can also move, by all laws of Coulomb friction."""

from pathlib import Path

import numpy as np
import pytest

from tests.statics.first_motion import fastest_fall
from tests.statics.jams import hung, in_turn, near_jam, tent
from tests.statics.scenes import arch
from towersim.files.level import load_scene
from towersim.lab.analytic_scenes import column
from towersim.lab.towers import pyramid
from towersim.scene.contacts import joints, own_tolerance
from towersim.scene.scene import Scene
from towersim.statics.balance import GRAVITY, Balance, balance
from towersim.statics.certificate import Certificate, certify
from towersim.statics.equilibrium import label

TWO = Path(__file__).parent / "two_solutions"


def rows_of(scene: Scene) -> Balance:
    return balance(scene, list(joints(scene, *own_tolerance(scene))))


def certificate(scene: Scene) -> Certificate:
    return certify(rows_of(scene))


@pytest.mark.parametrize(("name", "fastest"), [("plug", 0.0085), ("tent", 1.9e-4)])
def test_a_scene_that_may_rest_or_move_is_open(name: str, fastest: float) -> None:
    rows = rows_of(load_scene(TWO / f"{name}.toml"))
    assert label(rows).verdict == "stands", "the approximation from no friction finds rest"
    found = certify(rows)
    assert found.verdict == "open"
    spun = found.motion[:, 2] * rows.gyration
    speed = np.abs(np.column_stack([found.motion[:, :2], spun])).max() / GRAVITY
    assert speed == pytest.approx(fastest, rel=0.05)
    assert float(rows.weights @ found.motion[:, 1]) < 0, "gravity moves it"


@pytest.mark.parametrize(
    "scene", [column([0.0, 0.3, -0.1]), pyramid(4), arch(9, 0.3, 0.7), tent(0.8, 1.2)]
)
def test_towers_and_arches_are_proved_to_stand(scene: Scene) -> None:
    found = certificate(scene)
    assert found.verdict == "proved"
    assert not found.motion.any()


def test_a_jam_is_open() -> None:
    assert certificate(hung(friction=0.5)).verdict == "open"


def test_a_search_without_time_decides_nothing() -> None:
    assert certify(rows_of(arch(9, 0.3, 0.7)), 0.0).verdict == "undecided"


@pytest.mark.parametrize("family", in_turn("leaning"))
def test_certificates_agree_with_an_enumeration_of_all_motions(family: str) -> None:
    """Another program of the same laws, by another solver, with less force and less precision."""
    counts = {"proved": 0, "open": 0}
    for index in range(6):
        rows = rows_of(near_jam(family, index))
        if len(rows.free) < 5 and label(rows).verdict != "falls":
            power = fastest_fall(rows)
            found = certify(rows)
            if power is not None and not 1e-9 < power < 1e-3:
                assert found.verdict == ("open" if power > 1e-3 else "proved"), index
                counts[found.verdict] += 1
    assert sum(counts.values()) >= 2


def test_an_open_motion_obeys_the_laws() -> None:
    """No contact closes further, and some contact opens."""
    rows = rows_of(load_scene(TWO / "plug.toml"))
    found = certify(rows)
    scaled = found.motion / GRAVITY
    work = np.repeat(rows.weights, 3).reshape(-1, 3) * scaled
    work[:, 2] *= rows.radii
    moved = np.append(work.ravel(), 0.0)
    # The coefficients of a unit force are also the work of a motion at its point.
    parting = (rows.normal * moved[rows.rows]).sum(axis=(1, 2)) / rows.units
    assert parting.min() > -1e-7
    assert parting.max() > 1e-4, "somewhere a contact opens"
