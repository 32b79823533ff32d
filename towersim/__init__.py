"""Tabletop towers on simulated physics.

The functions to play and to test ideas about towers from Python. A scene is a `Scene` or the path
of a scene file; SI units, y up, angles in radians::

    Scene.boxes(array)          a scene of boxes: n x 5 numbers x, y, angle, width, height
    analyse(scene)              exact statics: stability, margin, contact forces, mechanism
    stand(scene)                simulation: verdict, fallen blocks, poses at rest
    evaluate(heuristic, sweep)  accuracy, AUC and Brier score of your heuristic
    leaderboard(benchmark)      the ranking of heuristics
    load_benchmark(name)        scenes, labels, margins, families and folds
    results(folder)             the answers of `towersim lab run`
    new(game, seats)            a game to play; `towersim.match` has a whole one

Notebooks show scenes and analyses as pictures, evaluations, rankings and results as tables, which
`to_frame` returns as data frames. Scenes and analyses have `plot`. Everything else is in
submodules: `towersim.files.level` reads scenes, `towersim.lab` runs sweeps, `towersim.envs` has
environments for Gymnasium, PettingZoo and OpenSpiel, `towersim.bots.outside` runs your own bots.
"""

from towersim.common.version import __version__

TYPE_CHECKING = False  # as in `typing`, which is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any, SupportsIndex

    from towersim.lab.evaluation import Evaluation
    from towersim.lab.leaderboard import Board
    from towersim.lab.rows import Results
    from towersim.lab.stability3 import Benchmark, Split
    from towersim.match.match import Match
    from towersim.match.record import SeatSpec
    from towersim.physics.stand import StandResult
    from towersim.scene.scene import Scene
    from towersim.statics.analysis import Analysis

__all__ = [
    "Scene",
    "__version__",
    "analyse",
    "evaluate",
    "leaderboard",
    "load_benchmark",
    "new",
    "results",
    "stand",
]


