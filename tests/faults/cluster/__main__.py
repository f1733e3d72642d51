"""Start a cluster with two nodes to try, or a series of faults: ``scripts/cluster [faults]``."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from signal import SIGINT, SIGTERM
from tempfile import TemporaryDirectory

from tests.faults.cluster.cluster import Cluster, cluster
from tests.faults.cluster.faults import FAULTS, is_possible
from tests.faults.cluster.fronts import fronts
from tests.faults.cluster.machines import MISSING, is_installed
from tests.faults.cluster.rounds import Outcome, survive
from tests.faults.node_kills import NAMES, Pair

HEAD = ("fault", "rounds", "got 250", "lost", "doubled", "mailed twice", "silence, s")
NOT_INSTALLED = 69


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(prog="scripts/cluster", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["serve", "faults"], default="serve")
    parser.add_argument("--rounds", type=int, default=20, help="how often to try each fault")
    parser.add_argument("--only", action="append", choices=[*FAULTS], help="one of the faults")
    options = parser.parse_args()
    if not is_installed():
        print(MISSING, file=sys.stderr)
        return NOT_INSTALLED
    if options.what == "faults":
        try_out(options.only or [*FAULTS], options.rounds)
        return 0
    with cluster() as machines, TemporaryDirectory() as folder:
        asyncio.run(serve(machines, Path(folder)))
    return 0


def try_out(names: Sequence[str], rounds: int) -> None:
    """Try each fault on a cluster of its own, and print what came of it."""
    print_row(HEAD)
    print("|---" * len(HEAD) + "|")
    for name in names:
        with cluster() as machines, TemporaryDirectory() as folder:
            if is_possible(name, machines):
                (found,) = survive(Path(folder), machines, {name: rounds})
                print_row(fields(found))


def fields(found: Outcome) -> Sequence[object]:
    """The fields of HEAD."""
    letters, silence = found.letters, f"{found.silence:.1f}"
    counts = letters.taken, letters.lost, letters.doubled, found.mailed_twice
    return found.fault, found.rounds, *counts, silence


async def serve(machines: Cluster, folder: Path) -> None:
    """Serve with two nodes until somebody interrupts the program."""
    pair = Pair(folder, machines.url, "all", "quorum")
    pair.settle_in(1)
    stop = asyncio.Event()
    for number in (SIGINT, SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    north, south = pair.victims()
    async with north, south, AsyncExitStack() as stack:
        for name, victim in zip(NAMES, (north, south), strict=True):
            await victim.start()
            print(f"{name} listens on 127.0.0.1:{victim.port}; its data are in {victim.data}")
        stack.enter_context(fronts([north, south]))
        print(f"answers are in {folder / 'outgoing'}")
        for each in machines.machines:
            here = f"{each.site.address}:{each.port}"
            print(f"{each.name} listens on {here}; its log is {each.folder / 'log'}")
        print(f"the database is {machines.url}", flush=True)
        await stop.wait()
        for victim in (north, south):
            await victim.stop()


def print_row(found: Sequence[object]) -> None:
    print(f"| {' | '.join(map(str, found))} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
