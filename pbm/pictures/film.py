"""The GIF painter: positions of a game one after the other"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from pbm.core.games import Scene
from pbm.pictures.png import in_palette, painted

TALL, WIDE = 360, 480
"""Widths in pixels: of boards that are at most as wide as high, and of all others."""

_EACH, _LAST = 1200, 4000
"""How long a position is shown, and the last one, in milliseconds."""


def film(scenes: Sequence[Scene], comment: str) -> bytes:
    """Return positions as an animated GIF. comment: a text near its beginning."""
    first = scenes[0]
    width = WIDE if first.width > first.height else TALL
    frames = [in_palette(painted(each, width)) for each in scenes]
    out = BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[_EACH] * (len(frames) - 1) + [_LAST],
        loop=0,
        comment=comment.encode("ascii"),
    )
    return out.getvalue()
