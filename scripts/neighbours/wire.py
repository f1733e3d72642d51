"""A way to a server on which a reply is lost."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

from scripts.neighbours.place import HOST


class Wire(ThreadingTCPServer):
    """Passes on what clients and the server say. target: the server's port.

    The first reply that begins with ``reply`` is lost: its connection ends instead.
    """

    daemon_threads = True

    def __init__(self, target: int, reply: bytes) -> None:
        super().__init__((HOST, 0), _Connection)
        self.port = int(self.socket.getsockname()[1])
        self.target, self.lost = target, False
        self._reply = reply

    def loses(self, line: bytes) -> bool:
        """Whether this line of the server is lost."""
        loses = not self.lost and line.startswith(self._reply)
        self.lost = self.lost or loses
        return loses


class _Connection(BaseRequestHandler):
    server: Wire

    def handle(self) -> None:
        with socket.create_connection((HOST, self.server.target)) as there, suppress(OSError):
            Thread(target=self._pass_on_to, args=[there], daemon=True).start()
            with there.makefile("rb") as replies:
                for line in replies:
                    if self.server.loses(line):
                        return
                    self.request.sendall(line)

    def _pass_on_to(self, there: socket.socket) -> None:
        with suppress(OSError):
            while data := self.request.recv(65536):
                there.sendall(data)


@contextmanager
def wire_that_loses(reply: bytes, target: int) -> Iterator[Wire]:
    with Wire(target, reply) as wire:
        Thread(target=wire.serve_forever, daemon=True).start()
        try:
            yield wire
        finally:
            wire.shutdown()
