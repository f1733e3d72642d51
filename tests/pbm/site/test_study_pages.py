"""Pages of analyses and of puzzles, and how pages mark players that are programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.core.analyses import GameAnalysis
from pbm.core.games import ENGINES, Analysis, Remark, RemarkKind, judge
from pbm.play.programs import enlist
from pbm.play.study.puzzles import shipped, stock
from tests.pbm.site.published import FEW_PUZZLES, OPENING, Published, SavedClub, listed
from tests.pbm.town import ALICE, BOB, PASSWORD

MOVES = (*OPENING, "15-24", "66x65=21")
LET_IN = Remark(6, RemarkKind.LET_IN, 2, better=("62-54", "12-22"), punished=("13-23",))
FOUND = Analysis((LET_IN,), (1, -2, 30, -40, 5, 1_000_990))
"""An analysis of these moves as programs could have found it; it would take them a second."""


@pytest.fixture
def analysed(published: Published) -> Published:
    """A club with a finished game, which is analysed after its page was written."""
    town = published.town
    town.play(town.board(), *MOVES)
    town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    published.write()
    assert 'class="curve"' not in published.read("games/1.html")
    match = town.match()
    with town.app.store.transaction() as tx:
        tx.analyses.put(GameAnalysis(1, match.seq, ENGINES, town.time, FOUND))
    published.write()
    return published


def test_an_analysis_comes_to_the_page_of_its_game(analysed: Published) -> None:
    for move in (*LET_IN.better, *LET_IN.punished):
        assert move in analysed.read("games/1.html"), move
    assert 'class="curve"' in analysed.read("games/1.html")
    assert 'class="curve"' in analysed.read("de/games/1.html")


def test_an_analysis_is_on_no_page_of_a_game_that_is_hidden(analysed: Published) -> None:
    analysed.town.write(BOB, f"set bob {PASSWORD} public off\n")
    analysed.write()
    assert not analysed.holds("games/1.html")


def test_an_analysis_of_a_game_that_ended_elsewhere_is_not_shown(analysed: Published) -> None:
    analysed.town.later(hours=1)
    with analysed.town.app.store.transaction() as tx:
        kept = tx.analyses.get(1)
        assert kept is not None
        tx.analyses.put(GameAnalysis(1, kept.seq - 1, ENGINES, analysed.town.time, kept.found))
    analysed.restart()
    assert 'class="curve"' not in analysed.read("games/1.html")


@pytest.fixture(scope="module")
def puzzling(
    saved_club: SavedClub, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Published]:
    """A club that gets programs and puzzles after its pages were written."""
    made = saved_club.copy(tmp_path_factory.mktemp("puzzling"))
    with closing(made.town):
        with made.town.app.store.transaction() as tx:
            enlist(tx, "owl", made.town.time)
            stock(tx)
        made.write()
        yield made


def with_puzzles() -> int:
    """How many rule sets have puzzles."""
    return len({spec for spec, *_ in shipped()})


def test_the_first_puzzles_of_each_rule_set_have_a_page(puzzling: Published) -> None:
    pages = [each for each in puzzling.files() if each.startswith("puzzles/")]
    assert sum(each.endswith(".html") for each in pages) == FEW_PUZZLES * with_puzzles()
    assert "puzzles.html" in puzzling.read("index.html")


def test_pages_of_puzzles_that_came_later_equal_those_built_anew(puzzling: Published) -> None:
    grown = puzzling.files()
    puzzling.restart()
    assert puzzling.files() == grown


def test_a_club_without_programs_has_no_puzzles(published: Published) -> None:
    assert not [place for place in published.files() if place.startswith("puzzles/")]
    assert "puzzles.html" not in published.read("index.html")


def test_what_a_page_calls_right_is_what_solves_the_puzzle(puzzling: Published) -> None:
    with puzzling.town.app.store.reading() as tx:
        kept = {each.id: each for each in tx.puzzles.list()}
    answers = [place for place in puzzling.files() if place.endswith(".json")]
    assert len(answers) == FEW_PUZZLES * with_puzzles()
    for place in answers:
        puzzle, told = kept[int(Path(place).stem)], json.loads(puzzling.read(place))
        verdicts = {judge(puzzle.game, puzzle.puzzle, 0, move).verdict for move in told["right"]}
        assert verdicts and "wrong" not in verdicts
        assert not told["moves"] or set(told["right"]) < set(listed(told["moves"]))


def test_programs_are_called_programs(puzzling: Published) -> None:
    town = puzzling.town
    town.write(ALICE, f"gyges challenge alice {PASSWORD} owl\n")
    puzzling.write()
    for place in ("players.html", "players/owl.html", "games/1.html", "index.html"):
        assert "program" in puzzling.read(place), place
    assert "owl (program)" in puzzling.read("games/1.html")
    assert "owl (Programm)" in puzzling.read("de/games/1.html")
