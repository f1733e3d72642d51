"""The tokens of a mail: what each grants is stored, and its address or link put into the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbm.base.secrets import make_token, new_nonce, token_hash
from pbm.base.values import replace
from pbm.mail.addresses import MASK, reply_address
from pbm.mail.correspondence import Token
from pbm.mail.identity import Identity
from pbm.notices.digest import LONGEST_ANSWER
from pbm.notices.drafts import Draft, Grant
from pbm.notices.posting.page_links import page_link
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench


class Access(NamedTuple):
    """The tokens of a mail.

    token: that of its reply address, "" for none.
    link: the link to the composer, "" for none.
    tokens, nonces: those of all addresses and links in its text.
    """

    token: str
    link: str
    tokens: Sequence[str]
    nonces: Sequence[str]


class Granting:
    """Grants the tokens of mails."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    def access(self, work: Work, draft: Draft) -> tuple[Draft, Access]:
        """Store the tokens of a mail.

        :return: also the draft with the addresses and links that contain these tokens
        """
        nonce, token = self.granted(work, draft.grant)
        also = [self.granted(work, each) for each in draft.also] if self.addresses_fit else []
        draft = self._with_answers(draft, [token for _, token in also])
        draft, link, more = self._with_page(work, draft)
        tokens = [token, *(token for _, token in also), *more.values()]
        nonces = [nonce, *(nonce for nonce, _ in also), *more]
        return draft, Access(token, link, tokens, nonces)

    def granted(self, work: Work, grant: Grant | None) -> tuple[str, str]:
        """Store the token of a grant, and return its nonce and the token; "" for no grant."""
        if grant is None:
            return "", ""
        nonce = new_nonce()
        token = self.token(nonce)
        expires = work.now + grant.good_for if grant.good_for is not None else None
        work.tx.tokens.add(
            Token(
                token_hash(token),
                grant.purpose,
                grant.player,
                grant.board,
                grant.seq,
                _with_password(grant, work.bench),
                work.now,
                expires,
            )
        )
        return nonce, token

    def token(self, nonce: str) -> str:
        return make_token(self._identity.key, nonce)

    def stored(self, tx: Transaction, nonce: str) -> Token | None:
        """The token that was made from this nonce."""
        return tx.tokens.find(token_hash(self.token(nonce)))

    def reply_to(self, token: str) -> str:
        """The address for replies with this token; that of the server if it is "", or if there
        are no sub-addresses.
        """
        is_told = token and self.has_sub_addresses
        return reply_address(token, self._identity.address) if is_told else self._identity.address

    def reply_key(self, token: str) -> str:
        """What stands for this token in the outbox, if no address holds it; otherwise ""."""
        return token_hash(token) if token and not self.has_sub_addresses else ""

    @property
    def has_sub_addresses(self) -> bool:
        return self._identity.has_sub_addresses

    @property
    def addresses_fit(self) -> bool:
        """Whether there are reply addresses that fit on a line of a text: a longer one would be
        folded, and its token could not be masked.
        """
        fit = len(reply_address(MASK, self._identity.address)) <= LONGEST_ANSWER
        return self.has_sub_addresses and fit

    def _with_answers(self, draft: Draft, tokens: Sequence[str]) -> Draft:
        """The draft with the further reply addresses of its text, if it has any."""
        if not draft.also:
            return draft
        answers = [self.reply_to(token) for token in tokens]
        return replace(draft, facts={**draft.facts, "answers": answers})

    def _with_page(self, work: Work, draft: Draft) -> tuple[Draft, str, Mapping[str, str]]:
        """The draft with the links to the page of its game.

        :return: also the link to the composer, "" for none, and its token by its nonce
        """
        page = page_link(work.tx, self._identity, draft)
        if page is None:
            return draft, "", {}
        facts, link, tokens = {**draft.facts, "watch": page.url}, "", dict[str, str]()
        if page.grant is not None and self.has_sub_addresses:
            nonce, token = self.granted(work, page.grant)
            tokens[nonce] = token
            facts["compose"] = link = page.composer(token, self._identity.address)
        return replace(draft, facts=facts), link, tokens


def _with_password(grant: Grant, bench: Workbench) -> Mapping[str, Any]:
    """The data of the token, with the hash of the password if there is one."""
    if grant.password is None:
        return grant.data
    return {**grant.data, "password": bench.hashed(grant.password)}
