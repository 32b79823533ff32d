"""Show a file in the desktop's file manager."""

import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path


def reveal(path: Path) -> bool:
    """Show a file in its folder, selected if possible; return whether anything opened."""
    command = command_to_reveal(path, sys.platform)
    if command is None:
        return webbrowser.open(path.parent.as_uri())
    try:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - a path as one argument
    except OSError:
        return False
    return True


def command_to_reveal(path: Path, platform: str) -> list[str] | None:
    """Return the command that selects a file in its folder; None: only folders can be shown."""
    if platform == "win32":
        return ["explorer", f"/select,{path}"]
    if platform == "darwin":
        return ["open", "-R", str(path)]
    if (sender := shutil.which("dbus-send")) is None:
        return None
    manager = "org.freedesktop.FileManager1"
    return [
        sender,
        "--session",
        f"--dest={manager}",
        "--type=method_call",
        "/" + manager.replace(".", "/"),
        f"{manager}.ShowItems",
        f"array:string:{path.resolve().as_uri()}",
        "string:",
    ]