def __getattr__(name: str) -> type:
    """Return `Scene`, imported when it is first used, since msgspec is slow."""
    if name == "Scene":
        from towersim.scene.scene import Scene  # noqa: PLC0415 - `import towersim` stays fast

        return Scene
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names that a notebook completes, also that of `Scene`."""
    return sorted(__all__)


def analyse(scene: "Scene | Path | str", reach: float | None = None) -> "Analysis":
    """Return the analysis of a scene by exact statics.

    `summary` has the verdict (`stands`, `falls`, or `jams`: it depends on earlier contact forces),
    the margin λ (the sideways share of every block's weight that brings it down) and the
    corresponding tilt in degrees; `forces` and `thrusts` are newtons at points in metres,
    `mechanism` has dx, dy in metres and dθ in radians for each block that moves. Blocks within
    `reach` metres touch, by default by the size of the two blocks, so any scale is
    accepted. SceneFault for a file or a value that is not a scene, OptionFault for a `reach` of 0
    or as wide as a block. Limit analysis of rigid blocks with Coulomb friction: Livesley, Limit
    analysis of structures formed from rigid blocks (1978); its limitations are described in
    `towersim.statics.equilibrium`.

    >>> import towersim
    >>> from towersim.lab.analytic_scenes import column
    >>> summary = towersim.analyse(column([0.0, 0.0, 0.0, 0.0])).summary
    >>> summary.stable, round(summary.margin, 6), round(summary.tilt_deg, 2)
    (True, 0.25, 14.04)
    """
    from towersim.statics.analysis import analyse as analysed  # noqa: PLC0415 - numpy is slow

    return analysed(_scene(scene, simulated=False), reach)


def stand(scene: "Scene | Path | str", seconds: float | None = None) -> "StandResult":
    """Simulate a scene until it is at rest and return the result.

    `verdict` is ``stood`` (no corner moved by more than 5 % of its block's diameter), ``shifted``
    (a corner did, but no block fell) or ``fell``; `fell` names the fallen blocks in order,
    `shifted` the others that moved, and `poses` has x and y in metres and an angle in radians for
    each block. The simulation lasts `seconds`, by default until everything is at rest (20 s at
    most). Equal scenes give bit-identical results. SceneFault for a file or a value that is not a
    scene, OptionFault for `seconds` that are not between 0 and 3600. Rigid bodies with sequential
    impulses (Chipmunk) in steps of at most 1 ms; ``towersim envelope`` measures their accuracy.

    >>> import towersim
    >>> from towersim.lab.analytic_scenes import column
    >>> towersim.stand(column([0.0, 0.6])).fell
    ('1',)
    """
    from towersim.physics.stand import stand as stood  # noqa: PLC0415 - pymunk is slow

    return stood(_scene(scene, simulated=True), seconds)


def evaluate(
    heuristic: object, sweep: "Path | str" = "quick", workers: int | None = None
) -> "Evaluation":
    """Return the accuracy of a heuristic's predictions of stability in a sweep or a benchmark.

    `heuristic` is a function of a scene that returns the probability, 0 … 1, that it stands (for
    other kinds see `towersim.lab.heuristics`), or the name of an included one; `sweep` is the name
    of an included sweep, the path of a file, ``stability-3`` (its test set) or ``stability-2``. The
    ground truth is the simulation, or the benchmark's label. Accuracy, AUC (Hanley & McNeil 1982)
    and Brier score (1950) are between 0 and 1. Trials run in `workers` processes, by default one
    for each processor.

    SceneFault for a file that is not a sweep, HeuristicFault for an answer that is not a
    probability, OptionFault for an invalid heuristic, or if scikit-learn is not installed.

    >>> import towersim
    >>> def few(scene):
    ...     return 0.9 if len(scene.blocks) < 9 else 0.4
    >>> found = towersim.evaluate(few, workers=1)
    >>> found.heuristic, found.n, 0.4 < found.accuracy < 0.6
    ('few', 55, True)
    """
    from towersim.lab.evaluation import evaluate as evaluated  # noqa: PLC0415 - numpy is slow

    return evaluated(heuristic, sweep, workers)


def leaderboard(
    benchmark: str = "stability-2",
    heuristics: "Sequence[str] | None" = None,
    workers: int | None = None,
    noise_seed: int | None = None,
    track: str = "all",
) -> "Board[Any]":
    """Return the ranking of heuristics on `stability-3`, `stability-2` or `placement-3`.

    `track` is ``all``, ``image``, ``budget`` or, of `stability-3`, ``hidden``. `heuristics` are
    names or ``file:function``, by default all that may enter. They run in `workers` processes of
    their own, by default one for each processor. The tremor of `placement-3` is drawn anew unless
    `noise_seed` repeats that of a board.

    A failed answer counts as wrong, and in `failed` of its heuristic's entry. OptionFault for an
    unknown benchmark or heuristic, HeuristicFault for one that fails throughout.
    """
    from towersim.lab.leaderboard import leaderboard as ranked  # noqa: PLC0415 - SciPy is slow

    return ranked(benchmark, heuristics, workers, noise_seed, track)


def load_benchmark(name: str = "stability-3", split: "Split" = "all") -> "Benchmark":
    """Return a part of the benchmark: `scenes`, `labels`, `margins`, `families` and `folds`.

    `split` is ``train``, ``test``, ``hidden`` (hidden densities, to test only) or ``all`` (the
    first two). Scenes are generated when they are asked for. Folds are ten within templates, and
    ten across. OptionFault for an unknown name or split.

    >>> import towersim
    >>> test = towersim.load_benchmark("stability-3", split="test")
    >>> len(test.scenes) == len(test.labels) == len(test.margins) == len(test.families)
    True
    >>> bool(test.labels[0]), towersim.analyse(test.scenes[0]).summary.stable
    (True, True)
    """
    from towersim.common.errors import OptionFault, check_kind, quoted  # noqa: PLC0415 - as above
    from towersim.lab.stability3 import NAME, load_benchmark as loaded  # noqa: PLC0415 - numpy is slow

    check_kind("benchmark", name, str, "name")
    if name != NAME:
        raise OptionFault(f"benchmark {quoted(name)}: has no arrays; {NAME} has")
    return loaded(split)


def results(folder: "Path | str") -> "Results":
    """Return the answers in a folder of results of `towersim lab run`; FileFault if damaged."""
    from towersim.common.errors import path_of  # noqa: PLC0415 - `import towersim` stays fast
    from towersim.lab.store import read  # noqa: PLC0415 - an optional extra

    return read(path_of("folder", folder))


def new(
    game: str,
    seats: "SupportsIndex | Sequence[str | SeatSpec]",
    *,
    seed: "SupportsIndex | None" = None,
    options: "Mapping[str, Any] | None" = None,
    record: "Path | str | None" = None,
) -> "Match":
    """Begin a game and deal; return the `Match`, which `towersim.match` shows how to play.

    `game` is one of fawlty-towers, bausack, palace, push, rummu; `seats` are the players' names or
    their number, all with the normal hand, or `SeatSpec` values. The same `seed` (by default a
    random one, in `seed` of the result) gives the same cards and tremor. `options` are those of the
    game by name, as ``towersim play`` takes them. `record` is the file to write; the match is a
    context manager that closes it, as `Match.close` does.

    OptionFault for an unknown game or option, or a wrong number of seats.

    >>> import towersim
    >>> match = towersim.new("push", 2, seed=7, options={"star": "lose-bench"})
    >>> match.legal, match.legal_indices
    ((Flip(),), (0,))
    """
    from collections.abc import Sequence  # noqa: PLC0415 - `import towersim` stays fast

    from towersim.common import dice  # noqa: PLC0415 - the same
    from towersim.common.errors import check_kind, path_of, whole_number  # noqa: PLC0415 - the same
    from towersim.match.match import Match  # noqa: PLC0415 - the same
    from towersim.match.record import SeatSpec  # noqa: PLC0415 - the same
    from towersim.rules import checked_options, game as rules_of  # noqa: PLC0415 - the same

    check_kind("game", game, str, "name")
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        number = whole_number("seats, their number or a list of names:", seats)
        rules_of(game).check_seats(number)
        seats = [f"seat {place}" for place in range(1, number + 1)]
    return Match.new(
        game,
        [SeatSpec(str(name), skill="normal") if isinstance(name, str) else name for name in seats],
        seed=dice.fresh_seed() if seed is None else whole_number("seed", seed),
        options=checked_options(game, {} if options is None else options),
        record=None if record is None else path_of("record", record),
    )


def _scene(given: "Scene | Path | str", *, simulated: bool) -> "Scene":
    from pathlib import Path  # noqa: PLC0415 - `import towersim` stays fast

    from towersim.files.level import load_scene  # noqa: PLC0415 - the same
    from towersim.scene.check import check_scene  # noqa: PLC0415 - the same

    if isinstance(given, str | Path):
        return load_scene(given, simulated=simulated)
    return check_scene(given, simulated=simulated)
