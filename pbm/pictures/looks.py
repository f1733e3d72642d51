"""The colours of looks, which differ on every background, also for the colour-blind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbm.core.games import Look


class Paint(NamedTuple):
    """The colours of a fill and an edge, "" for none, and the width of the edge in board units."""

    fill: str
    edge: str = ""
    width: float = 0.0


PAINTS: Mapping[Look, Paint] = {
    Look.BOARD: Paint("#e6cfa3"),
    Look.LABEL: Paint("#33231a"),
    Look.LINK: Paint("#8a6844"),
    Look.CELL: Paint("#cdb07c", "#a98a58", 0.03),
    Look.SLOT: Paint("#d9bd88", "#8a6844", 0.045),
    Look.HOLLOW: Paint("#674632", "#4a3022", 0.035),
    Look.GOAL: Paint("#f6e8cb", "#8a6844", 0.06),
    Look.ACTIVE: Paint("#33231a"),
    Look.FIRST: Paint("#fffdf6", "#33231a", 0.035),
    Look.SECOND: Paint("#2a2420", "#a08c78", 0.035),
    Look.FIRST_STILL: Paint("#d8d2c6", "#33231a", 0.035),
    Look.SECOND_STILL: Paint("#4a423c", "#a08c78", 0.035),
    Look.SPECIAL: Paint("#ae2413", "#33231a", 0.035),
    Look.ON_FIRST: Paint("#1d1712"),
    Look.ON_SECOND: Paint("#fffdf6"),
    Look.ON_SPECIAL: Paint("#fffdf6"),
    Look.LIGHT: Paint("#f6e2b4"),
    Look.MEDIUM: Paint("#e9bd7a"),
    Look.DARK: Paint("#d89a55"),
    Look.LEFT: Paint("#2a68b4"),
    Look.LOST: Paint("#96754a"),
    Look.PATH: Paint("#1558a8"),
    Look.PATH_EDGE: Paint("#fffdf6"),
    Look.ON_PATH: Paint("#fffdf6"),
    Look.DISPLACED: Paint("#b8440c"),
    Look.DISPLACED_EDGE: Paint("#fffdf6"),
}
