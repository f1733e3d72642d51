"""What lists of mails show for all mails of a game: one subject, and the opponent as sender."""

from __future__ import annotations

from typing import NamedTuple

from pbm.core.choices import Choice
from pbm.core.model import Match, Player
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.notices.posting.texts import form_of
from pbm.notices.rendering import name_of
from pbm.play.settings import chosen
from pbm.store.protocol import Transaction

NEWS = "news"
"""The value of the setting with which each subject tells the news of its mail."""

_APART = frozenset({MailKind.INVITATION, MailKind.INVITED})
"""Mails about a board before it is a game."""


class Heading(NamedTuple):
    """The subject of a mail, and the name of its sender."""

    subject: str
    sender: str


def heading_of(tx: Transaction, draft: Draft) -> Heading | None:
    """The heading of a mail about a game; None for one whose subject tells its news.

    Mail programs take mails with one subject for one conversation.
    """
    player = draft.player
    if player is None or draft.board is None or draft.kind in _APART or form_of(draft) is None:
        return None
    match = tx.matches.get(draft.board) if chosen(player, Choice.SUBJECT) != NEWS else None
    return _heading(tx, player, match) if match is not None else None


def _heading(tx: Transaction, player: Player, match: Match) -> Heading:
    names = match.players.map(lambda each: tx.players.get(each).userid)
    language, seat = language_of(player), match.seat_of(player.id)
    if seat is None:
        both = name_of("both", "heading_of_game", language) % names._asdict()
        return Heading(f"[{match.game} {match.board}] {both}", "")
    other = names.at(seat.other)
    against = name_of("against", "heading_of_game", language) % {"userid": other}
    sender = name_of("sender", "heading_of_game", language) % {"userid": other}
    return Heading(f"[{match.game} {match.board}] {against}", sender)
