"""Load third-party code by name: `file:name`, or an entry point of an installed package.

Heuristics, generators of towers and bots are found in the same way. Faults in such code are
reported in one line that names it.
"""

import ast
import hashlib
import importlib
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import NamedTuple

from towersim.common.errors import OptionFault, in_line

OURS = (f"{Path(__file__).parent.parent}{os.sep}", "<", importlib.__file__)
"""The beginnings of files that are no third-party code: of this package and of Python's imports."""
INSTALLED = {Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib", "platlib")}
LONGEST = 500
"""Maximum length of an exception's text, which may quote a whole scene, in characters."""


class Plugin(NamedTuple):
    """A loaded object, and 12 hexadecimal digits of a hash of its source."""

    thing: object
    version: str


def installed(kind: str) -> Mapping[str, EntryPoint]:
    """Return what installed packages offer in the group ``towersim.<kind>s``; nothing is loaded."""
    return {point.name: point for point in entry_points(group=f"towersim.{kind}s")}


def load(kind: str, name: str) -> Plugin | None:
    """Return the object of a name; None if it is neither installed nor a `file:function`.

    Raises OptionFault if it is missing or fails while it is loaded. `kind` is ``heuristic``,
    ``generator`` or ``bot``.
    """
    check_unicode(kind, name)
    if point := installed(kind).get(name):
        wheel = f"{point.dist.name} {point.dist.version}" if point.dist else ""
        return _loaded(kind, name, point.module, point.attr, wheel)
    place, colon, attribute = name.rpartition(":")
    return _loaded(kind, name, place, attribute, "") if colon else None


def check_unicode(kind: str, name: str) -> None:
    """Raise OptionFault for the name of a file that no record or result can hold."""
    if name.encode(errors="ignore").decode() != name:
        raise OptionFault(f"{kind} {name!r}: is not Unicode, so nothing that is saved can name it")


def from_module(module: ModuleType, attribute: str, wheel: str) -> Plugin:
    """Return a module's `attribute`, with the version of its source.

    The version is a hash of the module's file, of the files beside it and in its package that it
    imports, of those that these import, and of the version of its wheel; other modules do not
    count.
    """
    content = hashlib.sha256(_source(Path(module.__file__ or "")) + wheel.encode())
    return Plugin(attrgetter(attribute)(module), content.hexdigest()[:12])


def _source(path: Path) -> bytes:
    """Return the content of a file and of all its own files that it needs."""
    files, waiting = dict[Path, bytes](), [path]
    while waiting:
        file = waiting.pop()
        files[file] = file.read_bytes()
        needed = {each for each in _needed(file, files[file]) if each.is_file()}
        waiting += sorted(each for each in needed - files.keys() if not str(each).startswith(OURS))
    return b"".join(files.values())


def _needed(file: Path, source: bytes) -> Iterator[Path]:
    """Yield where the modules that a file imports would be, beside it or in its package."""
    package = file.parent
    while (package.parent / "__init__.py").is_file():
        package = package.parent
    for level, name in _imports(source):
        place = file.parents[min(level, len(file.parents)) - 1] if level else file.parent
        if name.partition(".")[0] == package.name and not level:
            place = package.parent
        has_packages = place not in INSTALLED  # other libraries stand there
        for part in name.split(".") if name else ():
            yield place / f"{part}.py"
            place /= part
            if has_packages:
                yield place / "__init__.py"


def _imports(source: bytes) -> Iterator[tuple[int, str]]:
    """Yield the modules that a source imports anywhere: how many folders up, and the name."""
    with suppress(SyntaxError, ValueError):  # of a compiled module
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                yield from ((0, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                place = node.module or ""
                for name in (place, *(f"{place}.{one.name}".strip(".") for one in node.names)):
                    yield node.level, name


def why(error: BaseException) -> str:
    """Return an exception of third-party code as one line of at most `LONGEST` characters.

    It ends with the file and line in that code, if the exception was raised there.

    >>> why(ValueError("too many"))
    'ValueError: too many'
    >>> why(FileNotFoundError(2, "No such file or directory", "model.bin"))
    'FileNotFoundError: model.bin: No such file or directory'
    """
    place = _place(error)
    return in_line(_described, error, LONGEST - len(place)) + place


def _described(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _place(error: BaseException) -> str:
    """Return the last line of an exception in the first file of third-party code, in brackets."""
    every = ((frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__))
    theirs = [(file, line) for file, line in every if not file.startswith(OURS)]
    if not theirs:
        return ""
    first = theirs[0][0]
    line = [line for file, line in theirs if file == first][-1]
    is_late = isinstance(error, ImportError) and Path(first).with_name(f"{error.name}.py").is_file()
    hint = "; files beside it are imported at its top only" if is_late else ""
    return f" ({Path(first).name}, line {line}{hint})"


def _loaded(kind: str, name: str, place: str, attribute: str, wheel: str) -> Plugin:
    missing = _missing(place, attribute)
    if missing is not None:
        raise OptionFault(f"{kind} {name!r}: {missing}")
    try:
        module = _module(place)
    except (Exception, SystemExit) as error:
        hint = ""
        if isinstance(error, ImportError) and place.endswith(".py"):
            folder = Path(place).resolve().parent
            if (folder / "__init__.py").is_file():
                within = f"{folder.name}.{Path(place).stem}:{attribute}"
                hint = f"; it is in a package: name it {within} in {folder.parent}"
        raise OptionFault(f"{kind} {name!r}: cannot be loaded: {why(error)}{hint}") from error
    if getattr(module, "__file__", None) is None:
        raise OptionFault(f"{kind} {name!r}: {place} is not a Python file")
    try:
        return from_module(module, attribute, wheel)
    except AttributeError:
        raise OptionFault(f"{kind} {name!r}: there is no {attribute!r} in {place}") from None


def _missing(place: str, attribute: str) -> str | None:
    """Return the missing part of a `file:function` before loading; None if nothing is missing.

    Only files are checked, as a module may be anywhere on the path.
    """
    if not place or not attribute:
        return "needs a file before the colon and a name after it, such as mine.py:level"
    path = Path(place)
    if not place.endswith(".py") and not all(map(str.isidentifier, place.split("."))):
        return f"{place}: is neither a Python file (.py) nor the name of a module"
    if place.endswith(".py") and not path.is_file():
        return f"{place}: {'a folder, not a file' if path.is_dir() else 'there is no such file'}"
    return None


def _module(place: str) -> ModuleType:
    """Return a module by the path of its file, or by its name relative to the current folder."""
    if place.endswith(".py"):
        path = Path(place).resolve()
        with _first(path.parent, forget=True):
            return _read(f"file {path.stem}", str(path))
    with _first(Path.cwd()):
        spec = None if place in sys.modules else importlib.util.find_spec(place)
        if spec is None or type(spec.loader) is not SourceFileLoader:
            return importlib.import_module(place)
        module = _read(place, spec.loader.path)
    package, _, name = place.rpartition(".")
    if package:
        setattr(sys.modules[package], name, module)
    return module


def _read(name: str, path: str) -> ModuleType:
    loader = _UncachedLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up their module while it is executed.
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _UncachedLoader(SourceFileLoader):
    """A loader that ignores Python's cache, which misses a change within the same second."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - Python's signature
        return self.source_to_code(self.get_data(self.path), self.path)


@contextmanager
def _first(folder: Path, *, forget: bool = False) -> Iterator[None]:
    """Import modules from a folder first within the context; by `forget` none stays importable.

    Their names may be those of standard modules, or of files beside another plug-in.
    """
    known, before = set(sys.modules), sys.path
    sys.path = [str(folder), *before]
    try:
        yield
    finally:
        sys.path = before
        new = set(sys.modules) - known if forget else set()
        theirs = {name for name in new if "." not in name and _stands_in(name, folder)}
        for name in new:
            beside = name.partition(".")[0] in theirs and str(folder) not in before
            if beside or name.startswith("file "):
                del sys.modules[name]


def _stands_in(name: str, folder: Path) -> bool:
    module = sys.modules[name]
    places = [*getattr(module, "__path__", ()), getattr(module, "__file__", None)]
    return any(Path(place).parent == folder for place in places if place)
