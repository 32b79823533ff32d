"""The shape of the house: who may import what, and how long anything may be."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "towersim"
WORDS = {"units", "errors"}
SHARED = {"rules.base", "rules.cards"}
"""What games share; every other file of `rules/` belongs to the game its name begins with."""

MAY_IMPORT: dict[str, set[str]] = {
    # A row: the package or module, and what of towersim it may import besides its own package.
    "units": set(),
    "errors": {"units"},
    "dice": set(),
    "scene": WORDS,
    "tomlfile": WORDS,
    "outline": WORDS,
    "shapefile": WORDS | {"scene", "outline", "tomlfile", "physics.contacts"},
    "level": WORDS | {"scene", "tomlfile", "shapefile", "physics.contacts"},
    "tablefile": WORDS | {"scene", "shapefile", "level"},
    "rules": WORDS,
    "physics": WORDS | {"scene"},
    "statics": WORDS | {"scene", "physics.contacts", "physics.touching"},
    "table": WORDS | {"scene", "tablefile"},
    "placing": WORDS | {"scene", "physics", "table"},
    "foresight": WORDS | {"scene", "dice", "physics", "table"},
    "record": WORDS | {"", "rules", "physics", "placing"},
    "match": WORDS | {"dice", "rules", "physics", "table", "tablefile", "placing", "record"},
    "replay": WORDS | {"rules.base", "placing", "record", "match"},
    "bots": WORDS | {"dice", "rules"},
    "bots.table": WORDS | {"dice", "rules", "level", "record", "match", "foresight"},
    "lab": WORDS
    | {"scene", "tomlfile", "level", "tablefile", "dice", "rules", "physics", "statics"}
    | {"table", "placing", "foresight", "match", "record", "bots"},
    "envs": WORDS | {"rules", "level", "record", "match", "bots"},
    "ui": WORDS | {"scene", "dice", "level", "rules", "table", "record", "match", "bots"},
    "ui.analysis_picture": WORDS | {"scene", "statics"},
}
FREE = {"", "__main__", "cli", "cli_lab", "cli_measure", "terminal", "bench"}
"""The façade and the command line put everything together."""

OUTSIDE: dict[str, set[str]] = {
    "pymunk": {"physics", "lab.peers"},
    "Box2D": {"lab.peers"},
    "rlcard": {"lab.card_speed"},
    "pygame": {"ui"},
    "pygame_gui": {"ui"},
    "scipy": {"statics", "lab"},
    "sklearn": {"lab.metrics"},
    "matplotlib": {"lab.plots", "lab.portrait", "lab.chapters"},
    "distributed": {"lab.executors"},
    "random": {"dice"},
    "tomllib": {"tomlfile"},
}
TIMELESS = ("rules", "physics", "statics")
UNHEARD = {"time", "datetime", "os", "secrets", "uuid"}
"""The clock, the environment and true randomness: a game that hears them cannot be replayed."""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


TREES = {module_of(path): parsed(path) for path in sorted(PACKAGE.rglob("*.py"))}


def within(module: str, places: set[str] | tuple[str, ...]) -> bool:
    """Is the module one of these, or inside one that is a package?"""
    return any(module == place or module.startswith(f"{place}.") for place in places)


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module named by an import anywhere below, by its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                inner = f"{base}.{alias.name}".removeprefix("towersim.")
                yield f"towersim.{inner}" if inner in TREES else base


def ours(tree: ast.AST) -> set[str]:
    names = (name.split(".", 1) for name in imported(tree))
    return {(rest or [""])[0] for top, *rest in names if top == "towersim"}


def outside(tree: ast.AST) -> set[str]:
    return {name.split(".")[0] for name in imported(tree)}


@pytest.mark.parametrize("module", TREES)
def test_a_module_imports_only_what_its_row_allows(module: str) -> None:
    assert "" not in outside(TREES[module]), "imports are written in full"
    if module in FREE:
        return
    home = module.partition(".")[0]
    assert home in MAY_IMPORT, "a new part of the house needs a row"
    strangers = {
        name
        for name in ours(TREES[module])
        if not within(name, {home}) and not within(name, MAY_IMPORT.get(module, MAY_IMPORT[home]))
    }
    assert not strangers


@pytest.mark.parametrize("library", OUTSIDE)
def test_a_library_has_one_home(library: str) -> None:
    users = {module for module, tree in TREES.items() if library in outside(tree)}
    assert {user for user in users if not within(user, OUTSIDE[library])} == set()


def test_games_import_no_other_game() -> None:
    inside = {name for name in TREES if within(name, {"rules"})} - SHARED - {"rules"}
    games = {name for name in inside if not any(name.startswith(f"{other}_") for other in inside)}

    def game_of(module: str) -> list[str]:
        return [game for game in games if module == game or module.startswith(f"{game}_")]

    for module in inside:
        assert len(game_of(module)) == 1, f"{module} belongs to no game"
        for name in ours(TREES[module]) & (inside | {"rules"}):
            assert game_of(name) == game_of(module), f"{module} imports {name}"


OPEN_ANY_GAME = {"ui.app", "ui.picture"}
"""What of the window may look into the list of games; a measurement may look into one game."""


def test_a_game_in_the_window_knows_its_own_rules_and_no_other_game() -> None:
    rooms = {name.split(".")[2] for name in TREES if name.startswith("ui.games.")}
    for module in (name for name in TREES if within(name, {"ui"}) and name != "ui.bench"):
        room = module.split(".")[2] if module.startswith("ui.games.") else ""
        for name in ours(TREES[module]):
            other = next((o for o in rooms - {room} if within(name, {f"ui.games.{o}"})), None)
            assert other is None or module == "ui.games", f"{module} imports {name}"
            assert name != "ui.games" or module in OPEN_ANY_GAME, f"{module} imports {name}"
            if name.startswith("rules.") and name not in SHARED:
                game = name.removeprefix("rules.")
                assert room, f"{module} imports {name}"
                assert f"{game}_".startswith(f"{room}_"), f"{module} imports {name}"


def test_rules_physics_and_statics_hear_no_clock_and_no_chance() -> None:
    heard = {
        (module, name)
        for module, tree in TREES.items()
        if within(module, TIMELESS)
        for name in outside(tree) & UNHEARD
    }
    assert heard == set()


def test_numpy_draws_no_numbers() -> None:
    for module, tree in TREES.items():
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert "default_rng" not in attributes, module
        assert "numpy.random" not in set(imported(tree)), module


def at_module_level(tree: ast.Module) -> ast.Module:
    """Return the tree without what runs later: functions, and blocks for type checkers only."""
    later = (ast.FunctionDef, ast.AsyncFunctionDef)
    kept = [
        node
        for node in tree.body
        if not isinstance(node, later)
        and not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"))
    ]
    return ast.Module(body=kept, type_ignores=[])


def test_no_module_imports_itself_over_others() -> None:
    graph = {module: ours(at_module_level(tree)) for module, tree in TREES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("module", TREES)
def test_no_assert_guards_the_program(module: str) -> None:
    assert not [n.lineno for n in ast.walk(TREES[module]) if isinstance(n, ast.Assert)]


@pytest.mark.parametrize("module", TREES)
def test_no_function_rebinds_a_global(module: str) -> None:
    assert not [n.lineno for n in ast.walk(TREES[module]) if isinstance(n, ast.Global)]


def test_files_and_functions_are_short() -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for path in chain(PACKAGE.rglob("*.py"), (ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, functions):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                assert length <= 50, f"{path}: {node.name}"
