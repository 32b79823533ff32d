"""Pictures as files, without a window."""

from io import BytesIO
from pathlib import Path

import pygame

from towersim.common.whole_file import write_whole


def save_png(picture: pygame.Surface, path: Path) -> None:
    """Write a picture as a PNG atomically; OptionFault if the file cannot be written."""
    # SDL does not report a full disk, so it only encodes the bytes.
    content = BytesIO()
    pygame.image.save(picture, content, "png")
    write_whole(path, content.getvalue())
