"""Palace, Push and Rummü as games of OpenSpiel, with the same numbers as for PettingZoo.

``pyspiel.load_game("towersim_palace(players=3,may_decline=True)")``: the parameters are the number
of players and the game's options. Deck and die are chance nodes; several actions of one player in a
row choose one of many forms. The observation tensor is that of `Observer`, followed by a mark for
each number chosen so far. The information state has the history, too: for each of the last 2,048
numbers the player (chance 1, the first seat 2 …) over the number of players plus 1, and the number,
plus 1, over the greatest; 0 for a card that the player has not seen. `resample_from_infostate`
deals the cards that a player has not seen anew, so IS-MCTS
(`open_spiel.python.algorithms.ismcts`) can play.
"""

from collections.abc import Callable, Container, Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import pyspiel
from msgspec.structs import replace

from towersim.common.errors import IllegalAction
from towersim.common.messages import plain
from towersim.common.units import Seat
from towersim.envs import palace, push, rummu
from towersim.envs.coding import Choice, Coding, Observer, Word, marked, rewards
from towersim.rules import checked_options, game as rules_of
from towersim.rules.base import Action, Actor, Nature

CHANCE = -1
LONGEST = 10_000
"""The maximum number of actions in a game; far more than any has."""
DEALS = 20
"""The maximum number of deals in search of a hand that fits what its seat has begun."""
REMEMBERED = 2048
"""The number of rows of the history in an information state."""
CODINGS: Mapping[str, Coding] = {
    f"towersim_{coding.game}": coding for coding in (palace.CODING, push.CODING, rummu.CODING)
}


class Moved(msgspec.Struct, frozen=True, array_like=True):
    """One number of the history: whose, which, and the only seat that knows it (else None)."""

    player: int
    number: int
    known_to: Seat | None = None


