"""The context of a use case: transaction, time, cause, boards, published news."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbm.core.board import Board
from pbm.core.changes import adjusted
from pbm.core.events import Deed
from pbm.core.happening import Happening
from pbm.core.happenings import Excused, Returned
from pbm.core.model import Cause, Match, Player
from pbm.core.plies import AnyPly
from pbm.core.refused import Refused
from pbm.play.board_repository import BoardRepository
from pbm.play.news import BoardNews, News, UntoldError
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench


@dataclass
class Work:
    """The context of one deed of a player, an operator or the clock. The caller commits.

    boards: the boards of this process, with their cache and subscribers.
    bench: does slow work, such as hashing a password, outside of the transaction.
    published: the news, in order, from which notices make mails.
    """

    tx: Transaction
    now: datetime
    cause: Cause
    boards: BoardRepository
    bench: Workbench = field(default_factory=Workbench)
    published: list[News] = field(default_factory=list)

    def board(self, number: int | None) -> Board:
        """:raises Refused: if there is no board of that number"""
        board = self.boards.board(self.tx, number) if number is not None else None
        if board is None:
            raise Refused("unknown_board", board=number)
        return board

    def player(self, userid: str) -> Player:
        """:raises Refused: if nobody has that userid"""
        found = self.tx.players.by_userid(userid)
        if found is None:
            raise Refused("unknown_player", userid=userid)
        return found

    def open(self, what: Happening) -> Board:
        """Open a new board with this happening as its first event, and return the board.

        :raises RulesError: if an imported move breaks the rules
        """
        return self.boards.open(self.tx, Deed(what, self.now), self.cause)

    def record(self, board: Board, what: Happening, plies: tuple[AnyPly, ...] = ()) -> Board:
        """Record a happening, and return the board after it.

        plies: the plies of a move, if its line has already been played on this board.

        :raises BrokenBoardError: if the happening is impossible in the current state of the board
        :raises RulesError: if the happening is a move that breaks the rules
        :raises ConflictError: if the board has moved on meanwhile
        """
        return self.boards.do(self.tx, board, Deed(what, self.now), self.cause, plies)

    def enact(
        self,
        board: Board,
        what: Happening,
        by: Player | None = None,
        said: tuple[str, ...] = (),
    ) -> Board:
        """Record a happening, publish it, and return the board after it.

        by, said: as in ``News``.

        :raises: as ``record`` does
        """
        after = self.record(board, what)
        self.publish(BoardNews(by, what, board, after, said=said))
        return after

    def adjust(self, match: Match, what: Excused | Returned) -> Match:
        """Record a change of clocks without reading the board, and return the match after it.

        :raises ConflictError: if the board has moved on meanwhile
        """
        deed = Deed(what, self.now)
        return self.boards.record(self.tx, adjusted(match, what), deed, self.cause)

    def publish(self, news: News) -> None:
        self.published.append(news)

    def check_told(self) -> None:
        """:raises UntoldError: if no notice has handled some of the published news"""
        if self.published:
            kinds = ", ".join(type(each).__name__ for each in self.published)
            raise UntoldError(f"nobody was told of {kinds}")
