"""Mails to be written: which template, what fills it, to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from pbm.core.model import Player
from pbm.mail.correspondence import Purpose
from pbm.notices.kinds import MailKind


@dataclass(frozen=True)
class Grant:
    """A token to put into a mail's reply address; see ``pbm.mail.correspondence.Token``.

    password: kept as a hash in the token's data. It is hashed when the mail is certain to be sent.
    """

    purpose: Purpose
    player: int | None = None
    board: int | None = None
    seq: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    good_for: timedelta | None = None
    password: str | None = None


def account_grant(player: Player) -> Grant:
    """A reply address that reaches what a player does between games."""
    return Grant(Purpose.ACCOUNT, player.id)


def digest_grant(player: Player) -> Grant:
    """The same for a digest, so that those who answer it as if it were a board's can be told."""
    return Grant(Purpose.ACCOUNT, player.id, data={"digest": True})


@dataclass(frozen=True)
class Draft:
    """A mail to be written: its kind, what fills the template, and to whom.

    to: a player, or the bare address of somebody who is none yet.
    board, seq: the board whose thread it belongs to, and the event that it tells of.
    language: for a bare address, what its owner reads; a player's own is in their settings.
    by: the number of the player who causes it for somebody else; None for a reply, or where only
        the server does.
    """

    to: Player | str
    kind: MailKind
    facts: Mapping[str, Any] = field(default_factory=dict)
    board: int | None = None
    seq: int | None = None
    grant: Grant | None = None
    language: str = ""
    by: int | None = None

    @property
    def player(self) -> Player | None:
        return self.to if isinstance(self.to, Player) else None

    @property
    def is_from_another(self) -> bool:
        """Whether another player causes it than the one who reads it."""
        return self.player is not None and self.by not in (None, self.player.id)
