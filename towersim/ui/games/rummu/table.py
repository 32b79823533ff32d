"""The table of Rummü: key bindings, buttons, animations and commands."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.base import Action, Event, Outcome
from towersim.rules.rummu import log
from towersim.rules.rummu.cards import Card, Cards
from towersim.rules.rummu.log import RoundOver
from towersim.rules.rummu.state import Draw, Phase, Take, View, worth
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.cards.card_faces import card_size, draw_card
from towersim.ui.cards.controller import card_game_ui
from towersim.ui.cards.nodes import Fan, draw_won, grouped
from towersim.ui.cards.play import CardPlay
from towersim.ui.cards.table import CardTable, Reaction
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SOFT_TEXT, TEXT
from towersim.ui.games.rummu import choices
from towersim.ui.games.rummu.choices import SORTED, Arrangement, Memory, State, moments, remembered
from towersim.ui.games.rummu.messages import assess, hint
from towersim.ui.games.rummu.nodes import CLOTH, Layout, face, role_face, table_nodes
from towersim.ui.games.rummu.rules_pictures import pictures
from towersim.ui.input import bindings
from towersim.ui.nodes.motion import Flash, Showing, star
from towersim.ui.nodes.node import Command, Node, NodeMarks, Say, Spot
from towersim.ui.screens.base import BACK, MARGIN, FootButton
from towersim.ui.screens.result import NAME, Ending, StandingsScreen
from towersim.ui.sentences import sentence
from towersim.ui.widgets.forms import Button

MOST: Final = 12
"""Largest number of columns; of more rounds, the first are summed up in one."""
COLUMN: Final = 58
"""Width of a column in a round's result, in units."""
ROUND: Final = 76
"""Largest width of a round's column in the scores, in units."""
BESIDE: Final = 2 * MARGIN + NAME + 14 + 130
"""Width of the scores beside the columns of the rounds: margins, name and sum, in units."""
FEET: Final = 2 * MARGIN + 650
"""Least width of the page of the end, for its buttons, in units."""
STEP: Final = 0.34
"""Visible width of a covered card, as a share of its height."""

Columns = Sequence[tuple[str, Sequence[int]]]
"""Columns of numbers by seat, each with its heading."""


def ending(play: CardPlay[View], outcome: Outcome) -> Ending:
    """Return the display data of the end, for the page of the result."""
    standing = scores(play.match)

    def picture(canvas: Canvas) -> None:
        laid = (
            [[*map(role_face, cards)] for owner, cards in over.table if owner in outcome.winners]
            for over in reversed(rounds(play.match))
        )
        draw_won(canvas, CLOTH, next(filter(None, laid), []))

    wide = max(standing.wide, FEET)
    return standing._replace(outcome=outcome, picture=picture, reason="", wide=wide)


