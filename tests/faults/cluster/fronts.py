"""Postfix in front of the nodes: one beside each, which delivers to both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.neighbours.place import DOMAIN as GUIDES_DOMAIN
from scripts.neighbours.place import HOST, Machine, Place, free_ports
from scripts.neighbours.postfix import NODE, Postfix, hindrance
from scripts.neighbours.town import hops
from tests.end_to_end.process import DOMAIN, SERVER
from tests.faults.victim import Victim

# What a failover has held up is retried after seconds, not after five minutes.
_SOON = ("queue_run_delay = 5s", "minimal_backoff_time = 5s")


@contextmanager
def fronts(nodes: Sequence[Victim]) -> Iterator[None]:
    """Run Postfix beside each node, if it can run here, and print how to write to it."""
    if reason := hindrance():
        print(f"no Postfix in front: {reason}")
        yield
        return
    with TemporaryDirectory(prefix="pbm-fronts-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # Postfix does most of its work as another user than root
        ports = free_ports(len(nodes))
        machines = [
            Machine(node.data.name, folder / node.data.name, smtp, node.port)
            for node, smtp in zip(nodes, ports, strict=True)
        ]
        place = Place(folder, machines)
        for each in machines:
            postfix = Postfix(place, each, _instead(machines, each), [NODE])
            stack.callback(postfix.stop)
            postfix.start()
            postfix.set(*_SOON)
            here, beside = f"{HOST}:{each.smtp}", each.name
            print(f"Postfix at {here} delivers to {beside}, while that is down to the other node;")
            print(f"write to it: swaks --server {here} --from you@example.org --to {SERVER}")
        yield


def _instead(machines: Sequence[Machine], own: Machine) -> dict[str, str]:
    """Replacements for the guide's domain, paths and addresses of pbm."""
    return {
        re.escape(GUIDES_DOMAIN): re.escape(DOMAIN),
        GUIDES_DOMAIN: DOMAIN,
        "/etc/postfix/": f"{own.folder}/postfix/etc/",
        **hops(machines, own),
    }
