"""The parts shared by games: options by name, texts of actors and lists, defaults, pages."""

from typing import Any, get_args

import msgspec
import pytest

from tests.rules.fawlty_towers.tables import RULES as FAWLTY_TOWERS
from tests.rules.palace.tables import RULES as PALACE
from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.files.challengefile import all_challenges
from towersim.rules import GAMES, PRACTICE, checked_options, game
from towersim.rules.base import Outcome, Rules, Stacking, Survey
from towersim.rules.display import Counts, Viewed, signs
from towersim.rules.fawlty_towers.state import Options
from towersim.rules.palace.state import LayUp
from towersim.rules.practice.state import Options as PracticeOptions


def test_a_game_without_one_of_its_methods_cannot_be_made() -> None:
    with pytest.raises(TypeError, match=r"actor.*after.*ending.*legal.*refusal.*setup.*view_of"):
        type("Half", (Rules,), {})()


def test_three_games_have_gravity() -> None:
    stacking = {name for name in (*GAMES, PRACTICE.name) if isinstance(game(name), Stacking)}
    assert stacking == {"fawlty-towers", "bausack", "practice"}


def test_options_are_read_from_text() -> None:
    given = {"black_cards": "false"}
    assert checked_options("fawlty-towers", given) == Options(black_cards=False)


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("fawlty-towers", {"cats": True}, "'cats' of fawlty-towers: not known; known: black_"),
        ("fawlty-towers", {"black_cards": "perhaps"}, "'black_cards' of fawlty-towers: expected"),
        ("practice", {}, "^practice: missing key `challenge`$"),
    ],
)
def test_an_unknown_option_or_a_wrong_value_is_reported_by_name(
    name: str, given: dict[str, Any], why: str
) -> None:
    with pytest.raises(OptionFault, match=why):
        checked_options(name, given)


def test_only_a_challenge_with_a_met_goal_has_a_measure() -> None:
    won = Outcome("Over.", (Seat(0),), (1,))
    assert won.reached is None
    assert Outcome("Over.", (), (0,), "height", None).reached is None
    assert Outcome("Over.", (), (0,), "height", 0.04).reached == 0.04


def test_defaults_are_no_undo_measure_test_table_or_hand() -> None:
    state = FAWLTY_TOWERS.setup(2, Options())
    assert not PALACE.can_undo(LayUp(()))
    assert FAWLTY_TOWERS.hand(state) == ("none", 1.0)
    assert (FAWLTY_TOWERS.test(state), FAWLTY_TOWERS.table(Options())) == (None, None)
    assert (PALACE.action_space(2), FAWLTY_TOWERS.asks(state)) == ((), "")
    assert FAWLTY_TOWERS.offered(state) == ""
    with pytest.raises(RuntimeError, match="nothing is measured in Fawlty Towers"):
        FAWLTY_TOWERS.measured(state, Survey(()))


@pytest.mark.parametrize(
    ("counts", "texts"),
    [
        (Counts("points", (1, 12)), ("1 point", "12 points")),
        (Counts("tokens", (0, 1)), ("0 tokens", "1 token")),
        (Counts("cards", (1, 2)), ("1 card", "2 cards")),
        (Counts("points", ()), ("", "")),
    ],
)
def test_counts_are_said_with_their_unit(counts: Counts, texts: tuple[str, ...]) -> None:
    assert counts.texts(2) == texts


def test_every_sign_lies_in_its_square_but_for_rounded_corners() -> None:
    for name, lines in signs().items():
        for line in lines:
            word, *numbers = line.replace(" #", "").split()
            assert word in {"box", "disc", "hole", "poly"}, name
            assert all(-1 <= float(number) <= 101 for number in numbers), name


def test_an_onlooker_has_no_seat() -> None:
    view: Viewed = Viewed.__new__(type("View", (Viewed,), {"viewer": None}))
    with pytest.raises(ValueError, match="an onlooker has no seat"):
        _ = view.seat


def text(game: str, **options: Any) -> str:
    rules = GAMES[game]
    pages = rules.pages(rules.options(**options))
    return "\n".join(words for page in pages for words in page.paragraphs)