class Position:
    """A state of the rules, the numbers chosen since, and the history; it never changes."""

    def __init__(self, coding: Coding, state: Any, history: tuple[Moved, ...] = ()) -> None:  # noqa: ANN401 - type by game
        """Take a state of the rules."""
        self.coding, self.state, self.history = coding, state, history
        self.rules = rules_of(coding.game)
        self.actor = self.rules.actor(state)
        self.chosen: Word = ()
        self.secrets: frozenset[Any] = frozenset()
        """The cards in hands that only their holder has seen."""

    def __deepcopy__(self, memo: object) -> "Position":
        """Return this position, as it never changes."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for serialization, without those that follow from them."""
        follow = ("actions", "choice", "legal")
        return {name: value for name, value in vars(self).items() if name not in follow}

    @cached_property
    def actions(self) -> dict[int, Action]:
        """The legal moves of the deck or the die by number."""
        return {self.coding.outcome(action): action for action in self.rules.legal(self.state)}

    @cached_property
    def choice(self) -> Choice[Action]:
        """The choice among the legal actions of a seat, after the chosen numbers."""
        legal = ((self.coding.word(action), action) for action in self.rules.legal(self.state))
        at = len(self.chosen)
        return Choice([one for one in legal if one[0][:at] == self.chosen], self.chosen)

    @cached_property
    def legal(self) -> list[int]:
        """The numbers that may come next, in ascending order."""
        return sorted(self.actions) if isinstance(self.actor, Nature) else self.choice.legal

    def after(self, number: int) -> "Position":
        """Return the position after one of the numbers of `legal`; IllegalAction for another."""
        if number not in self.legal:
            raise IllegalAction(f"{number}: cannot be chosen now")
        if isinstance(self.actor, Nature):
            return self._applied(self.actions[number], number, CHANCE)
        choice = self.choice.after(number)
        if choice.certain is not None:
            return self._applied(choice.certain, number, self.actor)
        more = Position(self.coding, self.state, (*self.history, Moved(self.actor, number)))
        more.chosen, more.secrets, more.choice = choice.chosen, self.secrets, choice
        return more

    def _applied(self, action: Action, number: int, player: int) -> "Position":
        state, events = self.rules.apply(self.state, action)
        dealt = [event for event in events if self.rules.seen(event, None) != event]
        known_to = dealt[0].seat if dealt else None  # type: ignore[attr-defined] # a dealt card
        following = Position(self.coding, state, (*self.history, Moved(player, number, known_to)))
        secrets = self.secrets.union(event.card for event in dealt)  # type: ignore[attr-defined] # the same
        hands = getattr(state, "hands", ())
        following.secrets = secrets.intersection(card for hand in hands for card in hand)
        return following

    def resampled(self, seat: Seat, number: Any) -> "Position":  # noqa: ANN401 - the library's sampler
        """Return the position with the cards that a seat has not seen dealt anew.

        If the hand of the seat to move then never fits what it has begun, such as coming out, it
        keeps its hand.
        """
        dealt = (self._dealt(number, {seat}) for _ in range(DEALS))
        fitting = (one for one in dealt if one.legal)
        return next(fitting, None) or self._dealt(number, {seat, self.actor})

    def _dealt(self, number: Any, seats: Container[Actor]) -> "Position":  # noqa: ANN401 - the same
        """Return the position with the cards in hands dealt anew, but for those of some seats."""
        hands = getattr(self.state, "hands", None)
        if hands is None:
            return self
        pool = "unseen" if hasattr(self.state, "unseen") else "deck"
        hidden = [
            [card for card in hand if other not in seats and card in self.secrets]
            for other, hand in enumerate(hands)
        ]
        cards = [*getattr(self.state, pool), *(card for hand in hidden for card in hand)]
        for last in range(len(cards) - 1, 0, -1):
            other = min(last, int(number() * (last + 1)))
            cards[last], cards[other] = cards[other], cards[last]
        secrets = self.secrets.difference(*hidden)
        dealt = []
        for hand, gone in zip(hands, hidden, strict=True):
            got = [cards.pop() for _ in gone]
            secrets = secrets.union(got)
            dealt.append(tuple(sorted([*(card for card in hand if card not in gone), *got])))
        state = replace(self.state, hands=tuple(dealt), **{pool: tuple(sorted(cards))})
        anew = Position(self.coding, state, self.history)
        anew.chosen, anew.secrets = self.chosen, secrets
        return anew


