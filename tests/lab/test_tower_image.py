"""The picture of disagreements: the greatest first, one tower of each structure."""

import pytest

from towersim.common.errors import OptionFault
from towersim.lab.plots import _pairs, disagreement_png
from towersim.lab.rows import Prediction
from towersim.lab.stability import benchmark, towers


def said(name: str, *chances: float) -> list[Prediction]:
    """Return predictions for the first two towers of three structures."""
    some = [it for part in ("plain", "branching") for it in benchmark()[part]]
    kinds = ("column", "bridge", "frame")
    drawn = [it for kind in kinds for it in [t for t in some if t.trial.structure == kind][:2]]
    return [
        Prediction(
            it.trial.id, it.trial.structure, 5, it.truth.margin, it.truth.stands, name, chance
        )
        for it, chance in zip(drawn, chances, strict=True)
    ]


def test_the_greatest_disagreement_of_each_structure_is_drawn() -> None:
    rows = said("a", 0.9, 0.9, 0.9, 0.9, 0.6, 0.9) + said("b", 0.4, 0.1, 0.8, 0.2, 0.4, 0.9)
    pairs = _pairs(rows, "a", "b")
    chances = [tuple(row.probability for row in pair) for pair in pairs]
    assert chances == [(0.9, 0.1), (0.9, 0.2), (0.6, 0.4)]
    assert [pair[0].structure for pair in pairs] == ["column", "bridge", "frame"]
    drawn = disagreement_png(rows, ["a", "b"], towers())
    assert drawn.startswith(b"\x89PNG")
    assert drawn == disagreement_png(rows, ["a", "b"], towers())


def test_full_agreement_is_reported() -> None:
    rows = said("a", *[0.9] * 6) + said("b", *[0.8] * 6)
    with pytest.raises(OptionFault, match="a and b agree on every tower"):
        disagreement_png(rows, ["a", "b"], towers())
