"""Atomic writing: a file or folder has its old content or its new one, also after a power cut."""

import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from filelock import FileLock, Timeout, lock_descriptor

from towersim.common.errors import OptionFault

ABANDONED = 3600.0
"""Age in seconds from which on a temporary file counts as abandoned, where files have no locks."""
PART = ".unfinished-"
"""The beginning of the names of an unfinished folder and of its lock."""
_PART = re.compile(r"\..*\.[0-9a-f]{12}\.part(\.[^.]*)?", re.DOTALL)


@contextmanager
def whole_file(path: Path, *, make_folder: bool = False) -> Iterator[Path]:
    """Yield a temporary path to write to, which is renamed to `path` on success.

    Each call yields another path, so several programs may write the same file; the last one wins.
    After any exception, including Ctrl-C, the temporary file is deleted and an existing file is
    kept; what a killed program left is deleted when another file is written there. A special file,
    such as a pipe or a device, is written directly; of a link, the target is written. OptionFault
    if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    part = None
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            yield target
            return
        if make_folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        delete_abandoned(target.parent)
        # The suffix is kept, as it selects the format of pictures and films.
        with ExitStack() as held:
            part = _locked_part(target.parent, target.stem[:40], target.suffix, held)
            yield part
            sync_path(part)
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        sync_path(target.parent)
    except OSError as fault:
        raise OptionFault(f"{path}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink()


def set_aside(path: Path, ending: str = "") -> Path:
    """Rename a damaged file to an unused name, with "damaged" before its ending; return that."""
    stem = f"{path.name.removesuffix(ending)}.damaged"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    asides = (path.with_name(name + ending) for name in names)
    return path.replace(next(aside for aside in asides if not aside.exists()))


def write_whole(path: Path, content: bytes | str, *, make_folder: bool = False) -> None:
    """Write a content, of a text in UTF-8, as `whole_file` does."""
    with whole_file(path, make_folder=make_folder) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_folder(folder: Path, busy: str, key: str = "") -> Iterator[Path]:
    """Yield a hidden folder in `folder`, the content of which is moved to `folder` on success.

    After any exception, including Ctrl-C, it is deleted, and so is a `folder` that is new; what a
    killed program left is deleted first. With a `key`, what it contains is kept instead, for the
    next call with that key. OptionFault if `folder` holds other files, cannot be written, or, for
    the reason `busy`, if another program fills it.
    """
    is_new = not folder.exists()
    lock = folder / f"{PART}lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(lock, busy):
            try:
                yield from _filled(folder, lock, folder / f"{PART}{key}")
            finally:
                with suppress(OSError):  # an open file cannot be deleted on Windows
                    lock.unlink()
    except OSError as fault:
        # Arrow and a full disk name no file.
        raise OptionFault(f"{folder}: cannot be written: {fault.strerror or fault}") from fault
    finally:
        if is_new:
            with suppress(OSError):
                folder.rmdir()


def _filled(folder: Path, lock: Path, part: Path) -> Iterator[Path]:
    # Once it has this name, a folder is whole; a program killed from then on lost nothing.
    whole = folder / f"{PART}whole"
    _move_up(whole)
    is_kept = part.name != PART
    for child in () if is_kept else set(folder.glob(f"{PART}*")) - {lock}:
        shutil.rmtree(child)
    if others := sorted(set(folder.iterdir()) - {lock, part}):
        raise OptionFault(f"{folder}: is not empty: {others[0].name}; choose another folder")
    try:
        part.mkdir(exist_ok=True)
        yield part
        for file in (part, *part.rglob("*")):
            sync_path(file)
        part.rename(whole)
        _move_up(whole)
        sync_path(folder)
    finally:
        if part.exists() and not (is_kept and any(part.iterdir())):
            shutil.rmtree(part, ignore_errors=True)


def _move_up(whole: Path) -> None:
    if whole.exists():
        for child in list(whole.iterdir()):
            child.replace(whole.parent / child.name)
        whole.rmdir()


@contextmanager
def locked(path: Path, busy: str) -> Iterator[None]:
    """Hold the lock file `path` of an existing folder; OptionFault with `busy` if it is held."""
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise OptionFault(f"{path.parent}: {busy}") from None
    try:
        yield
    finally:
        lock.release()


def delete_abandoned(folder: Path) -> None:
    """Delete the temporary files of a folder that killed programs left."""
    with suppress(OSError):
        for part in folder.iterdir():
            if _PART.fullmatch(part.name):
                _delete_if_abandoned(part)


def sync_path(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":
        return  # a folder cannot be opened there
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        sync_open(opened)
    finally:
        os.close(opened)


def sync_open(opened: int) -> None:
    """Wait until an open file is on the disk."""
    try:
        os.fsync(opened)
    except OSError as fault:
        if fault.errno != errno.EINVAL:  # a pipe or a device, which is on no disk
            raise


def _locked_part(folder: Path, stem: str, suffix: str, held: ExitStack) -> Path:
    """Create a temporary file that is locked until the end of `held`; return its path."""
    while True:
        part = folder / f".{stem}.{secrets.token_hex(6)}.part{suffix}"
        opened = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        if os.name == "nt":  # an open file could not be renamed there
            os.close(opened)
            return part
        # Another program may have found the file before it was locked, and deleted it.
        if _lock(opened) is not False and part.exists():
            held.callback(os.close, opened)
            return part
        os.close(opened)


def _lock(opened: int) -> bool | None:
    """Lock an open file; return whether that was possible, None where files have no locks."""
    if os.name == "nt":
        return None  # a locked file could not be written there
    try:
        return lock_descriptor(opened, blocking=False)
    except OSError:
        return None


def _delete_if_abandoned(part: Path) -> None:
    opened = os.open(part, os.O_RDWR)
    try:
        free = _lock(opened)
        if free:  # deleted while it is locked, as its writer may have created it just now
            part.unlink()
    finally:
        os.close(opened)
    if free is None and time.time() - part.stat().st_mtime > ABANDONED:
        part.unlink()
