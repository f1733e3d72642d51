"""Three machines with etcd, simulated on this machine: the database of a cluster."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from tests.faults.cluster.machines import (
    CERTIFICATE,
    KEY,
    Machine,
    free_port,
    own_copy,
    own_folder,
    started,
)
from tests.faults.cluster.network import LOOPBACK, Network, Site, network
from tests.patience import PATIENCE

START_SECONDS = PATIENCE
_LOOK_AGAIN_SECONDS = 0.2
_NUMBERS = (1, 2, 3)


@dataclass(frozen=True)
class Cluster:
    """The machines of a cluster. network: their network, None if it cannot be cut."""

    machines: Sequence[Machine]
    folder: Path
    network: Network | None

    @property
    def url(self) -> str:
        hosts = ",".join(f"{each.site.address}:{each.port}" for each in self.machines)
        named = {
            "target_session_attrs": "read-write",
            "sslmode": "verify-full",
            "sslrootcert": self.folder / CERTIFICATE,
        }
        return f"postgresql://postgres@{hosts}/postgres?{urlencode(named)}"

    def primary(self) -> Machine:
        """The primary; waits until there is one."""
        return self.another_than(None)

    def another_than(self, former: Machine | None) -> Machine:
        """The primary, once a machine other than ``former`` is the primary."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            for each in self.machines:
                if each is not former and each.is_primary():
                    return each
            time.sleep(_LOOK_AGAIN_SECONDS)
        raise TimeoutError("there is no primary")

    def standbys_of(self, primary: Machine) -> list[Machine]:
        return [each for each in self.machines if each is not primary]

    @contextmanager
    def cut_off(self, machine: Machine) -> Iterator[None]:
        """Cut a machine off from everybody."""
        assert self.network is not None
        self.network.cut(machine.site)
        try:
            yield
        finally:
            self.network.mend(machine.site)

    @contextmanager
    def parted(self, machine: Machine) -> Iterator[None]:
        """Cut a machine off from etcd and the other machines, but not from the nodes of pbm."""
        assert self.network is not None
        others = [each.site.address for each in self.standbys_of(machine)]
        self.network.part(machine.site, [self.network.keeper, *others])
        try:
            yield
        finally:
            self.network.unite(machine.site, [self.network.keeper, *others])

    def whole(self) -> Machine:
        """The primary, once all other machines follow it and confirm commits."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            primary = self.primary()
            if primary.standbys() == len(self.machines) - 1:
                return primary
            time.sleep(_LOOK_AGAIN_SECONDS)
        raise TimeoutError("the standbys do not follow")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster in a temporary folder and, if possible, in a network of its own."""
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory(prefix="pbm-cluster-")))
        folder.chmod(0o711)
        joined = running.enter_context(network(_NUMBERS))
        keeper = joined.keeper if joined else LOOPBACK
        sites = [joined.site(number) if joined else Site() for number in _NUMBERS]
        certify(folder, {each.address for each in sites})
        etcd = f"{keeper}:{free_port()}"
        process = started(
            _etcd(etcd, keeper, own_folder(folder / "etcd")), folder / "etcd" / "log", Site()
        )
        running.callback(process.wait)
        running.callback(process.kill)
        machines = [
            Machine(f"db{number}", own_folder(folder / f"db{number}"), site, etcd)
            for number, site in zip(_NUMBERS, sites, strict=True)
        ]
        for each in machines:
            for name in (CERTIFICATE, KEY):
                own_copy(folder / name, each.folder / name)
            running.callback(each.kill)
            each.start()
        made = Cluster(machines, folder, joined)
        made.whole()
        yield made


def certify(folder: Path, addresses: Iterable[str]) -> None:
    """Make a self-signed certificate and its key for all machines."""
    names = ",".join(f"IP:{each}" for each in sorted(addresses))
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=pbm"
    files = ("-out", folder / CERTIFICATE, "-keyout", folder / KEY)
    subprocess.run(
        [*command.split(), "-addext", f"subjectAltName={names}", *files],
        check=True,
        capture_output=True,
    )


def _etcd(client: str, keeper: str, folder: Path) -> Sequence[str]:
    own, peer = f"http://{client}", f"http://{keeper}:{free_port()}"
    return [
        *("etcd", "--data-dir", str(folder / "data")),
        *("--listen-client-urls", own, "--advertise-client-urls", own),
        *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer),
        *("--initial-cluster", f"default={peer}"),
    ]
