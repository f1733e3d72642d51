"""The tokens in the links of a mail: which command may do what, and for how long."""

from __future__ import annotations

from datetime import timedelta

from pbm.base.values import replace
from pbm.mail.correspondence import Purpose
from pbm.notices.drafts import Draft, Grant
from pbm.notices.page.offers import Link, Offer

GOOD_FOR = timedelta(days=14)

_ENOUGH = frozenset({Purpose.BOARD, Purpose.CONFIRM, Purpose.SIGNUP})
"""Purposes of a mail's own token that reach no further than the commands which the mail offers."""


class LinkTokens:
    """Numbers the tokens of a mail's links.

    A link about a board or a question has the token of the mail. Elsewhere that would be the
    account's, so each command that changes something gets a token for itself alone.

    grants: of these tokens, in the order of their numbers.
    """

    def __init__(self, draft: Draft, numbered: int) -> None:
        """numbered: how many tokens the mail has without those of its links."""
        self._draft, self._numbered = draft, numbered
        self.grants: list[Grant] = []

    def linked(self, offer: Offer) -> Offer:
        return replace(offer, links=[self._linked(link) for link in offer.links])

    def _linked(self, link: Link) -> Link:
        grant, player = self._draft.grant, self._draft.player
        if grant is not None and grant.purpose in _ENOUGH:
            return replace(link, token=0)
        if link.only_reads or player is None or grant is None:
            return link
        data = {"line": link.words}
        self.grants.append(Grant(Purpose.COMMAND, player.id, data=data, good_for=GOOD_FOR))
        return replace(link, token=self._numbered + len(self.grants) - 1)
