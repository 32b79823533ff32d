"""Decisions of `builder` with given prospects."""

from collections.abc import Generator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from tests.bots.card_games import Guessed
from tests.rules.bausack.tables import RULES, after, table
from towersim.bots import builder
from towersim.bots.base import BotPosition, Put
from towersim.bots.builder import Builder
from towersim.common.dice import stream
from towersim.common.slices import finished
from towersim.common.units import Pose, Seat, TowerId
from towersim.foresight.footing import Spot
from towersim.rules.base import Action, Event, Nature, Place, StartTower
from towersim.rules.bausack.log import Opened, PassedOn, Pushed
from towersim.rules.bausack.state import Accept, Bid, Build, Options, Pass, Pay, PushPiece, State

Risks = Mapping[tuple[str, int], float]
SAFE = 0.01
PUSHES = [Pushed(Seat(seat), "egg", Seat(0)) for seat in range(3)] * 3
"""A history after which `builder` has no inclination to build for its own sake."""


class Known(Guessed):
    """Prospects with given risks by piece and seat (default: safe) and given room on each tower."""

    def __init__(
        self,
        risks: Risks | None = None,
        rooms: Mapping[int, float] | None = None,
        leaves: Mapping[str, float] | None = None,
    ) -> None:
        self.risks = risks or {}
        self.rooms = rooms or {}
        self.leaves = leaves or {}
        self.asked = list[tuple[str, int]]()

    def room(self, tower: TowerId) -> float:
        return self.rooms.get(tower, 0.1)

    def guess(self, kind: str, tower: TowerId) -> float:
        return self.risks.get((kind, tower), SAFE)

    def plan(self, kind: str, tower: TowerId) -> Spot:
        after = self.leaves.get(kind, self.room(tower))
        return Spot(Pose(0.1, 0.2, 0.3), self.guess(kind, tower), after)

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        self.asked.append((kind, tower))
        return super().confirm(kind, tower)


def chosen(
    state: State, known: Known | None = None, history: Sequence[Event] = PUSHES, seed: int = 1
) -> Action | Put:
    actor = RULES.actor(state)
    assert not isinstance(actor, Nature)
    view, ahead = RULES.view(state, actor), known or Known()
    noise = stream(seed, "bot")
    position = BotPosition(view, noise, ahead, history=history)
    return finished(Builder().choose(position))


def test_builder_looks_at_few_positions_before_it_yields() -> None:
    builder._known.clear()
    state = table("barrel", "cross", "star", supply="egg ring", tokens=(10, 10, 10))
    position = BotPosition(RULES.view(state, Seat(0)), stream(1, "bot"), Known())
    sizes = [len(builder._known) for _ in Builder().choose(position)]
    assert sizes[-1] > 1000
    assert max(high - low for low, high in pairwise((0, *sizes))) <= builder.SLICE


def test_builder_places_at_the_pose_of_its_forecast() -> None:
    known = Known()
    for tower, put in (("", StartTower("egg", TowerId(0))), ("brick", Place("egg", TowerId(0)))):
        state = after(table(tower, "star", supply="egg ring", tokens=(10, 0)), Build("egg", 0))
        assert chosen(state, known) == Put(put, Pose(0.1, 0.2, 0.3))
    assert known.asked == [("egg", 0)] * 2


STANDING = ("barrel", "brick", "cross")
SUPPLY = "egg house ring spoon"
POOR = table(*STANDING, supply=SUPPLY, tokens=(0, 0, 0))


def test_builder_builds_with_the_safest_piece_and_the_one_that_leaves_most_room() -> None:
    risks = {(piece, seat): 0.1 for piece in SUPPLY.split() for seat in range(3)}
    risks["house", 0] = SAFE
    assert chosen(POOR, Known(risks)) == Build("house", 0)
    leaves = {"egg": 0.9, "house": 0.2, "ring": 0.05, "spoon": 0.2}
    assert chosen(POOR, Known(leaves=leaves)) == Build("ring", 0)


def test_builder_chooses_at_random_between_pieces_that_are_alike() -> None:
    seen = {str(chosen(POOR, seed=seed)) for seed in range(20)}
    assert len(seen) == len(SUPPLY.split())


def test_builder_pushes_a_piece_that_the_next_seat_cannot_place() -> None:
    risks = {(piece, 0): 0.5 for piece in SUPPLY.split()} | {("ring", 1): 0.9}
    state = table(*STANDING, supply=SUPPLY, tokens=(3, 0, 3))
    assert chosen(state, Known(risks)) == PushPiece("ring")


