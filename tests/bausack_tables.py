"""Tables of Bausack, and helpers that build on them."""

from pathlib import Path

from msgspec.structs import replace

from towersim.common.units import Pose, Seat, Target, TowerId
from towersim.files.level import load_table
from towersim.foresight.reach import hand_path, over
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.bausack.state import Accept, Build, Options, Pass, Pay, PushPiece
from towersim.table.placing import Motion, Placing
from towersim.table.table import Placed, Table

GAME = "bausack"
ONE, TWO = TowerId(0), TowerId(1)
UPRIGHT = 0.0


def people(*names: str, record: Path | None = None, options: Options | None = None) -> Match:
    seats = [SeatSpec(name) for name in names]
    return Match.new(GAME, seats, seed=1, record=record, options=options)


def give(match: Match, kind: str, seat: Seat) -> None:
    """Push a piece until `seat` accepts it; the seats before it pay."""
    match.submit(PushPiece(kind))
    while match.actor != seat:
        match.submit(Pay())
    match.submit(Accept())


def bring(match: Match, kind: str, x: float, *, low: float = 0.0) -> None:
    """Carry the accepted piece over a tower at x, `low` metres below the first contact."""
    tower = min(match.places(kind))
    start, end = match.table.in_hand(kind, tower).pose, over(match.table, kind, x, UPRIGHT)
    match.lift(kind)
    for target in hand_path(
        match.table, start, end._replace(y=end.y - low), match.skills[0], match.tick_seconds
    ):
        if match.phase is MatchPhase.CARRYING:
            match.tick(target)


def put(match: Match, kind: str, x: float) -> None:
    bring(match, kind, x)
    match.release()
    match.settle()


def found(match: Match, kind: str, x: float) -> None:
    """Let the acting seat win a piece for nothing, and place it at x as its foundation."""
    match.submit(Build(kind, 0))
    for _ in match.seats[1:]:
        match.submit(Pass())
    put(match, kind, x)


def two_towers(*columns: list[tuple[str, float]]) -> Table:
    """Return a table for two with columns of (piece, offset in metres right of the seat's spot)."""
    table = Table(load_table(GAME, 2), ())
    for spot, column in zip(table.setup.spots, columns, strict=True):
        tower: tuple[Placed, ...] = ()
        for kind, aside in column:
            here = replace(table, towers=(*table.towers, tower))
            y = over(here, kind, spot + aside, UPRIGHT).y - 0.001
            tower = (*tower, Placed(table.name(kind), kind, Pose(spot + aside, y, UPRIGHT)))
            table = replace(table, used=table.used + 1)
        table = replace(table, towers=(*table.towers, tower))
    return table


def led(placing: Placing, *stops: tuple[float, float]) -> None:
    """Move the held piece in straight lines, at 0.4 m/s, until the hand opens by itself."""
    for x, y in stops:
        start = placing.pose
        dx, dy = x - start.x, y - start.y
        ticks = max(1, round((abs(dx) + abs(dy)) / 0.4 * 120))
        for i in range(1, ticks + 30):
            share = min(1.0, i / ticks)
            if not placing.has_lost:
                placing.tick(Target(start.x + dx * share, start.y + dy * share))


def let_go(placing: Placing, tower: TowerId) -> Motion:
    placing.let_go(tower)
    while not placing.at_rest:
        placing.tick(None)
    return placing.result()
