"""The way out that the operator has set."""

from __future__ import annotations

from pbm import config

from .maildir import MaildirTransport
from .outgoing import Transport
from .smarthost import SmarthostTransport


def transport_for(outgoing: config.Outgoing, hostname: str) -> Transport:
    """The transport for the setting ``outgoing``; nothing is opened yet.

    :param hostname: what to call ourselves to a mail server
    """
    if isinstance(outgoing, config.Maildirs):
        return MaildirTransport(outgoing.folder)
    return SmarthostTransport(outgoing.endpoint.host, outgoing.endpoint.port, hostname)
