from __future__ import annotations

import sys

import pytest

from pbm.base.errors import UsageError
from pbm.core.games import AnyGame, Limits, all_games, engine_of, find, spec
from pbm.programs.external import External
from pbm.programs.match import RANDOM_PLIES, opening, play_match
from pbm.programs.opponents import (
    GREEDY,
    Chance,
    ForfeitError,
    IllegalMoveError,
    Opponent,
    Position,
    Program,
)
from pbm.programs.tally import Tally

GYGES = find("gyges/classic")
FEW = Limits(nodes=50)
FAST = ("dvonn/standard", "gyges/simple")
"""The rule set of each game whose matches take the least time."""


def result(game: AnyGame, *players: Opponent, games: int = 2, seed: int = 0) -> Tally:
    return [*play_match(game, players, games, seed)][-1].tally


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(each, marks=() if spec(each) in FAST else pytest.mark.slow, id=spec(each))
        for each in all_games()
    ],
)
def test_a_match_of_any_rule_set_ends_and_can_be_repeated(game: AnyGame) -> None:
    program = Program(engine_of(game).levels[0], FEW)
    tallies = {result(game, program, Chance()) for _ in range(2)}
    assert {tally.games for tally in tallies} == {2}
    assert len(tallies) == 1


def test_a_program_beats_chance() -> None:
    assert result(GYGES, Program(GREEDY, FEW), Chance(), games=4).won >= 3


def test_both_games_of_a_pair_have_the_same_opening() -> None:
    seen = list[str]()

    class Watcher(Chance):
        def choose(self, at: Position, seed: int) -> str:
            if len(at.moves) <= RANDOM_PLIES + 1:
                seen.append("; ".join(at.moves[:RANDOM_PLIES]))
            return super().choose(at, seed)

    result(GYGES, Watcher(), Chance())
    assert len(seen) == 2
    assert len({*seen}) == 1
    assert opening(GYGES, 0) != opening(GYGES, 2)


class Silent:
    def choose(self, at: Position, seed: int) -> str:
        raise ForfeitError("no answer")


class Wrong:
    def choose(self, at: Position, seed: int) -> str:
        return "11-11"


@pytest.mark.parametrize("player", [Silent(), Wrong()], ids=["silent", "wrong"])
def test_a_player_without_a_legal_move_forfeits_the_game(player: Opponent) -> None:
    finished = [*play_match(GYGES, (player, Chance()), games=2)]
    assert finished[-1].tally == Tally(lost=2)
    assert all(each.forfeit for each in finished)


def test_a_forfeit_by_an_illegal_move_names_the_move() -> None:
    (finished,) = play_match(GYGES, (Wrong(), Chance()), games=1)
    assert isinstance(finished.forfeit, IllegalMoveError)
    assert finished.forfeit.text == "11-11"


OURS = f"{sys.executable} -m pbm engine gyges/classic --level 1"
MUTE = f"{sys.executable} -c 'pass'"


def test_a_command_that_speaks_ugi_plays_whole_games() -> None:
    with External(OURS, GYGES, "nodes 10", seconds=10) as ours:
        finished = [*play_match(GYGES, (ours, Chance()), games=2)]
    assert finished[-1].tally.won >= 1
    assert not any(each.forfeit for each in finished)


def test_a_command_that_ends_forfeits() -> None:
    with pytest.raises(ForfeitError), External(MUTE, GYGES, "nodes 10", seconds=0):
        pass


def test_a_command_that_cannot_be_started_is_an_error_of_the_operator() -> None:
    with pytest.raises(UsageError):
        External("/no/such/program", GYGES, "nodes 10", seconds=0)
