"""The transport for outgoing mail that the setting ``outgoing`` asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbm.app import setting_values
from pbm.smtp.maildir import MaildirTransport
from pbm.smtp.outgoing import Transport
from pbm.smtp.smarthost import SmarthostTransport


def transports_for(outgoing: setting_values.Outgoing, hostname: str) -> Callable[[], Transport]:
    """Return a factory of transports for the setting ``outgoing``. Nothing is opened yet.

    :param hostname: the name to give in EHLO
    """
    if isinstance(outgoing, setting_values.Maildirs):
        return partial(MaildirTransport, outgoing.folder)
    endpoint = outgoing.endpoint
    return partial(SmarthostTransport, endpoint.host, endpoint.port, hostname)
