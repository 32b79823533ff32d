"""The rules of Push as pages of text."""

from towersim.common.messages import message as _
from towersim.rules.display import RulesPage, page
from towersim.rules.push.state import Options


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for a game with these options; None: the usual game."""
    options = given or Options()
    return _a_turn(options), _stacks(options), _stop(options), _die(options), _bank()


def _a_turn(options: Options) -> RulesPage:
    """Describe the deck, a turn and the end."""
    return page(
        _("A turn"),
        _("The die says who begins.") if options.first_seat == "random" else "",
        _(
            "When it is your turn, you turn over the top card of the deck and put it on a "
            "stack. Then you choose: one card more, or stop? Every card makes the stacks "
            "worth more, and makes it harder to find a place for the next one."
        ),
        _(
            "The deck has 120 cards. Ninety have a number from 1 to 6 in one of five colours; "
            "each colour has a shape of its own. The number is what the card is worth."
        ),
        _(
            "Besides there are roll cards, with a die on them, and switch cards, with two "
            "arrows: they turn round the order in which the stacks are taken."
        ),
        _(
            "If the deck runs out in your turn, you stop. When those last stacks are taken, all "
            "count their points, on the bench and in the bank. Most points win; if two have the "
            "same, more cards do, and if even those are equal, the win is shared."
        ),
    )


def _stacks(options: Options) -> RulesPage:
    """Describe where a card may go."""
    return page(
        _("Where does a card go?"),
        _(
            "There can be up to three stacks. No stack has the same colour twice, and none "
            "has the same number twice. Whatever does not clash you may put on any stack, or "
            "begin a new one while there are fewer than three."
        ),
        _("A roll card goes on any stack that has none yet, or begins a stack."),
        _(
            "A switch card lies beside the stacks. It never hurts; but with two players it "
            "does nothing."
        )
        if options.two_seat_switches == "discard"
        else _(
            "A switch card lies beside the stacks. It never hurts. With two players it is not in "
            "the deck, which then has 108 cards."
        ),
        _(
            "Stacks that take the card shine. Below the others you read why they do not. "
            "Beside the deck you see how many of the cards that nobody has seen yet would "
            "fit: it is only what anyone could count."
        ),
    )


def _stop(options: Options) -> RulesPage:
    """Describe who takes which stack."""
    return page(
        _("Stop, and take a stack"),
        _(
            "After any card you may stop. You take one of the stacks – a star marks the most "
            "valuable – and lay its cards on your bench. Then the others take one each, "
            "clockwise, as long as there are stacks. What is left over is discarded."
        ),
        _("When you stop, you have to take a stack of the highest value, as you have agreed.")
        if options.highest_only
        else "",
        _(
            "With one switch card on the table the others take the other way round. A second "
            "one turns it back again. It is always the next player's turn in the usual order."
        ),
        _("Think of the others while you build: what you leave lying, they get."),
    )


def _die(options: Options) -> RulesPage:
    """Describe the die."""
    return page(
        _("Too far, and the die"),
        _(
            "If a card fits on no stack, you have pushed too far. The card is discarded, you "
            "get no stack, and you roll the die. The others take stacks as usual."
        ),
        _(
            "The die shows one of the five colours, or a star. You lose all cards of that "
            "colour on your bench. The star is harmless."
        )
        if options.star == "safe"
        else _(
            "The die shows one of the five colours, or a star. You lose all cards of that "
            "colour on your bench. The star costs the whole bench, as you have agreed."
        ),
        _(
            "Whoever takes a stack with a roll card rolls as well, after everybody has taken: "
            "the new cards are at risk too. Beside the small die below such a stack you read "
            "what each colour would cost you."
        ),
    )


def _bank() -> RulesPage:
    """Describe the bank."""
    return page(
        _("The bank"),
        _(
            "Instead of flipping cards you can bank at the start of your turn. Choose one "
            "colour of your bench: all its cards are turned over and are safe from the die "
            "until the end. That is your whole turn."
        ),
        _("You may bank as often as you like, and the same colour more than once."),
        _(
            "A full bench makes every roll dear; a turn in the bank brings no new cards. When "
            "is it time?"
        ),
    )
