"""Games of houses with seeds, in two rows of six: notation, positions, and the board as text."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters

from ..errors import IllegalMove, NotationError
from ..folding import fold
from ..game import Outcome, Seat
from ..phrase import Phrase
from ..picture import Row, Tile
from ..scene import Scene
from . import pit_shapes
from .base import BoardGame
from .grid import SIDES, Place, lattice
from .state import Move, State
from .view import View
from .voice import Voice, filled

HOUSES, SEEDS = 6, 48
_NONE = ord("0")
"""The sign of an empty house; each seed is one more."""

_ROW = ",".join(["([0-9]{1,2})"] * HOUSES)
_POSITION = re.compile(rf"{_ROW}/{_ROW} ([sn]) ([0-9]{{1,2}}),([0-9]{{1,2}})")


def counted(board: str) -> list[int]:
    """Return the seeds in each house in the order of sowing, and what each side has taken."""
    return [sign - _NONE for sign in board.encode()]


def written(seeds: Sequence[int]) -> str:
    return bytes(count + _NONE for count in seeds).decode()


class Houses:
    """Moves that name a house: ``C``, ``sow C`` or ``house C``; North's are small letters."""

    names = f"[{ascii_letters[:HOUSES]}{ascii_letters[:HOUSES].upper()}]"
    form = rf"(?:(?:sow|house) +)?({names})(?: *[!?]+)?"
    _move = re.compile(form, re.IGNORECASE)

    def read(self, text: str) -> Move:
        """Return the number of the house, counted from its owner's left."""
        found = self._move.fullmatch(fold(text).strip())
        if found is None:
            word = text.strip()
            if len(word) == 1 and word.isalpha():
                raise NotationError("no_such_house", house=word.upper())
            raise NotationError("no_house")
        return (ascii_letters.index(found[1].lower()),)

    def write(self, move: Move, captures: bool = False) -> str:  # noqa: ARG002 (nothing tells it)
        house = move[0]
        letter = ascii_letters[house % HOUSES]
        return letter if house >= HOUSES else letter.upper()


class PitGame(BoardGame):
    """One rule set of such a game.

    The signs of its board are seeds in the houses A to F of South, then in a to f of North, both
    from the left of their owner; the last two are what each side has taken.
    """

    seats, signs = ("South", "North"), "sn"

    def __init__(self, ruleset: str, title: str, setup: Sequence[int]) -> None:
        places = [Place(at, 0) for at in range(HOUSES)]
        places += [Place(at, 1) for at in reversed(range(HOUSES))]
        letters = [*ascii_letters[:HOUSES].upper(), *ascii_letters[:HOUSES]]
        grid = lattice(places, SIDES, lambda place: letters[places.index(place)])
        super().__init__(ruleset, title, grid, written(setup), Houses())
        self.houses = dict(zip(Seat, grid.rows, strict=True))

    @abstractmethod
    def settled(self, board: str, turn: Seat) -> str:
        """Return the board after what happens to it if ``turn`` cannot move."""

    def has_form(self, move: Move) -> bool:
        return len(move) == 1 and move[0] in self.grid.names

    def parse(self, state: State, text: str) -> Move:
        (house,) = self.notation.read(text)
        move = (self.houses[state.turn][house],)
        self._check(state, move)
        return move

    def check(self, state: State, move: Move) -> None:
        house = self.grid.names[move[0]]
        if move[0] not in self.houses[state.turn]:
            raise IllegalMove(self.must_move, "not_your_house", house=house)
        if not counted(state.board)[move[0]]:
            raise IllegalMove(self.must_move, "empty_house", house=house)

    def last_move(self, state: State) -> Move | None:
        """Return the house that was sown; ``state.last`` has the one that was reached, too."""
        return state.last and state.last[:1]

    def score(self, state: State) -> tuple[int, int]:
        first, second = counted(state.board)[-2:]
        return first, second

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        first, second = score = counted(board)[-2:]
        if max(score) * 2 <= SEEDS and sum(score) < SEEDS:
            return None
        winner = None if first == second else Seat.FIRST if first > second else Seat.SECOND
        return Outcome(winner, "seeds", (first, second))

    def encode(self, state: State) -> str:
        seeds = list(map(str, counted(state.board)))
        south, north, taken = seeds[:HOUSES], seeds[HOUSES:-2], seeds[-2:]
        rows = f"{','.join(reversed(north))}/{','.join(south)}"
        return f"{rows} {self.sign(state.turn)} {','.join(taken)}"

    def decode(self, text: str) -> State:
        found = _POSITION.fullmatch(text.strip())
        fields = found.groups() if found else ()
        seeds = [int(each) for each in fields if each.isdigit()]
        if sum(seeds) != SEEDS:
            raise NotationError("no_pits", example=self.encode(self.start()), seeds=SEEDS)
        turn = self.owners[fields[2 * HOUSES]]
        north, others = seeds[:HOUSES], seeds[HOUSES:]
        board = written([*others[:HOUSES], *reversed(north), *others[HOUSES:]])
        board = self.settled(board, turn)
        return State(board, turn, self.ended(board, turn))

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        said = super().aim(viewer)
        if viewer is None:
            return said
        first, *_, last = (self.grid.names[house] for house in self.houses[viewer])
        return *said[:-1], Phrase("naming_houses", {"first": first, "last": last})

    def scene(
        self,
        state: State,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,
    ) -> Scene:
        return pit_shapes.scene(self._view(state, viewer, words), turned and viewer is Seat.SECOND)

    def _view(self, state: State, viewer: Seat | None, words: Mapping[str, str] | None) -> Pits:
        return Pits(
            self, state, viewer, Voice(self._english if words is None else words, self._english)
        )


