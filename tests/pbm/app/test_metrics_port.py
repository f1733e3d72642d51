"""The port for Prometheus."""

from __future__ import annotations

import asyncio

from pbm.app.metrics_port import MetricsPort
from pbm.app.setting_values import Endpoint


def failing() -> str:
    raise RuntimeError("no store")


async def asked(port: MetricsPort, request: bytes) -> bytes:
    where = await port.start(Endpoint("127.0.0.1", 0))
    reader, writer = await asyncio.open_connection(where.host, where.port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await port.stop()
    return answer


def answer(request: bytes, port: MetricsPort | None = None) -> bytes:
    async def ask() -> bytes:
        return await asked(port or MetricsPort(lambda: "pbm_letters 1\n"), request)

    return asyncio.run(ask())


def test_a_get_is_answered_with_the_metrics() -> None:
    head, _, body = answer(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert body == b"pbm_letters 1\n"


def test_nothing_else_is_there() -> None:
    assert answer(b"GET /etc/passwd HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 404 ")
    assert answer(b"POST /metrics HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 404 ")
    assert answer(b"\r\n\r\n").startswith(b"HTTP/1.1 404 ")


def test_a_request_that_is_too_long_is_not_answered() -> None:
    assert answer(b"x" * 100_000 + b"\n") == b""


def test_a_failure_is_seen_by_whoever_watches() -> None:
    request = b"GET / HTTP/1.1\r\n\r\n"
    assert answer(request, MetricsPort(failing)).startswith(b"HTTP/1.1 503 ")
