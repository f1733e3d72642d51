"""Say in words what a command does, for the questions whether it is meant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import NamedTuple

from pbm.core.days import period
from pbm.core.model import MatchStatus, Player
from pbm.core.refused import Refused
from pbm.core.zones import zone_of
from pbm.inbox.commands.contests import LEAVE
from pbm.inbox.commands.playing import cancels
from pbm.inbox.line.line import Call
from pbm.notices.readers import reader_of
from pbm.notices.receipts import setting_in_words
from pbm.notices.rendering import capital, name_of, titled
from pbm.play.settings import read_setting
from pbm.store.protocol import Transaction

_CONTESTS = ("cup", "season", "stairs")
_NAMING = ("challenge", "message", "block", "unblock", "take")
"""Commands that say more if the words of the letter may be repeated."""

_OTHER = "%(other)s"


class Deed(NamedTuple):
    """What a command does, in a player's language, such as "give up the game on board 4".

    words: "" for a command without words. heading: these above the command, with a capital; a
    userid with which they begin stays as it is written.
    """

    words: str
    heading: str


def deed_of(tx: Transaction, player: Player, call: Call, now: datetime, *, proven: bool) -> Deed:
    """What the command does.

    proven: whether the player wrote it. If not, none of the letter's own words is in the answer:
    only numbers, dates, the values of settings and userids are.
    """
    match call.command.name:
        case "set":
            said = _setting(player, call)
        case "vacation":
            said = _vacation(player, call, now)
        case _:
            said = ""
    return Deed(said, capital(said)) if said else _by_code(tx, player, call, proven=proven)


def _by_code(tx: Transaction, player: Player, call: Call, *, proven: bool) -> Deed:
    language = reader_of(player).language
    code = _code(tx, player, call)
    facts = {
        "board": call.args.board,
        "game": titled(call.game.name, language) if call.game else "",
    }
    if call.command.name in _NAMING and (proven or _is_known(tx, _other(call))):
        code, facts = f"{code} OTHER", facts | {"other": _other(call)}
    words = name_of(code, "deed", language)
    said = "" if words == code else words % facts
    return Deed(said, said if words.startswith(_OTHER) else capital(said))


def _code(tx: Transaction, player: Player, call: Call) -> str:
    """The code of the words for a command; that of the command alone mostly is enough."""
    name = call.command.name
    if cancels(tx, player, name, call.args):
        return f"{name} early"
    if name in _CONTESTS:
        what = call.args.word("what").casefold()
        return f"{name} {what}" if what in ("join", LEAVE) else name
    if name == "propose":
        return f"{name} {call.args.word('offer').casefold()}"
    if name == "queue":
        return f"{name} clear" if call.args.text.casefold() == "clear" else name
    return _answering(tx, player, call) if name in ("accept", "decline") else name


def _answering(tx: Transaction, player: Player, call: Call) -> str:
    """An invitation is answered with the same words as a proposal, and taken back with decline."""
    name, board = call.command.name, call.args.board
    match = tx.matches.get(board) if board is not None else None
    if match is None or player.id not in match.players or match.status is not MatchStatus.INVITED:
        return f"{name} proposal"
    return name


def _is_known(tx: Transaction, words: str) -> bool:
    """Whether the words are a number or userids of players, in which nobody can say anything."""
    others = words.split()
    return bool(others) and all(
        each.isdecimal() or tx.players.by_userid(each.casefold()) is not None for each in others
    )


def _other(call: Call) -> str:
    return call.args.text or next(
        (word for name, word in call.args.words.items() if name not in ("u", "p")), ""
    )


def _setting(player: Player, call: Call) -> str:
    name, value = call.args.word("option").casefold(), call.args.word("value").casefold()
    chosen = read_setting(name, value)
    return setting_in_words(*chosen, reader_of(player).language) if chosen else ""


def _vacation(player: Player, call: Call, now: datetime) -> str:
    reader, word = reader_of(player), call.args.text.casefold()
    if word == "off":
        return name_of("vacation off", "deed", reader.language)
    zone = zone_of(player)
    try:
        days = period(call.args.rest, now.astimezone(zone).date())
    except Refused:
        return ""
    first, last = (reader.day(datetime.combine(each, time(12), zone), now) for each in days)
    facts: Mapping[str, str] = {"start": first, "end": last}
    return name_of("vacation FROM TO", "deed", reader.language) % facts
