"""Paired comparison: results by hand, coverage by simulation, and the command."""

from pathlib import Path

import numpy as np
import pytest
import scipy
from msgspec.structs import replace

from tests import known
from tests.commands import Printed, json_of
from tests.lab.sweeps import SMALL, written
from towersim.cli.commands import run
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.lab import store
from towersim.lab.compare import clusters_needed, compare, holm, mcnemar, sheets
from towersim.lab.rows import Prediction, Results


def rows(
    name: str, right: list[bool], towers: list[str] | None = None, cpu: float = 0.001
) -> list[Prediction]:
    """Return predictions for towers, every second of which stands, correct as given."""
    found = []
    for n, it in enumerate(right):
        stands, trial = n % 2 == 0, f"{n:016x}"
        structure = "column" if n < len(right) / 2 else "bridge"
        said = (name, 0.75 if it == stands else 0.25)
        tower = towers[n] if towers else trial
        truth = (5, 0.2 if stands else -0.2, stands)
        found.append(Prediction(trial, structure, *truth, *said, tower=tower, cpu_seconds=cpu))
    return found


def test_differences_are_paired_and_tested_by_mcnemar() -> None:
    # 20 both right, 8 only a, 2 only b, 10 both wrong.
    a = rows("a", [True] * 28 + [False] * 12)
    b = rows("b", [True] * 20 + [False] * 8 + [True] * 2 + [False] * 10, cpu=0.002)
    a[0] = replace(a[0], cpu_seconds=1.0)  # a slow first call, such as an import
    found = compare("here", a + b, ["a", "b"])
    (pair,) = found.pairs
    assert (pair.trials, pair.towers, pair.only_first, pair.only_second) == (40, 40, 8, 2)
    assert pair.accuracy == (0.7, 0.55)
    assert pair.difference == pytest.approx(0.15)
    assert pair.p == pytest.approx(scipy.stats.binomtest(8, 10).pvalue)
    low, high = known(pair.interval)
    assert low < 0.15 < high
    assert known(pair.brier) < 0
    # Variance of the differences: 10/40 - 0.15², with n - 1.
    variance = (10 / 40 - 0.15**2) * 40 / 39
    assert pair.towers_needed == int(np.ceil(2.8015852**2 * variance / 0.15**2))
    curve = [(p.heuristic, p.cpu_ms, p.on_curve) for p in found.curve]
    assert curve == [("a", 1.0, True), ("b", 2.0, False)]
    assert {(s.factor, s.group, s.trials) for s in pair.strata} >= {("structure", "column", 20)}


