"""The fetcher of a mailbox in a process of its own.

It waits for a server elsewhere.
"""

from __future__ import annotations

from contextlib import closing

from pbm.app.application import App
from pbm.app.orders import MAILBOX, MailboxOrder
from pbm.app.parent import Parent, opening
from pbm.base import logs
from pbm.mailbox.fetcher import Fetcher, Intake


def main() -> None:
    server = Parent(MAILBOX)
    order: MailboxOrder = server.order()
    settings = order.settings
    logs.start(settings.log, settings.log_format)
    account = settings.mailbox
    assert account is not None, "the settings name a mailbox"
    with opening("the mailbox"):
        app = App(settings)
    with closing(app):
        identity, largest = app.identity, settings.limits.message_bytes
        days = settings.keep_letters
        intake = Intake(identity.address, identity.received, largest, server.wake, days)
        server.drive(Fetcher(account, app.store, app.clock, intake, server.beat))


if __name__ == "__main__":
    main()
