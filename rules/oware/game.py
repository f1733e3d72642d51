"""Oware: seeds are sown from house to house, and who takes 25 of them wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import IllegalMove
from ..game import Seat
from ..kit.pits import HOUSES, PitGame, counted, written
from ..kit.state import Move, State
from ..phrase import Phrase
from .words import WORDS

_ALL = 2 * HOUSES


class _Sowing(NamedTuple):
    """What a move does.

    end: the house of its last seed. taken: the houses from which ``seeds`` seeds are taken.
    is_slam: whether these would have been all of the opponent's. stopped: the rule by which the
    seeds are shared out, "" if the game goes on or is won.
    """

    board: str
    end: int
    taken: Sequence[int]
    seeds: int
    is_slam: bool
    stopped: str


class Oware(PitGame):
    name, must_move, words = "oware", "OW2", WORDS

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

    def _sown(self, state: State, move: Move) -> _Sowing:
        seeds, at = counted(state.board), move[0]
        hand, seeds[at] = seeds[at], 0
        while hand:
            at = (at + 1) % _ALL
            if at != move[0]:  # OW3
                seeds[at] += 1
                hand -= 1
        row, before = self.houses[state.turn.other], at
        while before in row and seeds[before] in (2, 3):
            before -= 1
        taken: Sequence[int] = range(at, before, -1)
        is_slam = bool(taken) and all(house in taken or not seeds[house] for house in row)
        taken = () if is_slam else taken
        count = sum(seeds[house] for house in taken)
        for house in taken:
            seeds[house] = 0
        seeds[state.turn.value - 2] += count
        board = written(seeds)
        if self._position(board, state.turn.other) in state.earlier:
            return _Sowing(self._shared_out(seeds), at, taken, count, is_slam, "OW8")
        settled = self.settled(board, state.turn.other)
        return _Sowing(settled, at, taken, count, is_slam, "" if settled == board else "OW7")

    def _position(self, board: str, turn: Seat) -> str:
        return f"{board[:_ALL]}{self.sign(turn)}"

    def played(self, state: State, move: Move) -> tuple[str, str]:
        sown = self._sown(state, move)
        return sown.board, str(sown.seeds or "")

    def after(self, state: State, move: Move) -> State:
        sown, turn = self._sown(state, move), state.turn.other
        end, now = self.ended(sown.board, turn), self._position(state.board, state.turn)
        earlier = () if sown.taken or end else (*state.earlier, now)
        taken, last = str(sown.seeds or ""), (*move, sown.end)
        return State(sown.board, turn, end, state.ply + 1, last, taken, earlier)

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        player, sown = self.seat(state.turn), self._sown(state, move)
        said = [Phrase("sows", {"player": player, **self._way(move, sown)})]
        if sown.taken:
            said.append(Phrase("takes_seeds", {"count": sown.seeds}))
        return [*said, *([Phrase("shares_out")] if sown.stopped else [])]

    def _way(self, move: Move, sown: _Sowing) -> dict[str, str]:
        return {"house": self.grid.names[move[0]], "end": self.grid.names[sown.end]}

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        sown = self._sown(state, move)
        yield Phrase("explains_sowing", {"rule": "OW2", **self._way(move, sown)})
        if counted(state.board)[move[0]] >= _ALL:
            house = self.grid.names[move[0]]
            yield Phrase("explains_skipping", {"rule": "OW3", "house": house})
        if sown.taken:
            houses = tuple(self.grid.names[house] for house in sown.taken)
            yield Phrase("explains_taking", {"rule": "OW4", "houses": houses})
        if sown.is_slam:
            yield Phrase("explains_slam", {"rule": "OW5"})
        if sown.stopped:
            code = "explains_starving" if sown.stopped == "OW7" else "explains_repeating"
            yield Phrase(code, {"rule": sown.stopped})
        if after.end and after.end.winner:
            yield Phrase("explains_most", {"rule": "OW9", "seat": self.seat(after.end.winner)})
        elif after.end:
            yield Phrase("explains_tie", {"rule": "OW9"})
