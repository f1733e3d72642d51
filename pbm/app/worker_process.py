"""The worker in a process of its own, so that it delays no SMTP client."""

from __future__ import annotations

from pbm.app.application import App
from pbm.app.orders import WORKER, WorkerOrder
from pbm.app.parent import Parent, opening
from pbm.app.worker import WorkLoop
from pbm.base import logs
from pbm.store import keep_in_memory


def main() -> None:
    server = Parent(WORKER)
    order: WorkerOrder = server.order()
    settings = order.settings
    logs.start(settings.log, settings.log_format, letters=settings.log_letters)
    with opening("letters"):
        app = App(order.settings)
        keep_in_memory(app.store)
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
