"""Statistics of a hand from attempts: collapses by height, and changes by week."""

from msgspec.structs import replace

from towersim.practice.attempts import Attempt, Placement
from towersim.practice.records import BAND, HEIGHTS, Band, Week, statistics_of


def attempt(day: str, stars: int, number: int) -> Attempt:
    return Attempt("tee", f"{day}T12:00:00", stars, 1.0, 9.0, 1, 1, "none", None, number)


def piece(error: float | None, height: float) -> Placement:
    return Placement("cube", error, 0.0005, height, fell=error is None)


def test_pieces_are_counted_by_height_and_attempts_by_week() -> None:
    attempts = [
        attempt("2026-11-15", 1, 1),
        attempt("2026-11-16", 3, 2),
        attempt("2026-11-22", 2, 3),
        attempt("2026-11-23", 0, 4),
    ]
    pieces = {
        1: [piece(0.004, 0.01)],
        2: [piece(0.001, 0.01), piece(0.003, 0.06), piece(None, 0.07)],
        4: [piece(None, 2.0)],
    }
    found = statistics_of(attempts, pieces)
    assert found.attempts == 4
    assert found.errors == (0.004, 0.001, 0.003)
    assert len(found.tremors) == 5
    assert found.bands[:2] == (Band(0.0, 2, 0), Band(0.05, 2, 1))
    assert found.bands[-1][1:] == (1, 1), "the last band has no upper end"
    assert len(found.bands) == len(HEIGHTS)
    assert found.weeks == (
        Week("2026-11-09", 1, 1.0, 0.004),
        Week("2026-11-16", 2, 2.5, 0.002),
        Week("2026-11-23", 1, 0.0, None),
    )
    none = statistics_of([], {})
    assert (none.attempts, none.errors, none.tremors, none.weeks) == (0, (), (), ())


def test_the_weakest_height_is_that_at_which_most_of_enough_pieces_fell() -> None:
    def pieces(height: float, count: int, fell: int) -> list[Placement]:
        return [
            Placement("cube", None, 0.0, height + 0.001, fell=number < fell)
            for number in range(count)
        ]

    low, high, rare = pieces(0.0, 20, 1), pieces(2 * BAND, 10, 4), pieces(3 * BAND, 2, 2)
    assert statistics_of([], {1: [*low, *high, *rare]}).weakest == Band(2 * BAND, 10, 4)
    assert statistics_of([], {1: rare}).weakest is None
    upright = [replace(one, turned=-1.57) for one in pieces(0.0, 5, 3)]
    lying = [replace(one, turned=3.1) for one in high]
    found = statistics_of([], {1: [*low, *lying, *upright]})
    assert found.turns == (Band(0.0, 10, 4), Band(10.0, 0, 0), Band(80.0, 5, 3))
    assert found.weakest == found.turns[2]