class Pits(View):
    """Two rows of houses, with what each side has taken beside its own."""

    def grid_lines(self) -> Iterator[str]:
        rule = f"+{'----+' * HOUSES}"
        yield from filled([self.sides()])
        yield ""
        yield f"  {'    '.join(self._letters(1))}"
        yield rule
        for seat, row in self._rows():
            yield f"|{'|'.join(f'{self._marked(cell):>3} ' for cell in row)}| {self._taken(seat)}"
            yield rule
        yield f"  {'    '.join(self._letters(0))}"
        below = list(filled(self.below()))
        yield from ["", *below] if below else []

    def compact_lines(self) -> Iterator[str]:
        yield from filled([self.sides()])
        yield f"  {'   '.join(self._letters(1))}"
        for seat, row in self._rows():
            houses = "".join(f"{self._marked(cell):>3} " for cell in row)
            yield f"{houses} {self._taken(seat)}"
        yield f"  {'   '.join(self._letters(0))}"
        yield from filled([" ".join([*self.result(), *self.last_move()])])

    def list_lines(self) -> Iterator[str]:
        yield from filled([self.sides()])
        for seat in Seat:
            names, seeds = self.grid.names, counted(self.state.board)
            houses = tuple(f"{names[cell]} {seeds[cell]}" for cell in self.grid.rows[seat.value])
            yield from filled(
                [self.voice.say("listed_houses", seat=self.seat(seat), houses=houses)]
            )
        taken = [self._taken(seat) for seat in Seat]
        yield from filled([self.voice.say("listed_taken", taken=tuple(taken))])
        yield from filled([*self.result(), *self.last_move()])

    def standing(self) -> Iterator[str]:
        return iter(())

    def tiles(self) -> Iterator[Row]:
        yield Row([Tile(letter) for letter in self._letters(1)])
        for seat, row in self._rows():
            yield Row([self.tile(cell, self._marked(cell)) for cell in row], note=self._taken(seat))
        yield Row([Tile(letter) for letter in self._letters(0)])

    def _letters(self, row: int) -> Sequence[str]:
        """Return the names of the houses of a row from the left."""
        return [self.grid.names[cell] for cell in self._from_left(row)]

    def _from_left(self, row: int) -> Sequence[int]:
        return self.grid.rows[row][:: -1 if row else 1]

    def _rows(self) -> Iterator[tuple[Seat, Sequence[int]]]:
        """Yield each side with its houses from the left, the upper one first."""
        for seat in reversed(Seat):
            yield seat, self._from_left(seat.value)

    def _marked(self, cell: int) -> str:
        return f"{self.marks.get(cell, '')}{counted(self.state.board)[cell]}"

    def _taken(self, seat: Seat) -> str:
        """Return a side's name and how many seeds it has taken."""
        return f"{self.voice.label(self.seat(seat))} {counted(self.state.board)[seat.value - 2]}"
