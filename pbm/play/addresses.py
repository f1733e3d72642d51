"""The mail addresses of a player: adding, replacing and dropping them."""

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
from pbm.play.reachability import resume_if_reachable
from pbm.play.suspensions import check_active
from pbm.play.work import Work

ASK_AGAIN = timedelta(days=1)
MOST_ADDRESSES = 5

TakeRoom = Callable[[str], bool]
"""Reserves one confirmation mail to an address that may be anybody's.

Returns False if the rate limit is used up.
"""


@dataclass(frozen=True)
class AddressesAsked(News):
    """``by`` wants to add addresses, and each of them is asked for its consent.

    replacing: the new address is to replace all others.
    """

    by: Player
    addresses: tuple[str, ...]
    replacing: bool


@dataclass(frozen=True)
class AddressAdded(News):
    """A player has a new address.

    by: None if an operator changed it. before, after: the player without and with the address.
    dropped: the addresses that it replaced.
    """

    before: Player
    after: Player
    address: str
    dropped: tuple[str, ...]


@dataclass(frozen=True)
class AddressDropped(News):
    """A player dropped an address.

    by: the player with the address. after: the player without it.
    """

    by: Player
    after: Player
    address: str


def ask(
    work: Work, by: Player, wanted: Sequence[str], take_room: TakeRoom, *, replacing: bool = False
) -> None:
    """Ask addresses whether they belong to a player.

    :param replacing: whether the new address is to replace all others
    :raises Refused: if the player would have too many addresses, has one of these already, or one
        of them cannot be asked now
    """
    check_active(by)
    kept = 0 if replacing else len(by.addresses)
    if kept + len(wanted) > MOST_ADDRESSES:
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    asked = tuple(_asked(work, by, address, take_room) for address in wanted)
    work.publish(AddressesAsked(by, asked, replacing))


def ask_where_possible(work: Work, wanted: Sequence[str], take_room: TakeRoom) -> Iterator[str]:
    """Yield the addresses that can be asked for their consent now, and count them as asked."""
    for address in wanted:
        with suppress(Refused):
            yield _count_as_asked(work, address, take_room)


def consent(work: Work, player: int, address: str, *, replaces: bool) -> Player:
    """Add an address that has agreed.

    :param replaces: whether it replaces all other addresses of the player
    :raises Refused: if somebody has the address already, or ``player`` has too many addresses
    """
    before = work.tx.players.get(player)
    checked = new_address(work, address)
    if len(before.addresses) >= MOST_ADDRESSES and not replaces:
        raise Refused("too_many_addresses", most=MOST_ADDRESSES)
    work.tx.players.add_address(before.id, checked)
    dropped = before.addresses if replaces else ()
    return _added(work, before, before, checked, dropped)


def move(work: Work, player: Player, address: str) -> Player:
    """Make an address the only one of a player, without asking for its consent.

    An operator does this for players who have lost access to their address.

    :raises Refused: if ``address`` is not a mail address, or another player has it
    """
    moved = address.casefold()
    if moved not in player.addresses:
        work.tx.players.add_address(player.id, new_address(work, address))
    dropped = [each for each in player.addresses if each != moved]
    return _added(work, None, player, moved, dropped)


def drop(work: Work, by: Player, address: str) -> Player:
    """Remove an address of a player.

    :raises Refused: if the player does not have the address, or has no other
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
    """Return the address in lower case if no player has it.

    The refusal reveals that somebody plays from the address. Show it to the owner of the address
    only.

    :raises Refused: if ``address`` is none that we write to, or a player has it
    """
    checked = mailable(address)
    if work.tx.players.by_address(checked) is not None:
        raise Refused("taken_address", address=address)
    return checked


def mailable(address: str) -> str:
    """Return the address in lower case. Does not reveal whether a player has it.

    :raises Refused: if ``address`` is none that we write to"""
    if not is_address(address):
        raise Refused("bad_address", address=address[:60])
    return address.casefold()


def _asked(work: Work, by: Player, address: str, take_room: TakeRoom) -> str:
    if address in by.addresses:
        raise Refused("your_address", address=address)
    charge(work, by, ADDRESSES)
    return _count_as_asked(work, address, take_room)


def _count_as_asked(work: Work, address: str, take_room: TakeRoom) -> str:
    """Count an address as asked for its consent, even if a player has it already.

    :return: the address in lower case
    :raises Refused: if the address was asked within the last day, or the rate limit for such mails
        is used up; both limits keep us from pestering strangers
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
    resume_if_reachable(work, player)
    return player
