from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.games import AnyGame, all_games, find, spec
from pbm.core.legal import LEAST_OF_GROUP, MOST_SHOWN, legal_moves
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.towers import Towers

MANY = "..3211/....13/...2../..2.2./...3../...13. n"
"""A position of ``gyges/towers`` with 8,093 legal moves."""


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_each_legal_move_is_counted_once_and_those_shown_are_legal(game: AnyGame) -> None:
    state = game.start()
    for _ in range(4):
        found = legal_moves(game, state)
        assert found.complete
        assert found.count == len(list(game.legal_moves(state)))
        for group in found.groups:
            assert group.shown
            for text in group.shown:
                assert text.startswith(group.lifted)
                game.parse(state, text)
        state = game.apply(state, next(game.legal_moves(state)))


def test_of_very_many_moves_a_few_of_each_piece_are_shown() -> None:
    game = find("gyges/towers")
    found = legal_moves(game, game.decode(MANY))
    assert found.count == 8093
    assert [group.lifted for group in found.groups] == ["c7", "d7", "e7", "f7"]
    assert sum(len(group.shown) for group in found.groups) <= MOST_SHOWN
    assert all(len(group.shown) >= LEAST_OF_GROUP for group in found.groups)


def test_a_search_that_takes_too_long_leaves_what_was_found() -> None:
    game = find("gyges/towers")
    assert isinstance(game, Gyges)
    game = replace(game, rules=Towers(budget=5))
    found = legal_moves(game, game.decode(MANY))
    assert not found.complete
    assert found.count < 8093
