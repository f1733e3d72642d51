"""Becoming a player: asking for it, and the consent of the address that was named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from pbm.core.games import game_names
from pbm.core.languages import ENGLISH, languages
from pbm.core.model import Player
from pbm.core.names import is_reserved, is_userid, look, reads_as_move
from pbm.core.refused import Refused
from pbm.play.addresses import MOST_ADDRESSES, TakeRoom, ask_where_possible, mailable, new_address
from pbm.play.news import News
from pbm.play.passwords import check_password
from pbm.play.work import Work


@dataclass(frozen=True)
class Signup:
    """What somebody wants to be.

    more: further addresses, which are asked once the first one has agreed.
    """

    userid: str
    address: str
    language: str = ENGLISH
    more: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The same as plain JSON."""
        return {
            "userid": self.userid,
            "address": self.address,
            "lang": self.language,
            "more": [*self.more],
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Those that were written before a language could be chosen say nothing of it."""
        language = data.get("lang", ENGLISH)
        return cls(data["userid"], data["address"], language, tuple(data["more"]))


@dataclass(frozen=True)
class SignupAsked(News):
    """The address is asked whether it agrees.

    password_lost: whether one was chosen that is not known any more.
    """

    wanted: Signup
    password: str | None = field(default=None, repr=False)
    password_lost: bool = False


@dataclass(frozen=True)
class SignedUp(News):
    """Somebody is a player now, and further addresses of theirs are asked."""

    player: Player
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class WelcomedAgain(News):
    """A player is told anew how to begin."""

    player: Player


def ask(
    work: Work,
    wanted: Signup,
    password: str | None,
    reserved: Collection[str],
    *,
    password_lost: bool = False,
) -> None:
    """Ask an address whether its owner wants to be a player.

    :param reserved: words that nobody may be called by, beside those that are always reserved
    :raises Refused: if they cannot be
    """
    check_userid(work, wanted.userid, reserved)
    if password is not None:
        check_password(password, wanted.userid)
    address = new_address(work, wanted.address)
    if wanted.language not in languages():
        raise Refused("unknown_language", known=", ".join(languages()))
    more = tuple(mailable(each) for each in wanted.more[: MOST_ADDRESSES - 1])
    checked = replace(wanted, address=address, more=more)
    work.publish(SignupAsked(None, checked, password, password_lost))


def agree(
    work: Work, wanted: Signup, password: str | None, reserved: Collection[str], take_room: TakeRoom
) -> Player:
    """The address agrees: its owner is a player.

    :param password: the hash of the one that was chosen
    :raises Refused: if the userid or the address was taken meanwhile
    """
    check_userid(work, wanted.userid, reserved)
    new_address(work, wanted.address)
    userid, players = wanted.userid, work.tx.players
    added = players.add(userid, look(userid), [wanted.address], password, work.now)
    players.set_setting(added.id, "lang", wanted.language)
    player = players.get(added.id)
    further = [each for each in wanted.more if each not in player.addresses]
    work.publish(SignedUp(player, player, tuple(ask_where_possible(work, further, take_room))))
    return player


def add(work: Work, userid: str, addresses: Sequence[str], reserved: Collection[str]) -> Player:
    """Make somebody a player whom the operator knows.

    :raises Refused: if the userid or an address is taken, or is none
    """
    check_userid(work, userid, reserved)
    checked = [new_address(work, address) for address in dict.fromkeys(addresses)]
    player = work.tx.players.add(userid.casefold(), look(userid), checked, None, work.now)
    work.publish(SignedUp(None, player))
    return player


def welcome_again(work: Work, player: Player) -> None:
    """Tell a player anew how to begin, where the first mail got lost.

    :raises Refused: if they have no address
    """
    if player.left:
        raise Refused("no_address", userid=player.userid)
    work.publish(WelcomedAgain(None, player))


def check_userid(work: Work, userid: str, reserved: Collection[str]) -> None:
    """:raises Refused: if nobody may be called so, or somebody is already"""
    if not is_userid(userid):
        raise Refused("bad_userid", userid=userid[:30])
    is_word = userid in reserved or userid in game_names()
    if is_reserved(userid) or is_word or reads_as_move(userid):
        raise Refused("reserved_userid", userid=userid)
    if work.tx.players.is_taken(look(userid)):
        raise Refused("taken_userid", userid=userid)
