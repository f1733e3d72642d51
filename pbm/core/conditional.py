"""Conditional moves: what to answer if the opponent plays this or that.

Pure functions of a game's rules, the plies so far and a plan. A plan contains no positions: its
tree begins after its owner's last move, and its conditions are the opponent's moves from there on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from pbm.core.games import (
    AnyGame,
    GameOver,
    IllegalMove,
    Ply,
    RulesError,
    Seat,
    Word,
    play_line,
    reads_line,
)
from pbm.core.move_text import is_almost_move

Plies = Sequence[Ply[Any, Any]]
Path = Sequence[tuple[str, str]]
"""Conditions with their answers, as the player wrote them: ``if A then B if C then D``."""

MOST_TRIED = 2500
"""The maximum number of pairs of an opponent's move and a preference that are tried. That is enough
for every cell and every answer during DVONN's placement (49 times 48); Gyges takes two seconds.
"""

_IF = re.compile(r"(?:^|\s)if\s", re.IGNORECASE)
_THEN = re.compile(r"\sthen\s", re.IGNORECASE)


@dataclass(frozen=True)
class Branch:
    """The answer to one move of the opponent, and the tree that begins after it.

    written: the opponent's move as the owner of the plan wrote it, "" for the usual notation.
    """

    reply: str
    later: Tree = field(default_factory=dict)
    written: str = ""


Tree = Mapping[str, Branch]
CheckedPath = Sequence[tuple[str, Branch]]
"""A path that was checked: the opponent's moves in the usual notation, with their answers."""


@dataclass(frozen=True)
class Plan:
    """The moves that a player wants played for them on one board.

    tree: the opponent's moves in the usual notation, with the answers to them.
    preferences: moves for the turns for which the tree has no answer. At such a turn, the first
    legal one is played, and dropped with those before it.
    """

    tree: Tree = field(default_factory=dict)
    preferences: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.tree or self.preferences)

    @property
    def size(self) -> int:
        """The number of moves in the plan."""
        return len(self.preferences) + _size(self.tree)

    def lines(self) -> list[str]:
        """Return the plan as lines that a player could type again."""
        moves = " ".join(self.preferences) if all(map(_is_word, self.preferences)) else ""
        return [*_paths(self.tree), *([moves] if moves else self.preferences)]


@dataclass(frozen=True)
class Step:
    """A plan's move for its owner's turn.

    line: the moves to play, None if the plan has none.
    after: the rest of the plan, once they are played.
    dropped: the lines that could not be played, as a player could type them again.
    """

    line: str | None
    after: Plan
    dropped: tuple[str, ...] = ()


# Parsing and checking


def read_path(text: str) -> Path:
    """Parse ``if A then B if C then D`` into pairs; return none if the text has another form."""
    first, *clauses = _IF.split(text.strip())
    pairs = [tuple(part.strip() for part in _THEN.split(clause)) for clause in clauses]
    if first or not all(len(pair) == 2 and all(pair) for pair in pairs):
        return []
    return [(condition, reply) for condition, reply in pairs]


def read_begun(text: str) -> tuple[str, str]:
    """Parse ``MOVE if A then B`` into the own move and its path; return none for another form."""
    move, *others = _IF.split(text.strip(), maxsplit=1)
    return (move.strip(), f"if {others[0]}") if move and others else ("", "")


def read_preferences(game: AnyGame, text: str) -> tuple[str, ...]:
    """Parse a list of moves, or one move, which may contain spaces; return none for other text.

    Text that is almost a move is returned as well, since the rules can say what is wrong with it.
    """
    words = text.replace(",", " ").split()
    if all(map(game.reads, words)):
        return tuple(words)
    if reads_line(game, text):
        return (text,)
    return tuple(words) if all(map(is_almost_move, words)) else ()


def branch(game: AnyGame, state: Any, seat: Seat, before: Plies, path: Path) -> CheckedPath:
    """Check every move of a path, and return the path as a plan keeps it, in the usual notation.

    before: the opponent's plies since the owner's last move.

    :raises RulesError: if a move breaks a rule, or it is the other side's turn
    """
    checked, earlier = [], tuple(before)
    for condition, reply in path:
        opponent = _played(game, state, seat.other, condition)
        own = _played(game, opponent[-1].after, seat, reply)
        seen = (*earlier, *opponent)
        checked.append((as_condition(game, seen), Branch(_printed(own), written=_printed(seen))))
        earlier, state = (), own[-1].after
    return checked


