"""The numbers of sequences of 1, 2, … legal actions from known positions, some counted by hand."""

from typing import Any

import msgspec
import pytest

from tests.rules.bausack import tables as bausack
from tests.rules.fawlty_towers import tables as fawlty_towers
from tests.rules.moves import GOLDEN
from tests.rules.palace import tables as palace
from tests.rules.push import tables as push
from tests.rules.rummu import tables as rummu
from towersim.rules import AnyRules, game
from towersim.rules.bausack.state import Options as BausackOptions
from towersim.rules.palace.state import Options as PalaceOptions
from towersim.rules.push.state import Options as PushOptions
from towersim.rules.rummu.state import Phase

HEIGHT = BausackOptions(tie_break="height")
POSITIONS = {
    # Counted by hand: 4 cubes × 4 towers = 16; × 65 verdicts (all ordered choices of up to four
    # towers) = 1040; then with k towers fallen 4·k ways to start one: 16 × (4·4 + 12·8 + 24·12 +
    # 24·16) = 12544; after each of the 16 without a fall the seat takes a card or declines.
    "fawlty-towers opening": fawlty_towers.laid_out(),
    "fawlty-towers late": fawlty_towers.table(
        "red white blue", "green", "blue red", "", towers=("red blue", "", "", "")
    ),
    # Each of 8 pieces can be pushed, or opened with a bid of 0 … 10: 96 ways. A push has 2 answers.
    # A bid of b leaves 10 - b higher bids and a pass; after a bid of 10 the piece is placed
    # immediately: 1 + (11 + 10 + … + 2) = 66. 8 × (2 + 66) = 544.
    "bausack opening": bausack.RULES.setup(2, BausackOptions()),
    # 3 openings and a push of each of two pieces. No other seat has a token, so each leads to 1
    # placement, then 6 verdicts on two towers: 8, 8, 48.
    "bausack poor": bausack.table("house", "star", supply="egg ring", tokens=(2, 0)),
    "bausack three": bausack.table("house", "star cross", "", supply="egg ring", tokens=(1, 2, 1)),
    "bausack measured": bausack.table("house", "star", supply="egg", tokens=(1, 1), options=HEIGHT),
    "palace deal": palace.RULES.setup(2, PalaceOptions()),
    # 20 ways each to lay up three of six, then three single cards: 1200.
    "palace choice": palace.dealt(2),
    # 10 J A against 8 Q K: 3 leads; the 10 burns and leaves 2, on the J go 2, on the A none: 5;
    # then 2 + 1, 2 + 2, and 2 after the taken pile: 9.
    "palace opening": palace.laid_out(2, stock=False),
    # 5 and J unseen under an 8 against 4 9: 2 cards to turn over; the 5 misses and leaves 2 leads,
    # on the J nothing goes: 3; then 5 and 8 on the 4, none on the 9, the last blind card: 4; each
    # of these has one continuation, then all seats but one are out.
    "palace blind": palace.table("/ / 2", "4d 9d", pile="8h", unseen="5c Jc"),
    # 2 3 7 10 on an A against 6 6 8: 3; on the 2 go 4, through the 3 none, after the 10 3: 8; then
    # 3 · 3 + 2 after the 2, 3 after the taken pile, 4 + 4 + 3 on the new one: 25.
    "palace magic": palace.table("2c 3c 7c 10c", "6d 6h 8d", pile="Ah"),
    # 2 9 9 on an 8 against an 8 and a blind card: 5; then 2 + 1 + 1 + 1 + 1.
    "palace declined": palace.table(
        "2c 9c 9d", "/ 8d / 1", pile="8h", unseen="Ks", may_decline=True
    ),
    # One flip with 120 cards. 108 of them begin a stack; after the 12 switch cards the seat flips
    # or stops: 108 + 24 = 132. After the 108 it flips or stops; a second flip has 119 cards, and
    # after a stop without a stack the next seat flips: 216 + 12 × 120 = 1656.
    "push opening": push.RULES.setup(4, PushOptions()),
    # Flip or stop; 3 cards or 3 stacks; the red 6 fits on 2 stacks, after the switch card the seat
    # flips or stops, after the yellow 2 (a bust) the die has 6 sides, and each stack taken leaves 2
    # for the next seat: 2 + 2 + 6 + 3 × 2 = 16.
    "push full": push.table(push.FULL, rest="red-6 switch yellow-2"),
    "push last": push.table("red-1 roll | blue-3", rest="green-4", benches="red-5 | red-2"),
    "push bank": push.table(seats=2, rest="green-4 switch", benches="red-5 blue-1 | red-2 green-3"),
    "rummu opening": rummu.dealt(),
    # Draw or take; then 1 card to deal, or with the black 8 in the hand: take the other, lay r3 r4
    # r5, add k5 to the set, exchange r5, or 6 discards: 1 + 10.
    "rummu joker": rummu.table(
        "r3 r4 r5 k5 g9", laid=[(1, "b5 g5 y5=r")], deck="k9", phase=Phase.DRAWING
    ),
    # 3 red runs, the set of three 6s, 3 × 2 of two and the yellow one as a missing suit, 1 of all
    # four; and 8 discards: 19. After r3 r4 r5 the 8 sets are left, after the run of four a set and
    # 4 discards, after r4 r5 y6 a set, after the sets with two 6s and the yellow one r3 r4 r5 each,
    # after the plain set 3 runs, after that of four a run and 4 discards, after a discard the next
    # seat draws or takes: 8 + 5 + 1 + 6 + 3 + 5 + 8 × 2.
    "rummu coming out": rummu.table("r3 r4 r5 b6 g6 k6 y6 k0", out=(), deck="k9"),
}


def sequences(rules: AnyRules, state: Any, length: int) -> int:
    """Return the number of sequences of `length` legal actions."""
    legal = rules.legal(state)
    if length == 1:
        return len(legal)
    return sum(sequences(rules, rules.apply(state, action)[0], length - 1) for action in legal)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_numbers_of_action_sequences_equal_the_golden_ones(position: str) -> None:
    name, _, which = position.partition(" ")
    file = GOLDEN / f"{name.replace('-', '_')}_nodes.json"
    known: list[int] = msgspec.json.decode(file.read_bytes())[which]
    rules, state = bausack.RULES if name == "bausack" else game(name), POSITIONS[position]
    counted = [sequences(rules, state, length) for length in range(1, len(known) + 1)]
    assert counted == known
