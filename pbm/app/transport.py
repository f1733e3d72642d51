"""The way out that the operator has set."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbm.app import config
from pbm.smtp.maildir import MaildirTransport
from pbm.smtp.outgoing import Transport
from pbm.smtp.smarthost import SmarthostTransport


def transports_for(outgoing: config.Outgoing, hostname: str) -> Callable[[], Transport]:
    """What makes transports for the setting ``outgoing``; nothing is opened yet.

    :param hostname: what to call ourselves to a mail server
    """
    if isinstance(outgoing, config.Maildirs):
        return partial(MaildirTransport, outgoing.folder)
    endpoint = outgoing.endpoint
    return partial(SmarthostTransport, endpoint.host, endpoint.port, hostname)
