"""Links to the pages of games and contests: to watch them, and to compose a move."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.core.model import Match
from pbm.mail.addresses import reply_address
from pbm.mail.correspondence import ONLY_MOVES, Purpose
from pbm.mail.identity import Identity
from pbm.notices.drafts import Draft, Grant
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.play.publicity import is_shown
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class PageLink:
    """The page of the game or contest that a mail is about.

    plies: how many plies were played. grant: the grant of the token in the link to the composer,
        if the reader is to move.
    """

    url: str
    plies: int = 0
    grant: Grant | None = None

    def composer(self, token: str, domain: str) -> str:
        """The link to the composer. The fragment, with the token, is sent to no web server."""
        return f"{self.url}#reply={reply_address(token, domain)}&ply={self.plies}"


def page_link(tx: Transaction, identity: Identity, draft: Draft) -> PageLink | None:
    """The link for a mail; None if the club has no pages, or if they do not show the game."""
    if not identity.site:
        return None
    if draft.kind is MailKind.CONTEST:
        return PageLink(f"{_pages(identity, draft)}/contests/{draft.facts['id']}.html")
    if draft.kind is not MailKind.BOARD or draft.board is None:
        return None
    match = tx.matches.get(draft.board)
    if match is None or not is_shown(tx, match):
        return None
    url = f"{_pages(identity, draft)}/games/{match.board}.html"
    return PageLink(url, match.plies, _grant(draft, match))


def _pages(identity: Identity, draft: Draft) -> str:
    """The address of the pages in the language of the mail."""
    language = language_of(draft.player)
    return identity.site + ("" if language == identity.site_language else f"/{language}")


def _grant(draft: Draft, match: Match) -> Grant | None:
    if draft.player is None or match.mover != draft.player.id:
        return None
    data = {ONLY_MOVES: True}
    return Grant(Purpose.BOARD, draft.player.id, match.board, match.seq, data)
