"""Tabletop towers on simulated physics: the table itself says what fell.

What one needs to test ideas about towers from Python is here; a scene is a `towersim.scene.Scene`
or the path of a scene file, SI units throughout, y up, angles in radians::

    analyse(scene)              exact statics: does it stand, how far may it be tilted, what gives
    stand(scene)                the simulated table: what stood, what fell, where everything is
    evaluate(heuristic, sweep)  how often a heuristic of yours is right

Everything else is found where it lives: `towersim.level` reads scenes, `towersim.lab` runs sweeps.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from towersim.lab.evaluation import Evaluation
    from towersim.physics.stand import StandResult
    from towersim.scene import Scene
    from towersim.statics.analysis import Analysis

__version__ = "0.2.0"

__all__ = ["__version__", "analyse", "evaluate", "stand"]


def analyse(scene: "Scene | Path | str", reach: float | None = None) -> "Analysis":
    """Return what exact statics knows about a scene of n blocks.

    `summary` has the verdict (`stands`, `falls`, or `jams`: it depends on what its contacts pressed
    before), the margin λ (this share of every block's weight, sideways, brings it down) and the
    tilt in degrees it stands for; `forces` and `thrusts` are newtons at points in metres,
    `mechanism` has dx, dy in metres and dθ in radians for each block that moves. Blocks within
    `reach` metres touch, by default within 1/1000 of their median radius, so no scale is too large
    or too small. SceneFault for a file or a value that is no scene. Limit analysis of rigid blocks
    with Coulomb friction: Livesley, Limit analysis of structures formed from rigid blocks (1978);
    its honest limits are told in `towersim.statics.equilibrium`.

    >>> import towersim
    >>> from towersim.lab.analytic_scenes import column
    >>> summary = towersim.analyse(column([0.0, 0.0, 0.0, 0.0])).summary
    >>> summary.stable, round(summary.margin, 6), round(summary.tilt_deg, 2)
    (True, 0.25, 14.04)
    """
    from towersim.statics.analysis import analyse as analysed  # noqa: PLC0415 - numpy is slow

    return analysed(_scene(scene, simulated=False), reach)


def stand(scene: "Scene | Path | str", seconds: float | None = None) -> "StandResult":
    """Let a scene go on the simulated table and return what became of it.

    `verdict` is ``stood`` (no corner moved by more than 5 % of its block's diameter), ``shifted``
    (something did, and nothing came down) or ``fell``; `fell` names blocks in the order in which
    they did, `shifted` the others that moved, and `poses` has x and y in metres and an angle in
    radians for each block. It is watched for `seconds` of simulated time, by default until
    everything has come to rest (20 s at the most). The same scene gives the same bits. SceneFault
    for a file that is no scene. Rigid bodies with sequential impulses (Chipmunk) in steps of at
    most 1 ms; what they are worth is measured by ``towersim envelope``.

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
    """Return how good a heuristic is at telling what stands in a sweep.

    `heuristic` is a function of a scene that returns the probability, 0 … 1, that it stands (what
    else it may be is told in `towersim.lab.heuristics`), or the name of one that is there already;
    `sweep` is the name of an included sweep or the path of a file. The truth is the simulated
    table. Accuracy, AUC (Hanley & McNeil 1982) and Brier score (1950) are between 0 and 1. All
    runs in `workers` processes, by default one for each processor.

    SceneFault for a file that is no sweep, HeuristicFault for an answer that is no probability,
    OptionFault for a heuristic that is none, or if scikit-learn is not installed.

    >>> import towersim
    >>> def few(scene):
    ...     return 0.9 if len(scene.blocks) < 9 else 0.4
    >>> found = towersim.evaluate(few)
    >>> found.heuristic, found.n, 0.4 < found.accuracy < 0.6
    ('few', 55, True)
    """
    from towersim.lab.evaluation import evaluate as evaluated  # noqa: PLC0415 - numpy is slow

    return evaluated(heuristic, sweep, workers)


def _scene(given: "Scene | Path | str", *, simulated: bool) -> "Scene":
    from pathlib import Path  # noqa: PLC0415 - `import towersim` shall cost nothing

    from towersim.level import load_scene  # noqa: PLC0415 - the same
    from towersim.scene_check import check_scene  # noqa: PLC0415 - the same

    if isinstance(given, str | Path):
        return load_scene(Path(given), simulated=simulated)
    check_scene(given, simulated=simulated)
    return given
