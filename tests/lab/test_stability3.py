"""`stability-3` is fixed, balanced and certified, and its folds and splits leak nothing."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import towersim
from tests.commands import Printed, output
from tests.examples import slow
from tests.lab import choosing
from tests.lab.choosing import Candidate, Quota, band, chosen, picture_key, usual
from tests.lab.content import exact_hash
from towersim.common.errors import OptionFault, SceneFault
from towersim.geometry.shapes import extent
from towersim.lab import evaluation, leaderboard, stability3
from towersim.lab.analytic_scenes import column
from towersim.lab.compare import compare
from towersim.lab.evaluation import Chunk
from towersim.lab.renders import FOOT, WINDOW
from towersim.lab.templates import TEMPLATES, drawn
from towersim.lab.truth import margin
from towersim.physics.stand import stands
from towersim.scene.check import check_scene
from towersim.scene.scene import Scene
from towersim.statics.analysis import structure_of
from towersim.statics.certificate import Certificate, certify

GOLDEN_OF_SOME = "8f6cb33cc5fbccbf673611a0ecdcaf1528e177a3fcf5621ad43a7907d7270bf7"
"""The hash of every 500th tower. Another hash means another benchmark: give it a new name."""
FILE = stability3.frozen_file()


@pytest.fixture(scope="module")
def every() -> stability3.Benchmark:
    return stability3.load_benchmark()


def templates(benchmark: stability3.Benchmark) -> list[str]:
    return [family.rpartition("-")[0] for family in benchmark.families.tolist()]


def test_the_benchmark_has_its_golden_hash(every: stability3.Benchmark) -> None:
    hidden = stability3.load_benchmark("hidden")
    some = [it for part in (every, hidden) for it in stability3.thinned(part, 1).trials][::500]
    assert exact_hash((it.scene(), it.seen()) for it in some) == GOLDEN_OF_SOME


@pytest.mark.sweep
@pytest.mark.slow  # the hash of some towers is in the quick run
def test_all_scenes_have_the_stored_hash_and_fit_into_a_picture(
    every: stability3.Benchmark, capsys: Printed
) -> None:
    sheet = Path(stability3.__file__).with_name("stability-3.md").read_text("utf-8")
    (lines,) = re.findall(r"```python\n(.*?)```", sheet, re.DOTALL)
    exec(lines, {})  # noqa: S102 - lines of the data sheet
    assert capsys.readouterr().out == f"{stability3.facts().sha256}\n"
    keys = Counter[tuple[bool, bytes]]()
    for it in (*every.trials, *stability3.load_benchmark("hidden").trials):
        scene = it.scene()
        ends = [end for b in scene.blocks for end in extent(b.shape, b.pose)]
        assert max(p.x for p in ends) - min(p.x for p in ends) < WINDOW, it
        assert max(p.y for p in ends) < WINDOW - FOOT, it
        keys[it.hidden_density, min(picture_key(scene, side) for side in (-1, 1))] += 1
    assert max(keys.values()) == 1


def test_sizes_are_as_promised(every: stability3.Benchmark) -> None:
    assert len(every.labels) >= 20_000
    assert len(stability3.load_benchmark("test").labels) >= 2000
    assert len(set(templates(every))) == len(stability3.SCENES) >= 12
    assert len({it.id for it in every.trials}) == len(every.labels)
    assert FILE.stat().st_size < 200_000
    assert len(every.scenes) == len(every.margins) == len(every.families) == len(every.labels)
    assert repr(every).count("\n") == 0


def test_template_and_size_say_nothing_about_the_label(every: stability3.Benchmark) -> None:
    """Every split and fold has as many standing as falling towers of each family."""
    hidden = stability3.load_benchmark("hidden")
    for benchmark in (every, hidden):
        cells: dict[tuple[str, int], int] = {}
        for family, label, fold in zip(
            benchmark.families.tolist(), benchmark.labels, benchmark.folds.within, strict=True
        ):
            cell = family, int(fold)
            cells[cell] = cells.get(cell, 0) + (1 if label else -1)
        assert set(cells.values()) == {0}


@pytest.mark.parametrize("split", ["train", "test", "hidden", "all"])
def test_the_order_of_the_towers_says_nothing_about_the_label(split: stability3.Split) -> None:
    """Who counts its calls, or looks at the towers beside one, learns nothing."""
    some = stability3.load_benchmark(split)
    deviation = 0.5 / np.sqrt(len(some))
    assert abs(some.labels[::2].mean() - 0.5) < 4 * deviation
    assert abs((some.labels[1:] != some.labels[:-1]).mean() - 0.5) < 4 * deviation
    assert (np.diff(some.matches) == 0).sum() < 5
    assert [tower.trial for tower in stability3.towers(split)] == [*some.trials]


def test_bands_are_balanced(every: stability3.Benchmark) -> None:
    bands = map(band, every.margins)
    counts = Counter(zip(templates(every), bands, every.labels.tolist(), strict=True))
    for template, number, label in counts:
        assert counts[template, number, label] == counts[template, number, not label]
    for number in range(len(stability3.BANDS)):
        assert sum(n for (_, b, _), n in counts.items() if b == number) > 3000


def test_folds_within_and_across_templates_hold_each_tower_out(every: stability3.Benchmark) -> None:
    train = stability3.load_benchmark("train")
    sizes = np.bincount(train.folds.within)
    assert len(sizes) == stability3.FOLDS
    assert sizes.max() - sizes.min() < 0.02 * sizes.mean()
    names = np.array(templates(train))
    seen = Counter[int]()
    for fit, held in train.folds.splits("within"):
        assert not set(fit.tolist()) & set(held.tolist())
        assert len(fit) + len(held) == len(names)
        assert set(names[held]) == set(stability3.SCENES)
        seen.update(held.tolist())
    assert set(seen.values()) == {1}
    for fit, held in train.folds.splits("across"):
        assert not set(names[fit]) & set(names[held])
        assert len(set(names[held])) == 3
    for fold, other in combinations(range(stability3.FOLDS), 2):
        assert set(stability3.held_out(fold)) != set(stability3.held_out(other))
    assert (every.folds.across.sum(axis=1) == 2).all()
    for kind in ("within", "across"):
        for part in every.folds.splits(kind):
            assert all((every.folds.within[places] >= 0).all() for places in part), "no test tower"


def test_pairs_that_differ_in_one_offset_are_in_one_fold(every: stability3.Benchmark) -> None:
    pair = np.array(templates(every)) == "pair"
    folds: dict[int, set[int]] = {}
    for it, fold in zip(
        np.array(every.trials, object)[pair], every.folds.within[pair], strict=True
    ):
        folds.setdefault(it.source.index // 2, set()).add(int(fold))
    assert {len(some) for some in folds.values()} == {1}
    one, other = (drawn("pair", 1, index) for index in (6, 7))
    moved = {round(b.pose.x - a.pose.x, 12) for a, b in zip(one.blocks, other.blocks, strict=True)}
    assert len(moved) == 2
    assert 0.0 in moved
    assert margin(one) == pytest.approx(-margin(other), abs=0.002)


NAMES = (*stability3.SCENES, *(f"hidden {name}" for name in stability3.HIDDEN))


@pytest.mark.parametrize(
    ("template", "step"), [("pin", 400), ("hidden tree", 400), *(slow(name, 23) for name in NAMES)]
)
def test_labels_are_certified_by_statics_and_simulation(template: str, step: int) -> None:
    split: stability3.Split = "hidden" if template.startswith("hidden") else "all"
    benchmark, stored = stability3.load_benchmark(split), stability3.towers(split)
    name = template.removeprefix("hidden ")
    places = [n for n, it in enumerate(benchmark.trials) if it.structure == name][::step]
    for place in places:
        scene, label = benchmark.trials[place].scene(), bool(benchmark.labels[place])
        check_scene(scene, simulated=True)
        assert margin(scene) == pytest.approx(benchmark.margins[place], abs=2e-5)
        truth = stored[place].truth
        assert (truth.stands, truth.blocks) == (label, len(scene.blocks))
        assert stands(scene) == label
        assert certify(structure_of(scene).rows, 20.0).verdict == ("proved" if label else "falls")


def test_hidden_densities_are_shown_as_wood() -> None:
    hidden = stability3.load_benchmark("hidden")
    shown = {block.material.density_kg_m3 for block in hidden.scenes[0].blocks}
    true = {block.material.density_kg_m3 for block in hidden.trials[0].scene().blocks}
    assert [*shown] == pytest.approx([700.0] * len(shown))
    assert len(true) > 1
    assert not any(it.hidden_density for it in stability3.load_benchmark("test").trials)


@pytest.mark.slow  # chooses the matches of a template among its draws
def test_the_frozen_towers_are_those_that_are_chosen() -> None:
    few = chosen("hidden tree", Quota(100, 3000))
    hidden = stability3.thinned(stability3.load_benchmark("hidden"), 1)
    frozen = [it for it in hidden.trials if it.structure == "tree"]
    assert [stability3.trial("hidden tree", it.draw) for it in few.towers] == frozen
    assert few.left_out == stability3.facts().left_out["hidden tree"]


@pytest.mark.slow
def test_a_disputed_or_open_draw_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "certify", lambda *_: Certificate("open", np.empty(0)))
    few = chosen("column", Quota(12, 60))
    assert few.towers == ()
    assert few.left_out["open"] > 5


def test_a_written_benchmark_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    towers = (Candidate(7, 0.05, 4), Candidate(9, -0.05, 4))
    choosing.write(tmp_path / "x.npz", {"column": choosing.Chosen(towers * 8, {})})
    monkeypatch.setattr(stability3, "frozen_file", lambda: tmp_path / "x.npz")
    monkeypatch.setattr(stability3, "_frozen", stability3._frozen.__wrapped__)
    again = stability3.thinned(stability3.load_benchmark(), 1)
    assert again.margins.tolist() == pytest.approx([0.05, -0.05] * 8)
    assert again.folds.within.tolist() == [n for n in range(7) for _ in range(2)] + [-1, -1]
    (tmp_path / "x.npz").write_bytes(b"no archive")
    with pytest.raises(SceneFault, match="is not the benchmark's file"):
        stability3.load_benchmark()


def test_the_judge_of_pictures_knows_a_place_only_as_it_is_seen() -> None:
    # The limit is 0.5; two cubes are seen with a deviation of 0.04 sides at 64 pixels.
    near = SimpleNamespace(scene=lambda: column([0.0, 0.48]))
    towers: list[Any] = [SimpleNamespace(**vars(near), id=f"{n:x}") for n in range(200)]
    assert np.mean([usual(64, it) for it in towers]) == pytest.approx(0.69, abs=0.08)


def test_a_mirror_image_is_a_duplicate() -> None:
    one, mirrored = column([0.0, 0.2, 0.1]), column([0.0, -0.2, -0.1])
    assert picture_key(one, 1) == picture_key(mirrored, -1)
    assert picture_key(one, 1) != picture_key(mirrored, 1)


def test_what_looks_alike_has_mostly_the_same_label_far_from_the_limit() -> None:
    frozen = stability3.load_benchmark("test")
    clear = [it for it, m in zip(frozen.trials, frozen.margins, strict=True) if abs(m) > 0.2]
    assert all(usual(448, it) for it in clear[::200])
    ceilings = stability3.facts().ceilings
    sizes = [ceilings[f"image {side}"] for side in choosing.SIDES]
    assert sizes == sorted(sizes)
    assert 0.5 < ceilings["hidden density"] < 1.0
    assert stability3.ceiling("budget") == 1.0


@pytest.mark.slow  # trains a model
def test_the_rankings_have_a_line_for_each_heuristic(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def some(chunks: Callable[[dict[str, str]], list[Chunk]]) -> Any:
        return lambda versions: chunks(versions)[::40]

    few = {
        track: ranking._replace(chunks=some(ranking.chunks))
        for track, ranking in leaderboard.TEMPLATE_RANKINGS.items()
    }
    monkeypatch.setattr(leaderboard, "TEMPLATE_RANKINGS", few)
    shown = {}
    for track in leaderboard.TEMPLATE_RANKINGS:
        name = "image-height" if track == "image" else "statics"
        asked = ("lab", "leaderboard", "stability-3", "--track", track, "--heuristic", name)
        shown[track] = output(capsys, *asked)
    assert "stability-3, scene: 80 towers; attainable: 100.0%" in shown["all"]
    assert re.search(r"statics +100\.0%", shown["all"])
    assert "stability-3, image: " in shown["image"]
    assert "≤ 10 ms" in shown["budget"]
    assert not re.search(r"statics +100\.0%", shown["hidden"])


def test_a_part_has_the_chosen_towers() -> None:
    test = stability3.load_benchmark("test")
    standing = test.part(test.labels)
    assert len(standing) == standing.labels.sum() == 1305
    assert standing.scenes[1] == test.scenes[int(np.flatnonzero(test.labels)[1])]
    assert standing.scenes[1] == test.scenes[test.labels][1]
    assert repr(test.scenes[np.flatnonzero(test.labels)]) == "<Scenes: 1,305 items>"


def test_a_function_is_evaluated_on_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"stability-3": lambda: stability3.towers()[::100]}
    monkeypatch.setattr("towersim.lab.evaluation.BENCHMARKS", few)

    def standing(scene: Scene) -> float:
        return float(margin(scene) > 0)

    found = towersim.evaluate(standing, "stability-3", workers=1)
    assert (found.sweep, found.n, found.accuracy) == ("stability-3", 27, 1.0)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(OptionFault, match="folds 'withinn': not known; known: within, across"):
        next(stability3.load_benchmark("test").folds.splits("withinn"))  # type: ignore[arg-type] # it is refused
    with pytest.raises(OptionFault, match="only towers of the split train"):
        next(stability3.load_benchmark("test").folds.splits("across"))
    with pytest.raises(OptionFault, match="split 'dev': not known; known: train, test"):
        towersim.load_benchmark(split="dev")  # type: ignore[arg-type] # it is refused
    with pytest.raises(OptionFault, match="'stability-9': has no arrays; stability-3 has"):
        towersim.load_benchmark("stability-9")


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_draws_valid_scenes_that_stand_and_fall(template: str) -> None:
    scenes = [drawn(template, 7, index) for index in range(12)]
    for scene in scenes:
        check_scene(scene, simulated=True)
    labels = {margin(scene) > 0 for scene in scenes}
    assert labels == {True, False}
    assert drawn(template, 7, 3) == scenes[3]


def test_the_towers_of_a_family_are_one_cluster_in_every_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some = [tower for tower in stability3.towers() if tower.trial.structure == "odd"]
    monkeypatch.setattr(evaluation, "BENCHMARKS", {stability3.NAME: lambda: some})
    found = towersim.evaluate("height", stability3.NAME, workers=1)
    families = {f"odd-{tower.truth.blocks}" for tower in some}
    assert {row.tower for row in found.rows} == families
    other = [replace(row, heuristic="b") for row in found.rows]
    (pair,) = compare("here", [*found.rows, *other], ["height", "b"]).pairs
    assert pair.towers == len(families)
    (entry,) = leaderboard.template_board("scene", found.rows).entries
    assert (entry.accuracy, entry.interval) == (found.accuracy, found.interval)
