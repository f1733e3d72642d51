"""The mail addresses that a player plays from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.names import is_address
from pbm.core.refused import Refused
from pbm.play.bounds import ADDRESSES, charge
from pbm.play.news import News
from pbm.play.reachability import reached
from pbm.play.suspensions import check_active
from pbm.play.work import Work

ASK_AGAIN = timedelta(days=1)
MOST_ADDRESSES = 5

TakeRoom = Callable[[str], bool]
"""Takes room for one more question to an address, which may be anybody's; whether there was any."""


@dataclass(frozen=True)
class AddressesAsked(News):
    """Addresses are asked whether ``by`` may play from them too, or from one of them alone."""

    by: Player
    addresses: tuple[str, ...]
    replacing: bool


@dataclass(frozen=True)
class AddressAdded(News):
    """A player plays from another address, and from those that were dropped no more."""

    before: Player
    after: Player
    address: str
    dropped: tuple[str, ...]


@dataclass(frozen=True)
class AddressDropped(News):
    """``by`` had that address until now; ``after`` is the same player without it."""

    by: Player
    after: Player
    address: str


def ask(
    work: Work, by: Player, wanted: Sequence[str], take_room: TakeRoom, *, replacing: bool = False
) -> None:
    """Ask addresses whether a player may play from them too, or from one of them alone.

    :raises Refused: if there are too many, one is theirs already, or cannot be asked
    """
    check_active(by)
    kept = 0 if replacing else len(by.addresses)
    if kept + len(wanted) > MOST_ADDRESSES:
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    asked = tuple(_asked(work, by, address, take_room) for address in wanted)
    work.publish(AddressesAsked(by, asked, replacing))


def ask_where_possible(work: Work, wanted: Sequence[str], take_room: TakeRoom) -> Iterator[str]:
    """Count those of the addresses as asked for their consent that can be asked now."""
    for address in wanted:
        with suppress(Refused):
            yield _count_as_asked(work, address, take_room)


def consent(work: Work, player: int, address: str, *, replaces: bool) -> Player:
    """An address agrees to be a player's, or their only one.

    :raises Refused: if it is somebody's already, or they have too many
    """
    before = work.tx.players.get(player)
    checked = new_address(work, address)
    if len(before.addresses) >= MOST_ADDRESSES and not replaces:
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    work.tx.players.add_address(before.id, checked)
    dropped = before.addresses if replaces else ()
    return _added(work, before, before, checked, dropped)


def move(work: Work, player: Player, address: str) -> Player:
    """Let this be a player's only address, whatever it says to that: the operator does so for those
    who have lost theirs.

    :raises Refused: if it is no address, or another player's
    """
    moved = address.casefold()
    if moved not in player.addresses:
        work.tx.players.add_address(player.id, new_address(work, address))
    dropped = [each for each in player.addresses if each != moved]
    return _added(work, None, player, moved, dropped)


def drop(work: Work, by: Player, address: str) -> Player:
    """Play from an address no more.

    :raises Refused: if it is not the player's, or their last one
    """
    check_active(by)
    if address not in by.addresses:
        raise Refused("not_your_address", address=address[:60], known=", ".join(by.addresses))
    if len(by.addresses) == 1:
        raise Refused("last_address", address=address)
    work.tx.players.drop_address(by.id, address)
    player = work.tx.players.get(by.id)
    work.publish(AddressDropped(by, player, address))
    return player


def new_address(work: Work, address: str) -> str:
    """The address, in lower case. Its refusals are for the owner of the address alone.

    :raises Refused: if it is no address that we write to, or a player's already
    """
    checked = mailable(address)
    if work.tx.players.by_address(checked) is not None:
        raise Refused("taken_address", address=address)
    return checked


def mailable(address: str) -> str:
    """The address, in lower case. Says nothing about whose it is.

    :raises Refused: if it is no address that we write to
    """
    if not is_address(address):
        raise Refused("bad_address", address=address[:60])
    return address.casefold()


def _asked(work: Work, by: Player, address: str, take_room: TakeRoom) -> str:
    if address in by.addresses:
        raise Refused("your_address", address=address)
    charge(work, by, ADDRESSES)
    return _count_as_asked(work, address, take_room)


def _count_as_asked(work: Work, address: str, take_room: TakeRoom) -> str:
    """Count an address as asked for its consent, also where it is a player's already.

    :return: the address, in lower case
    :raises Refused: if it was asked within a day, or too many others were in this hour: nobody is
        pestered
    """
    checked = mailable(address)
    mark = MarkKind.ASK.of(checked)
    if work.tx.marks.count(mark, work.now - ASK_AGAIN):
        raise Refused("asked_today", address=address)
    if not take_room(checked):
        raise Refused("too_many_asked")
    work.tx.marks.add(mark, work.now)
    return checked


def _added(
    work: Work, by: Player | None, before: Player, address: str, dropped: Sequence[str]
) -> Player:
    for each in dropped:
        work.tx.players.drop_address(before.id, each)
    player = work.tx.players.get(before.id)
    work.publish(AddressAdded(by, before, player, address, tuple(dropped)))
    reached(work, player)
    return player
