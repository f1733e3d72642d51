"""A slow network between a node and its database."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

HOST = "127.0.0.1"
_MOST = 1 << 16


@contextmanager
def distant(socket: Path, seconds: float) -> Iterator[int]:
    """A port from which each byte takes ``seconds`` to the socket, and back."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    begin = asyncio.start_server(partial(_accept, socket, seconds), HOST, 0)
    server = asyncio.run_coroutine_threadsafe(begin, loop).result()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def _accept(socket: Path, seconds: float, reader: StreamReader, writer: StreamWriter) -> None:
    there, here = await asyncio.open_unix_connection(str(socket))
    await asyncio.gather(_pass(reader, here, seconds), _pass(there, writer, seconds))


async def _pass(reader: StreamReader, writer: StreamWriter, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    while sent := await reader.read(_MOST):
        loop.call_later(seconds, writer.write, sent)
    loop.call_later(seconds, writer.close)
