"""Signups: asking to become a player, and confirming that from one's address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from pbm.core.choices import DECLARED, ON, OWNER, PROGRAM, Choice
from pbm.core.games import game_names
from pbm.core.languages import ENGLISH, languages
from pbm.core.model import Player
from pbm.core.names import is_userid, look, near_userid, reads_as_move
from pbm.core.refused import Refused
from pbm.core.reserved import is_reserved
from pbm.play.addresses import MOST_ADDRESSES, TakeRoom, ask_where_possible, mailable, new_address
from pbm.play.news import News
from pbm.play.passwords import check_password
from pbm.play.programs import is_claimed, programs_of
from pbm.play.settings import PICTURES, TEXT
from pbm.play.work import Work
from pbm.store.protocol import Transaction

Reserved = Callable[[str], bool]
"""Tells whether a word is one of commands."""

MOST_PROGRAMS = 3
"""Programs that a player may own."""

_MOST_LETTERS, _NUMBERS = 18, range(2, 10)
"""The most letters of a suggested userid before a number, and the numbers that are tried."""

EXAMPLE_USERID = "alice"
"""The userid in examples for people of whom no better one is known."""


@dataclass(frozen=True)
class Signup:
    """A signup that waits for the consent of its address.

    language: of the mails, "" if it is not known.
    more: further addresses, which are asked after the first one has agreed.
    owner: the userid of the player whose program this is; "" for a person.
    game: the name of the game that they have asked for or learnt, "" for none.
    """

    userid: str
    address: str
    language: str = ""
    more: tuple[str, ...] = ()
    owner: str = ""
    game: str = ""

    def data(self) -> dict[str, Any]:
        """The signup as plain JSON."""
        return {
            "userid": self.userid,
            "address": self.address,
            "lang": self.language,
            "more": [*self.more],
            "owner": self.owner,
            "game": self.game,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Read a signup from JSON; older ones have no ``lang``, ``owner`` or ``game``."""
        language, owner = data.get("lang", ENGLISH), data.get("owner", "")
        more, game = tuple(data["more"]), data.get("game", "")
        return cls(data["userid"], data["address"], language, more, owner, game)


@dataclass(frozen=True)
class SignupAsked(News):
    """The address of a signup is asked for its consent.

    password: the password that was chosen, None if none was.
    password_lost: a password was chosen but has been deleted, because the letter had to wait.
    """

    wanted: Signup
    password: str | None = field(default=None, repr=False)
    password_lost: bool = False


@dataclass(frozen=True)
class SignedUp(News):
    """There is a new player.

    asked: further addresses that are asked for their consent.
    introduced: whether they have had a mail that tells how to begin.
    game: the name of the game that they have asked for or learnt, "" for none.
    """

    player: Player
    asked: tuple[str, ...] = ()
    introduced: bool = False
    game: str = ""


@dataclass(frozen=True)
class OwnerAsked(News):
    """A player is asked whether a program is theirs.

    password: the hash of the password that was chosen for the program.
    """

    wanted: Signup
    owner: Player
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class ProgramDeclared(News):
    """``by`` has agreed that a program is theirs, and it is a player now."""

    by: Player
    program: Player


@dataclass(frozen=True)
class WelcomedAgain(News):
    """A player gets the welcome mail again."""

    player: Player


def ask(
    work: Work,
    wanted: Signup,
    password: str | None,
    reserved: Reserved,
    *,
    password_lost: bool = False,
) -> None:
    """Ask an address whether its owner wants to become a player.

    :param reserved: tells further words that cannot be userids
    :raises Refused: as ``checked`` does
    """
    work.publish(
        SignupAsked(None, checked(work, wanted, password, reserved), password, password_lost)
    )


def checked(work: Work, wanted: Signup, password: str | None, reserved: Reserved) -> Signup:
    """The signup, with its addresses as they are stored.

    :raises Refused: if the userid, the password, an address or the language is not acceptable
    """
    check_userid(work, wanted.userid, reserved)
    if password is not None:
        check_password(password, wanted.userid)
    address = new_address(work, wanted.address)
    if wanted.language and wanted.language not in languages():
        raise Refused("unknown_language", known=", ".join(languages()))
    if wanted.owner:
        find_owner(work, wanted.owner)
    more = tuple(mailable(each) for each in wanted.more[: MOST_ADDRESSES - 1])
    return replace(wanted, address=address, more=more)


def agree(  # noqa: PLR0913 (who signs up, and what is known of them)
    work: Work,
    wanted: Signup,
    password: str | None,
    reserved: Reserved,
    take_room: TakeRoom,
    *,
    introduced: bool = False,
) -> Player:
    """Make the owner of an address a player after the address has agreed.

    :param password: the hash of the password that was chosen
    :param introduced: whether they have had a mail that tells how to begin
    :raises Refused: if the userid or the address has been taken meanwhile
    """
    player = _added(work, wanted, password, reserved)
    further = [each for each in wanted.more if each not in player.addresses]
    asked = tuple(ask_where_possible(work, further, take_room))
    work.publish(SignedUp(player, player, asked, introduced, wanted.game))
    return player


