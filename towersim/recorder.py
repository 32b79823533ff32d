"""Writes a record: whole moves, flushed line by line, tried again where the disk was full."""

import errno
import os
from contextlib import ExitStack
from io import FileIO
from pathlib import Path
from shutil import copyfileobj

import msgspec
from filelock import lock_descriptor

from towersim.errors import OptionFault, RecordFault
from towersim.messages import plain
from towersim.record import Header, Recording

OPEN_ELSEWHERE = "is open in another program or window, which writes to it"
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)
"""A file system that knows no locks: games are saved there all the same."""


class Recorder:
    """Writes a record, line by line; without a file it writes nothing.

    The file is locked until it is closed, so that no other program writes to it. What
    cannot be written, because the disk is full, is kept and tried again with the next lines.
    """

    def __init__(self, file: FileIO | None = None, end: int = 0) -> None:
        """Write behind the first `end` bytes of an open file."""
        self._file = file
        self._end = end
        self._waiting = b""

    @classmethod
    def fresh(cls, path: Path | None, first: Header) -> "Recorder":
        """Begin a new record; what was in a file of that name is kept beside it with a ``~``."""
        if path is None:
            return cls()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                file = opened.enter_context(FileIO(path, "r+", opener=_created))
                _lock(file)
                # Renaming it would leave a moment in which another program begins the same file.
                if os.fstat(file.fileno()).st_size:
                    _copy(file, path.with_name(path.name + "~"))
                    file.truncate(0)
                recorder = cls(file)
                recorder._put(_line(first))
                opened.pop_all()
        except OSError as fault:
            raise OptionFault(f"{path}: cannot write a record there: {fault.strerror}") from fault
        return recorder

    @classmethod
    def going_on(cls, recording: Recording) -> "Recorder":
        """Go on with a record behind its last whole move."""
        try:
            with ExitStack() as opened:
                file = opened.enter_context(FileIO(recording.file, "r+"))
                _lock(file)
                if os.fstat(file.fileno()).st_size != recording.size:
                    why = "was written to by another program while it was read"
                    raise RecordFault(recording.file, "$", why)
                file.truncate(recording.length)
                file.seek(recording.length - 1)
                recorder = cls(file, recording.length)
                if file.read() != b"\n":
                    recorder._put(b"\n")
                opened.pop_all()
        except OSError as fault:
            why = f"cannot be written: {fault.strerror}"
            raise RecordFault(recording.file, "$", why) from fault
        return recorder

    def write(self, *lines: msgspec.Struct) -> None:
        """Hand these lines to the operating system in one go; RecordFault if it takes them not."""
        if self._file is None:
            return
        self._waiting += b"".join(map(_line, lines))
        try:
            self._put(self._waiting)
        except OSError as fault:
            file, why = str(self._file.name), f"cannot be written: {fault.strerror}"
            raise RecordFault(file, "$", why) from fault
        self._waiting = b""

    def unwrite(self) -> None:
        """Take the last line out of the file again; RecordFault if that cannot be done."""
        if self._file is None:
            return
        waiting, end = self._waiting[: _last_line(self._waiting)], self._end
        try:
            if not self._waiting:
                self._file.seek(0)
                end = _last_line(self._file.readall()[:end])
            self._file.truncate(end)
        except OSError as fault:
            file, why = str(self._file.name), f"cannot be written: {fault.strerror}"
            raise RecordFault(file, "$", why) from fault
        self._waiting, self._end = waiting, end

    def close(self) -> None:
        """Close the file; RecordFault if there is something that could not be written."""
        if self._file is not None and not self._file.closed:
            with self._file:
                self.write()

    def _put(self, text: bytes) -> None:
        if self._file is not None:
            self._file.seek(self._end)
            rest = memoryview(text)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._end += len(text)


def _created(path: str, flags: int) -> int:
    """Open a file that is created if need be, and that is not emptied before it is locked."""
    return os.open(path, flags | os.O_CREAT, 0o666)


def _lock(file: FileIO) -> None:
    """Keep other programs from writing to an open file; RecordFault if one does."""
    try:
        mine = lock_descriptor(file.fileno(), blocking=False)
    except OSError as fault:
        if fault.errno not in _NO_LOCKS:
            raise
        return
    if not mine:
        raise RecordFault(str(file.name), "$", OPEN_ELSEWHERE)


def _copy(file: FileIO, to: Path) -> None:
    with to.open("wb") as kept:
        copyfileobj(file, kept)


def _last_line(text: bytes) -> int:
    """Return where the last of some whole lines begins."""
    return text.rfind(b"\n", 0, len(text) - 1) + 1


def _line(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value, enc_hook=plain) + b"\n"
