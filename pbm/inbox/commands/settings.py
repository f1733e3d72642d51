"""What a player may choose for himself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.languages import language_of, languages
from pbm.notices.moments import ZONE, find_zone
from pbm.notices.rendering import name_of
from pbm.store.protocol import Transaction

MOST_LIMIT = 99


@dataclass(frozen=True)
class Option:
    """values: the first holds until a player chooses. read: which one a text means, where there
    are further ones; how those look, the names of values say."""

    values: Sequence[str]
    read: Callable[[str], str | None] | None = None


def _limit(text: str) -> str | None:
    is_limit = text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_LIMIT
    return text if is_limit else None


OPTIONS: Mapping[str, Option] = {
    "lang": Option(languages()),
    "mail": Option(("text", "html")),
    "board": Option(("grid", "compact", "list")),
    "passwords": Option(("on", "off")),
    "automove": Option(("off", "on")),
    "autoaccept": Option(("off", "on")),
    "limit": Option(("off",), _limit),
    "broadcasts": Option(("on", "off")),
    "digest": Option(("off", "daily")),
    "timezone": Option((ZONE,), find_zone),
}


@command("set", "u p [OPTION] [VALUE]", access=Access.PLAYER)
def set_option(request: Request) -> Answer:
    """Choose your language, how boards are drawn, and other settings.

    set lang fr writes your mails in French, de in German, it in Italian, nl in Dutch, en in
    English; commands stay the same;
    set mail html sends you mails with painted boards, and the same as plain text beside it;
    set board grid, compact or list (in words, for screen readers); set passwords on or off;
    set automove on plays a move of yours at once when no other is legal, from your next turn on;
    set autoaccept on begins a game as soon as somebody challenges you; set limit 5 lets nobody
    begin a sixth game with you (what you accept or take yourself still begins), set limit off
    anybody; set timezone Europe/Paris, or where else you are, tells deadlines in your time;
    set broadcasts off spares you the operator's mails to all players; set digest daily gathers
    what others do and write into one mail, sent at six in the morning.
    Without an option the answer shows what is set.
    """
    player = request.player
    name, value = request.args.word("option").casefold(), request.args.word("value").casefold()
    if name:
        value = _read(name, value, request.reader.language)
        request.tx.players.set_settings(player.id, {**player.settings, name: value})
        player = request.tx.players.get(player.id)
    facts = {"options": _options(player), "changed": f"{name} {value}" if name else ""}
    return Answer(Draft(player, "settings", facts, grant=account_grant(player)))


def chosen(player: Player, name: str) -> str:
    """The value that a player chose, or the one that holds until he does."""
    return player.settings.get(name, OPTIONS[name].values[0])


def has_enough(tx: Transaction, player: Player) -> bool:
    """Whether the player wants nobody to begin one more game with him."""
    limit = chosen(player, "limit")
    running = [match for match in tx.matches.of_player(player.id) if match.running]
    return limit != "off" and len(running) >= int(limit)


def _read(name: str, written: str, language: str) -> str:
    """:raises Refused: if there is no such option, or it has no such value."""
    if name not in OPTIONS:
        raise Refused("unknown_setting", name=name[:30], known=", ".join(OPTIONS))
    option = OPTIONS[name]
    value = written if written in option.values else option.read and option.read(written)
    if value is None:
        raise Refused("unknown_value", name=name, known=_choices(name, language))
    return value


def _options(player: Player) -> list[dict[str, str]]:
    language = language_of(player)
    return [
        {"name": name, "value": chosen(player, name), "choices": _choices(name, language)}
        for name in OPTIONS
    ]


def _choices(name: str, language: str) -> str:
    option = OPTIONS[name]
    further = [name_of(name, "values", language)] if option.read else []
    return ", ".join([*option.values, *further])