def choices() -> list[Any]:
    """Return every game with every value of an option that is not the default."""
    found = []
    for name, rules in GAMES.items():
        for field in msgspec.structs.fields(rules.options):
            values = (True, False) if field.type is bool else get_args(field.type)
            found += [(name, field.name, v) for v in values if v != field.default]
    return [pytest.param(*choice, id="-".join(map(str, choice))) for choice in found]


@pytest.mark.parametrize(("game", "option", "value"), choices())
def test_each_value_of_an_option_changes_the_pages(game: str, option: str, value: object) -> None:
    assert text(game, **{option: value}) != text(game)


@pytest.mark.parametrize("game", GAMES)
def test_without_options_the_usual_game_is_described(game: str) -> None:
    rules = GAMES[game]
    assert rules.pages() == rules.pages(rules.options())
    for title, paragraphs in rules.pages():
        assert title
        assert all(paragraphs)


@pytest.mark.parametrize(
    ("game", "options", "said", "unsaid"),
    [
        ("fawlty-towers", {"black_cards": False}, "or a white one", "A black card"),
        ("fawlty-towers", {"fall_card": False}, "a fall earns no card", "may be taken, or a white"),
        ("bausack", {"tie_break": "height"}, "the tallest wins", "builders share the win"),
        ("bausack", {"opener_may_raise": False}, "you bid no more", "may raise your own bid"),
        ("palace", {"stock": False}, "stay out of the game", "While the stock lasts"),
        ("palace", {"equal_allowed": True}, "play another 7", "that is higher than the one on"),
        ("palace", {"seven_shines_through": True}, "passes this on", "has answered it"),
        ("palace", {"end": "first-wins"}, "the game is over", "only one player has cards"),
        ("palace", {"first_seat": "random"}, "The die decides", "left of the dealer begins"),
        ("push", {"star": "lose-bench"}, "costs the whole bench", "The star is harmless"),
        ("push", {"two_seat_switches": "leave-out"}, "108 cards", "it does nothing"),
        ("rummu", {"partners": True}, "With 500 points", "five below 150"),
        ("rummu", {"five_run_pure": 40}, "brings 40 if it is pure", "brings 20 if it is pure"),
        ("rummu", {"five_run_mixed": 20}, "20 if it is mixed", "40 if it is mixed"),
        ("rummu", {"rounds": 1}, "after 1 round.", "30 rounds"),
    ],
)
def test_a_changed_rule_replaces_the_usual_one(
    game: str, options: dict[str, Any], said: str, unsaid: str
) -> None:
    assert said not in text(game)
    assert said in text(game, **options)
    assert unsaid in text(game)
    assert unsaid not in text(game, **options)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("fawlty-towers", "After the third such cube your turn is over."),
        ("fawlty-towers", "if only a neighbour fell and your own cube stood"),
        ("fawlty-towers", "your hand opens by itself"),
        ("fawlty-towers", "that earns a bottom card only, also if a neighbour falls."),
        ("bausack", "you have to choose another one, if there is another."),
        ("rummu", "Three players get 12 cards each, four 10, five 9, six 8."),
    ],
)
def test_rulings_are_described(game: str, said: str) -> None:
    assert said in text(game)


def test_the_pages_of_practice_follow_the_challenge() -> None:
    said = {"any": PRACTICE.pages()[0].paragraphs}
    for challenge in all_challenges():
        said[challenge.take_back] = PRACTICE.pages(PracticeOptions(challenge))[0].paragraphs
    assert len(said) == len(set(said.values())) == 4


@pytest.mark.parametrize("goes_out", [True, False])
def test_standing_pieces_are_mentioned_if_they_may_be_taken_out(*, goes_out: bool) -> None:
    each = next(each for each in all_challenges() if bool(each.take_out) is goes_out)
    said = " ".join(PRACTICE.pages(PracticeOptions(each))[0].paragraphs)
    assert ("can be taken out" in said) is goes_out


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_a_name(game: str) -> None:
    rules = GAMES[game]
    names = [field.name for field in msgspec.structs.fields(rules.options)]
    assert sorted(rules.option_texts()) == sorted(names)
    for field, texts in rules.option_texts().items():
        assert texts.help
        assert getattr(rules.options(), field) in texts.values
        for value in texts.values:
            assert getattr(checked_options(game, {field: value}), field) == value
