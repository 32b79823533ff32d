"""The report shows all measurements and escapes names; its figures show their data."""

import math
from html.parser import HTMLParser
from io import BytesIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib import image
from matplotlib.colors import to_rgb
from msgspec.structs import replace

from tests.examples import slow
from tests.lab.sweeps import SWEPT, folder, predicted
from tests.lab.test_metrics import built, verdict
from towersim.common.errors import OptionFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Circle, Polygon
from towersim.lab import compare, metrics, plots, report
from towersim.lab.analytic_scenes import column
from towersim.lab.compare import Point
from towersim.lab.hands import Curve, HeightRisk
from towersim.lab.plots import tower_image
from towersim.lab.report import PAGE, groups_of, write
from towersim.lab.rows import Prediction
from towersim.lab.stability import benchmark, towers
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP
from towersim.lab.tables import Interval
from towersim.physics.settle import Verdict
from towersim.scene.scene import Block, Material, Scene, TableTop

ALONE = {"meta", "img", "br", "link"}
NASTY = "mine.py:<b onload='x'>&\"%s ${title}"


class Page(HTMLParser):
    """An HTML parser that fails if tags are not well nested."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.sources: list[str] = []
        self.words: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = {name for name, _ in attrs}
        assert not {name for name in names if name.startswith("on")}
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "img":
            assert "alt" in names
        if tag not in ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


CASES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "all": (("margin", NASTY, r"$\nonsense{$"), ("look-ahead", NASTY)),
    "one heuristic": ((NASTY,), ()),
    "only building": ((), (NASTY,)),
    "nothing yet": ((), ()),
}


@pytest.mark.parametrize(
    "case",
    # Most of the time is Matplotlib's.
    [pytest.param(case, marks=[pytest.mark.slow] if CASES[case][0] else []) for case in CASES],
)
def test_a_page_is_self_contained(tmp_path: Path, case: str) -> None:
    said, builders = CASES[case]
    path = write(folder(tmp_path / "out", said=said, builders=builders))
    assert path == tmp_path / "out" / PAGE
    page = Page(path)
    assert all(source.startswith("data:image/png;base64,") for source in page.sources)
    text = path.read_text(encoding="utf-8")
    for outside in ("http:", "https:", "@import", "url(", "<script", "<link"):
        assert outside not in text
    assert 'name="viewport"' in text
    shown = [source for source in page.sources if source]
    assert len(shown) == len(list(path.parent.glob("*.png")))
    for words, there in {
        "Does it stand?": bool(said),
        "How high does it build?": bool(builders),
        "What does an answer cost?": bool(said + builders),
        "There are no answers yet. Run the sweep, then write the report again.": not said
        + builders,
    }.items():
        assert (words in page.words) == there, words
    assert all(any(name in words for words in page.words) for name in (*said, *builders))
    assert "b" not in page.tags, "names are words and neither HTML nor formulas"
    if case == "all":
        assert {f"1. {NASTY}", r"3. $\nonsense{$"} <= {*page.words}


def page(folder_: Path) -> Path:
    """Write a report on two predicting heuristics and one that builds."""
    return write(folder(folder_, said=("a", "b"), builders=("c",)))


@pytest.mark.slow
def test_a_page_shows_accuracy_and_the_worst_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "png", lambda _figure: b"not looked at")
    words = Page(page(tmp_path / "out")).words
    # Trial n has probability n / 12 from a and 0.7 from b, and stands unless n is a multiple of 3.
    for heuristic, right in (("1. b", "66.7% (39.1–86.2)"), ("2. a", "50.0% (25.4–74.6)")):
        place = words.index(heuristic)
        assert words[place : place + 4] == [heuristic, "12", "0", right]
    assert "2 heuristics judged 12 towers; 8 of them stood by exact statics." in words
    assert any(
        w.startswith("b: column") and w.endswith("it falls. Prediction: 70%.") for w in words
    )


@pytest.mark.slow  # a report with figures
def test_trials_that_vary_a_tower_are_counted_apart_from_towers(tmp_path: Path) -> None:
    results = read(folder(tmp_path / "out", said=("a",), builders=()))
    rows = [
        replace(row, tower=row.trial[:8], verdict=Verdict.STOOD if row.stands else Verdict.FELL)
        for row in results.predictions
    ]
    noisy = [replace(row, trial=row.trial[::-1]) for row in rows]
    _, text = report.page(results._replace(rows=(*rows, *noisy)), lambda _: None)
    assert "judged 24 trials on 12 towers; in 16 trials it stood on the table." in text


def test_small_groups_are_in_the_table_only(tmp_path: Path) -> None:
    """Six of the twelve towers have each structure, five one size, and four each margin."""
    rows = read(folder(tmp_path / "out", said=("a",), builders=())).predictions
    drawn = []
    for key in compare.FACTORS:
        figure, tables = report.by_group({"a": rows}, key, plots.marks(["a"]))
        drawn += [key] if figure else []
        groups = report.groups_of(key, rows)
        if len(groups) < 2:
            assert not tables
            continue
        (table,) = tables
        assert table.heads == ["", "a"]
        named = [row[0].words for row in table.cells]
        assert named == [f"{band} ({len(some)})" for band, some in groups.items()]
    assert drawn == ["structure", "size"]
    names = [*report.groups_of("structure", rows)]
    assert names == sorted(names)


@pytest.mark.slow  # Matplotlib draws all figures twice
def test_a_page_is_reproducible(tmp_path: Path) -> None:
    first = page(tmp_path / "out")
    before = first.read_bytes()
    assert write(first.parent).read_bytes() == before


@pytest.mark.slow
def test_an_answer_to_a_trial_of_another_sweep_has_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "png", lambda _figure: b"not looked at")
    out = folder(tmp_path / "out", said=("a",), builders=())
    (out / SWEEP).write_text(SWEPT.replace("seed = 5", "seed = 6"))
    assert "Confident mistakes" not in Page(write(out)).words


@pytest.mark.slow  # two reports with figures
def test_figures_of_an_earlier_report_are_deleted_and_other_pictures_kept(tmp_path: Path) -> None:
    results = folder(tmp_path / "out", said=["margin"], builders=())
    for name in ("wrong-09.png", "survival.png", "accuracy-noise.png", "mine.png"):
        (results / name).write_bytes(b"earlier")
    write(results)
    left = {path.name for path in results.glob("*.png") if path.read_bytes() == b"earlier"}
    assert left == {"mine.png"}


NAMES = ("margin", "height", "$x{$", "_hidden")
ANSWERS = {
    name: [
        verdict((n * (k + 3) % 11) / 10, stands=n % 2 == 0, structure=f"$s{n % 3}")
        for n in range(30)
    ]
    for k, name in enumerate(NAMES)
}
LOOKS = plots.marks(NAMES)


def test_marks_differ_without_colour() -> None:
    looks = plots.marks([f"h{n}" for n in range(30)]).values()
    for one, other in combinations(looks, 2):
        assert (one.marker, one.line) != (other.marker, other.line)


def test_the_name_of_every_heuristic_is_shown_whole() -> None:
    labels = [plots.label(name) for name in NAMES]
    curve = metrics.survival([built(n % 11, 0.1, fell=n % 11 < 10) for n in range(30)])
    (legend,) = plots.survival({"steady": dict.fromkeys(NAMES, curve)}, 10, LOOKS).legends
    assert [text.get_text() for text in legend.get_texts()] == labels
    groups = {name: groups_of("structure", rows) for name, rows in ANSWERS.items()}
    accuracy = plots.accuracy(groups, list(groups["margin"]), LOOKS, joined=False)
    for figure in (accuracy, plots.calibration(ANSWERS, LOOKS)):
        assert [axes.get_title() for axes in figure.axes if axes.axison] == labels
    long = "a/folder/of/mine/" * 4 + "mine.py:tall"
    assert plots.label(long).replace("\n", "") == long


def test_a_roc_curve_needs_both_classes() -> None:
    assert plots.roc({"a": [verdict(0.5, stands=True)]}, plots.marks(["a"])) is None


def test_accuracy_is_drawn_over_its_group_even_if_another_heuristic_lacks_it() -> None:
    here = {"x": [verdict(0.9, stands=True)]}
    there = {"x": [verdict(0.1, stands=True)], "y": [verdict(0.9, stands=True)]}
    looks = plots.marks(["a", "b"])
    figure = plots.accuracy({"a": there, "b": here}, ["y", "x"], looks, joined=True)
    lines = {
        line.get_label(): np.round(np.asarray(line.get_xydata(), dtype=np.float64)).tolist()
        for axes in figure.axes
        for line in axes.get_lines()
    }
    assert lines["a"] == [[0, 1], [1, 0]]
    assert lines["b"] == [[1, 1]]


def test_a_survival_curve_begins_at_one_and_ends_at_the_supply() -> None:
    curve = metrics.survival([built(3, 0.1, fell=True), built(4, 0.1, fell=True)])
    figure = plots.survival({"steady": {"a": curve}}, 10, plots.marks(["a"]))
    (line,) = figure.axes[0].get_lines()
    assert np.asarray(line.get_xydata()).tolist() == [[0, 1], [4, 0.5], [5, 0], [10, 0]]


SQUARE = (Vec(-0.02, -0.02), Vec(0.02, -0.02), Vec(0.02, 0.02), Vec(-0.02, 0.02))
HOLE = (Vec(-0.01, -0.01), Vec(-0.01, 0.01), Vec(0.01, 0.01), Vec(0.01, -0.01))
FRAME = Polygon(SQUARE, (HOLE,))


def test_a_tower_image_shows_every_block_in_its_place() -> None:
    box = column([0.0]).blocks[0]
    turned = replace(box, id=BlockId("t"), pose=Pose(0.1, 0.02, math.pi / 4))
    disc = Block(BlockId("d"), Circle(0.01), Material(2000.0), 0.02, Pose(-0.1, 0.01, 0.0))
    ring = Block(BlockId("r"), FRAME, Material(), 0.02, Pose(0.0, 0.1, 0.0))
    axes = tower_image(Scene(TableTop(), (box, turned, disc, ring))).axes[0]
    _, low, high, round_, _ = (np.asarray(patch.get_path().vertices) for patch in axes.patches)
    assert low[:4].tolist() == pytest.approx(
        np.array([[-0.01, 0], [0.01, 0], [0.01, 0.02], [-0.01, 0.02]])
    )
    assert high[:, 1].max() == pytest.approx(0.02 + 0.01 * math.sqrt(2))
    assert np.hypot(*(round_ - (-0.1, 0.01)).T) == pytest.approx(0.01)
    (left, right), (foot, top) = axes.get_xlim(), axes.get_ylim()
    assert left < -0.11
    assert right > 0.114
    assert foot < 0
    assert top > 0.12
    assert right - left == pytest.approx(top - foot)


def test_holes_are_transparent_and_dense_wood_is_dark() -> None:
    def colours(density: float) -> list[list[float]]:
        """Return the colours in the hole and beside it."""
        ring = Block(BlockId("r"), FRAME, Material(density), 0.02, Pose(0.0, 0.02, 0.0))
        figure = tower_image(Scene(TableTop(), (ring,)))
        pixels = np.asarray(image.imread(BytesIO(plots.png(figure))))
        figure.set_dpi(plots.DPI)
        places = figure.axes[0].transData.transform([(0.0, 0.02), (0.015, 0.02)])
        return [pixels[len(pixels) - round(y), round(x), :3].tolist() for x, y in places]

    (inside, light), (_, dark) = colours(300.0), colours(2000.0)
    assert inside == pytest.approx(to_rgb(plots.PAPER), abs=0.01)
    assert sum(dark) < sum(light) - 0.3


def point(name: str, ms: float) -> Point:
    return Point(name, ms, 0.9, Interval(0.8, 0.95), on_curve=name == NAMES[0])


def test_names_beside_close_points_do_not_overlap() -> None:
    figure = plots.tradeoff([point(name, 1 + 0.001 * n) for n, name in enumerate(NAMES)], LOOKS)
    boxes = [note.get_window_extent() for note in figure.axes[0].texts]
    assert len(boxes) == len(NAMES)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize(("least", "most"), [(6e-5, 7e-4), slow(3e-5, 0.2)])
def test_times_are_labelled_with_several_plain_numbers(least: float, most: float) -> None:
    spent = dict(zip(NAMES, map(metrics.spent, ([least], [most])), strict=False))
    points = [point(name, 1000 * seconds.median) for name, seconds in spent.items()]
    for figure in (plots.cost(spent, LOOKS), plots.tradeoff(points, LOOKS)):
        figure.draw_without_rendering()
        axes = figure.axes[0]
        low, high = axes.get_xlim()
        marks = [float(mark.get_text()) for mark in axes.get_xticklabels()]
        assert 3 <= len([mark for mark in marks if low <= mark <= high]) <= 20
        assert not any(axes.get_xticklabels(minor=True))


def said(name: str, *chances: float) -> list[Prediction]:
    """Return predictions for the first two towers of three structures."""
    some = [it for part in ("plain", "branching") for it in benchmark()[part]]
    kinds = ("column", "bridge", "frame")
    drawn = [it for kind in kinds for it in [t for t in some if t.trial.structure == kind][:2]]
    return [predicted(it, name, chance) for it, chance in zip(drawn, chances, strict=True)]


def test_the_greatest_disagreement_of_each_structure_is_drawn() -> None:
    rows = said("a", 0.9, 0.9, 0.9, 0.9, 0.6, 0.9) + said("b", 0.4, 0.1, 0.8, 0.2, 0.4, 0.9)
    pairs = plots._pairs(rows, "a", "b")
    chances = [tuple(row.probability for row in pair) for pair in pairs]
    assert chances == [(0.9, 0.1), (0.9, 0.2), (0.6, 0.4)]
    assert [pair[0].structure for pair in pairs] == ["column", "bridge", "frame"]
    drawn = plots.disagreement_png(rows, ["a", "b"], towers())
    assert drawn.startswith(b"\x89PNG")
    assert drawn == plots.disagreement_png(rows, ["a", "b"], towers())


def test_full_agreement_is_reported() -> None:
    rows = said("a", *[0.9] * 6) + said("b", *[0.8] * 6)
    with pytest.raises(OptionFault, match="a and b agree on every tower"):
        plots.disagreement_png(rows, ["a", "b"], towers())


def test_each_hand_has_a_curve_for_heights_with_enough_towers() -> None:
    risks = (HeightRisk(1, 100, 5), HeightRisk(2, 95, 30), HeightRisk(3, plots.FEWEST - 1, 4))
    figure = plots.hands_figure([Curve("steady", risks), Curve("shaky", risks[:1])])
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
    assert plots.png(figure).startswith(b"\x89PNG")
