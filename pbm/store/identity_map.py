"""An identity map around the store of any engine: caches what a transaction has read.

A move asks for its players, its board and its plans again and again. Each write removes what it
may have changed from the cache. The rollback of a savepoint clears the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast

from pbm.core.by_seat import BySeat
from pbm.core.model import Match, Player
from pbm.store.matches_protocol import Matches
from pbm.store.players_protocol import Players
from pbm.store.protocol import Store, Transaction, has_waiters

_Begun = AbstractContextManager[Transaction]


class MappedStore:
    """Wraps the store of an engine; each transaction has its own cache."""

    def __init__(self, engine: Store) -> None:
        self.engine = engine
        self.close = engine.close
        self.use_key = engine.use_key

    def transaction(self, *, acting: bool = True, lasting: bool = True) -> _Begun:
        return _mapped(self.engine.transaction(acting=acting, lasting=lasting))

    def beside(self) -> _Begun:
        return _mapped(self.engine.beside())

    def reading(self) -> _Begun:
        return _mapped(self.engine.reading())

    def has_waiters(self) -> bool:
        return has_waiters(self.engine)


@contextmanager
def _mapped(begun: _Begun) -> Iterator[Transaction]:
    with begun as tx:
        yield cast(Transaction, MappedTransaction(tx))


class _Mapped:
    """Passes on what it does not do itself. changing: the methods that clear its cache."""

    changing: Collection[str] = ()

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._wrapped, name)
        if name in self.changing:
            found = self._changing(found)
        # The next look-up finds it without this method.
        setattr(self, name, found)
        return found

    def _changing(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*given: Any, **named: Any) -> Any:
            self.forget()
            return change(*given, **named)

        return changed

    def forget(self) -> None:
        """Clear the cache."""


class MappedTransaction(_Mapped):
    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx)
        self.players = MappedPlayers(tx.players)
        self._beside = {
            "queues": MappedAboutBoard(tx.queues, "of", {}, ("put", "drop", "clear")),
            "subscriptions": MappedAboutBoard(tx.subscriptions, "to", [], ("add", "drop")),
            # A move asks four times which contest it belongs to.
            "contests": MappedAboutBoard(tx.contests, "game", None, ("put_game",)),
        }
        vars(self).update(self._beside)
        self.matches = MappedMatches(tx.matches, self._beside)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        try:
            with self._wrapped.savepoint():
                yield
        except BaseException:
            for each in (self.players, self.matches, *self._beside.values()):
                each.forget()
            raise


class MappedPlayers(_Mapped):
    """Caches players by id and by address."""

    changing = frozenset(
        {
            "add",
            "set_password",
            "set_status",
            "set_setting",
            "clear_settings",
            "add_address",
            "drop_address",
            "set_bounced",
        }
    )

    def __init__(self, players: Players) -> None:
        super().__init__(players)
        self._players = players
        self._by_id: dict[int, Player] = {}
        self._by_address: dict[str, Player] = {}

    def get(self, player: int) -> Player:
        return self.find(player) or self._players.get(player)

    def find(self, player: int) -> Player | None:
        return self._by_id.get(player) or self._known(self._players.find(player))

    def both(self, players: BySeat[int]) -> Sequence[Player]:
        return [each for each in map(self._known, self._players.both(players)) if each]

    def by_userid(self, userid: str) -> Player | None:
        return self._known(self._players.by_userid(userid))

    def by_address(self, address: str) -> Player | None:
        known = self._by_address.get(address.casefold())
        return known or self._known(self._players.by_address(address))

    def forget(self) -> None:
        self._by_id.clear()
        self._by_address.clear()

    def _known(self, player: Player | None) -> Player | None:
        if player is not None:
            self._by_id[player.id] = player
            self._by_address.update(dict.fromkeys(player.addresses, player))
        return player


class MappedMatches(_Mapped):
    """Caches the last board: a transaction handles one board after the other."""

    changing = frozenset({"append"})

    def __init__(self, matches: Matches, beside: Mapping[str, MappedAboutBoard]) -> None:
        super().__init__(matches)
        self._matches, self._beside = matches, beside
        self._latest: Match | None = None

    def get(self, board: int) -> Match | None:
        if self._latest is None or self._latest.board != board:
            self._latest = self._matches.get(board)
            for each in self._matches.lacks if self._latest else ():
                self._beside[each].lack(board)
        return self._latest

    def forget(self) -> None:
        self._latest = None


class MappedAboutBoard(_Mapped):
    """Caches what one method reads about the last board, mostly nothing."""

    def __init__(
        self, wrapped: object, method: str, nothing: Any, changing: Collection[str]
    ) -> None:
        super().__init__(wrapped)
        self._read, self._nothing = getattr(wrapped, method), nothing
        self.changing = changing
        self._latest: tuple[int, Any] | None = None
        setattr(self, method, self._found)

    def lack(self, board: int) -> None:
        """Note that there is nothing about this board."""
        self._latest = board, self._nothing

    def _found(self, board: int) -> Any:
        if self._latest is None or self._latest[0] != board:
            self._latest = board, self._read(board)
        return self._latest[1]

    def forget(self) -> None:
        self._latest = None
