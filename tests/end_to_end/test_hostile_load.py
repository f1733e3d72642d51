"""A server under attack uses at most 64 MiB more than an idle one, and keeps answering."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.hostile import ATTACKS
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess

MIB = 1024 * 1024
MOST_ABOVE_IDLE = 64 * MIB


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all attacks, so that leaked memory adds up."""
    process = ServerProcess(tmp_path_factory.mktemp("hostile") / "data")
    process.start()
    yield process
    process.stop()
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="module")
def alice(server: ServerProcess) -> Player:
    somebody = Player(server, "alice")
    somebody.sign_up()
    return somebody


@pytest.fixture(scope="module")
def idle(server: ServerProcess, alice: Player) -> int:
    """The memory once a further answer needs no more: modules are imported, caches filled."""
    before, now = 0, server.memory("VmRSS")
    while now > before + MIB:
        ask(alice)
        before, now = now, server.memory("VmRSS")
    return now


def ask(alice: Player) -> None:
    """Let a letter be answered."""
    alice.write("help users")
    while "users" not in alice.receive().subject:
        pass


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="Linux alone tells peaks")
@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_memory_stays_within_64_mib_of_idle_and_alice_is_answered(
    attack: Callable[[ServerProcess], None],
    server: ServerProcess,
    idle: int,
    alice: Player,
) -> None:
    server.forget_peak()
    attack(server)
    # Letters are acted on in their order: once this letter is answered, all earlier ones were.
    ask(alice)
    peak = server.memory("VmHWM")
    print(f"idle {idle // MIB} MiB, peak {peak // MIB} MiB")
    assert peak - idle < MOST_ABOVE_IDLE
