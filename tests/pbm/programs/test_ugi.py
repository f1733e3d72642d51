from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from pbm.base.errors import UsageError
from pbm.core.games import AnyGame, RulesError, Seat, all_games, find, spec
from pbm.programs import go, ugi
from tests.combinations import for_each

GYGES = find("gyges/classic")
WON = "....../3...../..1.1./1.23.3/3.22.1/...... N"


def spoken(*lines: str, game: AnyGame = GYGES, level: int = 1) -> list[str]:
    """Return the answers to these lines, which the end of the stream follows."""
    said: list[str] = []
    ugi.serve((f"{line}\n".encode() for line in lines), said.append, game, level, seed=0)
    return said


def test_ugi_is_answered_by_a_name_the_options_and_ugiok() -> None:
    said = spoken("ugi")
    assert said[0].startswith("id name ")
    assert said[-1] == "ugiok"
    (rulesets,) = (line for line in said if line.startswith("option name ruleset "))
    assert all(f"var {spec(game)}" in rulesets for game in all_games())


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_any_rule_set_is_played_after_setoption(game: AnyGame) -> None:
    *_, info, best = spoken(f"setoption name ruleset value {spec(game)}", "go nodes 1")
    assert info.startswith("info depth 1 ")
    assert best.startswith("bestmove ")
    game.parse(game.start(), best.removeprefix("bestmove "))


@pytest.mark.parametrize(
    "moves", ["231123;321123;16-35", "231123; 321123; 16-35", "231123 321123 16-35"]
)
def test_moves_are_separated_by_semicolons_or_spaces(moves: str) -> None:
    assert spoken(f"position startpos moves {moves}", "query p1turn") == ["response false"]


def test_a_position_is_what_encode_writes() -> None:
    assert spoken(f"position fen {WON}", "query gameover", "query result", "go") == [
        "response true",
        "response p1win",
        "bestmove none",
    ]


def test_a_side_that_cannot_move_passes() -> None:
    line = "........./........../.........../........../br.....w. w"
    dvonn = find("dvonn/standard")
    assert spoken(f"position fen {line}", "go", game=dvonn) == ["bestmove pass"]


@for_each(
    "line",
    [
        "position fen nonsense",
        "position",
        "position startpos moves 99-99",
        "go sideways",
        "go nodes many",
        "go nodes -1",
        "setoption name level value 6",
        "setoption name level value three",
        "setoption name ruleset value chess",
        "setoption",
        "query weather",
        "dance",
    ],
)
def test_an_error_is_one_line_and_changes_nothing(line: str) -> None:
    before = "position startpos moves 231123"
    error, turn = spoken(before, line, "query p1turn")
    assert error.startswith("info string error: ")
    assert turn == "response false"


def test_go_is_answered_even_if_a_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RulesError("search_too_long")

    monkeypatch.setattr(ugi, "choose", fails)
    best, error = spoken("go")
    assert best == "bestmove none"
    assert error.startswith("info string error: ")


def test_quit_ends_the_session() -> None:
    assert spoken("quit", "isready") == []


def test_uginewgame_begins_at_the_start() -> None:
    assert spoken("position startpos moves 231123", "uginewgame", "query p1turn") == [
        "response true"
    ]


def test_the_same_position_gets_the_same_move() -> None:
    assert spoken("go", "go", level=3)[:2] == spoken("go", level=3)


def test_the_level_and_the_seed_are_options() -> None:
    lines = ("position startpos moves 231123;321123", "go")
    moves = {
        spoken("setoption name level value 1", f"setoption name seed value {seed}", *lines)[-1]
        for seed in range(8)
    }
    assert len(moves) > 1


class Typed:
    """A stream whose lines come one by one, when the test puts them."""

    def __init__(self) -> None:
        self.lines: SimpleQueue[bytes] = SimpleQueue()

    def __iter__(self) -> Iterator[bytes]:
        while line := self.lines.get():
            yield line


@pytest.mark.parametrize("words", ["go infinite", "go depth 90", "go"])
def test_stop_ends_a_search_and_isready_is_answered_during_it(words: str) -> None:
    typed = Typed()
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line == "readyok":
            typed.lines.put(b"stop\n")
        elif line.startswith("bestmove"):
            typed.lines.put(b"quit\n")
            typed.lines.put(b"")

    for line in ("position startpos moves 231123;321123", words, "isready"):
        typed.lines.put(f"{line}\n".encode())
    ugi.serve(typed, say, GYGES, ugi.FULL, seed=0)
    assert said[0] == "readyok"
    assert said[-1].startswith("bestmove ")


def test_a_search_without_end_stops_when_nobody_listens() -> None:
    assert spoken("go infinite", level=ugi.FULL)[-1].startswith("bestmove ")


def test_go_takes_a_share_of_the_clock_of_the_side_to_move() -> None:
    words = "p1time 60000 p2time 30000 p1inc 500 p2inc 0".split()
    assert go.read(words, Seat.FIRST).milliseconds == 2_500
    assert go.read(words, Seat.SECOND).milliseconds == 1_000


def test_a_level_must_exist() -> None:
    with pytest.raises(UsageError):
        ugi.level_of(GYGES, 6)
