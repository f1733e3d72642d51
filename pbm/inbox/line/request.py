"""The request that a command function is given, and the answer that it returns"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.base.values import quickly_made
from pbm.core.board import Board
from pbm.core.games import AnyGame, game_names
from pbm.core.languages import ENGLISH
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.speaker import Sender, Speaker, plain_grant
from pbm.mail.identity import Identity
from pbm.notices.dispatch import take_drafts
from pbm.notices.drafts import Draft, Grant
from pbm.notices.readers import Reader, reader_of
from pbm.play.publicity import check_may_see
from pbm.play.work import Work
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class Answer:
    """The mail that answers the sender, and the mails that tell others.

    ``reply`` is None for the rare command that is answered to somebody else only.
    """

    reply: Draft | None
    notices: tuple[Draft, ...] = ()


class RefusedWithMail(Refused):
    """A refusal that is told by a mail of its own, in place of the usual one."""

    def __init__(self, code: str, draft: Draft) -> None:
        super().__init__(code)
        self.draft = draft


@quickly_made
@dataclass(frozen=True)
class Request:
    """One command of one letter.

    speaker: who sent it; None for a stranger, who can only use commands for anyone.
    game: the default rule set of the named game; None for commands without a game.
    about: the number of the board whose mail is answered, if any.
    beside: the sender's own lines beside the command: a comment, a note, a message.
    holds_password: whether the words that others would be shown hold a password.
    language: the language of a stranger, "" if it is not clear.
    inferred: whether the command was not written, but stands for the sender's own words.
    talked: the game that the conversation is about, "" for none; for commands for anyone alone.
    """

    work: Work
    identity: Identity
    sender: Sender
    speaker: Speaker | None
    game: AnyGame | None
    about: int | None
    args: Arguments
    beside: tuple[str, ...]
    holds_password: bool = False
    language: str = ""
    inferred: bool = False
    talked: str = ""

    @property
    def tx(self) -> Transaction:
        return self.work.tx

    @property
    def now(self) -> datetime:
        return self.work.now

    @property
    def text(self) -> tuple[str, ...]:
        """The sender's own lines besides the command, which others are shown.

        :raises Refused: if the lines hold a password
        """
        if self.holds_password:
            raise Refused("words_hold_password")
        return self.beside

    @property
    def player(self) -> Player:
        """:raises Refused: for a stranger."""
        if self.speaker is None:
            raise Refused("stranger")
        return self.speaker.player

    @property
    def known(self) -> Player | None:
        """The player who sent the command, None for a stranger."""
        return self.speaker.player if self.speaker else None

    @property
    def reader(self) -> Reader:
        """The reader of the answer, for language and time zone."""
        return reader_of(self.known) if self.known else Reader(self.language or ENGLISH)

    def grant(self) -> Grant:
        """A grant for a mail that changes nothing, as strong as the grant of the answered mail."""
        return plain_grant(self.sender, self.known, self.language)

    @property
    def named_game(self) -> AnyGame:
        """The game of a command that always has one."""
        assert self.game is not None, "such a line names its game, or answers a mail about it"
        return self.game

    @property
    def games(self) -> Sequence[str]:
        """The names of the games that the command is about: the one that it names, or all."""
        return [self.game.name] if self.game else game_names()

    def board(self) -> Board:
        """The board that the command names.

        :raises Refused: as ``numbered`` does
        """
        return self.numbered(self.args.board)

    def numbered(self, number: int | None) -> Board:
        """The board of that number.

        :raises Refused: if there is no such board, it is private, or it belongs to another game
        """
        board = self.work.board(number)
        check_may_see(board.match, self.known)
        if self.game is not None and board.game.name != self.game.name:
            raise Refused("other_game", board=number, game=board.game.name, named=self.game.name)
        return board

    @property
    def seen(self) -> int | None:
        """The last event of the board that the answered mail showed, if that is known."""
        by_token = self.speaker is not None and self.speaker.answers_board
        return (self.speaker.seq or 0) if self.speaker and by_token else None

    def told(self, to: Player | None = None) -> Answer:
        """Return the mails about what was published.

        The mail to the player ``to``, by default the speaker, is the reply; for a stranger, it is
        the mail to the address that they wrote from.
        """
        author, reader = self.sender.author, to or self.known
        drafts = take_drafts(self.work, author)
        own = next((each for each in drafts if _is_for(each, reader, author)), None)
        return Answer(own, tuple(draft for draft in drafts if draft is not own))


def _is_for(draft: Draft, reader: Player | None, author: str) -> bool:
    if draft.player is None:
        return draft.to == author
    return reader is not None and draft.player.id == reader.id
