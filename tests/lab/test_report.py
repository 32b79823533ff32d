"""The report is a self-contained page that shows all measurements and escapes names."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.lab.results import SWEPT, folder
from towersim.lab import plots, report
from towersim.lab.report import PAGE, write
from towersim.lab.store import read
from towersim.lab.sweep import SWEEP

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


def test_a_page_shows_accuracy_and_the_worst_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "png", lambda _figure: b"not looked at")
    words = Page(page(tmp_path / "out")).words
    # Trial n has probability n / 12 from a and 0.7 from b, and stands unless n is a multiple of 3.
    for heuristic, right in (("1. b", "66.7% (39.1–86.2)"), ("2. a", "50.0% (25.4–74.6)")):
        place = words.index(heuristic)
        assert words[place : place + 3] == [heuristic, "12", right]
    assert "2 heuristics judged 12 towers; 8 of them stood on the table." in words
    assert any(
        w.startswith("b: column") and w.endswith("it falls. Prediction: 70%.") for w in words
    )


def test_small_groups_are_in_the_table_only(tmp_path: Path) -> None:
    """Six of the twelve towers have each structure, five one size, and four each margin."""
    rows = read(folder(tmp_path / "out", said=("a",), builders=())).predictions
    drawn = []
    for key in report.SPLITS:
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
    assert drawn == ["size", "structure"]
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
