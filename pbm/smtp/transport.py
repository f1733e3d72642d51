"""The way out that the operator has set."""

from __future__ import annotations

from pbm import config
from pbm.smtp.maildir import MaildirTransport
from pbm.smtp.outgoing import Transport
from pbm.smtp.smarthost import SmarthostTransport


def transport_for(outgoing: config.Outgoing, hostname: str) -> Transport:
    """The transport for the setting ``outgoing``; nothing is opened yet.

    :param hostname: what to call ourselves to a mail server
    """
    if isinstance(outgoing, config.Maildirs):
        return MaildirTransport(outgoing.folder)
    return SmarthostTransport(outgoing.endpoint.host, outgoing.endpoint.port, hostname)