class TowersimState(pyspiel.State):
    """A state of a game; `at` is its position."""

    def __init__(self, game: "TowersimGame") -> None:
        super().__init__(game)
        self.at = game.start

    def current_player(self) -> int:
        """Return the player to move, or that chance moves, or that the game is over."""
        actor = self.at.actor
        if actor is Nature.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if isinstance(actor, Nature) else actor

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - of the interface
        return self.at.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the moves of the deck or the die, which are all equally likely."""
        return [(number, 1 / len(self.at.legal)) for number in self.at.legal]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        coding = self.at.coding
        return f"{action}: {(coding.outcomes if player < 0 else coding.numbers)[action]}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.at.actor is Nature.OVER

    def returns(self) -> list[float]:
        """Return the reward of each player at the end, before it 0."""
        outcome, many = self.at.rules.outcome(self.at.state), self.num_players()
        return [0.0] * many if outcome is None else rewards(outcome, many)

    def resample_from_infostate(self, player: int, sampler: Any) -> "TowersimState":  # noqa: ANN401 - the library's
        """Return a state that this player cannot tell from this one."""
        other: TowersimState = self.clone()
        other.at = self.at.resampled(Seat(player), sampler)
        return other

    def __str__(self) -> str:
        """Return the state as JSON."""
        return msgspec.json.encode(self.at.state, enc_hook=plain).decode()


class TowersimGame(pyspiel.Game):
    """A game of towersim; its parameters are the number of players and the game's options."""

    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.coding = CODINGS[self.kind.short_name]
        rules, options = rules_of(self.coding.game), dict(params)
        many = options.pop("players")
        begun = rules.setup(many, checked_options(self.coding.game, options))
        self.start = Position(self.coding, begun)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.coding.numbers),
            max_chance_outcomes=len(self.coding.outcomes),
            num_players=many,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(params))

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Return how to load the game, since its class has no place in a module."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> TowersimState:
        """Return the state before the first move."""
        return TowersimState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of moves of the deck and the die."""
        return LONGEST

    def make_py_observer(self, kind: Any = None, params: object = None) -> "TowersimObserver":  # noqa: ANN401, ARG002 - of the interface
        """Return an observer of observations or, with perfect recall, of information states."""
        recalls = kind is not None and kind.perfect_recall
        return TowersimObserver(self.coding, self.num_players(), recalls=recalls)


class TowersimObserver:
    """What a player knows, as a tensor and as a string."""

    def __init__(self, coding: Coding, players: int, *, recalls: bool) -> None:
        self._coding, self._players, self._recalls = coding, players, recalls
        self._observer, self._numbers = Observer(coding, players), len(coding.numbers)
        facts = self._observer.size + self._numbers
        self.tensor = np.zeros(facts + 2 * REMEMBERED * recalls, np.float32)
        self.dict = {"observation": self.tensor[:facts]}
        if recalls:
            self.dict["history"] = self.tensor[facts:].reshape(REMEMBERED, 2)

    def set_from(self, state: TowersimState, player: int) -> None:
        """Write what a player knows in a state to `tensor`."""
        at = state.at
        row, facts = self.dict["observation"], self._observer.size
        row[:facts] = self._observer.numbers(at.rules.view(at.state, Seat(player)))
        row[facts:] = marked(self._numbers, at.chosen if at.actor == player else ())
        if self._recalls:
            past = self.dict["history"]
            past.fill(0.0)
            seen = _seen(at, player)[-REMEMBERED:]
            if seen:
                most = (self._players + 1, max(self._numbers, len(self._coding.outcomes)))
                past[: len(seen)] = np.add(seen, (2, 1)) / most

    def string_from(self, state: TowersimState, player: int) -> str:
        """Return what a player knows in a state as a text."""
        at = state.at
        view = msgspec.json.encode(at.rules.view(at.state, Seat(player)), enc_hook=plain).decode()
        chosen = at.chosen if at.actor == player else ()
        return f"{_seen(at, player) if self._recalls else ''} {chosen} {view}"


def _seen(at: Position, player: int) -> list[tuple[int, int]]:
    """Return the history as a player and a number each, -1 for one that this player cannot know."""
    return [
        (one.player, one.number if one.known_to in (None, player) else -1) for one in at.history
    ]


def register_openspiel() -> None:
    """Register the games with OpenSpiel, unless they are."""
    for name, coding in CODINGS.items():
        if name not in pyspiel.registered_names():
            # A class, since the library frees what it keeps after the end of the interpreter, which
            # ends in a crash for a function; the references in a class to itself prevent that.
            kind = _kind(name, coding)
            pyspiel.register_game(kind, type(name, (TowersimGame,), {"kind": kind}))


def _kind(name: str, coding: Coding) -> pyspiel.GameType:
    rules, a = rules_of(coding.game), pyspiel.GameType
    known, hides = a.Information, bool(rules.secret)
    return pyspiel.GameType(
        short_name=name,
        long_name=f"towersim: {rules.title}",
        dynamics=a.Dynamics.SEQUENTIAL,
        chance_mode=a.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if hides else known.PERFECT_INFORMATION,
        utility=a.Utility.ZERO_SUM,
        reward_model=a.RewardModel.TERMINAL,
        max_num_players=rules.seats.stop - 1,
        min_num_players=rules.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": rules.seats.start,
            **msgspec.to_builtins(rules.options()),
        },
    )
