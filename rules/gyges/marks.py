"""The signs of the last move on a board: ``>`` for the ring that moved last, ``=`` for the ring
that it displaced, ``:`` for the slot that the ring that moved left."""

from __future__ import annotations

from .rings import ring
from .state import Action, Placement, State, size_of

MOVED, DISPLACED, LEFT, UNMARKED = ">", "=", ":", " "
CLOSING = {MOVED: "<"}


def marks(last: Action | None) -> dict[int | None, str]:
    """Return the sign of each slot that had a part in the last move."""
    if last is None or isinstance(last, Placement):
        return {}
    found: dict[int | None, str] = {last.origin: LEFT, last.displaced: DISPLACED}
    return found | dict.fromkeys(last.settled, MOVED)


def figure(rings: int, slot: int) -> str:
    """Return the size of the ring on a slot, "" if there is none."""
    return str(ring(rings, slot) or "")


def ruled(mark: str, size: str) -> str:
    """Return a slot in three columns: ``>3<``."""
    return f"{mark}{size}{CLOSING.get(mark, mark)}" if size else f" {mark} "


def reached(state: State, cell: int) -> str:
    """Return the sign of a ring that the last move brought to this cell of a goal, "" if none."""
    move = state.last
    if move is None or isinstance(move, Placement) or move.destination != cell:
        return ""
    return f"{MOVED}{size_of(state.before, move)}"
