"""Mails about accounts: signup, addresses, passwords, suspension, departure; and their tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any

from pbm.base.values import replace
from pbm.core.games import example_game, find, game_names, spec
from pbm.core.model import Player, PlayerStatus
from pbm.mail.correspondence import Purpose
from pbm.notices.drafts import NO_PLAYER, TALKED, Draft, Grant, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_names, language_of
from pbm.notices.pages import LESSON
from pbm.notices.readers import reader_of
from pbm.notices.seek_news import (
    example_challenges,
    example_seeks,
    examples_first,
    open_seeks,
    program_facts,
)
from pbm.play.addresses import AddressAdded, AddressDropped, AddressesAsked
from pbm.play.departures import Departed, ForgettingAsked, ForgettingCancelled
from pbm.play.listings import opponents
from pbm.play.passwords import PasswordChanged, ResetAsked
from pbm.play.publicity import PublicAsked
from pbm.play.signups import OwnerAsked, ProgramDeclared, SignedUp, SignupAsked, WelcomedAgain
from pbm.play.suspensions import StatusChanged
from pbm.store.protocol import Transaction

MOST_HERE = 8
MOST_SEEKS = 5
"""How many players and seeks a welcome names."""

CONFIRM_WITHIN = timedelta(days=7)
RESET_WITHIN = timedelta(days=2)


@HANDLERS.handles(SignupAsked)
def signup_question(news: SignupAsked, _tx: Transaction) -> Iterable[Draft]:
    wanted = news.wanted
    grant = Grant(
        Purpose.SIGNUP, data=wanted.data(), good_for=CONFIRM_WITHIN, password=news.password
    )
    facts = {
        "userid": wanted.userid,
        "days": CONFIRM_WITHIN.days,
        "password_lost": news.password_lost,
    }
    yield Draft(wanted.address, MailKind.SIGNUP, facts, grant=grant, language=wanted.language)


@HANDLERS.handles(OwnerAsked)
def owner_question(news: OwnerAsked, _tx: Transaction) -> Iterable[Draft]:
    """A question to the owner of a program, and an answer to the address that signed it up."""
    wanted, owner = news.wanted, news.owner
    data = {"signup": wanted.data(), "password": news.password}
    grant = Grant(Purpose.OWNER, owner.id, data=data, good_for=CONFIRM_WITHIN)
    facts = {"userid": wanted.userid, "owner": owner.userid, "days": CONFIRM_WITHIN.days}
    question = {**facts, "address": wanted.address}
    yield Draft(owner, MailKind.OWNER, question, grant=grant, by=NO_PLAYER)
    yield Draft(wanted.address, MailKind.OWNER_ASKED, facts, language=wanted.language)


@HANDLERS.handles(ProgramDeclared)
def owner_receipt(news: ProgramDeclared, _tx: Transaction) -> Iterable[Draft]:
    facts = {"userid": news.program.userid}
    yield Draft(news.by, MailKind.PROGRAM_DECLARED, facts, grant=account_grant(news.by))


@HANDLERS.handles(SignedUp)
def signup_mails(news: SignedUp, tx: Transaction) -> Iterable[Draft]:
    yield _welcome(tx, news.player, news.asked, news.game, introduced=news.introduced)
    yield from _questions(tx, news.player, news.asked, replaces=False)


@HANDLERS.handles(WelcomedAgain)
def welcome_mail(news: WelcomedAgain, tx: Transaction) -> Iterable[Draft]:
    yield _welcome(tx, news.player)


def _welcome(
    tx: Transaction,
    player: Player,
    more: Sequence[str] = (),
    game: str = "",
    *,
    introduced: bool = False,
) -> Draft:
    """The mail from which a new player starts: who is here, and what can be joined.

    more: further addresses that are asked for their consent.
    game: what they have asked for or learnt, which comes first; "" for none.
    introduced: whether they have just seen a game in pictures, which the first board shows, too.
    """
    here = [each.userid for each in islice(opponents(tx, player), MOST_HERE)]
    facts = {
        "userid": player.userid,
        "password": player.password is not None,
        "seeks": open_seeks(tx, player, game_names())[:MOST_SEEKS],
        "here": here,
        "challenges": example_challenges(tx, here[0], game) if here else [],
        "offers": example_seeks(tx, game),
        **program_facts(tx, player, examples_first(tx, game)),
        "more": list(more),
        "languages": language_names(),
        LESSON: "" if introduced else spec(find(game or example_game())),
    }
    grant = replace(account_grant(player), data={TALKED: game} if game else {})
    return Draft(player, MailKind.WELCOME, facts, grant=grant)


@HANDLERS.handles(PasswordChanged)
def revoke_resets(news: PasswordChanged, tx: Transaction) -> Iterable[Draft]:
    """Invalidate the tokens of all reset mails of the player. Makes no mail."""
    tx.tokens.revoke(news.player.id, Purpose.RESET)
    return ()


@HANDLERS.handles(PasswordChanged)
def password_mails(news: PasswordChanged, _tx: Transaction) -> Iterable[Draft]:
    player, facts = news.player, {"userid": news.player.userid}
    if news.by is not None:
        yield Draft(player, MailKind.PASSWORD_CHANGED, facts, grant=account_grant(player))
    yield from _at(player.addresses, player, MailKind.PASSWORD_CHANGED, facts)


@HANDLERS.handles(ResetAsked)
def reset_mails(news: ResetAsked, _tx: Transaction) -> Iterable[Draft]:
    """A reset mail to the player, and an answer to anybody else who asked.

    That answer does not reveal whether the userid exists or whether a reset mail was sent.
    """
    by, player = news.by, news.player
    if by is not None:
        is_theirs = player is not None and player.id == by.id
        elsewhere = Draft(by, MailKind.RESET_ELSEWHERE, {"userid": news.userid[:30]})
        yield _reset(by, by) if is_theirs else elsewhere
    if player is not None:
        yield from (_reset(player, address) for address in player.addresses)


def _reset(player: Player, to: Player | str) -> Draft:
    facts = {"userid": player.userid, "hours": int(RESET_WITHIN.total_seconds() // 3600)}
    grant = Grant(Purpose.RESET, player.id, good_for=RESET_WITHIN)
    return Draft(to, MailKind.RESET, facts, grant=grant, language=language_of(player))


@HANDLERS.handles(AddressesAsked)
def address_questions(news: AddressesAsked, tx: Transaction) -> Iterable[Draft]:
    facts = {
        "asked": list(news.addresses),
        "replacing": news.replacing,
        "days": CONFIRM_WITHIN.days,
    }
    yield Draft(news.by, MailKind.ADDRESSES_ASKED, facts, grant=account_grant(news.by))
    yield from _questions(tx, news.by, news.addresses, replaces=news.replacing)


@HANDLERS.handles(AddressAdded)
def new_address_mails(news: AddressAdded, _tx: Transaction) -> Iterable[Draft]:
    """A mail to the new address, and to the former ones unless an operator replaced them."""
    player, before = news.after, news.before
    facts = {"address": news.address, "addresses": list(player.addresses)}
    yield Draft(player, MailKind.ADDRESS_ADDED, facts, grant=account_grant(player))
    if news.by is not None:
        changes = _changes(player, added=[news.address], dropped=news.dropped)
        yield from _at(before.addresses, player, MailKind.ADDRESSES, changes)


@HANDLERS.handles(AddressDropped)
def dropped_address_mails(news: AddressDropped, _tx: Transaction) -> Iterable[Draft]:
    changes = _changes(news.after, dropped=[news.address])
    yield Draft(news.after, MailKind.ADDRESSES, changes, grant=account_grant(news.by))
    yield from _at(news.by.addresses, news.after, MailKind.ADDRESSES, changes)


@HANDLERS.handles(StatusChanged)
def status_mail(news: StatusChanged, _tx: Transaction) -> Iterable[Draft]:
    facts = {"suspended": news.status is PlayerStatus.SUSPENDED, "why": news.why}
    yield Draft(news.player, MailKind.SUSPENDED, facts, grant=account_grant(news.player))


@HANDLERS.handles(PublicAsked)
def public_question(news: PublicAsked, _tx: Transaction) -> Iterable[Draft]:
    """Ask a player from before the club had pages whether their games may be shown."""
    yield Draft(news.to, MailKind.PUBLIC, grant=account_grant(news.to))


@HANDLERS.handles(ForgettingAsked)
def forgetting_mails(news: ForgettingAsked, _tx: Transaction) -> Iterable[Draft]:
    """A mail to every address of the player, including those that bounce."""
    due = reader_of(news.player).moment(news.due)
    return _of_forgetting(news.player, due, news.why)


@HANDLERS.handles(ForgettingCancelled)
def stay_mails(news: ForgettingCancelled, _tx: Transaction) -> Iterable[Draft]:
    return _of_forgetting(news.player, "", news.why)


def _of_forgetting(player: Player, due: str, why: str) -> Iterable[Draft]:
    facts = {"userid": player.userid, "due": due, "why": why}
    return _at(player.addresses, player, MailKind.FORGETTING, facts)


@HANDLERS.handles(Departed)
def farewells(news: Departed, _tx: Transaction) -> Iterable[Draft]:
    """A farewell to every address of the player. No token: there is no account to act on."""
    player = news.by
    facts = {
        "userid": player.userid,
        "resigned": list(news.resigned),
        "cancelled": list(news.cancelled),
        "declined": list(news.declined),
        "why": news.why,
    }
    yield Draft(player, MailKind.SIGNED_OFF, facts)
    yield from _at(player.addresses, player, MailKind.SIGNED_OFF, facts)


def _changes(
    player: Player, *, added: Sequence[str] = (), dropped: Sequence[str] = ()
) -> dict[str, Any]:
    return {
        "userid": player.userid,
        "added": list(added),
        "dropped": list(dropped),
        "addresses": list(player.addresses),
    }


def _at(
    addresses: Iterable[str], player: Player, kind: MailKind, facts: dict[str, Any]
) -> Iterator[Draft]:
    """One mail to each address of a player, without a token.

    Somebody else may have taken over one of the addresses.
    """
    language = language_of(player)
    return (Draft(address, kind, facts, language=language) for address in addresses)


def _questions(
    tx: Transaction, player: Player, addresses: Iterable[str], *, replaces: bool
) -> Iterator[Draft]:
    """Ask the addresses that a player wants for their consent.

    If an address belongs to another player, that player is told of the attempt instead, unless they
    block the one who asks. The one who asks cannot tell these cases apart.
    """
    for address in addresses:
        owner = tx.players.by_address(address)
        if owner is None:
            yield _question(player, address, replaces=replaces)
        elif not tx.blocks.holds(owner.id, player.id):
            yield _wanted(player, address, owner)


def _question(player: Player, address: str, *, replaces: bool) -> Draft:
    """Ask an address for its consent to belong to the player."""
    data = {"address": address, "replaces": replaces}
    grant = Grant(Purpose.ADDRESS, player.id, data=data, good_for=CONFIRM_WITHIN)
    facts = {
        "userid": player.userid,
        "days": CONFIRM_WITHIN.days,
        "address": address,
        "replaces": replaces,
    }
    return Draft(address, MailKind.ADDRESS, facts, grant=grant, language=language_of(player))


def _wanted(player: Player, address: str, owner: Player) -> Draft:
    """Tell the owner of an address that another player tried to add it."""
    facts = {"by": player.userid, "userid": owner.userid, "address": address}
    return Draft(address, MailKind.ADDRESS_TAKEN, facts, language=language_of(owner))
