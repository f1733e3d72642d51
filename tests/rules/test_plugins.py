"""The plugins that come with pbm keep the contract, and know their games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.core.games import IllegalMove, NotationError, PluginGame, find, perft, plugins, verify
from tests.rules.plugins import offered

LIBRARIES = {"chess": "chess", "konane": "", "open_spiel": "pyspiel"}
GAMES = {
    "chess": ["chess"],
    "konane": ["konane", "konane/6x6"],
    "open_spiel": ["tictactoe", "fourrow", "gomoku", "checkers", "dotsboxes", "mancala"],
}
COUNTS = {
    "chess": (20, 400, 8902),
    "tictactoe": (9, 72, 504, 3024),
    "fourrow": (7, 49, 343),
    "checkers": (7, 49, 302),
    "konane": (4, 12),
}
"""Numbers of sequences of moves, by plies. Those of chess, checkers and tic-tac-toe are published;
those of Konane follow from its rules: two corners with two neighbours, two cells with four.
"""


@pytest.fixture(scope="module", params=LIBRARIES)
def names(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[str]]:
    library = LIBRARIES[request.param]
    if library:
        pytest.importorskip(library, reason=f"{library} is not installed")
    with offered(request.param, tmp_path_factory.mktemp(request.param)):
        yield GAMES[request.param]


@pytest.fixture
def chess(tmp_path: Path) -> Iterator[PluginGame]:
    pytest.importorskip("chess", reason="chess is not installed")
    with offered("chess", tmp_path / "site"):
        found = find("chess")
        assert isinstance(found, PluginGame)
        yield found


def test_its_games_are_offered_and_nothing_is_wrong(names: list[str]) -> None:
    assert plugins().troubles == []
    assert {game.name for game in plugins().games.values()} == {
        name.split("/")[0] for name in names
    }


@pytest.mark.slow
def test_they_keep_the_contract(names: list[str]) -> None:
    for name in names:
        game = find(name)
        assert isinstance(game, PluginGame)
        assert [each for each in verify(game) if each.why] == []


def test_the_numbers_of_moves_are_known(names: list[str]) -> None:
    for name in names:
        game = find(name)
        for depth, count in enumerate(COUNTS.get(name, ())[:3], 1):
            assert perft(game, game.start(), depth) == count, (name, depth)


WRITTEN = {
    "1. e4": "e4",
    "1.e4": "e4",
    "e2-e4": "e4",
    "e2e4": "e4",
    "E4": "e4",
    "e4!": "e4",
    "Nf3": "Nf3",
    "♘f3": "Nf3",
    "g1f3": "Nf3",
    "Ng1-f3": "Nf3",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_chess_reads_moves_as_players_write_them(chess: PluginGame, text: str) -> None:
    assert chess.reads(text)
    assert chess.make(chess.start(), text).printed == WRITTEN[text]


POSITIONS = {
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0"): "O-O",
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o-o"): "O-O-O",
    ("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8Q"): "e8=Q",
    ("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7e8n"): "e8=N",
    ("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7-e8=R"): "e8=R",
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p."): "exd6",
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5"): "exd5",
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4:d5"): "exd5",
    ("4k3/8/8/8/8/8/8/4K3 w - - 100 80", "claim"): "claim",
}


@pytest.mark.parametrize(("position", "text"), POSITIONS)
def test_chess_reads_rare_moves(chess: PluginGame, position: str, text: str) -> None:
    if text == "claim":
        position = position.replace("4K3 w", "4K2R w")
    assert chess.make(chess.decode(position), text).printed.rstrip("+#") == POSITIONS_PRINTED[text]


POSITIONS_PRINTED = {text: printed for (_, text), printed in POSITIONS.items()}

REFUSED = {
    ("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8"): "promote",
    ("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3"): "in_check",
    ("4k3/8/8/8/8/8/8/4K2R w - - 3 5", "claim"): "no_claim",
}


@pytest.mark.parametrize(("position", "text"), REFUSED)
def test_chess_says_why_a_move_is_illegal(chess: PluginGame, position: str, text: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        chess.parse(chess.decode(position), text)
    assert raised.value.phrase.code == REFUSED[position, text]


def test_chess_ends_by_a_claimed_repetition(chess: PluginGame) -> None:
    state = chess.start()
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 claim".split():
        state = chess.make(state, text).after
    over = chess.outcome(state)
    assert over is not None
    assert (over.winner, over.reason) == (None, "claim")


@pytest.mark.parametrize("action", ["9", "-1", "99999999999", "4.4", "x", "4."])
def test_no_illegal_action_reaches_open_spiel(tmp_path: Path, action: str) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    with offered("open_spiel", tmp_path / "site"):
        game = find("tictactoe")
        game.start()
        assert isinstance(game, PluginGame)
        pid = game.process.pid
        with pytest.raises(NotationError):
            game.decode(action)
        assert game.process.pid == pid
