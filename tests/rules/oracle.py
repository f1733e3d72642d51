"""Counts and games made with OpenSpiel, compared with a rule set of ours.

A file has a line for each count of moves, game and position in which a move wins; the README in
``vectors/`` says where it comes from.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbm.rules import AnyGame
from pbm.rules.game import Seat
from pbm.rules.perft import perft
from pbm.rules.play import PASS

VECTORS = Path(__file__).parent / "vectors"
RESULTS = {Seat.FIRST: [1, -1], Seat.SECOND: [-1, 1], None: [0, 0]}

Written = Callable[[Any, Any], str]
"""Returns a legal move of ours in a state as OpenSpiel writes it."""


@cache
def lines(name: str) -> tuple[Mapping[str, Any], ...]:
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return tuple(map(json.loads, file))


def of_kind(name: str, kind: str) -> Iterator[Mapping[str, Any]]:
    return (line for line in lines(name) if line["kind"] == kind)


def check_counts(name: str, game: AnyGame, most: int) -> int:
    """Compare the counts of at most ``most`` sequences, and return how many there were."""
    counts = {line["depth"]: line["nodes"] for line in of_kind(name, "perft")}
    small = {depth: nodes for depth, nodes in counts.items() if nodes <= most}
    assert {depth: perft(game, game.start(), depth) for depth in small} == small
    return len(small)


def check_games(
    name: str, game: AnyGame, written: Written, step: int = 1, draws_earlier: bool = False
) -> int:
    """Compare the legal moves and results of every ``step``-th game; return how many there were.

    draws_earlier: whether our game may go on where theirs is drawn.
    """
    games = list(of_kind(name, "game"))[::step]
    for line in games:
        looks = {ply: rest for ply, *rest in line["look"]}
        state = _played(game, line["moves"], written, looks)
        outcome = game.outcome(state)
        if draws_earlier and line["result"] == RESULTS[None]:
            assert outcome is None, line["id"]
            continue
        assert outcome is not None
        assert RESULTS[outcome.winner] == line["result"], line["id"]
    return len(games)


def check_ends(name: str, game: AnyGame, written: Written) -> int:
    """Compare the moves that win at once; return the number of positions."""
    ends = list(of_kind(name, "end"))
    for line in ends:
        state = _played(game, line["moves"], written, {})
        known, side = _moves(game, state, written), game.to_move(state)
        assert len(known) == line["legal"]
        after = {text: game.outcome(game.apply(state, move)) for text, move in known.items()}
        wins = [text for text, end in after.items() if end and end.winner is side]
        assert sorted(wins) == sorted(line["wins"]), line["id"]
    return len(ends)


def _played(
    game: AnyGame, texts: Sequence[str], written: Written, looks: Mapping[int, Sequence[Any]]
) -> Any:
    """Return the state after moves; ours makes the passes that are written there by itself."""
    state = game.start()
    for ply, text in enumerate(texts):
        is_made = game.plies(state) > ply
        known = {PASS: None} if is_made else _moves(game, state, written)
        if ply in looks:
            _, distinct, digest = looks[ply]
            assert (len(known), _digest(known)) == (distinct, digest), ply
        move = known[text]
        state = state if is_made else game.apply(state, move)
    return state


def _moves(game: AnyGame, state: Any, written: Written) -> dict[str, Any]:
    return {written(state, move): move for move in game.legal_moves(state)}


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(sorted(texts)).encode()).hexdigest()[:16]
