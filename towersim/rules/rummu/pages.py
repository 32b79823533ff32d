"""The rules of Rummü as pages of text."""

from towersim.common.messages import message as _, plural
from towersim.rules.display import RulesPage, page
from towersim.rules.rummu.state import HAND, ROUND_GUARD, TARGET, TARGET_PARTNERS, Options


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for a game with these options; None: the usual game."""
    options = given or Options()
    return _a_turn(), _combinations(), _yellow(), _coming_out(options), _points(options)


def _a_turn() -> RulesPage:
    """Describe the deal and a turn."""
    return page(
        _("A turn"),
        _(
            "There are five colours, each with the numbers 0 to 9; the 1 and the 7 are there "
            "twice. You want to lay your cards in combinations, and to be the first without a "
            "card."
        ),
        _(
            "Three players get {three} cards each, four {four}, five {five}, six {six}.",
            three=HAND[3],
            four=HAND[4],
            five=HAND[5],
            six=HAND[6],
        ),
        _(
            "First you draw: one card from the deck, or cards from the discard pile. From the "
            "pile you take the top one, then the next, as many as you like. Each turns over as it "
            "comes."
        ),
        _("Then you may lay cards on the table, as many as you like and can."),
        _(
            "At the end you discard one card. That is a must: a card has to be left for it. "
            "Whoever discards the last card goes out, and the round is over."
        ),
    )


def _combinations() -> RulesPage:
    """Describe sets and runs."""
    return page(
        _("Combinations"),
        _("Three cards or more make a combination, of one of two kinds."),
        _("A set is cards of one number in different colours, so five at most."),
        _(
            "A run is cards with numbers in a row. Either all have one colour, and it may go from "
            "0 to 9; or they are mixed, and then no colour may be there twice."
        ),
        _("The same card is never twice in a combination. The 9 is not followed by the 0."),
        _(
            "Build on the workbench: it says what your cards are, what they bring, or what is "
            "wrong with them."
        ),
    )


def _yellow() -> RulesPage:
    """Describe the jokers."""
    return page(
        _("Yellow cards"),
        _(
            "A yellow card may be a joker: it stands for the card of its own number in another "
            "colour. A small shape on it shows for which. In a set a yellow card always counts as "
            "a joker."
        ),
        _(
            "A run of one colour needs more other cards than jokers. A mixed run and a set may "
            "have one joker only. In a run a yellow card may also just be yellow."
        ),
        _(
            "If you hold the very card that a joker stands for, you may put it there and get the "
            "joker into your hand, to use it again at once or later."
        ),
    )


def _coming_out(options: Options) -> RulesPage:
    """Describe the first lay of a round."""
    return page(
        _("Coming out"),
        _(
            "The first time you lay in a round you have to come out: with enough cards in one "
            "turn, in one combination or in several together. In the first round it takes four "
            "cards."
        ),
        _(
            "Later it depends on your score: three cards below 0, four below 100, five below 150, "
            "and six from there on."
        )
        if not options.partners
        else _(
            "Later it depends on your side's score: three cards below 0, four below 200, five "
            "below 400, and six from there on."
        ),
        _(
            "Once out, you may also add cards to any combination on the table, one or several at "
            "once, and exchange jokers. Combinations only grow: they are never taken apart or "
            "joined. A combination scores for the one who laid it first."
        ),
    )


def _points(options: Options) -> RulesPage:
    """Describe the points and the end."""
    return page(
        _("Points"),
        _(
            "When a round is over, each combination brings points to whoever laid it. It is pure "
            "if no joker is in it and, for a run, all is one colour. Sets of 1s and of 7s bring "
            "half."
        ),
        _(
            "A run of five brings {pure} if it is pure and {mixed} if it is mixed.",
            pure=options.five_run_pure,
            mixed=options.five_run_mixed,
        ),
        _("Going out brings 10. A red card left in the hand costs 10, any other 5."),
        _("Players opposite each other are partners; whose partner goes out pays nothing.")
        if options.partners
        else "",
        _(
            "If deck and discards are used up, or nobody lays a card for ten times round the "
            "table, the round ends as well, and nobody has gone out."
        ),
        plural(
            "With {target} points the game is over, or after {count} round. Most points win; a "
            "tie is shared.",
            "With {target} points the game is over, or after {count} rounds. Most points win; a "
            "tie is shared.",
            options.rounds or ROUND_GUARD,
            target=TARGET_PARTNERS if options.partners else TARGET,
        ),
    )