def preference_faults(
    game: AnyGame, state: Any, seat: Seat, moves: Sequence[str]
) -> Mapping[str, RulesError | None]:
    """Return for each move why it is illegal at the side's next turn, whatever the opponent plays.

    None if some move of the opponent makes it legal, or if there are too many to try.
    """
    most = max(1, MOST_TRIED // len(moves))
    ahead = list(islice(_states_at_turn(game, state, seat), most + 1))
    return {each: _fault(game, ahead, each) if len(ahead) <= most else None for each in moves}


def _fault(game: AnyGame, states: Sequence[Any], text: str) -> RulesError | None:
    """Return why a move is illegal in the last state; None if it is legal in one of the states."""
    why: RulesError = GameOver("game_over")
    for state in states:
        try:
            play_line(game, state, text)
        except RulesError as error:
            why = error
        else:
            return None
    return why


def with_path(tree: Tree, path: CheckedPath) -> Tree:
    """Return the tree with the path added; its answers replace those that the tree had."""
    if not path:
        return tree
    (condition, found), *rest = path
    known = tree.get(condition)
    later = known.later if known is not None and known.reply == found.reply else {}
    return {**tree, condition: replace(found, later=with_path(later, rest))}


# Playing


def as_condition(game: AnyGame, plies: Plies) -> str:
    """Return the plies as a condition of a plan: in the usual notation, without passes."""
    texts = [game.format(ply.before, ply.move) for ply in plies if ply.move is not None]
    return "; ".join(texts)


def step(plan: Plan, game: AnyGame, plies: Plies, state: Any, seat: Seat) -> Step:
    """Return the plan's move for its owner's turn, which has come."""
    found = plan.tree.get(as_condition(game, since_own_move(plies, seat)))
    if found is not None and _is_legal(game, state, found.reply):
        return Step(found.reply, Plan(found.later, plan.preferences))
    unfit = tuple(_paths(plan.tree))
    for index, text in enumerate(plan.preferences):
        if _is_legal(game, state, text):
            skipped = plan.preferences[:index]
            return Step(text, Plan({}, plan.preferences[index + 1 :]), (*unfit, *skipped))
    return Step(None, Plan(), (*unfit, *plan.preferences))


def since_own_move(plies: Plies, seat: Seat) -> Plies:
    """Return the plies after a side's last move; a forced pass is not a move."""
    own = [index for index, ply in enumerate(plies) if ply.seat is seat and ply.move is not None]
    return plies[own[-1] + 1 :] if own else plies


# To and from JSON


def to_data(plan: Plan) -> dict[str, Any]:
    return {"tree": _tree_data(plan.tree), "preferences": list(plan.preferences)}


def from_data(data: Mapping[str, Any]) -> Plan:
    return Plan(_tree(data["tree"]), tuple(data["preferences"]))


def _tree_data(tree: Tree) -> dict[str, Any]:
    return {
        each: [branch.reply, _tree_data(branch.later), branch.written]
        for each, branch in tree.items()
    }


def _tree(data: Mapping[str, Any]) -> Tree:
    # Plans of earlier versions have no third entry.
    return {
        each: Branch(reply, _tree(later), *written)
        for each, (reply, later, *written) in data.items()
    }


def _size(tree: Tree) -> int:
    return sum(1 + _size(branch.later) for branch in tree.values())


def _paths(tree: Tree) -> Iterator[str]:
    for condition, found in tree.items():
        here = f"if {found.written or condition} then {found.reply}"
        later = list(_paths(found.later))
        yield from (f"{here} {each}" for each in later) if later else [here]


def _is_word(text: str) -> bool:
    return " " not in text


def _played(game: AnyGame, state: Any, seat: Seat, text: str) -> Plies:
    """:raises RulesError: if the side cannot play these moves here."""
    if game.to_move(state) is seat.other:
        raise IllegalMove("turn", "other_turn", text=text, seat=Word(game.seats[seat.other.value]))
    return play_line(game, state, text)


def _printed(plies: Plies) -> str:
    return "; ".join(ply.text for ply in plies if not ply.automatic)


def _is_legal(game: AnyGame, state: Any, text: str) -> bool:
    try:
        play_line(game, state, text)
    except RulesError:
        return False
    return True


def _states_at_turn(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    """Yield the state if it is the side's turn, else each state after one move of the opponent."""
    if game.to_move(state) is seat:
        yield state
        return
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        if game.to_move(after) is seat:
            yield after
