"""Stopping the listener: letters that are coming in are finished, other clients disconnected."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

import pytest

from pbm.mail.letter import Envelope
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.pbm.smtp.sockets import LoopThread, RunningListener

Serve = Callable[..., "RunningListener"]


def test_idle_clients_are_told_421(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.address()
    listener.stop()
    assert client.reply().startswith("421")
    assert client.is_closed()


def test_no_client_is_accepted_any_more(serve: Serve) -> None:
    listener = serve()
    listener.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", listener.port))


def test_a_letter_that_is_coming_in_is_finished_and_stored(serve: Serve) -> None:
    listener = serve()
    idle, busy = listener.client(), listener.client()
    busy.start_letter()
    stopping = listener.begin_stop()
    assert idle.reply().startswith("421")
    assert not stopping.done()
    assert busy.say("hello\r\n.").startswith("250")
    assert busy.reply().startswith("421")
    stopping.result(PATIENCE)
    assert [letter.raw for letter in listener.kept] == [b"hello\r\n"]


def test_an_endless_letter_is_cut_off_after_the_grace_period(serve: Serve) -> None:
    listener = serve()
    client = listener.client()
    client.start_letter()
    listener.stop(grace=0.05)
    assert client.is_closed()
    assert listener.kept == []


def test_stopping_waits_for_the_letter_of_a_disconnected_client(
    serve: Serve, thread: LoopThread
) -> None:
    started, may_commit, committed = Event(), asyncio.Event(), Event()

    async def keep(letter: Envelope) -> None:
        started.set()
        await may_commit.wait()
        committed.set()

    listener = serve(keep)
    client = listener.client()
    client.start_letter()
    client.send(b"hello\r\n.\r\n")
    assert started.wait(PATIENCE)
    client.close()
    stopping = listener.begin_stop()
    for _ in range(20):
        thread.run(asyncio.sleep(0))
    assert not stopping.done()
    thread.loop.call_soon_threadsafe(may_commit.set)
    stopping.result(PATIENCE)
    assert committed.is_set()
