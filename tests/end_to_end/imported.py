"""Boards in a given position, as an operator would bring them from elsewhere."""

from __future__ import annotations

from pbm.config import load
from pbm.model import Cause, Deed, Happened
from pbm.office import Office
from tests.end_to_end.process import ServerProcess


def import_position(server: ServerProcess, spec: str, drawn: str, side: str) -> None:
    """Board 1 between alice and bob, beside the running server; nobody is sent a mail."""
    office = Office(load({"data": str(server.data)}, {}))
    with office.store.transaction() as tx:
        players = [tx.players.by_userid(userid) for userid in ("alice", "bob")]
        terms = {
            "spec": spec,
            "players": [player.id for player in players if player],
            "setup": f"{'/'.join(drawn.split())} {side}",
            "moves": [],
            "result": "*",
            "reason": "*",
        }
        act = tx.acts.add("pbm games import", "a position to test", {}, office.clock())
        office.referee.open(tx, Deed(Happened.IMPORTED, terms, act.at), Cause(act=act.id))
    office.close()
