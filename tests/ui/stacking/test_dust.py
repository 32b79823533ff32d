"""Dust and chips at impacts."""

from towersim.theatre.impacts import Impact
from towersim.ui.stacking.dust import FELT, HARD, Dust

FELL = Impact(0.02, 2 * HARD, 0.1, on_table=True, y=0.0)


def raised(impact: Impact) -> Dust:
    dust = Dust()
    dust.add([impact])
    return dust


def test_a_hard_impact_raises_dust_and_chips_and_a_soft_one_nothing() -> None:
    assert {bit.is_chip for bit in raised(FELL).bits} == {False, True}
    assert {bit.is_chip for bit in raised(FELL._replace(impulse=0.9 * HARD)).bits} == {False}
    assert not raised(FELL._replace(impulse=0.9 * FELT)).bits
    assert not raised(FELL._replace(rolls=True)).bits


def test_the_same_impact_raises_the_same_dust_and_another_one_other() -> None:
    assert raised(FELL).bits == raised(FELL).bits
    assert raised(FELL).bits != raised(FELL._replace(x=0.2)).bits


def test_dust_stays_above_the_table_and_settles_within_a_second() -> None:
    dust = raised(FELL)
    for _ in range(60):
        dust.step(1 / 60)
        assert all(bit.y >= 0 for bit in dust.bits)
    assert not dust.bits
