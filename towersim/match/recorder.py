"""The writer of records: complete moves, flushed by line and retried after a full disk."""

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

import msgspec
from filelock import lock_descriptor

from towersim.common.errors import OptionFault, RecordFault
from towersim.common.messages import plain
from towersim.common.whole_file import sync_open, sync_path, whole_file
from towersim.match.record import Header, Recording

OPEN_ELSEWHERE = "is open in another program or window, which writes to it"
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)
"""Errors of file systems without locks, on which games are saved unlocked."""


class Recorder:
    """The writer of one record; without a file it writes nothing.

    The file is locked until it is closed, so that no other program writes to it. Lines that
    cannot be written, because the disk is full, are kept and retried with the next lines.
    """

    def __init__(self, file: FileIO | None = None, end: int = 0) -> None:
        """Write to an open file after its first `end` bytes."""
        self._file = file
        self._end = end
        self._waiting = b""

    @classmethod
    def fresh(cls, path: Path | None, header: Header) -> "Recorder":
        """Begin a new record; an existing file is copied to ``~``. OptionFault if unwritable."""
        if path is None:
            return cls()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                file = opened.enter_context(FileIO(path, "r+", opener=_created))
                _lock(file)
                # After renaming, another program could create the same file before this one does.
                if os.fstat(file.fileno()).st_size:
                    with whole_file(path.with_name(path.name + "~")) as kept:
                        kept.write_bytes(file.readall())
                    file.truncate(0)
                recorder = cls(file)
                recorder._put(_line(header))
                sync_path(path.parent)
                opened.pop_all()
        except OSError as fault:
            raise OptionFault(f"{path}: cannot write a record there: {fault.strerror}") from fault
        return recorder

    @classmethod
    def going_on(cls, recording: Recording) -> "Recorder":
        """Continue a record after its last complete move; RecordFault if it cannot be written."""
        with _writing(recording.file), ExitStack() as opened:
            file = opened.enter_context(FileIO(recording.file, "r+"))
            _lock(file)
            if os.fstat(file.fileno()).st_size != recording.size:
                reason = "was written to by another program while it was read"
                raise RecordFault(recording.file, "$", reason)
            file.truncate(recording.length)
            file.seek(recording.length - 1)
            recorder = cls(file, recording.length)
            if file.read() != b"\n":
                recorder._put(b"\n")
            opened.pop_all()
        return recorder

    def write(self, *lines: msgspec.Struct, sync: bool = False) -> None:
        """Write these lines in one call, with `sync` to the disk; RecordFault if that fails."""
        if self._file is None:
            return
        self._waiting += b"".join(map(_line, lines))
        with _writing(self._file.name):
            self._put(self._waiting)
            self._waiting = b""
            if sync:
                sync_open(self._file.fileno())

    def unwrite(self) -> None:
        """Remove the last line from the file; RecordFault if that fails."""
        if self._file is None:
            return
        waiting, end = self._waiting[: _last_line(self._waiting)], self._end
        with _writing(self._file.name):
            if not self._waiting:
                self._file.seek(0)
                end = _last_line(self._file.readall()[:end])
            self._file.truncate(end)
        self._waiting, self._end = waiting, end

    def close(self) -> None:
        """Write waiting lines and close the file; RecordFault if that fails."""
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


@contextmanager
def _writing(file: object) -> Iterator[None]:
    """Raise RecordFault with the name of the file for an error of the disk."""
    try:
        yield
    except OSError as fault:
        raise RecordFault(str(file), "$", f"cannot be written: {fault.strerror}") from fault


def _created(path: str, flags: int) -> int:
    """Open or create a file without truncating it, since it is not locked yet."""
    return os.open(path, flags | os.O_CREAT, 0o666)


def _lock(file: FileIO) -> None:
    """Lock an open file for writing; RecordFault if another program holds the lock."""
    try:
        mine = lock_descriptor(file.fileno(), blocking=False)
    except OSError as fault:
        if fault.errno not in _NO_LOCKS:
            raise
        return
    if not mine:
        raise RecordFault(str(file.name), "$", OPEN_ELSEWHERE)


def _last_line(text: bytes) -> int:
    """Return the offset of the last of some complete lines."""
    return text.rfind(b"\n", 0, len(text) - 1) + 1


def _line(value: msgspec.Struct) -> bytes:
    return msgspec.json.encode(value, enc_hook=plain) + b"\n"
