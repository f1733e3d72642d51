"""A port on the loopback where Prometheus fetches the metrics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from pbm.app.setting_values import Endpoint

_SECONDS = 10.0
_PATHS = (b"/", b"/metrics")
_NO_REQUEST = (asyncio.IncompleteReadError, asyncio.LimitOverrunError)
_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class MetricsPort:
    """Answers each HTTP request with the metrics, one at a time.

    measure: returns them as text; called in a thread.
    """

    def __init__(self, measure: Callable[[], str]) -> None:
        self._measure = measure
        self._turn = asyncio.Lock()
        self._server: asyncio.Server | None = None

    async def start(self, where: Endpoint) -> Endpoint:
        """Returns the address in use, with the real port.

        :raises OSError: if the port cannot be had
        """
        self._server = await asyncio.start_server(self._answer, where.host, where.port)
        return Endpoint(*self._server.sockets[0].getsockname()[:2])

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, TimeoutError, *_NO_REQUEST):
                async with asyncio.timeout(_SECONDS):
                    request = await reader.readuntil(b"\n")
                    while (await reader.readuntil(b"\n")).strip():
                        pass
                    writer.write(await self._response(request))
                    await writer.drain()
        finally:
            writer.close()

    async def _response(self, request: bytes) -> bytes:
        method, path, *_ = [*request.split(), b"", b""]
        if method != b"GET" or path not in _PATHS:
            return _http("404 Not Found", "only /metrics is here\n")
        async with self._turn:
            try:
                return _http("200 OK", await asyncio.to_thread(self._measure))
            except Exception as error:  # noqa: BLE001 (those who watch must see any failure)
                return _http("503 Service Unavailable", f"{type(error).__name__}\n")


def _http(status: str, text: str) -> bytes:
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: {_TYPE}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body
