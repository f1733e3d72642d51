"""Workers that act on waiting letters, in processes of their own, with their time and round trips.

``python -m scripts.benchmarks.acting DATA`` acts on the waiting letters, says that it is ready,
waits for a line, acts on further letters, and prints the cost of the latter as JSON. ``PBM_STORE``
and ``PBM_STORE_ACTING`` are the settings of a node.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, process_time

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.worker import WorkLoop
from scripts.benchmarks.filling import DOMAIN
from scripts.benchmarks.processes import ROOT

READY = "ready\n"


@dataclass(frozen=True)
class Spent:
    """The cost of acting. begun, ended: by ``time.monotonic``, which all processes share.

    cpu: CPU seconds of the worker. trips: how often it waited for an answer of PostgreSQL.
    """

    begun: float
    ended: float
    cpu: float
    trips: int


@dataclass(frozen=True)
class Worker:
    process: subprocess.Popen[str]

    @classmethod
    def ready(cls, data: Path, environ: Mapping[str, str]) -> Worker:
        """Start a worker, and wait until it has acted on all letters that are already waiting."""
        process = subprocess.Popen(
            [sys.executable, "-m", "scripts.benchmarks.acting", str(data)],
            cwd=ROOT,
            env={**os.environ, **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        if process.stdout.readline() != READY:
            raise RuntimeError("a worker did not start")
        return cls(process)

    def begin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def spent(self) -> Spent:
        """Wait until no letter waits."""
        return Spent(**json.loads(self.process.communicate()[0]))


def main(data: str) -> None:
    with closing(App(load({"data": data, "domain": DOMAIN}, os.environ))) as app:
        app.warm_up()
        loop = WorkLoop(app, lambda: None, leads=False)
        trips = count_trips() if app.settings.store else [0]
        loop._act()
        sys.stdout.write(READY)
        sys.stdout.flush()
        sys.stdin.readline()
        counted, begun, used = trips[0], monotonic(), process_time()
        loop._act()
        spent = Spent(begun, monotonic(), process_time() - used, trips[0] - counted)
    print(json.dumps(asdict(spent)))


def count_trips() -> list[int]:
    """Count the round trips to PostgreSQL from now on, in the only element of the list."""
    from pbm.store.postgresql.pipeline import Pipeline  # noqa: PLC0415 (an extra)

    counted, execute = [0], Pipeline.execute

    def counting(self, *given, **named):  # type: ignore[no-untyped-def]
        counted[0] += 1
        return execute(self, *given, **named)

    Pipeline.execute = counting  # type: ignore[method-assign]
    return counted


if __name__ == "__main__":
    main(sys.argv[1])
