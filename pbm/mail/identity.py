"""The identity of the server: its domain, its key and whom it trusts.

It is constant while the server runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pbm.base.characters import with_usual_ends
from pbm.base.secrets import token_hash
from pbm.base.values import cached_property, replace
from pbm.core.languages import ENGLISH
from pbm.mail.addresses import LOCAL_PART, token_in
from pbm.mail.letter import Envelope
from pbm.mail.peers import MAILBOX, Peers


@dataclass(frozen=True)
class Identity:
    """The identity of the server.

    domain: our mail domain. local_part: what stands before it in our address.
    key: derives tokens and the seals of envelope senders.
    trust_authserv: the authserv-id of the front server whose Authentication-Results are believed,
        "" for none.
    trusted_peers: the only clients whose letters are believed to have such results.
    strangers_per_hour: the most mails per hour to people who may not have asked for them.
    strangers_megabytes: the most MiB per day that are kept of unproven letters.
    player_megabytes, players_megabytes: the most MiB per month that are kept of the letters of one
        player, and of large letters of all players.
    has_sub_addresses: whether mail to a sub-address reaches us. If not, all replies go to our only
        address, and are known by the mail that they answer.
    site: the address of the club's pages, "" if there are none.
    site_language: the language of the pages at that address; others are in folders below it.
    """

    domain: str
    key: bytes
    trust_authserv: str = ""
    strangers_per_hour: int = 200
    trusted_peers: Peers = field(default_factory=Peers)
    strangers_megabytes: int = 100
    player_megabytes: int = 10
    players_megabytes: int = 1000
    site: str = ""
    site_language: str = ENGLISH
    local_part: str = LOCAL_PART
    has_sub_addresses: bool = True

    @cached_property
    def address(self) -> str:
        return f"{self.local_part}@{self.domain}"

    def received(self, envelope: Envelope, provider: str = "") -> Envelope:
        """The envelope with the proof of the letter, which is decided on receipt and stored.

        The line ends of the letter are made usual. The front server may then have seen other
        headers in it than we do, and is not believed.

        provider: whose results are believed of a letter from the mailbox, "" for nobody's.
        """
        token = token_in(envelope.recipients, self.address)
        raw = with_usual_ends(envelope.raw)
        believed = self.trust_authserv if envelope.peer in self.trusted_peers else ""
        if envelope.peer == MAILBOX:
            believed = provider
        return replace(
            envelope,
            raw=raw,
            believed=believed if raw is envelope.raw else "",
            token=token_hash(token) if token else "",
        )