def scores(match: Match) -> Ending:
    """Return the points of each seat by round; for partners, also each seat's sum."""
    columns, about = by_round(rounds(match)), _("points by round, and in all")
    if match.options.partners:
        about = _("points by round, their sum, and both partners' score")
        sums = tuple(map(sum, zip(*(of for _, of in columns), strict=True)))
        columns = [*columns, (_("sum"), sums)] if columns else []

    def step(canvas: Canvas, area: pygame.Rect) -> int:
        return min(canvas.px(ROUND), area.w // max(len(columns), 1))

    def draw_heads(canvas: Canvas, area: pygame.Rect) -> None:
        at = area.x - canvas.px(6), area.y + canvas.px(1)
        room = canvas.px(96), canvas.px(30)
        canvas.text(_("round") if columns else "", 13, SOFT_TEXT, room=room, bottomright=at)
        _draw_heads(canvas, area, [head for head, _ in columns], step(canvas, area))

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        _draw_numbers(canvas, area, [of[seat] for _, of in columns], step(canvas, area))

    return Ending(
        outcome=Outcome("", (), match.view(Seat(0)).scores),
        draw_row=draw_row,
        draw_heads=draw_heads,
        caption=_("score"),
        reason=about if columns else _("No round is over yet."),
        title=_("Scores"),
        below=_partners(match),
        wide=BESIDE + ROUND * max(len(columns), 2),
        highest=84 if match.options.partners else 56,
    )


def round_result(match: Match, over: RoundOver) -> Ending:
    """Return the result of a round: the combinations laid, and the cards left in the hands."""
    each = tuple(over.scores[seat % len(over.scores)] for seat in range(len(match.seats)))
    first = tuple(Seat(seat) for seat, share in enumerate(over.shares) if share.out)
    title = _("Round {round} ends, and nobody goes out", round=over.round)
    for seat in first:
        name = match.seats[seat].name
        title = _("Round {round}: {name} goes out", round=over.round, name=name)

    heads = _("laid"), _("out"), _("hand"), _("round")

    def sums(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
        wide = canvas.px(COLUMN) * len(heads)
        return pygame.Rect(area.right - wide, area.y, wide, area.h)

    def draw_heads(canvas: Canvas, area: pygame.Rect) -> None:
        _draw_heads(canvas, sums(canvas, area), heads, canvas.px(COLUMN))

    def draw_row(canvas: Canvas, area: pygame.Rect, seat: Seat) -> None:
        numbers, cards = sums(canvas, area), area.copy()
        cards.w = numbers.x - canvas.px(8) - cards.x
        laid = {some: worth(some, match.options) for owner, some in over.table if owner == seat}
        _draw_cards(canvas, cards, laid, over.hands[seat])
        points = *over.shares[seat], over.points[seat]
        _draw_numbers(canvas, numbers, points, canvas.px(COLUMN))

    return Ending(
        outcome=Outcome("", first, each),
        draw_row=draw_row,
        draw_heads=draw_heads,
        caption=_("score"),
        reason=_("combinations and their points  –  cards left in the hand"),
        title=title,
        below=_partners(match),
        wide=1180,
        highest=110,
    )


def rounds(match: Match) -> list[RoundOver]:
    """Return the `RoundOver` events of all finished rounds."""
    return [event for event in match.events if isinstance(event, RoundOver)]


def by_round(ended: Sequence[RoundOver]) -> Columns:
    """Return the points by round and seat; of more than `MOST` rounds, the first are summed up."""
    columns = [(str(over.round), over.points) for over in ended]
    early = len(columns) - MOST + 1
    if len(columns) <= MOST:
        return columns
    sums = tuple(map(sum, zip(*(of for _, of in columns[:early]), strict=True)))
    return [(f"1–{early}", sums), *columns[early:]]


def _partners(match: Match) -> tuple[str, ...]:
    """Return the partner of each seat, in words; empty if everybody plays alone."""
    names = [seat.name for seat in match.seats]
    if not match.options.partners:
        return ()
    opposite = (*names[len(names) // 2 :], *names)
    return tuple(_("with {names}", names=name) for name in opposite[: len(names)])


def _draw_heads(canvas: Canvas, area: pygame.Rect, heads: Sequence[str], step: int) -> None:
    room = step - canvas.px(6), canvas.px(30)
    size = canvas.viewport.common_size(heads or [""], 13, room)
    for index, head in enumerate(heads):
        at = area.x + step * index + step // 2, area.y + canvas.px(1)
        canvas.text(head, size, SOFT_TEXT, room=(room[0], None), midbottom=at)


def _draw_numbers(canvas: Canvas, area: pygame.Rect, numbers: Sequence[int], step: int) -> None:
    """Draw a row of numbers from the left, on a line with the seat's name."""
    tall = max(min(canvas.viewport.grown(17), 17 * step / canvas.px(44)), 17)
    for index, number in enumerate(numbers):
        x = area.x + step * index + step // 2
        canvas.text(str(number), tall, TEXT, center=(x, area.y + canvas.px(15)))


def _draw_cards(
    canvas: Canvas, area: pygame.Rect, laid: Mapping[Cards, int], hand: Sequence[Card]
) -> None:
    """Draw a seat's combinations with their points from the left, and its hand on the right."""
    px = canvas.px
    wide, high = size = card_size(min(area.h - px(16), px(80)))
    first, apart = Spot(area.x, area.y + high / 2, high), px(12)
    held = min(len(hand), 1) * (wide + px(30)) + max(len(hand) - 1, 0) * 0.2 * high
    spots = grouped(first, area.w - held - apart, [*map(len, laid)], STEP * high, apart)
    for (cards, points), group in zip(laid.items(), spots, strict=True):
        for role, spot in zip(cards, group, strict=True):
            draw_card(canvas, role_face(role), spot)
        at = round((group[0].x + group[-1].x) / 2), area.y + high
        canvas.text(str(points), 14, TEXT, bold=True, room=(wide, px(24)), midtop=at)
    right = pygame.Rect(area.right - round(held) - 1, area.y, round(held) + 1, high)
    for card, spot in zip(hand, Fan(right, size, len(hand)).spots(), strict=True):
        draw_card(canvas, face(card), spot, NodeMarks(dim=True))


class RummuCommand(StrEnum):
    """The commands of keys that only this game has."""

    DRAW = "draw"
    TAKE = "take"
    LAY = "lay"
    DISCARD = "discard"
    JOKER = "joker"
    SORT = "sort"
    SCORES = "scores"
    HINT = "hint"


LAST_LOOK: Final = 1.0
"""Pause between the end of a round and its result, in seconds."""
ONE: Final = _("Put the card that you mean on the workbench alone, or drag it there.")


class RummuTable(CardTable[View, Arrangement]):
    """The table of Rummü; its selection is the arrangement of the own cards."""

    keys, gestures = bindings.read_keys(Path(__file__).with_name("keys.txt"), RummuCommand)
    cloth = CLOTH
    start = Arrangement()
    blank: Memory = ()
    layout = Layout
    nodes = staticmethod(table_nodes)
    hint = staticmethod(hint)
    moments = staticmethod(moments)
    remember = staticmethod(remembered)
    ending = staticmethod(ending)

    def log_rect(self, layout: Layout) -> pygame.Rect:
        """Return the rectangle of the combinations."""
        return layout.table

    def buttons(self, state: State) -> Sequence[Button]:
        """Return the buttons of the workbench, and those left of the hand."""
        layout, assessment, chosen = state.layout, assess(state), state.selection
        shown = [Button(layout.scores, _("Scores  ({key:R})"), open_scores, "dark")]
        if state.view.hand:
            shown.append(Button(layout.hint, _("Hint  ({key:H})"), choices.hinted, "dark"))
            shown.append(Button(layout.sort, SORTED[chosen.sort], sort, "dark"))
        if assessment.groups:
            label = _("Lay  ({key:C})") if chosen.onto is None else _("Add  ({key:C})")
            ready = assessment.actions
            shown.append(Button(layout.lay, label, lay, "strong", on=bool(ready)))
        if assessment.groups or state.can_undo:
            shown.append(Button(layout.back, _("Take back  ({key:N})"), choices.take_back, "dark"))
        if assessment.reading:
            shown.append(
                Button(layout.reading, assessment.reading, turn_joker, "dark", chooser=True)
            )
        return shown

    def waiting(self, view: View) -> str:
        """Return the text shown during the deal, or at the end of a round."""
        match view.phase:
            case Phase.DEALING:
                return _("The cards are dealt …")
            case Phase.OVER:
                return _("Round {round} is over.", round=view.round)
            case _:
                return ""

    def showing(self, event: Event, state: State) -> Showing:
        """Return the animation of an event, or the page of a round's result."""
        match event:
            case log.Dealt() | log.TurnedUp():
                return Showing("deck", gap=0.06 if isinstance(event, log.Dealt) else None)
            case log.Reshuffled():
                return Showing(end="deck", apart=0.02)
            case log.RoundStarted():
                return Showing(end="deck", apart=0.01)
            case log.Took(seat):
                return Showing(end=("hand", seat), gap=0.12)
            case log.Laid(seat) | log.Added(seat) | log.Discarded(seat):
                return Showing(("hand", seat))
            case log.Exchanged(seat):
                return Showing(("hand", seat), ("hand", seat))
            case log.WentOut():
                plate = state.layout.plates(len(state.seats), state.home)[event.seat]
                return Showing(hold=LAST_LOOK, flash=Flash(star(state.viewport, 70), plate.center))
            case log.Halted():
                return Showing(hold=LAST_LOOK)
            case log.RoundOver():
                return Showing(page=partial(round_page, over=event))
            case _:
                return Showing()

    def fit(self, selection: Arrangement, view: View) -> Arrangement:
        """Return the arrangement of the cards held in `view`."""
        return selection.fit(view.hand, view.round)

    def acted(self, selection: Arrangement) -> Arrangement:
        """Return the arrangement unchanged."""
        return selection

    def command_for_key(self, state: State, command: StrEnum, node: Node | None) -> Command:
        """Return the command of a key, or None."""
        key, chosen = node.key if node else None, state.selection
        match command:
            case RummuCommand.DISCARD:
                return choices.discard(state, key)
            case bindings.KeyCommand.LEFT | bindings.KeyCommand.RIGHT if (
                state.fine and key in chosen.hand
            ):
                right, _up = bindings.DIRECTIONS[command]
                return Reaction(chosen.move(key, max(chosen.order.index(key) + right, 0)))
            case _:
                return COMMANDS.get(command)

    def refused(self, state: State, action: Action) -> str:
        """Return the reason of a refusal; for `Take` after the draw, with advice on discarding."""
        refusal = state.why_not(action)
        if isinstance(action, Take) and state.mine and state.view.phase is not Phase.DRAWING:
            return _("{advice} {why}", advice=ONE, why=sentence(refusal))
        return refusal


def lay(state: State) -> Reaction | Say:
    """Return the command that lays or adds the workbench, or `Say` with the reason why not."""
    if not state.selection.bench:
        return Say(_("Put cards on the workbench first."))
    assessment = assess(state)
    if not assessment.actions:
        return Say(assessment.advice)
    return Reaction(state.selection, assessment.actions)


def turn_joker(state: State) -> Reaction:
    """Return the choice of the workbench's next reading."""
    return Reaction(state.selection._replace(reading=state.selection.reading + 1))


def sort(state: State) -> Reaction:
    """Return the choice of the hand's next order."""
    return Reaction(state.selection.next_sort())


def open_scores(state: State) -> Reaction:
    """Return the answer that opens the page of all rounds."""
    return Reaction(state.selection, page=score_page)


COMMANDS: Final[Mapping[StrEnum, Command]] = {
    RummuCommand.DRAW: Draw(),
    RummuCommand.TAKE: Take(),
    RummuCommand.LAY: lay,
    RummuCommand.JOKER: turn_joker,
    RummuCommand.SORT: sort,
    RummuCommand.SCORES: open_scores,
    RummuCommand.HINT: choices.hinted,
    bindings.KeyCommand.REFUSE: choices.take_back,
}
"""Commands of keys that do not depend on the node pointed at."""


def round_page(context: AppContext, play: CardPlay[View], over: log.RoundOver) -> Screen:
    """Return the page of a round's result, with a button that leads on."""
    last = play.match.outcome is not None and over == rounds(play.match)[-1]
    on = FootButton(_("Result") if last else _("Next round"), "next", 220, "strong")
    return StandingsScreen(context, play.match, round_result(play.match, over), on)


def score_page(context: AppContext, play: CardPlay[View]) -> Screen:
    """Return the page of all rounds; the key that opens it also closes it."""
    on = BACK._replace(style="strong")

    def closes(key: int) -> bool:
        return bindings.command_for_key(key, RummuTable.keys) is RummuCommand.SCORES

    return StandingsScreen(context, play.match, scores(play.match), on, closes)


GAME_UI: Final = card_game_ui(
    RummuTable(), line=_("Lay sets and runs, and be rid of your cards first."), pictures=pictures
)
