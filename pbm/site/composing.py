"""The legal moves of a game or puzzle as data, for the composer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from pbm.core.board import Board
from pbm.core.games import (
    AnyGame,
    Lifting,
    Look,
    PluginGame,
    Point,
    RulesError,
    Scene,
    Seat,
    Shape,
    Text,
    Winding,
    draw,
    state_at,
)
from pbm.core.legal import names_in_moves
from pbm.core.puzzles import KeptPuzzle
from pbm.pictures.parts import Strokes, middles

LARGEST = 40 * 1024
"""The most bytes of the data. With more, the page asks the player to write the move."""

MOST = 2500
"""The most moves that are written: each takes up to 0.1 ms."""

MOST_ANSWERS = 4000
"""The most answers to all moves that are written: each takes up to 0.02 ms."""

_LONGEST_SHARED = 35
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NOBODY = -1

_SEATS = {
    Look.FIRST: Seat.FIRST,
    Look.FIRST_STILL: Seat.FIRST,
    Look.SECOND: Seat.SECOND,
    Look.SECOND_STILL: Seat.SECOND,
}
_COLOURS = (Look.RED, Look.BLUE)
_PIECES = (*_SEATS, *_COLOURS, Look.SPECIAL, Look.LIGHT, Look.MEDIUM, Look.DARK)
_MARKS = {
    Look.LEFT,
    Look.LOST,
    Look.PATH,
    Look.PATH_EDGE,
    Look.ON_PATH,
    Look.DISPLACED,
    Look.DISPLACED_EDGE,
    Look.FAILED,
}
"""The looks of what a drawing says about the last move."""

_AT_CORNER = Point(0, 0)


def moves_text(board: Board) -> str:
    """Return the legal moves as JSON, with what is needed to show them on the board.

    ply: how many plies were played.
    parts: pieces, each as its shapes around the middle of its cell, its look, and its text.
    stand: the number of the part on each cell. rest: the shapes that are on no cell.
    names: a pattern of the names of cells in moves.
    cells, pieces: the pieces that moves set, as ``_set_by`` returns them.
    moves: a line for each move, as ``shared`` writes them; "" if there are too many.
    between: the cells that a piece passes, by its origin and both ends of its way.
    after: for each move, the parts on the cells that it changes. answers: the answers to all moves
        with their names, cells and pieces. without: for each move, the numbers of those that are no
        answer to it; null if it ends the game. All three are there if they are few enough.
    """
    return offered_text(board.game, board.state, {"ply": len(board.plies)})


def puzzle_text(kept: KeptPuzzle) -> str:
    """Return the legal moves of a puzzle like ``moves_text``, and the right ones among them."""
    game, puzzle = kept.game, kept.puzzle
    state = state_at(game, puzzle, 0)
    effect = game.arrangement_after(state, game.parse(state, puzzle.line[0]))
    right = [
        game.format(state, move)
        for move in _moves(game, state)
        if game.arrangement_after(state, move) == effect
    ]
    return offered_text(game, state, {"ply": 0, "right": right}, answered=False)


def called(game: AnyGame, words: Mapping[str, str], title: str) -> Mapping[str, str]:
    """Return what pieces are called, by their looks; those told apart by texts have no name.

    title: the name of the game, for pieces that belong to nobody.
    """
    seats = {seat: words.get(game.seats[seat.value], game.seats[seat.value]) for seat in Seat}
    owners = {name.casefold(): seats[Seat(place)] for place, name in enumerate(game.seats)}
    colours = {look.value: owners.get(look.value, "") for look in _COLOURS}
    return {
        Look.SPECIAL.value: title,
        **{look.value: seats[seat] for look, seat in _SEATS.items()},
        **colours,
    }


def offered_text(
    game: AnyGame, state: Any, facts: Mapping[str, Any], *, answered: bool = True
) -> str:
    """Return the moves of a state. facts: further ones. answered: with answers to the moves."""
    parts, moves = _Parts(draw(game, state)), _moves(game, state)
    told = {
        **facts,
        "rest": parts.svg(parts.standing[""], _AT_CORNER),
        "stand": {cell: parts.number(cell, on) for cell, on in parts.standing.items() if cell},
        **_offered(game, state, moves, parts),
        "between": _between(game, state, moves),
        "parts": parts.found,
    }
    found = _json(told)
    if len(found) > LARGEST:
        return _json({**told, "moves": ""})
    answers = _answers(game, state, moves, parts) if answered else {}
    more = _json({**told, **answers}) if answers else found
    return more if len(more) <= LARGEST else found


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"))


class _Parts:
    """The pieces of several positions of a board, each kind once.

    standing: the shapes of the first position by their cells, without marks of the last move.
    """

    def __init__(self, scene: Scene) -> None:
        self._strokes, self._at = Strokes(), middles(scene)
        self._known: dict[str, int] = {}
        self.found: list[Sequence[str]] = []
        self.standing = _standing(scene)

    def svg(self, shapes: Sequence[Shape], middle: Point) -> str:
        return self._strokes.written(tuple(shapes), middle)

    def number(self, cell: str, shapes: Sequence[Shape]) -> int:
        """Return the number of the part that these shapes are."""
        svg = self.svg(shapes, self._at.get(cell, _AT_CORNER))
        if svg not in self._known:
            self._known[svg] = len(self.found)
            look = next((each.look for each in shapes if each.look in _PIECES), None)
            text = next((each.text for each in shapes if isinstance(each, Text)), "")
            self.found.append([svg, look.value if look else "", text])
        return self._known[svg]

    def changed(self, after: Scene) -> Mapping[str, int]:
        """Return the parts on the cells that differ in another position; -1 for none."""
        now, before = _standing(after), self.standing
        return {
            cell: self.number(cell, now[cell]) if cell in now else _NOBODY
            for cell in {**before, **now}
            if cell and before.get(cell) != now.get(cell)
        }


def _standing(scene: Scene) -> Mapping[str, Sequence[Shape]]:
    found: dict[str, list[Shape]] = {"": []}
    for shape in scene.pieces:
        if shape.look not in _MARKS:
            found.setdefault(shape.cell, []).append(shape)
    return found


def _offered(game: AnyGame, state: Any, moves: Sequence[Any], parts: _Parts) -> Mapping[str, Any]:
    """Return these moves, in the order in which they are written, and how they are clicked."""
    return {
        "names": names_in_moves(game, state),
        **(_set_by(game, state, moves[0], parts) if moves else {}),
        "moves": shared([game.format(state, each) for each in moves]),
    }


def _set_by(game: AnyGame, state: Any, move: Any, parts: _Parts) -> Mapping[str, Any]:
    """Return the pieces that moves of this state set on the board; nothing if they lift a piece.

    cells: the cells that the steps of a move fill, in order; none if each step names its cell.
    pieces: the part that each step sets; under the key "" if all are alike.
    """
    names = names_in_moves(game, state)
    if not (names and isinstance(game, Lifting)) or game.lifted(state, move):
        return {}
    steps = re.findall(names, game.format(state, move))
    earlier = _standing(draw(game, state))
    after = _standing(draw(game, game.apply(state, move)))
    cells = [cell for cell in after if cell not in earlier]
    pieces = [parts.number(cell, after[cell]) for cell in cells]
    if steps == cells:
        return {"cells": [], "pieces": {"": pieces[0]}}
    return {"cells": cells, "pieces": dict(zip(steps, pieces, strict=True))}


def _between(game: AnyGame, state: Any, moves: Sequence[Any]) -> Mapping[str, str]:
    """Return the cells that pieces pass, if they do not go straight."""
    if not isinstance(game, Winding) or not isinstance(game, Lifting):
        return {}
    names, legs = re.compile(names_in_moves(game, state)), dict[tuple[str, ...], None]()
    for move in moves:
        steps = names.findall(game.format(state, move).split("=")[0])
        if game.lifted(state, move):
            legs.update(dict.fromkeys((steps[0], *leg) for leg in pairwise(steps)))
    ways = {",".join(leg): game.between(state, *leg) or () for leg in legs}
    return {leg: " ".join(way) for leg, way in ways.items() if way}


def _answers(game: AnyGame, state: Any, moves: Sequence[Any], parts: _Parts) -> Mapping[str, Any]:
    """Return what the opponent can answer to each move; nothing if that is too much."""
    # A plugin answers each question in a process of its own, which takes too long.
    if len(moves) ** 2 > MOST_ANSWERS or isinstance(game, PluginGame):
        return {}
    seat, afters = game.to_move(state), [game.apply(state, move) for move in moves]
    answered = [seat is not None and game.to_move(after) is seat.other for after in afters]
    some = next((after for after, is_so in zip(afters, answered, strict=True) if is_so), None)
    if some is None or len(moves) * len(_moves(game, some)) > MOST_ANSWERS:
        return {}
    legal = [
        _moves(game, after) if is_so else () for after, is_so in zip(afters, answered, strict=True)
    ]
    known = [
        {game.format(after, each): each for each in found}
        for after, found in zip(afters, legal, strict=True)
    ]
    texts = sorted({text for each in known for text in each})
    return {
        "after": [parts.changed(draw(game, each)) for each in afters],
        "answers": {
            **_offered(game, some, _moves(game, some)[:1], parts),
            "moves": shared(texts),
        },
        "without": [
            [number for number, text in enumerate(texts) if text not in each] if each else None
            for each in known
        ],
        "parts": parts.found,
    }


def _moves(game: AnyGame, state: Any) -> Sequence[Any]:
    """The legal moves, by how they are written; none if there are too many to offer."""
    try:
        moves = [*islice(game.legal_moves(state), MOST + 1)]
        found = sorted(moves, key=lambda move: str(game.format(state, move)))
    except RulesError:
        return ()
    return found if len(found) <= MOST else ()


def shared(texts: Iterable[str]) -> str:
    """Write each text on a line as the length, to base 36, of the beginning that it shares with the
    text before, followed by the rest.
    """
    before, lines = "", list[str]()
    for text in texts:
        same = 0
        for one, other in zip(before[:_LONGEST_SHARED], text, strict=False):
            if one != other:
                break
            same += 1
        lines.append(f"{_DIGITS[same]}{text[same:]}")
        before = text
    return "\n".join(lines)
