"""The tokens in the links of a mail: what each allows, and for how long."""

from __future__ import annotations

from datetime import timedelta

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.mail.correspondence import Purpose
from pbm.notices.drafts import Draft, Grant
from pbm.notices.page.offers import Link, Offer

GOOD_FOR = timedelta(days=14)

MOST = 32
"""The most tokens in the links of a mail; further commands are not made links."""

_ENOUGH = frozenset({Purpose.BOARD, Purpose.CONFIRM, Purpose.SIGNUP, Purpose.GUEST})
"""Purposes with which a mail's own token allows no more than the commands that it offers."""


class LinkTokens:
    """Numbers the tokens of a mail's links.

    In mails about a board or a question, and to a stranger, links carry the mail's own token. A
    stranger's token proves only that they read the mail, so answers to it cost them no allowance.
    In other mails that token is for the whole account, so each command that changes something gets
    a token of its own.

    grants: the grants of these tokens, in the order of their numbers.
    """

    def __init__(self, draft: Draft, numbered: int) -> None:
        """numbered: how many tokens the mail has, not counting those of its links."""
        self._draft, self._numbered = draft, numbered
        self._known: dict[str, int] = {}
        self.grants: list[Grant] = []

    def linked(self, offer: Offer) -> Offer:
        return replace(offer, links=[self._linked(link) for link in offer.links])

    def _linked(self, link: Link) -> Link:
        if link.url:
            return link
        grant, player = self._draft.grant, self._draft.player
        if link.words is None or link.token is not None:
            return link
        if grant is not None and grant.purpose in _ENOUGH:
            return replace(link, token=0)
        if link.only_reads or player is None or grant is None:
            return link
        if link.words not in self._known and len(self.grants) == MOST:
            return replace(link, words=None)
        return replace(link, token=self._number(link.words, player))

    def _number(self, words: str, player: Player) -> int:
        """The number of the token for a command."""
        if words not in self._known:
            self._known[words] = self._numbered + len(self.grants)
            data = {"line": words}
            self.grants.append(Grant(Purpose.COMMAND, player.id, data=data, good_for=GOOD_FOR))
        return self._known[words]
