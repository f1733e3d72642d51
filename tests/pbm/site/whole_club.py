"""A club with pages of every kind."""

from __future__ import annotations

from pathlib import Path

from pbm.core.analyses import GameAnalysis
from pbm.core.games import ENGINES, analyse, find
from pbm.play.programs import enlist
from pbm.play.study.puzzles import stock
from tests.pbm.site.contests import begin_cup, begin_season, resign
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, CAROL, PASSWORD


def whole_club(folder: Path) -> Published:
    """A club with a running game of Gyges, a finished one, one of DVONN, a seek, and contests.

    The finished game has an analysis, and there are programs and puzzles. Carol hides their games.
    """
    made = Published(folder)
    made.sign_up_both()
    town = made.town
    town.sign_up(CAROL, PASSWORD)
    town.play(town.board(), *OPENING)
    town.play(town.board(), *OPENING)
    town.write(ALICE, f"gyges resign 2 alice {PASSWORD}\n")
    town.board("-random", "dvonn")
    town.write(CAROL, f"gyges seek carol {PASSWORD}\n")
    made.write()
    begin_cup(made)
    for board in (4, 5):
        resign(made, board)
    begin_season(made)
    town.write(ALICE, f"gyges stairs alice {PASSWORD} join\n")
    town.write(CAROL, f"set carol {PASSWORD} public off\n")
    with town.app.store.transaction() as tx:
        enlist(tx, "owl", town.time)
        stock(tx)
        match = tx.matches.get(2)
        assert match is not None
        found = analyse(find(match.spec), find(match.spec).start(), OPENING)
        tx.analyses.put(GameAnalysis(2, match.seq, ENGINES, town.time, found))
    made.write()
    return made


KINDS_OF_PAGES = (
    "index.html",
    "de/index.html",
    "players.html",
    "ratings.html",
    "rules.html",
    "rules/gyges-kang.html",
    "games/1.html",
    "fr/games/2.html",
    "games/3.html",
    "players/alice.html",
    "archive.html",
    "archive/0.html",
    "puzzles.html",
    "puzzles/1.html",
    "contests.html",
    "contests/1.html",
    "nl/contests/1.html",
    "contests/2.html",
    "it/contests/3.html",
    "contests/4.html",
)
"""One page of each kind; games 1 and 3 are running. Contests are a cup, a season with its league,
and stairs."""
