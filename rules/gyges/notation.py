"""Moves as text, in all the forms that help.txt lists. Parsing needs no board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ..errors import NotationError
from ..folding import fold
from .coordinates import FIGURES, FIGURES_AND_ENTRIES, LETTERS, Coordinates
from .route import Route
from .state import Placement

_MOST_LANDINGS = 72
"""The number of connections of the board and both goals, each of which G5 allows once."""

UNFINISHED = "relocation_unfinished"
"""The code of the refusal of a move that does not say where the displaced ring goes."""

_NAME_LENGTH = 2
"""The length of the name of every slot, in all coordinates, and of every ring of a reserve."""

_PLACEMENT = re.compile(r"[1-3](?:[ ,]*[1-3]){5}")
# Almost a move: refused with a reason if it is sent as a move, but not searched for in prose.
_SIX_FIGURES = re.compile(r"[0-9](?:[ ,]*[0-9]){5}")
_NAME = re.compile(r"[1-9a-h][0-9*]")
_NAMES = re.compile(rf"{_NAME.pattern}(?:[-x=()]+(?:{_NAME.pattern}|[ns]))+")
_BLANKS = re.compile(r" +")
_AT_MARKS = re.compile(r" (?=[-x=()*])|(?<=[-x=()*]) ")


def _plain(text: str) -> str:
    """Return the text in lower case, with plain characters and without spaces around signs."""
    plain = fold(text).strip().lower()
    # One pattern for both would take quadratic time for a long run of spaces.
    return _AT_MARKS.sub("", _BLANKS.sub(" ", plain)) if " " in plain else plain


@dataclass(frozen=True)
class Notation:
    """The notation of moves in a rule set.

    unreadable: the code of the refusal that shows the notation by examples.
    places: true if there are placements, six sizes that fill a home row (G1).
    """

    coordinates: Coordinates
    unreadable: str
    places: bool = True

    def reads(self, text: str) -> bool:
        """Return whether the text has the form of a whole move, legal or not."""
        plain = _plain(text)
        written = self._ring_move.fullmatch(plain)
        return self._is_whole(written) if written else self._placement(plain)

    def read(self, text: str) -> Route | Placement:
        """Parse a move without looking at a board.

        :raises NotationError: if the text is not a move
        """
        plain = _plain(text)
        written = self._ring_move.fullmatch(plain)
        return self._route(written) if written else self._placed(plain)

    def origin(self, text: str) -> int | None:
        """Return the slot, or the ring of a reserve, with which the text begins, or None."""
        return self.coordinates.known.get(_plain(text)[:_NAME_LENGTH])

    def _is_whole(self, written: re.Match[str]) -> bool:
        """Return whether no part is missing and the ring does not end on its origin."""
        try:
            route = self._route(written)
        except NotationError:
            return False
        return route.origin != route.destination

    def _route(self, written: re.Match[str]) -> Route:
        """:raises NotationError: if a part is missing or in the wrong place"""
        origin, legs, displaced = written.groups()
        steps = self._leg.findall(legs)
        if len(steps) > _MOST_LANDINGS:
            raise NotationError("too_many_landings", most=_MOST_LANDINGS)
        _check_marks([link or "-" for _, link, _ in steps], bool(displaced))
        known = self.coordinates.known
        landings = (known[origin], *(known[end] for _, _, end in steps))
        passed = tuple(self._places(places) for places, _, _ in steps)
        return Route(landings, passed, known[displaced] if displaced else None)

    def _placed(self, plain: str) -> Placement:
        """:raises NotationError: if the text is not a placement"""
        if not self._placement(plain):
            raise self._slip(plain)
        return Placement(tuple(int(size) for size in plain if size in "123"))

    def _slip(self, plain: str) -> NotationError:
        """Return the error for a text that is not a move."""
        if self.places and _SIX_FIGURES.fullmatch(plain):
            return NotationError("wrong_sizes", rings="".join(filter(str.isdigit, plain)))
        names = _NAME.findall(plain) if _NAMES.fullmatch(plain) else []
        unknown = [name for name in names if name not in self.coordinates.known]
        # If all slots are unknown, the player used other coordinates.
        if unknown and len(unknown) < len(names):
            return NotationError("unknown_slot", slot=unknown[0], row=self.coordinates.lowest_row)
        return NotationError(self.unreadable)

    def _placement(self, plain: str) -> bool:
        return self.places and bool(_PLACEMENT.fullmatch(plain))

    def _places(self, passed: str) -> tuple[int, ...]:
        if not passed:
            return ()
        return tuple(self.coordinates.known[name] for name in re.findall(self._end, passed))

    @cached_property
    def _ring_move(self) -> re.Pattern[str]:
        slot, step = self.coordinates.slot, rf"(?:{self._passed}[-x]?|[-x])(?:{self._end})"
        origin = "|".join(filter(None, (self.coordinates.entry, slot)))
        return re.compile(rf"(?P<origin>{origin})(?P<legs>(?:{step})+)(?:=(?P<displaced>{slot}))?")

    @cached_property
    def _leg(self) -> re.Pattern[str]:
        return re.compile(rf"(?P<passed>{self._passed})?(?P<link>[-x])?(?P<end>{self._end})")

    @property
    def _passed(self) -> str:
        place = f"(?:{self._end})"
        return rf"-?\(-?{place}(?:-{place})*-?\)"

    @property
    def _end(self) -> str:
        return f"{self.coordinates.slot}|{self.coordinates.goal}"


def _check_marks(links: list[str], displaces: bool) -> None:
    if "x" in links[:-1]:
        raise NotationError("relocation_not_last")
    if links[-1] == "x" and not displaces:
        raise NotationError(UNFINISHED)


BY_FIGURES = Notation(FIGURES, "unreadable_move")
BY_LETTERS = Notation(LETTERS, "unreadable_move_by_letters")
WITH_ENTRIES = Notation(FIGURES_AND_ENTRIES, "unreadable_move_with_entries", places=False)
