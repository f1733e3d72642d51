"""What the whole server shares and never changes while it runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbm.base.secrets import token_hash
from pbm.base.values import replace
from pbm.mail.addresses import server_address, token_in
from pbm.mail.letter import Envelope
from pbm.mail.peers import Peers


@dataclass(frozen=True)
class Identity:
    """domain: our mail domain. key: makes tokens and envelope senders. trust_authserv: the id of
    the front server whose Authentication-Results are believed, "" for none; trusted_peers: in what
    comes from them alone. strangers_per_hour: how many mails may go out in an hour to those who may
    not have asked for them; strangers_megabytes: how many MiB a day are kept of letters that
    nothing proves."""

    domain: str
    key: bytes
    trust_authserv: str = ""
    strangers_per_hour: int = 200
    trusted_peers: Peers = field(default_factory=Peers)
    strangers_megabytes: int = 100

    @property
    def address(self) -> str:
        return server_address(self.domain)

    def received(self, envelope: Envelope) -> Envelope:
        """The letter with what proves it: decided now, and never again."""
        token = token_in(envelope.recipients, self.domain)
        return replace(
            envelope,
            believed=self.trust_authserv if self.trusted_peers.hold(envelope.peer) else "",
            token=token_hash(token) if token else "",
        )
