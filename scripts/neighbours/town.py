"""pbm with all its neighbours, started and stopped together."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from scripts.benchmarks.postgresql import replicated
from scripts.neighbours.club import PROGRAM, Club, club_alone, club_of_nodes
from scripts.neighbours.dovecot import Dovecot
from scripts.neighbours.filters import Filters
from scripts.neighbours.place import HOST, Machine, Place, machines_in
from scripts.neighbours.player import Player
from scripts.neighbours.postfix import FILTERS, NODE, Postfix
from scripts.neighbours.program import identity
from scripts.neighbours.table import Table

NAMES = ("north", "south")

# Postfix refuses to run a pipe as root.
_USER = "nobody"


@dataclass
class Town:
    """The club and its neighbours. postfixes: one on each machine."""

    place: Place
    postfixes: Sequence[Postfix]
    dovecot: Dovecot
    club: Club
    filters: Filters
    user: str | None
    players: ExitStack
    everybody: list[Player] = field(default_factory=list)
    """Every player who has signed up."""

    @property
    def machine(self) -> Machine:
        return self.place.machines[0]

    @property
    def postfix(self) -> Postfix:
        """The Postfix of the first machine."""
        return self.postfixes[0]

    @cached_property
    def table(self) -> Table:
        """The game that several proofs share."""
        return Table(self.player("erin"), self.player("frank"))

    def player(self, userid: str) -> Player:
        """Make a player: a mailbox, and a signup by mail. Their machines take turns."""
        self.dovecot.add(userid)
        machines = self.place.machines
        player = Player(self.place, userid, machines[len(self.everybody) % len(machines)])
        self.players.callback(player.log_out)
        player.sign_up()
        self.everybody.append(player)
        return player

    def queue(self) -> Sequence[Mapping[str, Any]]:
        """The mails in all queues of Postfix, each with the reason why it waits."""
        return list(chain.from_iterable(each.queue() for each in self.postfixes))

    def taken(self) -> Mapping[str, int]:
        """How many letters pbm on each machine has taken from all Postfix, as these have logged."""
        return {
            each.name: sum(postfix.delivered_to(each.pbm) for postfix in self.postfixes)
            for each in self.place.machines
        }

    def flush(self) -> None:
        """Let Postfix retry everything in its queues now."""
        for each in self.postfixes:
            each.flush()


@contextmanager
def town_in(folder: Path) -> Iterator[Town]:
    """A town with one machine in the folder. All programs have stopped when the block ends."""
    place, user = Place(folder, machines_in(folder, ["mail"])), _user()
    with _running(place, club_alone(place, user), user, [FILTERS]) as town:
        yield town


@contextmanager
def town_of_nodes_in(folder: Path) -> Iterator[Town]:
    """As ``town_in``, but with two machines and the database that they share."""
    place, user = Place(folder, machines_in(folder, NAMES)), _user()
    with replicated() as (primary, _):
        for each in (primary.folder.parent, primary.folder):
            each.chmod(0o711)  # the user must reach the socket
        club = club_of_nodes(place, user, primary.url)
        with _running(place, club, user, [FILTERS, NODE]) as town:
            town.dovecot.add("you")  # the operator in the guide's settings
            yield town


@contextmanager
def _running(place: Place, club: Club, user: str | None, blocks: Sequence[str]) -> Iterator[Town]:
    """Run everything. blocks: the guide's blocks for Postfix."""
    dovecot, filters = Dovecot(place), Filters(place)
    postfixes = [
        Postfix(place, each, {**hops(place.machines, each), **_instead(place, each, user)}, blocks)
        for each in place.machines
    ]
    programs: Sequence[Dovecot | Filters | Postfix | Club] = (dovecot, filters, *postfixes, club)
    with ExitStack() as stack:
        for program in programs:
            stack.callback(program.stop)
            program.start()
        players = stack.enter_context(ExitStack())
        yield Town(place, postfixes, dovecot, club, filters, user, players)


def _user() -> str | None:
    """The user to run servers as; None for ours, if that user cannot read our code and Python."""
    command = [str(PROGRAM), "--version"]
    try:
        ran = subprocess.run(command, check=False, capture_output=True, **identity(_USER))
    except PermissionError:
        return None
    return None if ran.returncode else _USER


def hops(machines: Sequence[Machine], own: Machine) -> dict[str, str]:
    """Replacements for the addresses of pbm in the guide: our own machine's, then another one's."""
    return {
        f"{theirs}]:8025": f"{HOST}]:{ours.pbm}"
        for theirs, ours in (
            ("127.0.0.1", own),
            ("192.0.2.21", own),
            *(("192.0.2.22", each) for each in machines if each is not own),
        )
    }


def _instead(place: Place, machine: Machine, user: str | None) -> dict[str, str]:
    """Replacements for the paths, the filters' ports and the user in the operator's guide."""
    pbm = machine.folder / "pbm" / "data"
    return {
        "/etc/postfix/": f"{machine.folder}/postfix/etc/",
        "inet:localhost:8891": f"inet:{HOST}:{place.port['DKIM']}",
        "inet:localhost:8893": f"inet:{HOST}:{place.port['DMARC']}",
        "/opt/pbm/bin/pbm": str(PROGRAM),
        "/var/lib/pbm": str(pbm),
        "user=pbm": f"user={user or 'pbm'}",
    }
