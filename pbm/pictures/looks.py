"""The colours of looks, which differ on every background, also for the colour-blind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbm.core.games import Look


class Paint(NamedTuple):
    """The colours of a fill and an edge, "" for none, and the width of the edge in board units.

    opacity: of the fill.
    """

    fill: str
    edge: str = ""
    width: float = 0.0
    opacity: float = 1.0


PAINTS: Mapping[Look, Paint] = {
    Look.BOARD: Paint("#ead9b5"),
    Look.LABEL: Paint("#2b211a"),
    Look.COORDINATE: Paint("#5b4f41"),
    Look.LINK: Paint("#a58a62"),
    Look.CELL: Paint("#cdb07c", "#a98a58", 0.03),
    Look.SLOT: Paint("#d9c494", "#a58a62", 0.04),
    Look.GOAL: Paint("#fbf1dc", "#2b211a", 0.04),
    Look.ACTIVE: Paint("#2b211a"),
    Look.OWN: Paint("#0b4fa0"),
    Look.OWN_GROUND: Paint("#0b4fa0", opacity=0.1),
    Look.FIRST: Paint("#fffdf6", "#33231a", 0.035),
    Look.SECOND: Paint("#2a2420", "#a08c78", 0.035),
    Look.FIRST_STILL: Paint("#d8d2c6", "#33231a", 0.035),
    Look.SECOND_STILL: Paint("#4a423c", "#a08c78", 0.035),
    Look.SPECIAL: Paint("#ae2413", "#33231a", 0.035),
    Look.RED: Paint("#ae2413", "#33231a", 0.035),
    Look.BLUE: Paint("#1d5fb4", "#33231a", 0.035),
    Look.ON_FIRST: Paint("#1d1712"),
    Look.ON_SECOND: Paint("#fffdf6"),
    Look.ON_SPECIAL: Paint("#fffdf6"),
    Look.LIGHT: Paint("#fff6e0", "#2b211a", 0.04),
    Look.MEDIUM: Paint("#e2a64f", "#2b211a", 0.04),
    Look.DARK: Paint("#8a4b24", "#2b211a", 0.04),
    Look.ON_DARK: Paint("#ffffff"),
    Look.LEFT: Paint("#0b4fa0"),
    Look.LOST: Paint("#96754a"),
    Look.PATH: Paint("#0b4fa0"),
    Look.PATH_EDGE: Paint("#ffffff"),
    Look.ON_PATH: Paint("#ffffff"),
    Look.DISPLACED: Paint("#b23a0e"),
    Look.DISPLACED_EDGE: Paint("#ffffff"),
    Look.FAILED: Paint("#a3160c"),
}
