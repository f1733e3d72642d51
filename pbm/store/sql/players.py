"""Players and their addresses. No other module writes to these two tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from pbm.base.errors import TakenError
from pbm.core.by_seat import BySeat
from pbm.core.choices import PROGRAM
from pbm.core.model import Player, PlayerStatus
from pbm.store.sql.connection import Connection
from pbm.store.sql.rows import (
    Row,
    Table,
    from_json,
    insert_unless_taken,
    row,
    rows,
    to_json,
    update,
)
from pbm.store.sql.times import from_text, to_text, to_text_or_none

# ruff: noqa: S608 (only constants are formatted into statements)


def _where(condition: str) -> str:
    return (
        "SELECT players.*, address, bounced FROM players"
        " LEFT JOIN addresses ON addresses.player = players.id"
        f" WHERE {condition} ORDER BY userid, place"
    )


_BY_ID = _where("players.id = ?")
_BOTH = _where("players.id IN (?, ?)")


class SqlPlayers:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self._table = Table(db, "players")
        self._addresses = Table(db, "addresses")

    def add(
        self, userid: str, look: str, addresses: Sequence[str], password: str | None, at: datetime
    ) -> Player:
        values = {"userid": userid, "look": look, "password": password, "created": to_text(at)}
        if not insert_unless_taken(self._table, values):
            raise TakenError(f"the userid {userid}, or one that looks like it, is taken")
        (player,) = rows(self._db, "SELECT id FROM players WHERE userid = ?", [userid])
        for address in addresses:
            self.add_address(player["id"], address)
        return self.get(player["id"])

    def get(self, player: int) -> Player:
        found = self.find(player)
        if found is None:
            raise KeyError(player)
        return found

    def find(self, player: int) -> Player | None:
        return self._one(_BY_ID, player)

    def both(self, players: BySeat[int]) -> Sequence[Player]:
        return [*self._all(_BOTH, *players)]

    def by_userid(self, userid: str) -> Player | None:
        return self._one(_where("userid = ?"), userid.casefold())

    def by_address(self, address: str) -> Player | None:
        its = "players.id = (SELECT player FROM addresses WHERE address = ?)"
        return self._one(_where(its), address.casefold())

    def is_taken(self, look: str) -> bool:
        return row(self._db, "SELECT id FROM players WHERE look = ?", [look]) is not None

    def set_password(self, player: int, password: str | None) -> None:
        update(self._table, {"password": password}, id=player)

    def set_status(self, player: int, status: PlayerStatus) -> None:
        update(self._table, {"status": status.value}, id=player)

    def set_setting(self, player: int, name: str, value: str) -> None:
        self._db.put(
            "UPDATE players SET settings = json_patch(settings, ?) WHERE id = ?",
            [to_json({name: value}), player],
        )

    def clear_settings(self, player: int) -> None:
        update(self._table, {"settings": to_json({})}, id=player)

    def add_address(self, player: int, address: str) -> None:
        values = {"address": address.casefold(), "player": player}
        if not insert_unless_taken(self._addresses, values):
            raise TakenError(f"the address {address} belongs to a player already")

    def drop_address(self, player: int, address: str) -> None:
        self._db.put(
            "DELETE FROM addresses WHERE player = ? AND address = ?", [player, address.casefold()]
        )

    def set_bounced(self, address: str, at: datetime | None) -> None:
        self._db.put(
            "UPDATE addresses SET bounced = ? WHERE address = ?",
            [to_text_or_none(at), address.casefold()],
        )

    def list(self) -> list[Player]:
        return [*self._all(_where("1 = 1"))]

    def programs(self) -> Sequence[Player]:
        named = self._all(_where("settings LIKE ?"), f'%"{PROGRAM}"%')
        return [player for player in named if player.is_program]

    def _one(self, sql: str, *values: object) -> Player | None:
        return next(iter(self._all(sql, *values)), None)

    def _all(self, sql: str, *values: object) -> Iterator[Player]:
        """Players by their userids, each with its addresses in one statement."""
        found = rows(self._db, sql, values)
        for _, each in groupby(found, lambda row: row["id"]):
            yield _player([*each])


def _player(found: Sequence[Row]) -> Player:
    """A player. found: a row for each address, or a single row without an address."""
    player = found[0]
    addresses = [each for each in found if each["address"] is not None]
    return Player(
        id=player["id"],
        userid=player["userid"],
        status=PlayerStatus(player["status"]),
        password=player["password"],
        addresses=tuple(each["address"] for each in addresses),
        settings=from_json(player["settings"]),
        created=from_text(player["created"]),
        bouncing={
            each["address"]: from_text(each["bounced"])
            for each in addresses
            if each["bounced"] is not None
        },
    )
