"""Random numbers are a pure function of seed, name and index; functions without libm are exact."""

import math
import sys
from collections.abc import Callable
from copy import copy
from decimal import Context, Decimal
from itertools import product

import pytest

from tests.commands import python
from towersim.common import portable_math
from towersim.common.dice import stream


def test_random_numbers_never_change() -> None:
    # Records depend on these numbers: another generator would change every game.
    dice = stream(7, "deck", 3)
    assert [dice.randrange(54) for _ in range(5)] == [20, 1, 44, 12, 49]
    assert [round(dice.gauss(), 6) for _ in range(3)] == [-0.578364, 0.616264, 1.434552]
    assert copy(dice).gauss() == dice.gauss(), "the second of a pair"


def test_streams_differ_by_seed_name_and_index() -> None:
    first = {
        stream(seed, name, index).random()
        for seed, name, index in product((1, 2, 11), ("deck", "die", "bot 1"), (0, 1, 11))
    }
    assert len(first) == 27


def test_streams_are_independent_of_each_other() -> None:
    quiet, busy = stream(1, "deck"), stream(1, "deck")
    other = stream(1, "die")
    for _ in range(5):
        other.random()
        assert quiet.random() == busy.random()


PLAIN = "glibc.cpu.hwcaps=-FMA,-AVX2_Usable,-AVX2,-FMA4"
FED = """
from datetime import date

import msgspec

from towersim.bots.table import final_outcome, players_of
from towersim.common import dice
from towersim.common.messages import plain
from towersim.common.units import Target
from towersim.common.portable_math import power
from towersim.common.units import Pose
from towersim.files.level import load_pieces
from towersim.geometry.shapes import Circle
from towersim.geometry.skyline import outline
from towersim.lab.noise import tilted
from towersim.lab.towers import hard_tower, tower
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.physics.hand import SKILLS, Tremor, _shortened
from towersim.physics.profile import TABLE_3
from towersim.practice.generated import _candidates, endless_challenge
from towersim.practice.generated import MAKERS
from towersim.statics.equilibrium import signed_margin
from towersim.table.disturbance import QuakeStress, TiltStress

def show(what, value):
    print(what, msgspec.json.encode(value, enc_hook=plain).decode())

stream = dice.stream(1, "normal")
show("draws", [stream.gauss() for _ in range(20000)])
for name, skill in SKILLS.items():
    tremor = Tremor(skill, dice.stream(2, name), 1 / 120)
    show(name, [tremor.shake(Target(0.001 * n, 0.1, 0.0)) for n in range(300)])
for name, piece in load_pieces("blocks").items():
    show(name, piece.shape)
for kind, make in MAKERS.items():
    show(kind, [make(dice.stream(n, kind)) for n in range(20)])
show("daily", [next(iter(_candidates(date(2026, 11, day)))) for day in range(1, 29)])
show("endless", [endless_challenge(n) for n in range(20)])
for n in range(15):
    scene = (hard_tower if n % 2 else tower)(3, n)
    show("scene", scene)
    show("tilted", tilted(scene, 0.1 * n))
    show("label", signed_margin(scene))
class World:
    profile = TABLE_3

    def set_gravity(self, *pull):
        self.pull = pull

for stress in (TiltStress(1), QuakeStress()):
    world = World()
    for n in range(4000):
        stress.apply(world, n / 120)
        show("gravity", world.pull)
ends = [(stream.uniform(-1, 1), stream.uniform(-1, 1)) for _ in range(20000)]
show("hand", [_shortened(*end, 0.5, portable=True) for end in ends])
show("storeys", [power(3.0, -30 * x * x) for x, _ in ends[:3000]])
show("round", [outline(Circle(0.01 + x * x), Pose(x, y, 0.0)).tolist() for x, y in ends[:99]])

for name in ("palace", "push", "rummu"):
    best = players_of(name)[1]
    seats = [SeatSpec(f"{best} {n}", best) for n in range(3)]
    match = Match.new(name, seats, seed=5)
    show(name, final_outcome(match))
    show(name, match.events)
"""


@pytest.mark.parametrize(
    ("ours", "exact", "low", "high"),
    [
        (portable_math.sin, math.sin, -1e6, 1e6),
        (portable_math.sin, math.sin, -4.0, 4.0),
        (portable_math.cos, math.cos, -1e6, 1e6),
        (portable_math.cos, math.cos, -4.0, 4.0),
        (portable_math.exp, math.exp, -700.0, 700.0),
        (portable_math.exp, math.exp, -1.0, 1.0),
        (portable_math.log, math.log, 1e-300, 3.0),
        (portable_math.atan, math.atan, -5.0, 5.0),
        (portable_math.asin, math.asin, -1.0, 1.0),
    ],
)
def test_errors_stay_within_the_last_places(
    ours: Callable[[float], float], exact: Callable[[float], float], low: float, high: float
) -> None:
    draw = stream(1, "arguments")
    values = [low, high, 0.5 * (low + high + 1e-9), *(draw.uniform(low, high) for _ in range(4000))]
    assert all(abs(ours(x) - exact(x)) <= 2 * math.ulp(exact(x)) for x in values)


def test_powers_are_rounded_correctly() -> None:
    draw = stream(1, "powers")
    exponents = [0.0, -1.0, 400.0, *(draw.uniform(-300, 300) for _ in range(500))]
    exact = Context(prec=40)
    for x in exponents:
        assert portable_math.power(3.0, x) == float(exact.power(Decimal(3), Decimal(x))), x
    with pytest.raises(ValueError, match="log of"):
        portable_math.power(-1.0, 0.5)


@pytest.mark.parametrize("y", [0.0, -0.0, 1.0, -1.0, 3e-310])
@pytest.mark.parametrize("x", [0.0, -0.0, 1.0, -1.0, 1e300])
def test_directions_along_the_axes_have_the_exact_angle(y: float, x: float) -> None:
    angle, exact = portable_math.atan2(y, x), math.atan2(y, x)
    assert (angle, math.copysign(1.0, angle)) == (exact, math.copysign(1.0, exact))


def test_values_outside_the_domain_raise_as_in_math() -> None:
    for refused in (0.0, -1.0):
        with pytest.raises(ValueError, match="math domain"):
            portable_math.log(refused)
    with pytest.raises(OverflowError):
        portable_math.exp(710.0)
    assert portable_math.exp(-1e9) == 0.0


def test_normal_deviates_have_their_mean_and_deviation() -> None:
    draw = stream(1, "normal")
    values = [draw.gauss(3.0, 2.0) for _ in range(20000)]
    mean = sum(values) / len(values)
    assert abs(mean - 3.0) < 0.05
    assert abs(sum((v - mean) ** 2 for v in values) / len(values) - 4.0) < 0.12


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the switch is glibc's")
def test_what_feeds_the_simulation_is_equal_without_fused_multiply_add() -> None:
    switched_off = {"GLIBC_TUNABLES": PLAIN}
    ran = [python("-c", FED, env=tunables, timeout=120) for tunables in (switched_off, {})]
    assert [each.returncode for each in ran] == [0, 0], ran
    plain, usual = (each.stdout.splitlines() for each in ran)
    assert [a[:60] for a, b in zip(plain, usual, strict=True) if a != b] == []
