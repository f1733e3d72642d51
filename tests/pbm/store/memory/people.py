"""Players, their vacations, and their choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbm.base.errors import TakenError
from pbm.core.by_seat import BySeat
from pbm.core.model import Player, PlayerStatus, Vacation
from tests.pbm.store.memory.state import Repository, State


class MemoryPlayers(Repository):
    def add(
        self, userid: str, look: str, addresses: Sequence[str], password: str | None, at: datetime
    ) -> Player:
        if self.is_taken(look):
            raise TakenError(f"the userid {userid}, or one that looks like it, is taken")
        self._state.looks.add(look)
        active = PlayerStatus.ACTIVE
        made = self._state.players.add(
            lambda number: Player(number, userid, active, password, (), {}, at)
        )
        for address in addresses:
            self.add_address(made.id, address)
        return self.get(made.id)

    def get(self, player: int) -> Player:
        return self._state.players.rows[player]

    def find(self, player: int) -> Player | None:
        return self._state.players.get(player)

    def both(self, players: BySeat[int]) -> Sequence[Player]:
        return [each for each in self._state.players if each.id in players]

    def by_userid(self, userid: str) -> Player | None:
        wanted = userid.casefold()
        return next((each for each in self._state.players if each.userid == wanted), None)

    def by_address(self, address: str) -> Player | None:
        wanted = address.casefold()
        return next((each for each in self._state.players if wanted in each.addresses), None)

    def is_taken(self, look: str) -> bool:
        return look in self._state.looks

    def set_password(self, player: int, password: str | None) -> None:
        self._state.players.change(player, password=password)

    def set_status(self, player: int, status: PlayerStatus) -> None:
        self._state.players.change(player, status=status)

    def set_setting(self, player: int, name: str, value: str) -> None:
        settings = {**self.get(player).settings, name: value}
        self._state.players.change(player, settings=settings)

    def clear_settings(self, player: int) -> None:
        self._state.players.change(player, settings={})

    def add_address(self, player: int, address: str) -> None:
        if self.by_address(address) is not None:
            raise TakenError(f"the address {address} belongs to a player already")
        addresses = (*self.get(player).addresses, address.casefold())
        self._state.players.change(player, addresses=addresses)

    def drop_address(self, player: int, address: str) -> None:
        gone, known = address.casefold(), self.get(player)
        self._state.players.change(
            player,
            addresses=tuple(each for each in known.addresses if each != gone),
            bouncing={each: at for each, at in known.bouncing.items() if each != gone},
        )

    def set_bounced(self, address: str, at: datetime | None) -> None:
        owner = self.by_address(address)
        if owner is None:
            return
        others = {each: at for each, at in owner.bouncing.items() if each != address.casefold()}
        marked = {} if at is None else {address.casefold(): at}
        self._state.players.change(owner.id, bouncing={**others, **marked})

    def list(self) -> list[Player]:
        return sorted(self._state.players, key=lambda player: player.userid)

    def programs(self) -> Sequence[Player]:
        return [player for player in self.list() if player.is_program]


class MemoryVacations(Repository):
    def add(self, player: int, start: datetime, end: datetime) -> None:
        self._state.vacations.append((player, Vacation(start, end)))

    def of(self, player: int) -> Sequence[Vacation]:
        found = [vacation for owner, vacation in self._state.vacations if owner == player]
        return sorted(found, key=lambda vacation: vacation.start)

    def end(self, player: int, at: datetime) -> None:
        begun = [vacation for vacation in self.of(player) if vacation.start < at]
        self.erase(player)
        for vacation in begun:
            self._state.vacations.append((player, replace(vacation, end=min(vacation.end, at))))

    def erase(self, player: int) -> None:
        self._state.vacations[:] = [row for row in self._state.vacations if row[0] != player]


class MemoryChoices(Repository):
    def __init__(self, state: State, name: str) -> None:
        super().__init__(state)
        self._name = name

    @property
    def _choices(self) -> dict[tuple[int, int], datetime]:
        found: dict[tuple[int, int], datetime] = getattr(self._state, self._name)
        return found

    def add(self, player: int, other: int, at: datetime) -> None:
        self._choices.setdefault((player, other), at)

    def drop(self, player: int, other: int) -> None:
        self._choices.pop((player, other), None)

    def holds(self, player: int, other: int) -> bool:
        return (player, other) in self._choices

    def of(self, player: int) -> list[int]:
        found = [(at, two) for (one, two), at in self._choices.items() if one == player]
        return [other for _, other in sorted(found)]

    def to(self, other: int) -> list[int]:
        found = [(at, one) for (one, two), at in self._choices.items() if two == other]
        return [player for _, player in sorted(found)]
