"""The rules of Practice as pages of text."""

from towersim.common.messages import message as _
from towersim.rules.display import RulesPage, page
from towersim.rules.practice.state import Options

TAKE_BACK = {
    "any": _(
        "The last move can be taken back, unless the challenge says no; in some it costs a star."
    ),
    "free": _("The last move can be taken back."),
    "star": _("The last move can be taken back, which costs a star."),
    "no": _("No move can be taken back here."),
}
"""The paragraph about taking back, by the challenge's `take_back`."""


def pages(given: Options | None = None) -> tuple[RulesPage, ...]:
    """Return the pages for an attempt with these options; None: for any challenge."""
    return _challenge(given), _x_ray(), _judge(), _replay()


def _challenge(options: Options | None) -> RulesPage:
    """Describe an attempt."""
    return page(
        _("You against gravity"),
        _(
            "A challenge gives you a table, some pieces and a goal. Take a piece, carry it, "
            "turn it, let it go: gravity answers. When all is at rest, what stands is "
            "measured, and the measure is worth up to three stars."
        ),
        _(
            "Pieces that leave the table are lost. What fell and lies on it may stay there, but "
            "counts for nothing until it is taken out."
        ),
        TAKE_BACK[options.challenge.take_back if options else "any"],
        _(
            "In some challenges pieces that stand can be taken out: click on them. They leave "
            "towards you and rub on nothing."
        )
        if not options or options.challenge.take_out
        else "",
        _(
            "When you are done, say so. Some challenges then put what you built to the "
            "test: the table tilts, shakes, or a weight grows until something moves."
        ),
    )


def _x_ray() -> RulesPage:
    """Describe the x-ray."""
    return page(
        _("The x-ray"),
        _(
            "{key:X} shows what statics knows of a table at rest. Blue lines are the thrusts that "
            "the faces carry, through the points where they act: the line of thrust runs "
            "through these points. A tower stands as long as the line stays inside its "
            "pieces."
        ),
        _(
            "The line above says how far the table could be tilted, to its weaker side, "
            "before something moves. The red outlines show what would begin to move then, "
            "and how."
        ),
        _(
            "While you carry a piece, all this is told as it would be if you let go there: "
            "the blue outline shows where the piece would come to lie."
        ),
    )


def _judge() -> RulesPage:
    """Describe the judging of towers."""
    return page(
        _("Judge"),
        _(
            "Twenty towers of the benchmark on which heuristics are ranked: you see one, as "
            "long as you like or for one second, and say how likely it is to stand. If you "
            "are asked, you also say to which side it falls and how much of it. Then time "
            "runs."
        ),
        _(
            "The score is the mean square of what your chances were off by: 0 is "
            "perfect, and 0.25 is earned by who always says 50 %. Keys 1 … 9 answer, {key:Enter} "
            "goes on. Every answer is kept: towersim lab leaderboard --people FILE puts you "
            "among the heuristics."
        ),
    )


def _replay() -> RulesPage:
    """Describe what one sees after a fall."""
    return page(
        _("Once more, slowly"),
        _(
            "{key:V} shows the last collapse again, at an eighth of its speed. The piece that "
            "gave way has a red outline, the edge it turned about a ring, and the piece "
            "that tipped it a golden outline. The blue line hangs from the centre of all "
            "the weight above that edge."
        ),
        _(
            "{key:G} shows outlines of where the pieces of your best attempt were. The curve "
            "after an attempt says which tilt all withstood after each piece."
        ),
    )
