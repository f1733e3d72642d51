"""Start pbm with its neighbours, run every proof, and stop them."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import mkdtemp

from scripts.benchmarks.postgresql import program_folder
from scripts.neighbours.dovecot import VERSION, version
from scripts.neighbours.node_proofs import NODE_PROOFS
from scripts.neighbours.place import Disproved, logs
from scripts.neighbours.proof import Skipped
from scripts.neighbours.proofs import PROOFS
from scripts.neighbours.town import Town, town_in, town_of_nodes_in

Proof = Callable[[Town], str]
Plan = tuple[Callable[[Path], AbstractContextManager[Town]], Sequence[Proof]]

UNAVAILABLE = 69
PACKAGES = {
    "postfix": "postfix",
    "dovecot": "dovecot-core",
    "/usr/lib/dovecot/imap": "dovecot-imapd",
    "/usr/lib/dovecot/lmtp": "dovecot-lmtpd",
    "sievec": "dovecot-sieve",
    "swaks": "swaks",
    "opendkim": "opendkim",
    "opendkim-genkey": "opendkim-tools",
    "opendmarc": "opendmarc",
}
"""The Debian package of each program that is required."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/neighbourhood", description=__doc__)
    parser.add_argument(
        "--keep", action="store_true", help="keep the folder with all files and logs"
    )
    parser.add_argument("--nodes", action="store_true", help="run only the proofs with two nodes")
    options = parser.parse_args()
    # Debian installs daemons in /usr/sbin, which may not be on the PATH.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if reason := hindrance():
        print(f"neighbourhood: not run: {reason}")
        return UNAVAILABLE
    # SIGTERM must stop all programs that were started, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with_nodes: Plan = (town_of_nodes_in, NODE_PROOFS)
    plans = [with_nodes] if options.nodes else [(town_in, PROOFS), with_nodes]
    with own_folder(options.keep) as folder:
        return prove_all_in(folder, plans)


def hindrance() -> str:
    """Why the neighbourhood cannot run here, and what to do about that; "" if it can."""
    missing = {package for name, package in PACKAGES.items() if not shutil.which(name)}
    if program_folder() is None:
        missing.add("postgresql")
    if missing:
        return f"programs are missing: apt-get install {' '.join(sorted(missing))}"
    if os.geteuid() != 0:
        return "Postfix and Dovecot need root: run it as root, for example in a container"
    if not version().startswith(VERSION):
        return f"it is written for Dovecot {VERSION}, and this is {version()}"
    return ""


@contextmanager
def own_folder(keep: bool) -> Iterator[Path]:
    folder = Path(mkdtemp(prefix="pbm-neighbours-"))
    # Servers that run as other users must be able to enter the folder.
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        if keep:
            print(f"everything is kept in {folder}")
        else:
            shutil.rmtree(folder)


def prove_all_in(folder: Path, plans: Sequence[Plan]) -> int:
    """Run the proofs of each plan in a town of its own. Return the exit status."""
    start, proved = time.monotonic(), 0
    try:
        for town_below, proofs in plans:
            with town_below(folder / town_below.__name__) as town:
                proved += sum(proves(each, town) for each in proofs)
    except Exception as error:  # noqa: BLE001 (print the logs, whatever the error is)
        told = error if isinstance(error, Disproved) else traceback.format_exc()
        print(f"{logs(folder)}\nneighbourhood: FAILED: {told}")
        return 1
    number = sum(len(proofs) for _, proofs in plans)
    print(f"neighbourhood: {proved} of {number} proofs hold, {_since(start)}")
    return 0


def proves(proof: Proof, town: Town) -> bool:
    """Run one proof. Return False if it cannot run here.

    :raises Disproved: if the proof fails
    """
    start, title = time.monotonic(), str(proof.__doc__).removesuffix(".")
    try:
        seen = proof(town)
    except Skipped as reason:
        print(f"skipped  {title}: {reason}", flush=True)
        return False
    except Disproved as found:
        raise Disproved(f"{title}: {found}") from found
    print(f"ok  {_since(start):>7}  {title}: {seen}", flush=True)
    return True


def _since(start: float) -> str:
    return f"{time.monotonic() - start:.1f} s"


if __name__ == "__main__":
    sys.exit(main())
