"""One run at a time in a folder of results, by a lock of the operating system on a file there.

The system lets go of it when the run ends, however that comes about: nothing can be left locked.
So the file stays, as taking it away would let two runs hold two files of one name.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from towersim.errors import ResultFault

if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


LOCK = "run.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder that exists; ResultFault if one is in it."""
    with (folder / LOCK).open("ab") as file:
        if not _locked(file.fileno()):
            raise ResultFault(folder, "$", "another run is writing its results here")
        yield
