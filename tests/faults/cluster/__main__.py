"""Start a cluster with two nodes to try, or a series of faults: ``scripts/cluster [faults]``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from signal import SIGINT, SIGTERM
from tempfile import TemporaryDirectory

from tests.faults.cluster.faults import FAULTS, Outcome, survive
from tests.faults.cluster.machines import MISSING, Cluster, cluster, is_installed
from tests.faults.node_kills import NAMES, Pair

HEAD = ("fault", "rounds", "got 250", "lost", "doubled", "longest without a 250, s")
NOT_INSTALLED = 69


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/cluster", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["serve", "faults"], default="serve")
    parser.add_argument("--rounds", type=int, default=20, help="how often to try each fault")
    parser.add_argument("--only", action="append", choices=[*FAULTS], help="one of the faults")
    options = parser.parse_args()
    if not is_installed():
        print(MISSING, file=sys.stderr)
        return NOT_INSTALLED
    with cluster() as machines, TemporaryDirectory() as folder:
        if options.what == "serve":
            asyncio.run(serve(machines, Path(folder)))
        else:
            print_row(HEAD)
            print("|---" * len(HEAD) + "|")
            rounds = dict.fromkeys(options.only or FAULTS, options.rounds)
            for found in survive(Path(folder), machines, rounds):
                print_row(fields(found))
    return 0


def fields(found: Outcome) -> Sequence[object]:
    """The fields of HEAD."""
    letters = found.letters
    silence = f"{found.silence:.1f}"
    return found.fault, found.rounds, letters.taken, letters.lost, letters.doubled, silence


async def serve(machines: Cluster, folder: Path) -> None:
    """Serve with two nodes until somebody interrupts this."""
    pair = Pair(folder, machines.url, "all", "quorum")
    pair.settle_in(1)
    stop = asyncio.Event()
    for number in (SIGINT, SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    north, south = pair.victims()
    async with north, south:
        for name, victim in zip(NAMES, (north, south), strict=True):
            await victim.start()
            print(f"{name} listens on 127.0.0.1:{victim.port}; its data are in {victim.data}")
        for each in machines.machines:
            print(f"{each.name} listens on 127.0.0.1:{each.port}; its log is {each.folder / 'log'}")
        print(f"the database is {machines.url}", flush=True)
        await stop.wait()
        for victim in (north, south):
            await victim.stop()


def print_row(found: Sequence[object]) -> None:
    print(f"| {' | '.join(map(str, found))} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
