"""The transport for outgoing mail that the setting ``outgoing`` asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbm.app.config import Settings
from pbm.app.setting_values import Maildirs, Smarthost
from pbm.smtp.maildir import MaildirTransport
from pbm.smtp.next_hop import NextHop
from pbm.smtp.outgoing import Transport
from pbm.smtp.smarthost import SmarthostTransport

_REPLY_SECONDS = 60.0


def transports_for(settings: Settings) -> Callable[[], Transport]:
    """Return a factory of transports for the setting ``outgoing``. Nothing is opened yet."""
    outgoing = settings.outgoing
    if isinstance(outgoing, Maildirs):
        return partial(MaildirTransport, outgoing.folder)
    return partial(smarthost, outgoing, settings)


def smarthost(
    hop: Smarthost, settings: Settings, timeout: float = _REPLY_SECONDS
) -> SmarthostTransport:
    """A transport to this mail server, which logs in if the settings say so."""
    endpoint = hop.endpoint
    server = NextHop(endpoint.host, endpoint.port, hop.security, settings.login)
    return SmarthostTransport(server, settings.domain, timeout)