def ask_owner(work: Work, wanted: Signup, password: str | None, reserved: Reserved) -> None:
    """Ask a player whether a program is theirs, after the address of the program has agreed.

    :param password: the hash of the password that was chosen
    :raises Refused: if the userid or the address has been taken meanwhile, or that player can have
        no program
    """
    check_userid(work, wanted.userid, reserved)
    new_address(work, wanted.address)
    work.publish(OwnerAsked(None, wanted, find_owner(work, wanted.owner), password))


def agree_as_owner(work: Work, wanted: Signup, password: str | None, reserved: Reserved) -> Player:
    """Make a program a player after its owner has agreed, and return the owner.

    :raises Refused: as ``ask_owner`` does
    """
    owner = find_owner(work, wanted.owner)
    program = _added(work, wanted, password, reserved)
    settings = {
        PROGRAM: DECLARED,
        OWNER: str(owner.id),
        Choice.MAIL: TEXT,
        Choice.MACHINE: ON,
        Choice.AUTOACCEPT: ON,
    }
    for setting in settings.items():
        work.tx.players.set_setting(program.id, *setting)
    program = work.tx.players.get(program.id)
    work.publish(ProgramDeclared(owner, program))
    work.publish(SignedUp(None, program))
    return owner


def find_owner(work: Work, userid: str) -> Player:
    """Return the player who is to own another program.

    :raises Refused: if that player cannot own a program, or has as many as anybody may
    """
    owner = work.tx.players.by_userid(userid)
    if owner is None or owner.left or owner.suspended or owner.is_program:
        raise Refused("no_owner", userid=userid[:30])
    if len(programs_of(work.tx, owner)) >= MOST_PROGRAMS:
        raise Refused("many_programs", userid=userid, most=MOST_PROGRAMS)
    return owner


def _added(work: Work, wanted: Signup, password: str | None, reserved: Reserved) -> Player:
    """:raises Refused: if the userid or the address has been taken meanwhile"""
    check_userid(work, wanted.userid, reserved)
    new_address(work, wanted.address)
    userid, players = wanted.userid, work.tx.players
    added = players.add(userid, look(userid), [wanted.address], password, work.now)
    players.set_setting(added.id, Choice.LANGUAGE, wanted.language or ENGLISH)
    players.set_setting(added.id, Choice.MAIL, PICTURES)
    return players.get(added.id)


def add(work: Work, userid: str, addresses: Sequence[str], reserved: Reserved) -> Player:
    """Add a player on behalf of the operator, without asking the addresses.

    :raises Refused: if the userid or an address is invalid or taken
    """
    check_userid(work, userid, reserved)
    checked = [new_address(work, address) for address in dict.fromkeys(addresses)]
    added = work.tx.players.add(userid.casefold(), look(userid), checked, None, work.now)
    work.tx.players.set_setting(added.id, Choice.MAIL, PICTURES)
    player = work.tx.players.get(added.id)
    work.publish(SignedUp(None, player))
    return player


def welcome_again(work: Work, player: Player) -> None:
    """Send a player the welcome mail again, if the first one was lost.

    :raises Refused: if the player has no address
    """
    if player.left:
        raise Refused("no_address", userid=player.userid)
    work.publish(WelcomedAgain(None, player))


def check_userid(work: Work, userid: str, reserved: Reserved) -> None:
    """:raises Refused: if the userid is invalid, reserved or taken"""
    if not is_userid(userid):
        near = near_userid(userid)
        example = free_userid(work.tx, [near] if near else [], reserved) or EXAMPLE_USERID
        raise Refused("bad_userid", userid=userid[:30], example=example)
    if _has_other_meaning(work.tx, userid, reserved):
        raise Refused("reserved_userid", userid=userid)
    if work.tx.players.is_taken(look(userid)):
        raise Refused("taken_userid", userid=userid)


def free_userid(tx: Transaction, wanted: Sequence[str], reserved: Reserved) -> str:
    """The first of the wanted userids that a newcomer can have, or else the last with a number.

    reserved: tells words of commands, which nobody can have.

    :return: "" if there is none
    """
    numbered = (f"{each[:_MOST_LETTERS]}{number}" for each in wanted[-1:] for number in _NUMBERS)
    for each in (*wanted, *numbered):
        is_free = is_userid(each) and not _has_other_meaning(tx, each, reserved)
        if is_free and not tx.players.is_taken(look(each)):
            return each
    return ""


def _has_other_meaning(tx: Transaction, userid: str, reserved: Reserved) -> bool:
    is_word = reserved(userid) or userid in game_names() or reads_as_move(userid)
    return is_word or is_reserved(userid) or is_claimed(tx, userid)
