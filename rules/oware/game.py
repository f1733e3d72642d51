"""Oware: seeds are sown from house to house, and who takes 25 of them wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ..errors import IllegalMove
from ..game import Seat
from ..kit.pits import HOUSES, PitGame, counted, written
from ..kit.state import Move, State
from ..kit.teaching import taught
from ..lesson import Lesson
from ..phrase import Phrase
from .lesson import TASKS, VIEWS
from .words import WORDS

_ALL = 2 * HOUSES
_ROWS = range(HOUSES), range(HOUSES, _ALL)


class _Sowing(NamedTuple):
    """What a move does before the opponent's turn.

    end: the house of its last seed. taken: the houses from which ``seeds`` seeds are taken.
    is_slam: whether these would have been all of the opponent's.
    """

    board: str
    end: int
    taken: Sequence[int]
    seeds: int
    is_slam: bool


@lru_cache(maxsize=64)
def _sown(board: str, start: int) -> _Sowing:
    seeds, at = counted(board), start
    hand, seeds[at] = seeds[at], 0
    while hand:
        at = (at + 1) % _ALL
        if at != start:  # OW3
            seeds[at] += 1
            hand -= 1
    row, before = _ROWS[start < HOUSES], at
    while before in row and seeds[before] in (2, 3):
        before -= 1
    taken: Sequence[int] = range(at, before, -1)
    is_slam = bool(taken) and all(house in taken or not seeds[house] for house in row)
    taken = () if is_slam else taken
    count = sum(seeds[house] for house in taken)
    for house in taken:
        seeds[house] = 0
    seeds[_ALL + (start >= HOUSES)] += count
    return _Sowing(written(seeds), at, taken, count, is_slam)


class Oware(PitGame):
    name, must_move, words = "oware", "OW2", WORDS
    also = ("awalé", "awélé", "awari", "owari", "wari", "warri", "ouri", "ouril", "mancala")
    repeats = 2

    def __init__(self) -> None:
        title = "Oware by the Abapa rules: sow, and take most of the seeds"
        super().__init__("abapa", title, [4] * _ALL + [0, 0])

    def moves(self, state: State) -> Iterator[Move]:
        return self._legal(counted(state.board), state.turn)

    def _legal(self, seeds: Sequence[int], turn: Seat) -> Iterator[Move]:
        for house in self.houses[turn]:
            if seeds[house] and self._feeds(seeds, house):
                yield (house,)

    def _feeds(self, seeds: Sequence[int], house: int) -> bool:
        """OW6: return whether the opponent has seeds after a house is sown."""
        row = slice(HOUSES, _ALL) if house < HOUSES else slice(HOUSES)
        return any(seeds[row]) or seeds[house] >= HOUSES - house % HOUSES

    def check(self, state: State, move: Move) -> None:
        super().check(state, move)
        if not self._feeds(counted(state.board), move[0]):
            raise IllegalMove("OW6", "must_feed", house=self.grid.names[move[0]])

    def settled(self, board: str, turn: Seat) -> str:
        """OW7: return the board on which each side has its own seeds if ``turn`` cannot move."""
        seeds = counted(board)
        goes_on = self.ended(board, turn) or any(True for _ in self._legal(seeds, turn))
        return board if goes_on else self._shared_out(seeds)

    def _shared_out(self, seeds: Sequence[int]) -> str:
        taken = [seeds[seat.value - 2] + sum(seeds[h] for h in self.houses[seat]) for seat in Seat]
        return written([0] * _ALL + taken)

    def position(self, board: str, turn: Seat) -> str:
        return f"{board[:_ALL]}{self.sign(turn)}"

    def repeated(self, state: State) -> State:
        """OW8: return the state in which each side has its own seeds."""
        board = self._shared_out(counted(state.board))
        return replace(state, board=board, end=self.ended(board, state.turn))

    def played(self, state: State, move: Move) -> tuple[str, str]:
        sown = _sown(state.board, move[0])
        return self.settled(sown.board, state.turn.other), str(sown.seeds or "")

    def after(self, state: State, move: Move) -> State:
        return replace(super().after(state, move), last=(*move, _sown(state.board, move[0]).end))

    def _stopped(self, state: State, move: Move, after: State) -> str:
        """Return the rule by which the seeds are shared out, "" if none does."""
        sown = _sown(state.board, move[0]).board
        if sown == after.board:
            return ""
        return "OW7" if self.settled(sown, after.turn) != sown else "OW8"

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        player, sown = self.seat(state.turn), _sown(state.board, move[0])
        said = [Phrase("sows", {"player": player, **self._way(move, sown)})]
        if sown.taken:
            said.append(Phrase("takes_seeds", {"count": sown.seeds}))
        stopped = self._stopped(state, move, self.after(state, move))
        return [*said, *([Phrase("shares_out")] if stopped else [])]

    def _way(self, move: Move, sown: _Sowing) -> dict[str, str]:
        return {"house": self.grid.names[move[0]], "end": self.grid.names[sown.end]}

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        sown = _sown(state.board, move[0])
        yield Phrase("explains_sowing", {"rule": "OW2", **self._way(move, sown)})
        if counted(state.board)[move[0]] >= _ALL:
            house = self.grid.names[move[0]]
            yield Phrase("explains_skipping", {"rule": "OW3", "house": house})
        if sown.taken:
            houses = tuple(self.grid.names[house] for house in sown.taken)
            yield Phrase("explains_taking", {"rule": "OW4", "houses": houses})
        if sown.is_slam:
            yield Phrase("explains_slam", {"rule": "OW5"})
        if stopped := self._stopped(state, move, after):
            code = "explains_starving" if stopped == "OW7" else "explains_repeating"
            yield Phrase(code, {"rule": stopped})
        if after.end and after.end.winner:
            yield Phrase("explains_most", {"rule": "OW9", "seat": self.seat(after.end.winner)})
        elif after.end:
            yield Phrase("explains_tie", {"rule": "OW9"})

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
