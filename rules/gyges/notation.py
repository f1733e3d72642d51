"""Moves as text (the forms are listed in RULES.md). Reading needs no board; printing does."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..folding import fold
from .board import NAMES, NORTH_GOAL, SOUTH_GOAL
from .refusal import check, check_move
from .route import Route
from .search import flight_from
from .state import Action, Move, Placement, State

_GOALS = {"n": NORTH_GOAL, "s": SOUTH_GOAL}

_CELL = "[1-6a-f][1-6]"
_PASSED = rf"-?\(-?{_CELL}(?:-{_CELL})*-?\)"
_LEG = rf"(?P<passed>{_PASSED})?(?P<link>[-x])?(?P<end>{_CELL}|[ns])"
_STEP = rf"(?:(?:{_PASSED}[-x]?|[-x])(?:{_CELL}|[ns]))"

_RING_MOVE = re.compile(rf"(?P<origin>{_CELL})(?P<legs>{_STEP}+)(?:=(?P<displaced>{_CELL}))?")
_LEGS = re.compile(_LEG)
_CELLS = re.compile(_CELL)
_PLACEMENT = re.compile(r"[1-3](?:[ ,]*[1-3]){5}")
_AROUND_MARKS = re.compile(r" *([-x=()]) *")


def _plain(text: str) -> str:
    """The text in lower case and in the spelling that is printed, without spaces at marks."""
    return _AROUND_MARKS.sub(r"\1", fold(text).strip().lower())


def reads(text: str) -> bool:
    """Whether the text has the shape of a move; what it says may still make no sense."""
    plain = _plain(text)
    return bool(_PLACEMENT.fullmatch(plain) or _RING_MOVE.fullmatch(plain))


def read(text: str) -> Route | Placement:
    """What the text claims, on whatever board.

    :raises NotationError: if it is no move
    """
    plain = _plain(text)
    if _PLACEMENT.fullmatch(plain):
        return Placement(tuple(int(size) for size in plain if size in "123"))
    written = _RING_MOVE.fullmatch(plain)
    if not written:
        raise NotationError("unreadable_move")
    steps = list(_LEGS.finditer(written["legs"]))
    _check_marks([step["link"] or "-" for step in steps], bool(written["displaced"]))
    landings = tuple(_slot(cell) for cell in (written["origin"], *(s["end"] for s in steps)))
    _check_goal(landings, bool(written["displaced"]))
    passed = tuple(tuple(map(_slot, _CELLS.findall(step["passed"] or ""))) for step in steps)
    return Route(landings, passed, _slot(written["displaced"]) if written["displaced"] else None)


def _check_marks(links: list[str], displaces: bool) -> None:
    if "x" in links[:-1]:
        raise NotationError("relocation_not_last")
    if links[-1] == "x" and not displaces:
        raise NotationError("relocation_unfinished")


def _check_goal(landings: tuple[int, ...], displaces: bool) -> None:
    if any(slot in _GOALS.values() for slot in landings[:-1]):
        raise NotationError("goal_not_last")
    if displaces and landings[-1] in _GOALS.values():
        raise NotationError("relocation_in_goal")


def _slot(cell: str) -> int:
    """``13``, ``c1`` (the column's letter first, source 004), or a goal's letter."""
    if cell in _GOALS:
        return _GOALS[cell]
    if cell[0].isdigit():
        return int(cell)
    return 10 * int(cell[1]) + "abcdef".index(cell[0]) + 1


def landings(state: State, move: Move, written: str = "") -> tuple[int, ...]:
    """The landings of the route that is printed: the written one, or else a shortest one.

    :raises IllegalMove: if the move, or the route that is written for it, is not legal
    """
    route = read(written) if written else None
    if isinstance(route, Route) and route.move == move and not route.leaves_bounces_open:
        check(state, route)
        return route.landings
    check_move(state, move)
    return flight_from(state.rings, move.origin).routes[move.destination]


def format_move(state: State, move: Action, written: str = "") -> str:
    """The printed spelling of a legal move.

    :raises IllegalMove: if it is not legal
    """
    if isinstance(move, Placement):
        check_move(state, move)
        return "".join(map(str, move.rings))
    names = [NAMES[slot] for slot in landings(state, move, written)]
    if move.displaced is None:
        return "-".join(names)
    return f"{'-'.join(names[:-1])}x{names[-1]}={NAMES[move.displaced]}"
