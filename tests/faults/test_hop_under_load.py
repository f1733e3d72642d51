"""A faulty next hop under load: letters keep coming in, and in the end every mail is sent."""

from __future__ import annotations

import asyncio
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from pbm.mail.correspondence import MailStatus
from pbm.smtp.outbox import due_mails
from pbm.store import open_store
from pbm.store.administration import FILE
from pbm.store.protocol import Store
from tests.faults.conftest import Record
from tests.faults.disk import COMPILER, Disk
from tests.faults.hop import DOT, DROP, GREETING, HANG, KEEP_AND_DROP, Faults, Hop
from tests.faults.ledger import Ledger, assert_all_is_well, assert_each_mail_came
from tests.faults.load import Load
from tests.faults.trial import trial
from tests.faults.victim import Victim
from tests.patience import PATIENCE, until

FEW = 10
LOOK_AGAIN_SECONDS = 0.05
AN_HOUR = 3600
"""The longest time, in seconds, for which a mail waits for its next attempt."""

FAULTS = (
    (GREETING, HANG),
    (GREETING, "421 4.3.2 Going down"),
    ("EHLO", DROP),
    ("MAIL", "451 4.3.0 Not now"),
    ("RCPT", "450 4.2.0 Not now"),
    ("RCPT", HANG),
    ("DATA", "451 4.3.0 Not now"),
    (DOT, "452 4.3.1 Disk full"),
    (DOT, HANG),
    (DOT, KEEP_AND_DROP),
)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for the clock that jumps")
def test_a_next_hop_with_every_fault_holds_up_no_letter_and_loses_no_mail(
    tmp_path: Path, record: Record
) -> None:
    load, hop = asyncio.run(through_every_fault(tmp_path / "data"))
    ledger = Ledger(tmp_path / "data")
    record(f"next hop with {len(FAULTS)} faults in turn", load, ledger)
    assert_all_is_well(load, ledger, tmp_path / "data")
    assert_each_mail_came(ledger, (raw for _, raw in hop.taken))
    assert len(hop.taken) > len(ledger.mails), "no mail was kept without a 250"


async def through_every_fault(data: Path) -> tuple[Load, Hop]:
    hop, disk = Hop(), Disk(data)

    async def fails(load: Load) -> None:
        for stage, reply in FAULTS:
            hop.faults = Faults(
                {stage: reply, "HELO": reply} if stage == "EHLO" else {stage: reply}
            )
            await hop.hang_up()
            await load.more(FEW)
            load.room.clear()
            async with asyncio.timeout(3 * PATIENCE):
                await hop.met.wait()
            load.room.set()
            hop.mend()

    outgoing = f"smtp://127.0.0.1:{await hop.start()}"
    hours = asyncio.create_task(fly(data, disk))
    load = await trial(Victim(data, outgoing, disk.environ), fails, data)
    hours.cancel()
    hop.stop()
    return load, hop


async def fly(data: Path, disk: Disk) -> None:
    """Let an hour pass whenever all waiting mails were put off."""
    await until((data / FILE).exists)
    with closing(open_store(data)) as store:
        for hour in count():
            disk.set_clock(hour * AN_HOUR)
            while not are_put_off(store, timedelta(hours=hour)):
                await asyncio.sleep(LOOK_AGAIN_SECONDS)


def are_put_off(store: Store, ahead: timedelta) -> bool:
    """Whether mails wait, but none is in delivery or can be delivered now.

    ahead: how far the server's clock is ahead of ours.
    """
    with store.reading() as tx:
        if tx.outbox.unfinished(1) or due_mails(tx, datetime.now(UTC) + ahead, 1):
            return False
        return bool(tx.outbox.counts().get(MailStatus.QUEUED))
