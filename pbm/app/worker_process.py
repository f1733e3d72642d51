"""The worker in a process of its own, so that parsing and drawing do not delay SMTP clients."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.parent import Parent, Trade, opening
from pbm.app.worker import WorkLoop
from pbm.base import logs

# The niceness lets accepting letters win when CPU is scarce. Measured: 5 to 10 % more letters
# accepted per second, and 5 to 10 % more moves.
# The hardest letters known take a fifth of a second, and other processes may lock the database for
# ten seconds.
WORKER = Trade(
    module="pbm.app.worker_process",
    item="letter",
    does="acts on letters",
    niceness=5,
    most_deaths=3,
    longest_seconds=20.0,
    last_seconds=30.0,
)


@dataclass(frozen=True)
class WorkerOrder:
    """What a new process is told.

    deadly: letters to put aside unread. leads: whether it does more than to act on letters.
    """

    settings: Settings
    deadly: frozenset[int]
    leads: bool = True


def main() -> None:
    server = Parent(WORKER)
    order: WorkerOrder = server.order()
    logs.start(order.settings.log, letters=order.settings.log_letters)
    with opening("letters"):
        app = App(order.settings)
    loop = WorkLoop(
        app,
        server.wake,
        take=server.slate.write,
        deadly=order.deadly,
        beat=server.beat,
        leads=order.leads,
    )
    server.drive(loop, app.warm_up)
    app.close()


if __name__ == "__main__":
    main()
