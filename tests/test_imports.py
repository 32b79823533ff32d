"""The architecture: allowed imports, limits of file and function length, literal messages."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "towersim"
WORDS = {f"common.{name}" for name in ("units", "errors", "messages", "lazy_sequence")}
WORDS |= {"common.portable_math"}
SHARED = {"rules.base", "rules.display", "rules.points"}
"""Modules of `rules/` shared by games; all others belong to one game."""

MAY_IMPORT: dict[str, set[str]] = {
    # A row: a package or module, and the parts of towersim that it may import besides its package.
    # A module without a row of its own has that of its package.
    "common": set(),
    "geometry": WORDS,
    "scene": WORDS | {"geometry"},
    "rules": WORDS,
    "rules.base": WORDS | {"scene.table_setup"},
    "rules.practice": WORDS | {"geometry", "scene"},
    "physics": WORDS | {"common.slices", "geometry", "scene"},
    "statics": WORDS | {"geometry", "scene"},
    "files": WORDS | {"geometry", "scene"},
    "files.challengefile": WORDS | {"scene", "physics.hand", "rules.practice"},
    "table": WORDS | {"common.slices", "geometry", "physics", "rules.base", "scene"},
    "match": WORDS
    | {"common.dice", "common.version", "common.whole_file", "files.level", "foresight.reach"}
    | {"physics", "rules", "scene", "table"},
    "foresight": WORDS | {"geometry", "physics", "scene", "table"},
    "bots": WORDS | {"common.dice", "foresight.footing", "rules"},
    "bots.outside": WORDS | {"common.plugins", "common.processes", "common.slices", "rules"},
    "bots.solver": WORDS | {"foresight", "geometry", "physics", "rules", "statics", "table"},
    "bots.table": WORDS | {"common.dice", "foresight", "match", "rules"},
    "practice": WORDS
    | {"bots", "common.dice", "common.version", "common.whole_file", "files", "geometry", "match"}
    | {"rules", "scene", "table"},
    "free_table": WORDS
    | {"common.whole_file", "files", "geometry", "physics", "scene", "statics", "table"},
    "theatre": WORDS
    | {"common.slices", "geometry", "match", "physics", "rules", "scene.table_setup", "table"},
    "theatre.margins": WORDS | {"statics", "table"},
    "lab": WORDS
    | {"common.dice", "common.plugins", "common.interrupts", "common.processes"}
    | {"common.version", "common.whole_file", "files", "foresight", "geometry"}
    | {"physics", "rules", "scene", "statics", "table"},
    "lab.tournament": WORDS
    | {"bots", "common.dice", "common.plugins", "common.version"}
    | {"common.whole_file", "match", "physics.hand", "rules"},
    "lab.standings": WORDS | {"common.whole_file", "rules"},
    "envs": WORDS
    | {"common.dice", "files.challengefile", "geometry", "match", "physics.hand", "rules", "scene"}
    | {"ui.pictures"},
    "envs.speed": {"common.dice", "lab.speed", "lab.tables"},
    "envs.placement": WORDS | {"lab.building", "lab.heuristics.placing", "lab.placement", "scene"},
    "serve": WORDS | {"bots", "match", "rules", "theatre.page"},
    "ui": WORDS
    | {"common.dice", "common.whole_file", "files", "geometry", "match", "rules", "scene", "table"}
    | {"bots", "common.interrupts", "lab.optional_dependencies", "serve", "theatre"},
    "ui.explainer": WORDS | {"match.match", "physics", "rules.base", "table", "theatre"},
    "ui.games.practice": WORDS
    | {"files", "free_table", "geometry", "match", "practice", "rules"}
    | {"scene", "statics", "table"},
    "ui.build": WORDS | {"files", "free_table", "geometry", "scene", "table", "theatre"},
    "ui.judge": WORDS | {"common.dice", "geometry", "lab.judge", "scene", "theatre"},
    "ui.bench": WORDS | {"files", "match", "rules", "table"},
    "ui.stacking.xray": WORDS | {"geometry", "match", "scene", "statics", "table"},
    "ui.pictures.analysis": WORDS | {"geometry", "scene", "statics"},
}
FREE = ("", "__main__", "cli")
"""The façade and the command line may import everything."""

OUTSIDE: dict[str, set[str]] = {
    "pymunk": {"physics", "lab.other_engines"},
    "Box2D": {"lab.other_engines"},
    "rlcard": {"lab.speed"},
    "pygame": {"ui"},
    "starlette": {"serve.web"},
    "uvicorn": {"serve.running"},
    "gymnasium": {"envs"},
    "pettingzoo": {"envs"},
    "pyspiel": {"envs"},
    "av": {"ui.watch.film"},
    "PIL": {"ui.watch.film", "lab.renders"},
    "pygame_gui": {"ui"},
    "babel": {"ui.language"},
    "scipy": {"lab"},
    "highspy": {"statics.certificate", "statics.linear_program"},
    "threadpoolctl": {"statics.least_squares"},
    "sklearn": {"lab.metrics", "lab.learned"},
    "matplotlib": {"lab.plots", "lab.report", "scene.picture"},
    "distributed": {"lab.executors"},
    "jinja2": {"lab.page"},
    "joblib": {"lab.evaluation"},
    "openskill": {"lab.standings"},
    "pyarrow": {"lab"},
    "skops": {"lab.learned"},
    "torch": {"lab.convolution"},
    "safetensors": {"lab.convolution"},
    "random": {"common.dice"},
    "tomllib": {"files.tomlfile"},
    "tomli_w": {"files.tomlfile"},
}
STATISTICS = (
    *("compare", "envelope", "evaluation", "executors", "leaderboard", "metrics"),
    *("report", "rows", "run", "speed", "standings", "sweep", "tournament"),
)
ANY_SUM = {"ui", "theatre", "cli", "serve", *(f"lab.{name}" for name in STATISTICS)}
"""Where the built-in `sum` may add floats: in drawings, counts and statistics."""
WHOLE = """
(*view.stacks, *view.benches, *view.banks), view.aside
(IN_HAND_RED if card.suit is Suit.RED else IN_HAND for card in hand)
(_in_row(view, card.rank) for card in cards)
(_ways_after(first, towers) for first in range(1, towers + 1))
(answer.is_right for answer in answers)
(answer.loss for answer in answers)
(attempt.stars for attempt in some)
(band.fell for band in self.bands)
(bits[role.card] for role in cards)
(card.number for card in cards)
(order(card.rank) for card in row.cards)
(piece.count for piece in self.pieces)
(role.replaces for role in cards)
(stays(self.imagined(scene, dice), self.seconds) for _ in range(self.samples))
(worth(cards, state.options) for owner, cards in state.table if owner == seat)
above
errors
map(_NUMBER, cards)
map(set_bonus, alike.values())
numbers
points[side::sides]
self.blind
self.tokens
state.stacks, ()
view.hands
"""
"""Built-in sums elsewhere: of whole numbers, and of scores that are only shown, a line each."""
TIMELESS = ("rules", "physics", "statics")
UNHEARD = {"time", "datetime", "os", "secrets", "uuid"}
"""Clock, environment and true randomness: a game that uses them cannot be replayed."""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of every module of towersim, cached."""
    return {module_of(path): parsed(path) for path in sorted(PACKAGE.rglob("*.py"))}


