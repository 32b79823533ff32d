"""Atomic writing of files: a file has its old content or its new one, also after a power cut."""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from towersim.common.errors import OptionFault

LEFT = 3600.0
"""Age in seconds from which on a temporary file counts as left by a killed program."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to, which is renamed to `path` on success.

    Each call yields another path, so several programs may write the same file; the last one wins.
    After any exception, including Ctrl-C, the temporary file is deleted and an existing file is
    kept; a temporary file that a killed program left is deleted after `LEFT` seconds, when the same
    file is written again. A special file, such as a pipe or a device, is written directly; of a
    link, the target is written. OptionFault if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    # The suffix is kept, as it selects the format of pictures and films.
    begin, end = f".{target.stem[:40]}.", f".part{target.suffix}"
    part = target.parent / f"{begin}{secrets.token_hex(6)}{end}"
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            yield target
            return
        _delete_left(target.parent, begin, end)
        yield part
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except OSError as fault:
        raise OptionFault(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        with suppress(OSError):
            part.unlink()


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # a folder cannot be opened there
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _delete_left(folder: Path, begin: str, end: str) -> None:
    """Delete the temporary files of a target that are too old to be written to."""
    with suppress(OSError):
        for part in folder.iterdir():
            name = part.name
            is_part = len(name) == len(begin) + 12 + len(end) and name.startswith(begin)
            if is_part and name.endswith(end) and time.time() - part.stat().st_mtime > LEFT:
                part.unlink()
