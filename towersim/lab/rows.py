"""Rows of results: the answers of heuristics with the varied parameters and CPU times.

A row is the answer of one heuristic in one trial: a frozen value in memory, a row of a Parquet
table in a folder of results (`towersim.lab.store`).
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from towersim.lab.tables import Column, Library, Sheet, frame
from towersim.physics.settle import Verdict

T = TypeVar("T")
TrialId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
"""16 hexadecimal digits of a hash of the trial."""
Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
MOST = 2**31 - 1
"""The greatest number of blocks or pieces, so that a table stores it in 32 bits."""
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Number = Annotated[int, msgspec.Meta(ge=0)]
NO_ANSWER = 0.5
"""Probability of a failed answer in AUC and Brier score; its accuracy is 0."""
EXPECTED = 0.5
"""Least probability that predicts that a tower stands."""
Word = Annotated[str, msgspec.Meta(extra={"repeats": True})]
"""A text that many rows share; a table stores it once."""
Positive = Annotated[float, msgspec.Meta(ge=0.0)]


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    trial: TrialId


class _Row(_Answer, frozen=True, kw_only=True):
    """The fields of every row."""

    number: Number = 0
    """Index of the trial in its sweep."""
    tower: str = ""
    """The cluster in intervals and tests: 16 hexadecimal digits of the tower, of its pieces or of
    the task, the same for all trials that vary it, or its hand; the family in `stability-3`."""
    seed: int = 0
    """The seed of the sweep, or the noise seed of `placement-3`."""
    version: Word = ""
    """12 hexadecimal digits of a hash of the heuristic's source."""
    failure: str | None = None
    """The reason why there is no answer."""
    cpu_seconds: Positive = 0.0
    """CPU time of the call, or the mean of the calls."""


class Prediction(_Row, frozen=True, tag="predict"):
    """A heuristic's prediction for a tower, with the truth."""

    structure: Word
    """Structure of the tower, such as column, or a scene's name."""
    blocks: Count
    margin: float
    """λ of exact statics, within ±10; > 0 stands, < 0 falls (`equilibrium.signed_margin`)."""
    stands: bool
    """The truth: the verdict is `stood` or, without a simulation, λ ≥ 0."""
    heuristic: Word
    probability: Chance | None
    """Predicted probability that the tower stands; None if there is no answer."""
    verdict: Verdict | None = None
    """Verdict of the simulation: stood, shifted or fell; None if not simulated."""
    contradicted: bool = False
    """Whether exact statics, with |λ| ≥ 0.01, says otherwise; such trials are counted apart."""
    friction: float | None = None
    """Friction coefficient of all blocks and the table; None: as built."""
    density_low: float | None = None
    """Range of the blocks' densities, in kg/m³; None: as built."""
    density_high: float | None = None
    hidden_density: bool = False
    noise_m: float = 0.0
    """Standard deviation of the blocks' x as shown to the heuristic, in metres."""

    @property
    def is_right(self) -> bool:
        """Whether the prediction is correct; 0.5 or more predicts that the tower stands."""
        return self.probability is not None and (self.probability >= EXPECTED) == self.stands

    @property
    def score(self) -> float:
        """1 for a correct prediction, else 0."""
        return float(self.is_right)

    @property
    def loss(self) -> float:
        """Squared error of the probability; a missing one counts as `NO_ANSWER`."""
        chance = NO_ANSWER if self.probability is None else self.probability
        return (chance - self.stands) ** 2


class BuildResult(_Row, frozen=True, tag="place"):
    """The result of a heuristic that built a tower piece by piece."""

    heuristic: Word
    hand: Word
    """Name of the hand: none, steady, normal or shaky."""
    pieces: Count
    """Number of pieces placed before the one that brought the tower down, or all."""
    height: Positive
    """Greatest height before the fall, in metres."""
    fell: bool
    """False: all pieces were placed, so the number of pieces is censored."""
    supply: Count
    piece_set: Word = ""


class TaskResult(_Row, frozen=True, tag="task"):
    """The result of a policy in a task of `placement-3`; lengths in metres."""

    heuristic: Word
    task: str
    family: str
    hand: Word
    score: Chance
    """0 for the floor or less, and if the tower fell; 1 for the bound. Regret is 1 - score."""
    worth: float
    pieces: Count
    """Number of pieces in the final tower."""
    fell: bool

    @property
    def loss(self) -> float:
        """The regret: 1 - score."""
        return 1 - self.score


ResultRow = Prediction | BuildResult | TaskResult


def grouped(rows: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    """Return the rows grouped by a key, in order of first occurrence."""
    groups: dict[str, list[T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def counted(rows: Iterable[Prediction]) -> list[Prediction]:
    """Return the answers in trials about which simulation and exact statics agree."""
    return [row for row in rows if not row.contradicted]


COUNTS = (
    Column[Any]("answers", lambda rows: f"{len(rows):,}"),
    Column[Any]("failed", lambda rows: f"{sum(row.failure is not None for row in rows):,}"),
)
"""The columns that say how many rows there are, and how many of them failed."""


class Results(NamedTuple):
    """The contents of a folder of results: the sweep's name and the answers."""

    sweep: str
    rows: tuple[ResultRow, ...]

    @property
    def predictions(self) -> tuple[Prediction, ...]:
        """The predictions."""
        return tuple(row for row in self.rows if isinstance(row, Prediction))

    @property
    def built(self) -> tuple[BuildResult, ...]:
        """The towers that were built piece by piece."""
        return tuple(row for row in self.rows if isinstance(row, BuildResult))

    def to_frame(self, library: Library = "pandas") -> Any:  # noqa: ANN401 - optional libraries
        """Return a data frame of the predictions or, without any, of the built towers."""
        return frame(self.predictions or self.built, library)

    def _repr_html_(self) -> str:
        columns: list[Column[list[Prediction]]] = [
            Column("heuristic", lambda rows: rows[0].heuristic, is_text=True),
            *COUNTS,
            Column("right", lambda rows: f"{sum(row.is_right for row in rows) / len(rows):.1%}"),
        ]
        groups = grouped(counted(self.predictions), lambda row: row.heuristic)
        return Sheet(columns, list(groups.values()), self.sweep).html()

    def __repr__(self) -> str:
        counts = f"{len(self.predictions)} predictions, {len(self.built)} built towers"
        return f"Results({self.sweep}: {counts})"
