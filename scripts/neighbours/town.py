"""pbm with all its neighbours, started and stopped together."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from scripts.neighbours.club import PROGRAM, Club
from scripts.neighbours.dovecot import Dovecot
from scripts.neighbours.filters import Filters
from scripts.neighbours.place import HOST, Place
from scripts.neighbours.player import Player
from scripts.neighbours.postfix import Postfix
from scripts.neighbours.program import identity
from scripts.neighbours.table import Table

# Postfix refuses to run a pipe as root.
_USER = "nobody"


@dataclass
class Town:
    place: Place
    postfix: Postfix
    dovecot: Dovecot
    club: Club
    filters: Filters
    user: str | None
    players: ExitStack
    everybody: list[Player] = field(default_factory=list)
    """Every player who has signed up."""

    @cached_property
    def table(self) -> Table:
        """The game that several proofs share."""
        return Table(self.player("erin"), self.player("frank"))

    def player(self, userid: str) -> Player:
        """Make a player: a mailbox, and a signup by mail."""
        self.dovecot.add(userid)
        player = Player(self.place, userid)
        self.players.callback(player.log_out)
        player.sign_up()
        self.everybody.append(player)
        return player


@contextmanager
def town_in(folder: Path) -> Iterator[Town]:
    """Run everything in the folder. All programs have stopped when the block ends."""
    place, user = Place(folder), _USER if _can_run(_USER) else None
    club, dovecot = Club(place, user), Dovecot(place)
    postfix, filters = Postfix(place, _instead(place, club, user)), Filters(place)
    with ExitStack() as stack:
        for program in (dovecot, filters, postfix, club):
            stack.callback(program.stop)
            program.start()
        players = stack.enter_context(ExitStack())
        yield Town(place, postfix, dovecot, club, filters, user, players)


def _can_run(user: str) -> bool:
    """Whether this user can read this checkout and its Python."""
    command = [str(PROGRAM), "--version"]
    try:
        return (
            subprocess.run(command, check=False, capture_output=True, **identity(user)).returncode
            == 0
        )
    except PermissionError:
        return False


def _instead(place: Place, club: Club, user: str | None) -> dict[str, str]:
    """Replacements for the paths, the port and the user in the operator's guide."""
    return {
        "/etc/postfix/": f"{place.folder}/postfix/etc/",
        "127.0.0.1]:8025": f"{HOST}]:{place.port['PBM']}",
        "inet:localhost:8891": f"inet:{HOST}:{place.port['DKIM']}",
        "inet:localhost:8893": f"inet:{HOST}:{place.port['DMARC']}",
        "/opt/pbm/bin/pbm": str(PROGRAM),
        "/var/lib/pbm": str(club.data),
        "user=pbm": f"user={user or 'pbm'}",
    }
