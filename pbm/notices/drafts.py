"""Drafts: mails that are not rendered yet, with recipient, kind and facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from pbm.base.values import cached_property, quickly_made
from pbm.core.model import Player
from pbm.mail.correspondence import Purpose
from pbm.notices.kinds import MailKind

NO_PLAYER = 0
"""In place of the id of the player who causes a mail: somebody who is not a player yet."""


@quickly_made
@dataclass(frozen=True)
class Grant:
    """A token to create for the reply address of a mail; see ``pbm.mail.correspondence.Token``.

    password: stored in the token's data as a hash, which is computed only if the mail is sent.
    """

    purpose: Purpose
    player: int | None = None
    board: int | None = None
    seq: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    good_for: timedelta | None = None
    password: str | None = None


def account_grant(player: Player) -> Grant:
    """The grant of mails that are not about a board: commands of the account."""
    return Grant(Purpose.ACCOUNT, player.id)


def digest_grant(player: Player, **data: Any) -> Grant:
    """Like ``account_grant``, but marked as the grant of a mail with several boards.

    A player who replies with a move can then be told that the mail belongs to no single board.
    """
    return Grant(Purpose.ACCOUNT, player.id, data={"digest": True, **data})


CONTEST = "contest"
"""The part of a token's data that holds the id of the contest that its mail is about.

It was ``True`` in earlier versions.
"""


def contest_grant(player: Player, contest: int, **data: Any) -> Grant:
    """Like ``account_grant``, but questions in reply are understood as being about the contest."""
    return Grant(Purpose.ACCOUNT, player.id, data={CONTEST: contest, **data})


PREVIEWED = "previewed"
"""The part of a token's data that holds the move that its mail shows, and that can be played."""


OF_SERVER = "of server"
"""The fact in the data of a board's token that its mail is an answer of the server, such as a help:
words in reply are for nobody else.
"""


WRITER = "writer"
"""The part of a token's data that holds the id of the player whose message its mail brings."""


LEARNT = "lesson"
"""The part of a token's data that holds the rule set and the number of the lesson in its mail, and
how many answers in a row have missed it.
"""


TALKED = "game"
"""The part of a token's data that holds the game of which its reader has asked or learnt before."""


PUZZLE = "puzzle"
"""The part of a token's data that holds the number of the puzzle in its mail."""


def puzzle_grant(player: Player, puzzle: int) -> Grant:
    """Like ``account_grant``, but a move in reply answers the puzzle."""
    return Grant(Purpose.ACCOUNT, player.id, data={PUZZLE: puzzle})


@quickly_made
@dataclass(frozen=True)
class Draft:
    """A mail that is not rendered yet.

    to: a player, or an address without a player.
    facts: the variables of the template.
    also: grants for further reply addresses in the text, which are in the fact ``answers``.
    board, seq: the board whose thread the mail belongs to, and the event that it reports.
    language: the language for an address without a player; a player's is in their settings.
    by: the id of another player who caused the mail, or ``NO_PLAYER``; None for a reply, or if
        nobody else did.
    """

    to: Player | str
    kind: MailKind
    facts: Mapping[str, Any] = field(default_factory=dict)
    board: int | None = None
    seq: int | None = None
    grant: Grant | None = None
    also: tuple[Grant, ...] = ()
    language: str = ""
    by: int | None = None

    @cached_property
    def player(self) -> Player | None:
        return self.to if isinstance(self.to, Player) else None

    @property
    def is_from_another(self) -> bool:
        """Whether somebody other than its reader caused the mail."""
        return self.player is not None and self.by not in (None, self.player.id)
