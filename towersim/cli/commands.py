"""The command line: its commands by group. A command's module is imported when it is called.

An error of the user gives one line on standard error and exit code 2.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from towersim.cli.exit_code import exit_code
from towersim.common.errors import OptionFault
from towersim.common.interrupts import ctrl_c_waits
from towersim.common.version import __version__

COMMANDS = {
    "Play": {
        "play": ("games", "Play a game in the window, or by bots in the terminal."),
        "resume": ("games", "Continue a recorded game."),
        "serve": ("serve", "Play a card game with each hand in a browser, as on a phone."),
        "rules": ("games", "Print the rules of a game, for the options that you give."),
    },
    "Practise": {
        "practice": ("practice", "Play a challenge, judge towers, or list all challenges."),
        "build": ("practice", "Build freely in the window, with any pieces and materials."),
    },
    "Watch and share": {
        "watch": ("watch", "Watch a recorded game in the window."),
        "replay": ("watch", "Print a recorded game as sentences, or validate its record."),
        "export": ("watch", "Export a recorded game as a picture, a film or an HTML page."),
    },
    "Analyse": {
        "analyse": ("analyse", "Analyse the statics of a scene: stability, tilt, weakest block."),
        "stand": ("analyse", "Simulate a scene and print whether it stood, shifted or fell."),
        "pieces": ("analyse", "List the blocks of Bausack, or save a picture of them."),
    },
    "Lab": {
        "lab": ("lab", "Test heuristics: sweeps, reports, leaderboards."),
        "hands": ("measure", "Measure the risk of one more cube, by height and hand."),
        "tournament": ("measure", "Play bots against each other: win shares and ratings."),
        "envelope": ("measure", "Measure the accuracy of the physics, beside other engines."),
        "bench": ("bench", "Measure the speed of frames, games, replays and the physics."),
    },
}
"""The module of `towersim.cli` and the first line of the help, by group and name."""
MARKUP: Final = "markdown"
"""It joins the lines of a paragraph."""


class _LazyGroup(TyperGroup):
    """A group that knows only names and first lines of its commands until one is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - private types
        """Return the name of the called command, the command, and its arguments."""
        name, entry, rest = super().resolve_command(ctx, args)
        return name, entry and _loaded(entry.name or ""), rest


def _loaded(name: str) -> Any:  # noqa: ANN401 - typer's type of commands is private
    (module,) = (group[name][0] for group in COMMANDS.values() if name in group)
    with ctrl_c_waits():
        loaded = import_module(f"towersim.cli.{module}").app
    loaded.rich_markup_mode = MARKUP
    group = typer.main.get_group(loaded)
    return group.commands.get(name, group)


app = typer.Typer(
    name="towersim",
    cls=_LazyGroup,
    help="Tabletop tower games on simulated physics.",
    pretty_exceptions_enable=False,
    rich_markup_mode=MARKUP,
)
for _panel, _commands in COMMANDS.items():
    for _name, (_, _help) in _commands.items():
        app.command(_name, help=_help, rich_help_panel=_panel)(lambda: None)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code (`exit_code`)."""

    def called() -> object:
        try:
            return app(args=arguments, standalone_mode=False, prog_name="towersim")
        except TyperException as fault:
            raise OptionFault(fault.format_message()) from fault

    return exit_code(called, sys.argv[1:] if arguments is None else arguments)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Open the window or, without a display, play a game of four bots in the terminal."""
    if version:
        typer.echo(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        from towersim.cli.games import open_window  # noqa: PLC0415 - as slow as a command

        open_window(None)
