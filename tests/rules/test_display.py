"""The parts of a game that any display can show."""

import pytest

from towersim.rules.display import Counts, Viewed


@pytest.mark.parametrize(
    ("counts", "texts"),
    [
        (Counts("points", (1, 12)), ("1 point", "12 points")),
        (Counts("tokens", (0, 1)), ("0 tokens", "1 token")),
        (Counts("cards", (1, 2)), ("1 card", "2 cards")),
        (Counts("points", ()), ("", "")),
    ],
)
def test_counts_are_said_with_their_unit(counts: Counts, texts: tuple[str, ...]) -> None:
    assert counts.texts(2) == texts


def test_an_onlooker_has_no_seat() -> None:
    view: Viewed = Viewed.__new__(type("View", (Viewed,), {"viewer": None}))
    with pytest.raises(ValueError, match="an onlooker has no seat"):
        _ = view.seat