def test_builder_likes_to_build_unless_a_push_gains_much_or_the_others_push() -> None:
    builds = [Opened(Seat(1), "egg", 0)] * 9
    duel = table("barrel", "brick", supply=SUPPLY, tokens=(0, 0))
    for harm, history, choice in ((0.1, builds, Build), (0.9, builds, PushPiece)):
        assert isinstance(chosen(duel, Known({("ring", 1): harm}), history=history), choice)
    assert chosen(duel, Known({("ring", 1): 0.1}), history=PUSHES) == PushPiece("ring")


def test_builder_pushes_no_piece_that_would_come_back_to_it() -> None:
    # The other seats pay as long as they can; `builder` cannot pay when the piece returns.
    risks = {(piece, seat): 0.6 for piece in SUPPLY.split() for seat in (1, 2)}
    risks |= {("ring", 0): 0.9, ("house", 0): 0.9, ("spoon", 0): 0.9, ("egg", 0): 0.3}
    state = table(*STANDING, supply=SUPPLY, tokens=(0, 9, 9))
    assert chosen(state, Known(risks)) in (Build("egg", 0), PushPiece("egg"))


def test_builder_knows_that_a_seat_without_enough_tokens_must_accept() -> None:
    risks = {("ring", 0): 0.9, ("ring", 1): 0.3}
    for tokens, is_pushed in (((0, 0), True), ((0, 9), False)):
        state = table("barrel", "brick", supply=SUPPLY, tokens=tokens)
        assert (chosen(state, Known(risks)) == PushPiece("ring")) == is_pushed


def test_builder_pushes_a_piece_to_seats_that_cannot_pay() -> None:
    risks = {("egg", 1): 0.7, ("ring", 2): 0.7} | {(p, 0): 0.5 for p in SUPPLY.split()}
    for tokens, piece in (((9, 0, 9), "egg"), ((9, 9, 0), "ring")):
        risks["egg", 2] = risks["ring", 1] = 0.3
        state = table(*STANDING, supply="egg house ring spoon", tokens=tokens)
        assert chosen(state, Known(risks)) == PushPiece(piece), tokens


def test_builder_pushes_its_own_best_piece_to_a_seat_that_always_pays() -> None:
    risks = {(piece, 0): 0.5 for piece in SUPPLY.split()} | {("house", 0): 0.0}
    state = table("", "brick", supply=SUPPLY)
    payments = [*PUSHES, *[PassedOn(Seat(1), "egg", Seat(0), 1)] * 20]
    assert chosen(state, Known(risks), history=payments) == PushPiece("house")


def answer(risk: float, *tokens: int) -> Action | Put:
    """Return the answer of the second of two seats to a piece that spoils both towers."""
    state = after(table("barrel", "brick", supply=SUPPLY, tokens=tokens), PushPiece("ring"))
    return chosen(state, Known({("ring", 0): risk, ("ring", 1): risk}, leaves={"ring": 0.9}))


def test_builder_pays_only_to_avoid_a_risk_or_to_keep_room_and_if_its_tokens_last_longer() -> None:
    assert (answer(0.01, 1, 1), answer(0.3, 1, 1)) == (Accept(), Pay())
    assert (answer(0.1, 1, 3), answer(0.1, 10, 2)) == (Pay(), Accept())
    state = after(table(*STANDING, supply=SUPPLY), PushPiece("ring"))
    assert chosen(state, Known(leaves={"ring": 0.9})) == Pay()


def test_builder_bids_for_a_useful_piece_up_to_a_limit() -> None:
    known = Known(rooms={1: 0.5}, leaves={"house": 0.1})
    state = after(table(*STANDING, supply=SUPPLY), Build("house", 0))
    assert chosen(state, known) == Bid(1)
    assert chosen(state, Known()) == Pass()
    bids = [replace(state, bids=((*state.bids, (state.turn, n))[-1],)) for n in range(10)]
    said = [chosen(s, known) for s in bids]
    most = said.index(Pass())
    assert said == [Bid(n + 1) for n in range(most)] + [Pass()] * (10 - most)
    assert 1 <= most <= 9


def test_builder_opens_with_its_highest_bid_if_it_may_not_raise() -> None:
    known = Known(rooms={0: 0.5}, leaves={"house": 0.1})
    rigid = Options(opener_may_raise=False)
    state = table(*STANDING, supply="house ring")
    assert chosen(state, known) == Build("house", 0)
    assert chosen(replace(state, options=rigid), known) in [Build("house", n) for n in range(2, 10)]
