"""The situation of a writer: the mail that they answer, and the moves that are legal there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from pbm.core.games import AnyGame, family
from pbm.core.model import Offer
from pbm.inbox.understanding.board_words import by_players
from pbm.notices.facts.places import Place
from pbm.notices.seek_news import from_seeded_start

TALKING = (Place.TURN, Place.WAITING, Place.OVER, Place.INVITED)
"""The places where words without a request are for the other player."""


def nothing_is_legal(_text: str) -> str:
    return ""


def nobody(_word: str) -> bool:
    return False


def no_game(_board: str) -> str:
    return ""


def no_program(_name: str) -> str:
    return ""


@dataclass(frozen=True)
class Situation:
    """The situation of the writer, on which the meaning of their words depends.

    userid, language: the writer's. topic: the help topic of the board's game.
    offer: what the other player proposes on the board.
    dropped: the command that was asked about, if the writer began with a no.
    contest: the command that shows the contest whose mail, or whose board's mail, is answered.
    own_contests: the commands that show the contests that the writer is in.
    game_on: returns the name of the game that is played on the board with this number, "" for none.
    is_player: tells whether a word is somebody's userid.
    program: returns the userid of the program with this name, "" for none; for "" that of any.
    levels: the userids of the programs that have a level, the weakest one first.
    opponent: the userid of the only other player of the board, if there is one.
    plays_program: whether a program plays on the board, which reads no words.
    places: whether the writer is to place pieces, or to do anything else that is no usual move.
    may_analyse: whether the game of the board is over, and may be analysed.
    solves: whether the mail that is answered is a puzzle, whose game and moves then count.
    today: the date where the writer lives; None if it is not known.
    away: whether they are on vacation.
    legal: returns a move of the writer's in the usual notation, "" for any other text.
    """

    place: Place
    userid: str = ""
    language: str = ""
    game: AnyGame | None = None
    topic: str = ""
    offer: Offer | None = None
    dropped: str = ""
    contest: str = ""
    own_contests: Sequence[str] = ()
    game_on: Callable[[str], str] = no_game
    is_player: Callable[[str], bool] = nobody
    program: Callable[[str], str] = no_program
    levels: Sequence[str] = ()
    opponent: str = ""
    plays_program: bool = False
    places: bool = False
    may_analyse: bool = False
    solves: bool = False
    today: date | None = None
    away: bool = False
    legal: Callable[[str], str] = nothing_is_legal

    def is_other(self, word: str) -> bool:
        """Whether the word is the userid of another player."""
        return word != self.userid and self.is_player(word)

    def without_inviter(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines without "of bob" if bob invites the writer: no answer depends on that."""
        if self.place is not Place.INVITED or not self.opponent:
            return lines
        name = by_players(self.opponent)
        left = (name.sub(" ", line) for line in lines)
        return [
            other if any(map(str.isalnum, other)) else line
            for line, other in zip(lines, left, strict=True)
        ]

    def challenge(self, game: str, other: str) -> str:
        """The command that challenges the player to the game, with the pieces on the board.

        Placing them takes a mail for each: who wants that writes the command.
        """
        return from_seeded_start(game, f"challenge {other}")

    def game_named(self, word: str) -> str:
        """The name of the game if the word is one, else ""."""
        found = family(word)
        return word if found is not None and found.name == word else ""

    def reads(self, text: str) -> bool:
        """Whether the text has the form of a move of this game."""
        return self.game is not None and self.game.reads(text)