def row_of(module: str) -> str:
    """Return the row that holds for a module: its own, or that of the nearest package."""
    parts = module.split(".")
    names = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    row = next((name for name in names if name in MAY_IMPORT), None)
    assert row is not None, f"{module}: a new package needs a row"
    return row


@cache
def walked(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree, cached."""
    return tuple(ast.walk(tree))


def within(module: str, places: set[str] | tuple[str, ...]) -> bool:
    """Return whether the module is one of these, or inside one that is a package."""
    return any(module == place or module.startswith(f"{place}.") for place in places)


@cache
def imports(tree: ast.AST) -> tuple[str, ...]:
    """Return the full names of the modules that are imported anywhere in a tree, cached."""
    names = list[str]()
    for node in walked(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            inner = [f"{base}.{alias.name}" for alias in node.names]
            names += [n if n.removeprefix("towersim.") in trees() else base for n in inner]
    return tuple(names)


def ours(tree: ast.AST) -> set[str]:
    names = (name.split(".", 1) for name in imports(tree))
    return {(rest or [""])[0] for top, *rest in names if top == "towersim"}


def outside(tree: ast.AST) -> set[str]:
    return {name.split(".")[0] for name in imports(tree)}


def foreign(module: str) -> set[str]:
    """Return the imports of a module from other packages than its own."""
    home = module.partition(".")[0]
    return {name for name in ours(trees()[module]) if not within(name, {home})}


def ruled() -> Iterator[str]:
    """Yield every module that a row holds for."""
    yield from (module for module in trees() if not within(module, FREE))


def test_a_module_imports_only_what_its_row_allows() -> None:
    strangers = {
        module: {name for name in foreign(module) if not within(name, MAY_IMPORT[row_of(module)])}
        for module in ruled()
    }
    assert {module: names for module, names in strangers.items() if names} == {}


def test_every_permission_is_used() -> None:
    # What every package may use (`WORDS`) need not be used by each.
    idle = {row: allowed - WORDS for row, allowed in MAY_IMPORT.items()}
    for module in ruled():
        row = row_of(module)
        names = foreign(module)
        idle[row] = {place for place in idle[row] if not any(within(n, {place}) for n in names)}
    assert {row: places for row, places in idle.items() if places} == {}


def test_only_the_facade_and_the_command_stand_at_the_root() -> None:
    names = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert names == {"__init__.py", "__main__.py", "py.typed"}


def test_there_are_no_cycles_of_packages() -> None:
    graph: dict[str, set[str]] = {}
    for module in ruled():
        home = module.partition(".")[0]
        graph.setdefault(home, set()).update(name.partition(".")[0] for name in foreign(module))
    TopologicalSorter(graph).prepare()  # names the cycle if there is one


@pytest.mark.parametrize("library", OUTSIDE)
def test_a_library_is_imported_only_by_its_modules(library: str) -> None:
    users = {module for module, tree in trees().items() if library in outside(tree)}
    assert {user for user in users if not within(user, OUTSIDE[library])} == set()
    assert [place for place in OUTSIDE[library] if not any(within(n, {place}) for n in users)] == []


def test_games_import_no_other_game() -> None:
    inside = {name for name in trees() if within(name, {"rules"})} - SHARED - {"rules"}
    for module in inside:
        for name in ours(trees()[module]) & (inside | {"rules"}):
            assert name.split(".")[:2] == module.split(".")[:2], f"{module} imports {name}"


OPEN_ANY_GAME = {"ui.app", "ui.pictures.table"}
"""Modules of the window that may use the list of games."""
OPEN_ONE_GAME = {"ui.bench", "ui.menu.menu"}
"""Modules of the window that may use a game by name: the benchmark, and the menu (Practice)."""


def test_a_game_in_the_window_imports_its_own_rules_and_no_other_game() -> None:
    rooms = {name.split(".")[2] for name in trees() if name.startswith("ui.games.")}
    for module in (name for name in trees() if within(name, {"ui"}) and name not in OPEN_ONE_GAME):
        room = module.split(".")[2] if module.startswith("ui.games.") else ""
        for name in ours(trees()[module]):
            other = next((o for o in rooms - {room} if within(name, {f"ui.games.{o}"})), None)
            assert other is None or module == "ui.games", f"{module} imports {name}"
            assert name != "ui.games" or module in OPEN_ANY_GAME, f"{module} imports {name}"
            if name.startswith("rules.") and name not in SHARED:
                assert room == name.split(".")[1], f"{module} imports {name}"


ROOMS_OF_WINDOW = (
    *("input", "language", "drawing", "widgets", "", "nodes", "screens", "stacking", "cards"),
    *("build", "judge", "watch", "games", "pictures", "menu", "app"),
)
"""The packages of the window from the lowest to the highest; "" is the files of `ui/` itself."""


def height(module: str) -> int:
    """Return the place of a module of the window in `ROOMS_OF_WINDOW`."""
    room = [*module.split("."), ""][1]
    room = {"sound": "", "bench": "app"}.get(room, room)
    return ROOMS_OF_WINDOW.index(room if room in ROOMS_OF_WINDOW else "")


def test_a_package_of_the_window_imports_no_higher_one() -> None:
    for module in (name for name in trees() if within(name, {"ui"})):
        for name in ours(trees()[module]):
            if within(name, {"ui"}):
                assert height(name) <= height(module), f"{module} imports {name}"


def test_the_window_gives_a_world_to_the_reader_of_its_sounds_only() -> None:
    # An import is not needed to read one: `match.world` is an attribute.
    for module in (name for name in trees() if within(name, {"ui"})):
        nodes, passed = walked(trees()[module]), list[ast.expr]()
        for node in nodes:
            match node:
                case ast.Call(func=ast.Attribute(attr="read"), args=args):
                    passed += args
        read = [n for n in nodes if isinstance(n, ast.Attribute) and n.attr == "world"]
        assert [ast.unparse(node) for node in read if node not in passed] == [], module


def test_rules_physics_and_statics_use_no_clock_and_no_randomness() -> None:
    heard = {
        (module, name)
        for module, tree in trees().items()
        if within(module, TIMELESS)
        for name in outside(tree) & UNHEARD
    }
    assert heard == set()


def at_module_level(module: str, tree: ast.Module) -> ast.Module:
    """Return the tree without functions, which import when they are called.

    Blocks under `TYPE_CHECKING` count, as a cycle hidden there is still a cycle. Only the façade,
    whose functions import when called, names its types there.
    """
    later = (ast.FunctionDef, ast.AsyncFunctionDef)
    body = [
        node
        for node in tree.body
        if not isinstance(node, later) and not (module == "" and isinstance(node, ast.If))
    ]
    return ast.Module(body=body, type_ignores=[])


def test_there_are_no_import_cycles() -> None:
    graph = {module: ours(at_module_level(module, tree)) for module, tree in trees().items()}
    TopologicalSorter(graph).prepare()  # names the cycle if there is one


def test_files_and_functions_are_short() -> None:
    for path in chain(PACKAGE.rglob("*.py"), (ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 600, path
        # Where no fifty lines lie between the beginnings of two functions, none is longer.
        if any(part.count("\n") >= 50 for part in re.split(r"\n(?=def |class |@|async )", text)):
            tree = trees()[module_of(path)] if path.is_relative_to(PACKAGE) else parsed(path)
            for node in walked(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or node.lineno) - node.lineno + 1
                    assert length <= 50, f"{path}: {node.name}"


def test_every_package_is_in_the_map_of_contributing() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"`([a-z_]+/)`", text))
    rooms = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert rooms <= shown


def reads_state_of_match(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that read the state of a match, under any of its usual names."""
    for node in walked(tree):
        if isinstance(node, ast.Attribute) and node.attr == "state":
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if name in ("match", "game", "_match", "_game"):
                yield node.lineno


def test_windows_and_bots_read_views_and_never_a_state() -> None:
    # The benchmark of frames constructs a position without playing.
    looking = (name for name in trees() if name.startswith(("ui", "bots")) and name != "ui.bench")
    found = {name: list(reads_state_of_match(trees()[name])) for name in looking}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_search_finds_reads_of_a_state() -> None:
    for line in ("self.match.state.hands", "match.state", "play.match.state", "self._game.state"):
        assert list(reads_state_of_match(ast.parse(line)))
    assert not list(reads_state_of_match(ast.parse("screen.state.view; self.state")))


def is_sum_of_counts(call: ast.Call) -> bool:
    terms = call.args[0].elt if isinstance(call.args[0], ast.GeneratorExp) else call.args[0]
    counted = isinstance(terms, ast.Compare | ast.Constant)
    return counted or ast.unparse(terms).startswith("map(len, ")


def test_floats_that_must_be_equal_to_the_bit_are_summed_from_left_to_right() -> None:
    """`portable_math.total` does; the built-in `sum` compensates from Python 3.12 on."""
    built_in = {
        ", ".join(map(ast.unparse, call.args)): module
        for module, tree in trees().items()
        if not ANY_SUM & {module, module.partition(".")[0]}
        for call in walked(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "sum"
        if not is_sum_of_counts(call)
    }
    assert sorted(built_in) == WHOLE.strip().split("\n"), built_in


def test_every_message_is_a_literal() -> None:
    """A template assembled at runtime cannot be extracted for translation."""
    home, wrong = "towersim.common.messages", []
    for module, tree in trees().items():
        named = {
            alias.asname or alias.name
            for node in walked(tree)
            if isinstance(node, ast.ImportFrom) and node.module == home
            for alias in node.names
        } & {"_", "message", "plural"}
        for node in walked(tree) if named else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"plural": 2}.get(node.func.id, 1)
                literal = all(isinstance(arg, ast.Constant) for arg in node.args[:count])
                if node.func.id in named and not literal:
                    wrong.append(f"{module}:{node.lineno}")
    assert wrong == []
