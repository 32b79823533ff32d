"""The plot of risks: a curve and a band for each hand, for heights with enough trials."""

import numpy as np
import pytest

from towersim.lab.hands import Curve, HeightRisk
from towersim.lab.plots import FEWEST, hands_figure, png


def test_each_hand_has_a_curve_for_heights_with_enough_towers() -> None:
    risks = (HeightRisk(1, 100, 5), HeightRisk(2, 95, 30), HeightRisk(3, FEWEST - 1, 4))
    figure = hands_figure([Curve("steady", risks), Curve("shaky", risks[:1])])
    (axes,) = figure.axes
    steady, shaky = axes.get_lines()
    assert np.asarray(steady.get_xdata()).tolist() == [1, 2]
    assert np.asarray(steady.get_ydata()).tolist() == [0.05, pytest.approx(30 / 95)]
    assert np.asarray(shaky.get_xdata()).tolist() == [1]
    assert len(axes.collections) == 2
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["steady hand", "shaky hand"]
    assert steady.get_linestyle() != shaky.get_linestyle()
    assert png(figure).startswith(b"\x89PNG")
