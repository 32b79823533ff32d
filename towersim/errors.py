"""What can go wrong on somebody else's side; programming errors stay ordinary exceptions.

::

    TowersimError
    ├── FileFault           a file is not what it should be: which file, where in it, why
    │   ├── SceneFault      a scene, piece set, table or sweep of `levels/`
    │   ├── RecordFault     a record of a game
    │   └── ResultFault     the results of a sweep
    ├── OptionFault         a name or value given on the command line or in a menu
    ├── HeuristicFault      an answer of somebody's heuristic: whose, in which trial, why
    └── IllegalAction       an action that the rules do not allow now

Each message is one line that says what, where and why; the command line prints it and exits
with code 2.
"""

from pathlib import Path


class TowersimError(Exception):
    """Any fault in what a user gave; its text is one line."""


class FileFault(TowersimError):
    """A file is not what it should be; `where` is a path inside it such as ``$.blocks[3].at``."""

    def __init__(self, file: Path | str, where: str, why: str) -> None:
        self.file = str(file)
        self.where = where
        self.why = " ".join(why.split())
        super().__init__(f"{self.file}: {where}: {self.why}")

    def __reduce__(self) -> tuple[type["FileFault"], tuple[str, str, str]]:
        # An exception is pickled with what its base was given, which is one text: a fault on its
        # way home from a worker would break the pool.
        return type(self), (self.file, self.where, self.why)


class SceneFault(FileFault):
    """A scene, a piece set, a table set-up or a sweep cannot be used."""


class RecordFault(FileFault):
    """A record of a game is damaged or of another format."""


class ResultFault(FileFault):
    """The results of a sweep are damaged, or belong to another one."""


class HeuristicFault(TowersimError):
    """A heuristic gave an answer that is none, or broke down: whose, in which trial, why."""


class OptionFault(TowersimError):
    """A name or value that was asked for does not exist or is out of range."""


class IllegalAction(TowersimError):
    """The rules do not allow this action now."""
