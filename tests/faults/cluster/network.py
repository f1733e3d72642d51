"""Networks for the machines of a cluster: namespaces with a bridge, or the loopback address."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

LOOPBACK = "127.0.0.1"
_NAMESPACES = Path("/run/netns")
_CARD = "eth0"
_NOBODY = "02:00:00:00:00:01"
"""A hardware address that no card has."""


@dataclass(frozen=True)
class Site:
    """The place of a machine in the network. namespace: its network namespace, "" for none."""

    address: str = LOOPBACK
    namespace: str = ""

    def command(self, program: Sequence[str], user: int, group: int) -> Sequence[str]:
        """The command that root runs to start a program at this site for a user."""
        if not self.namespace:
            return program
        inside = f"--net={_NAMESPACES / self.namespace}"
        return ["nsenter", inside, "--setgid", str(group), "--setuid", str(user), "--", *program]


@dataclass(frozen=True)
class Network:
    """A bridge of the machine that runs the tests, to which a namespace for each site is joined.

    Programs outside of the namespaces have ``outside`` as their address, and ``keeper`` if they
    listen there.
    """

    name: str
    prefix: str

    @property
    def outside(self) -> str:
        return f"{self.prefix}.1"

    @property
    def keeper(self) -> str:
        return f"{self.prefix}.2"

    def site(self, number: int) -> Site:
        return Site(f"{self.prefix}.{10 + number}", f"{self.name}-{number}")

    def add(self, site: Site) -> None:
        """Make a namespace with a cable to the bridge; both have the same name."""
        name = site.namespace
        _run("ip", "netns", "add", name)
        _run(*f"ip link add {name} type veth peer name {_CARD} netns {name}".split())
        _run("ip", "link", "set", name, "master", self.name, "up")
        _run("ip", "-n", name, "address", "add", f"{site.address}/24", "dev", _CARD)
        for card in (_CARD, "lo"):
            _run("ip", "-n", name, "link", "set", card, "up")

    def cut(self, site: Site) -> None:
        """Let the bridge drop everything to and from a site, as a broken switch does."""
        _run("bridge", "link", "set", "dev", site.namespace, "state", "disabled")

    def mend(self, site: Site) -> None:
        _run("bridge", "link", "set", "dev", site.namespace, "state", "forwarding")

    def part(self, site: Site, addresses: Sequence[str]) -> None:
        """Stop a site from reaching these addresses: what it sends to them is lost."""
        for each in addresses:
            _run(*_neighbour(site, "replace", each), "lladdr", _NOBODY, "nud", "permanent")

    def unite(self, site: Site, addresses: Sequence[str]) -> None:
        for each in addresses:
            _run(*_neighbour(site, "del", each))


def _neighbour(site: Site, verb: str, address: str) -> Sequence[str]:
    return ["ip", "-n", site.namespace, "neighbour", verb, address, "dev", _CARD]


@contextmanager
def network(sites: Sequence[int]) -> Iterator[Network | None]:
    """A network with sites of these numbers; None if we may not make one."""
    with ExitStack() as made:
        yield _made(sites, made) if _may() else None


def _may() -> bool:
    """Whether this process is root on a machine that has namespaces."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("ip", "bridge", "nsenter"))):
        return False
    name = f"pbm-try-{os.getpid()}"
    try:
        _run("ip", "netns", "add", name)
        _run("ip", "netns", "del", name)
    except subprocess.CalledProcessError:
        return False
    return True


def _made(sites: Sequence[int], running: ExitStack) -> Network:
    found = next(each for each in map(_numbered, count()) if _is_free(each))
    running.callback(_run, "ip", "link", "del", found.name)
    for address in (found.outside, found.keeper):
        _run("ip", "address", "add", f"{address}/24", "dev", found.name)
    _run("ip", "link", "set", found.name, "up")
    for site in map(found.site, sites):
        running.callback(_remove, site)
        found.add(site)
    return found


def _numbered(number: int) -> Network:
    """A network in the range that RFC 2544 keeps for tests."""
    return Network(f"pbm{number}", f"198.18.{number}")


def _is_free(network: Network) -> bool:
    """Take the name of a network, and return whether nobody had it."""
    made = subprocess.run(
        ["ip", "link", "add", network.name, "type", "bridge"], check=False, capture_output=True
    )
    return made.returncode == 0


def _remove(site: Site) -> None:
    """Remove a namespace. Its cable is removed first: otherwise the name would stay in use."""
    _run("ip", "link", "del", site.namespace)
    _run("ip", "netns", "del", site.namespace)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
