"""The files of the site and the links between them.

Links are relative, so that the site works below any address and from a folder. The club's own
language is at the top, and each other one has a folder of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from posixpath import dirname, relpath, split

STYLE, ICON = "style.css", "icon.svg"
SCRIPT, COMPOSER, LETTER = "replay.js", "compose.js", "letter.js"
STATIC = (STYLE, SCRIPT, COMPOSER, LETTER, ICON)
GAMES_TOGETHER = 100
"""How many games a page of the archive lists."""

CLUB_FEED = "games.atom"
CONTESTS_FEED = "contests.atom"


@dataclass(frozen=True)
class Places:
    """The places of the pages in one language. folder: its folder, "" for the club's language."""

    folder: str = ""

    @property
    def index(self) -> str:
        return self._in("index.html")

    @property
    def players(self) -> str:
        return self._in("players.html")

    @property
    def ratings(self) -> str:
        return self._in("ratings.html")

    @property
    def contests(self) -> str:
        return self._in("contests.html")

    @property
    def rules(self) -> str:
        return self._in("rules.html")

    @property
    def archives(self) -> str:
        """The page that lists the pages of the archive."""
        return self._in("archive.html")

    def archive(self, number: int) -> str:
        """The page of the archive with the games from ``GAMES_TOGETHER * number`` on."""
        return self._in(f"archive/{number}.html")

    @property
    def games(self) -> str:
        """The folder of the pages of games."""
        return self._in("games/")

    def game(self, board: int) -> str:
        return f"{self.games}{board}.html"

    def player(self, userid: str) -> str:
        return self._in(f"players/{userid}.html")

    def contest(self, number: int) -> str:
        return self._in(f"contests/{number}.html")

    @property
    def puzzles(self) -> str:
        return self._in("puzzles.html")

    def puzzle(self, number: int) -> str:
        return self._in(f"puzzles/{number}.html")

    def ruleset(self, game: str, ruleset: str) -> str:
        return self._in(f"rules/{game}-{ruleset}.html")

    def _in(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name


def record(board: int) -> str:
    return f"games/{board}.txt"


def moves(board: int) -> str:
    """The legal moves of a running game, for its composer."""
    return f"games/{board}.json"


def answers(puzzle: int) -> str:
    """The legal moves of a puzzle, for its composer."""
    return f"puzzles/{puzzle}.json"


def picture(game: str) -> str:
    """A picture of a game, for link previews."""
    return f"pictures/{game}.png"


def board(game: str) -> str:
    """A board of a game, for lists of games."""
    return f"pictures/{game}.svg"


def game_picture(board: int) -> str:
    return f"games/{board}.png"


def game_film(board: int) -> str:
    """The last moves of a finished game, as a picture that moves."""
    return f"games/{board}.gif"


def game_feed(board: int) -> str:
    return f"games/{board}.atom"


def contest_feed(number: int) -> str:
    return f"contests/{number}.atom"


def turn_feed(userid: str) -> str:
    return f"players/{userid}.atom"


def link(origin: str, target: str) -> str:
    """Return the relative link from one file of the site to another."""
    folder, name = split(target)
    return f"{_way(dirname(origin), folder)}{name}"


@cache
def _way(origin: str, target: str) -> str:
    """Return the relative path from one folder to another, ending in a slash; "" to the same."""
    way = relpath(target or ".", origin or ".")
    return "" if way == "." else f"{way}/"
