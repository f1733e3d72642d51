from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from pbm.core.contests.berger import berger
from pbm.core.contests.standings import DRAWN, LOST, WON, Game, TieBreak, standings, tie_break

# 1,200 random leagues, one a line: players, the results of the first seats in the order of the
# Berger table (a second time with the seats exchanged where there are twice as many), the place
# of each player by points, Sonneborn-Berger, direct encounter and wins, and their Sonneborn-Berger
# in quarters. Made with gacrux 1.11.65, by "PTS SB DE WIN".
LEAGUES = Path(__file__).with_name("leagues.txt")
HALVES = {"1": WON, "=": DRAWN, "0": LOST}


def leagues() -> Iterator[tuple[list[Game], list[int], list[int]]]:
    for line in LEAGUES.read_text(encoding="utf-8").splitlines():
        players, results, places, quarters = line.split()
        both = len(results) == int(players) * (int(players) - 1)
        pairs = berger(int(players), both=both)
        games = [
            Game(each.first, each.second, HALVES[result])
            for each, result in zip(pairs, results, strict=True)
        ]
        yield games, [*map(int, places.split(","))], [*map(int, quarters.split(","))]


def test_places_and_tie_breaks_are_those_of_an_independent_program() -> None:
    found = 0
    for games, places, quarters in leagues():
        lines = {each.player: each for each in standings(range(len(places)), games)}
        assert [lines[player].place for player in range(len(places))] == places, games
        assert [lines[player].berger * 4 for player in range(len(places))] == quarters
        found += 1
    assert found >= 1000


def test_the_leagues_have_ties_of_every_depth() -> None:
    depths: set[int | str] = set()
    for games, places, _ in leagues():
        lines = standings(range(len(places)), games)
        depths |= {len(each.direct) for each in lines}
        depths |= {"shared"} if len(set(places)) < len(places) else set()
    assert {1, 2, "shared"} <= depths


def test_games_of_struck_players_do_not_count_and_they_have_no_place() -> None:
    games = [Game(1, 2, WON), Game(1, 3, LOST), Game(2, 3, DRAWN)]
    first, second, last = standings([1, 2, 3], games, struck=[3])
    assert [(each.player, each.place) for each in (first, second, last)] == [(1, 1), (2, 2), (3, 0)]
    assert [each.points for each in (first, second, last)] == [
        Fraction(1),
        Fraction(0),
        Fraction(0),
    ]


def test_fractions_are_exact() -> None:
    games = [Game(1, 2, DRAWN), Game(2, 3, DRAWN), Game(3, 1, WON)]
    lines = {each.player: each for each in standings([1, 2, 3], games)}
    assert lines[2].berger == Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 2) * Fraction(3, 2)
    assert [each.place for each in lines.values()] == [1, 2, 3]


def test_what_decided_between_neighbours_is_that_and_nothing_before_it() -> None:
    found: set[TieBreak | None] = set()
    for games, places, _ in leagues():
        for one, other in pairwise(standings(range(len(places)), games)):
            tie = tie_break(one, other)
            merits = [
                (one.points, other.points),
                (one.berger, other.berger),
                (one.direct, other.direct),
                (one.wins, other.wins),
            ]
            decided = next((at for at, (mine, yours) in enumerate(merits) if mine != yours), 0)
            assert tie == [None, TieBreak.BERGER, TieBreak.DIRECT, TieBreak.WINS][decided]
            found.add(tie)
    assert found == {None, *TieBreak}


def test_nothing_decides_between_a_player_and_one_who_was_struck() -> None:
    first, second, struck = standings([1, 2, 3], [Game(1, 2, DRAWN)], struck=[3])
    assert first.points > 0
    assert tie_break(second, struck) is None