def test_trials_of_one_tower_count_as_one_sample() -> None:
    a, b = [True] * 40, [n // 4 % 5 > 0 for n in range(40)]
    alone = compare("here", rows("a", a) + rows("b", b), ["a", "b"]).pairs[0]
    towers = [f"{n // 4 % 5:016x}" for n in range(40)]
    same = compare("here", rows("a", a, towers) + rows("b", b, towers), ["a", "b"]).pairs[0]
    assert (alone.towers, same.towers) == (40, 5)
    assert alone.difference == same.difference
    assert same.p > alone.p


@pytest.mark.parametrize(("bridges", "listed"), [(4, False), (5, True)])
def test_a_group_of_fewer_than_five_towers_is_not_compared_alone(
    bridges: int, *, listed: bool
) -> None:
    """Several trials of a tower do not make up for the towers that are missing."""
    towers = [f"{n if n < 20 else 20 + n % bridges:016x}" for n in range(40)]
    a, b = ([n % k > 0 for n in range(40)] for k in (5, 3))
    pair = compare("here", rows("a", a, towers) + rows("b", b, towers), ["a", "b"]).pairs[0]
    groups = {stratum.group for stratum in pair.strata if stratum.factor == "structure"}
    assert groups == ({"column", "bridge"} if listed else {"column"})


def test_the_clustered_test_weighs_trials_as_the_difference_does() -> None:
    # Three families of two towers, for which b is better, and three of twenty, for which a is.
    sizes, sums = [2, 2, 2, 20, 20, 20], [-1, -1, -1, 7, 8, 6]
    each = [
        np.repeat([np.sign(s), 0.0], [abs(s), n - abs(s)]) for n, s in zip(sizes, sums, strict=True)
    ]
    p = mcnemar(np.concatenate(each), np.repeat(np.arange(6), sizes))
    assert p == pytest.approx(scipy.stats.chi2.sf(18**2 / (3 * 1 + 49 + 64 + 36), 1))


def test_the_clustered_test_keeps_its_level() -> None:
    noise, rejected = dice.stream(1, "clusters"), 0
    for _ in range(400):
        shifts = [noise.choice((-1, 0, 1)) for _ in range(60)]
        each = np.array([shift for shift in shifts for _ in range(4)], float)
        rejected += mcnemar(each, np.repeat(np.arange(60), 4)) < 0.05
    assert 0.02 < rejected / 400 < 0.09


def test_the_needed_number_of_towers_gives_a_power_of_four_fifths() -> None:
    noise = dice.stream(2, "power")
    pilot = np.array([noise.choices((1, 0, -1), (0.2, 0.7, 0.1))[0] for _ in range(4000)], float)
    n = known(clusters_needed(pilot))
    assert 180 < n < 320
    told = 0
    for _ in range(300):
        each = np.array([noise.choices((1, 0, -1), (0.2, 0.7, 0.1))[0] for _ in range(n)], float)
        told += mcnemar(each, np.arange(n)) < 0.05
    assert 0.68 < told / 300 < 0.92


def test_heuristics_without_a_difference_cannot_be_distinguished() -> None:
    a = rows("a", [True, False] * 10)
    found = compare("here", a + rows("b", [True, False] * 10), ["a", "b"])
    pair = found.pairs[0]
    assert (pair.p, pair.towers_needed, pair.difference) == (1.0, None, 0.0)
    assert next(next(sheets(found)).cells)[2].words == "+0.0", "an interval of no width is none"


def test_p_values_of_several_pairs_are_adjusted() -> None:
    some = [
        rows(name, [n % k > 0 for n in range(40)]) for name, k in (("a", 9), ("b", 5), ("c", 2))
    ]
    found = compare("here", [row for each in some for row in each], ["a", "b", "c"])
    assert len(found.pairs) == 3
    assert [pair.p_holm for pair in found.pairs] == holm([pair.p for pair in found.pairs])
    few = compare("here", [row for each in some for row in each[:4]], ["a", "b"])
    assert [len([*sheets(told)]) for told in (found, few)] == [2, 2], "no table without a row"


def test_no_common_trial_gives_one_line() -> None:
    other = [replace(row, trial="f" * 16) for row in rows("b", [True])]
    with pytest.raises(OptionFault, match="'a' and 'b': have answered no trial in common"):
        compare("here", [*rows("a", [True]), *other], ["a", "b"])


def test_a_heuristic_without_answers_is_reported_with_those_that_answered() -> None:
    with pytest.raises(OptionFault, match=r"'b': gave no answer on here; known: a, c$"):
        compare("here", [*rows("a", [True]), *rows("c", [True])], ["a", "b"])


@pytest.mark.slow  # a sweep in processes
def test_the_command_runs_a_sweep_and_prints_the_difference(
    cwd: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(cwd, SMALL.partition("[[place]]")[0])
    command = ["lab", "compare", "margin", "height", "--on", "my.toml", "--workers", "1"]
    said = json_of(capsys, *command, "--json")
    pair = said["pairs"][0]
    assert (said["on"], pair["trials"], pair["towers"]) == ("my.toml", 16, 8)
    again = ["lab", "compare", "margin", "height", "--on", str(Path("results") / "small")]
    assert run(again) == 0
    assert "needed" in capsys.readouterr().out
    first, *rest = store.read(Path("results") / "small").predictions
    known = [replace(row, contradicted=row.trial == first.trial) for row in (first, *rest)]
    monkeypatch.setattr(store, "read", lambda *_: Results("small", tuple(known)))
    assert json_of(capsys, *again, "--json")["pairs"][0]["trials"] == 15, "without a disputed one"
