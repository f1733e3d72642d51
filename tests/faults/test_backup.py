"""Backups under load, restored on another machine, where a server continues the games."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbm.app.config import FILE
from tests import shared
from tests.end_to_end.process import DOMAIN, ROOT
from tests.faults.ledger import Ledger, findings, quiet
from tests.faults.load import under_load
from tests.faults.victim import Victim
from tests.faults.village import Letter, settle_in

BACKUPS, BOARDS, LETTERS_BETWEEN = 2, 30, 30


@dataclass(frozen=True)
class Backup:
    """A backup, and the letters that had got their 250 before it was begun."""

    file: Path
    taken: Sequence[Letter]


async def pbm(data: Path, *words: str) -> None:
    settings = ("--data", str(data), "--domain", DOMAIN)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pbm", *settings, *words), cwd=ROOT, env=shared.environ()
    )
    assert await process.wait() == 0


async def backed_up_under_load(data: Path, folder: Path) -> list[Backup]:
    backups = []
    victim = Victim(data)
    async with under_load(victim, settle_in(data, BOARDS)) as load:
        await victim.start()
        for number in range(BACKUPS):
            await load.more(LETTERS_BETWEEN)
            backups.append(Backup(folder / str(number), list(load.taken)))
            await pbm(data, "backup", str(backups[-1].file))
    await victim.stop()
    return backups


async def put_back(backup: Backup, data: Path, settings: str) -> None:
    """Restore the backup, and let a server finish the work that waits in it."""
    data.mkdir()
    (data / FILE).write_text(settings)
    await pbm(data, "restore", str(backup.file))
    victim = Victim(data)
    await victim.start()
    await quiet(data)
    await victim.stop()


def test_a_backup_under_load_holds_every_letter_that_got_250_before_it(tmp_path: Path) -> None:
    backups = asyncio.run(backed_up_under_load(tmp_path / "data", tmp_path))
    for backup in backups:
        data = tmp_path / f"restored-{backup.file.name}"
        asyncio.run(put_back(backup, data, (tmp_path / "data" / FILE).read_text()))
        assert findings(data) == []
        ledger = Ledger(data)
        assert [letter.id for letter in backup.taken if set(ledger.times(letter)) != {1}] == []
        assert len(backup.taken) >= LETTERS_BETWEEN
