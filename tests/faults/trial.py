"""One trial: under a load of letters something breaks and is repaired, and the letters go on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.faults.ledger import quiet
from tests.faults.load import Load, under_load
from tests.faults.victim import Victim
from tests.faults.village import Script, settle_in

FEW = 40
"""How many letters are taken before something breaks, and again after the repair."""

Breakage = Callable[[Load], Awaitable[None]]
Settle = Callable[[Path, int], list[Script]]
"""Makes a village with the given number of boards."""


async def trial(victim: Victim, breakage: Breakage, data: Path, settle: Settle = settle_in) -> Load:
    """Break and repair something under load. The server must stop cleanly, without a traceback."""
    async with victim:
        async with under_load(victim, settle(data, 30)) as load:
            await victim.start()
            await load.more(FEW)
            await breakage(load)
            await load.more(FEW)
        await quiet(data)
        await victim.stop()
    assert "Traceback" not in victim.words, victim.words
    return load
