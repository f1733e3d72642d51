"""Receipts that only the acting player gets: blocks, settings and plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from babel import Locale

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.core.zones import usual_zones, zone_of
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.languages import locale_of
from pbm.notices.readers import Reader, reader_of
from pbm.notices.rendering import name_of, table
from pbm.notices.views import hint
from pbm.play.blocks import BlockChanged, blocked_userids
from pbm.play.plans import PlanChanged, Planned
from pbm.play.settings import OPTIONS, SettingChosen, chosen
from pbm.store.protocol import Transaction


@HANDLERS.handles(BlockChanged)
def block_receipt(news: BlockChanged, tx: Transaction) -> Iterable[Draft]:
    player = news.by
    facts = {
        "other": news.other.userid,
        "blocked": news.blocked,
        "all": blocked_userids(tx, player),
    }
    yield Draft(player, MailKind.BLOCKED, facts, grant=account_grant(player))


@HANDLERS.handles(SettingChosen)
def setting_receipt(news: SettingChosen, _tx: Transaction) -> Iterable[Draft]:
    yield settings_draft(news.by, news.name, news.before)


@HANDLERS.handles(PlanChanged)
def plan_receipt(news: PlanChanged, tx: Transaction) -> Iterable[Draft]:
    yield plan_draft(tx, news.by, news.made, "cleared" if news.cleared else "added")


def settings_draft(player: Player, changed: Choice | None = None, before: str = "") -> Draft:
    """All settings of a player, or the one that they have just changed.

    changed: the changed setting. before: its former value.
    """
    reader = reader_of(player)
    options = [_option_facts(player, reader, Choice(name)) for name in OPTIONS]
    shown = f"{OPTIONS[changed].written} {chosen(player, changed)}" if changed else ""
    back = {}
    if changed and before not in ("", chosen(player, changed)):
        in_words = setting_in_words(changed, before, reader.language)
        back = {"line": f"set {OPTIONS[changed].written} {before}", "in_words": in_words}
    words = setting_in_words(changed, chosen(player, changed), reader.language) if changed else ""
    facts = {"options": options, "changed": shown, "in_words": words, "back": back}
    return Draft(player, MailKind.SETTINGS, facts, grant=account_grant(player))


def _option_facts(player: Player, reader: Reader, name: Choice) -> Mapping[str, Any]:
    """A setting with its value, and the lines that change it, each in words.

    A value that the player has to think of has an example or two in place of all.
    """
    option, value = OPTIONS[name], chosen(player, name)
    if name is Choice.TIMEZONE:
        value = str(zone_of(player))
    examples = {Choice.LIMIT: ("5",), Choice.TIMEZONE: usual_zones(reader.language)[:2]}
    others = [each for each in (*option.values, *examples.get(name, ())) if each != value]
    return {
        "name": option.written,
        "value": value,
        "in_words": setting_in_words(name, value, reader.language),
        "choices": reader.choices(option),
        "lines": {
            setting_in_words(name, each, reader.language): f"set {option.written} {each}"
            for each in others
        },
    }


def setting_in_words(name: Choice, value: str, language: str) -> str:
    """A setting with its value in words, such as "mails in Dutch"."""
    word = OPTIONS[name].written
    code = f"{word} {value}"
    if name is Choice.LANGUAGE:
        value = Locale(locale_of(language)).languages[value]
    elif name is Choice.TIMEZONE:
        value = _place(value)
    known = table("names")["setting"]
    return name_of(code if code in known else word, "setting", language) % {"value": value}


def _place(zone: str) -> str:
    """The city of a zone: a subject with its whole name may be too long for one line.

    Etc/GMT+2 is two hours west of GMT+2, which must not be confused.
    """
    return zone if zone.startswith("Etc/") else zone.rpartition("/")[2].replace("_", " ")


def plan_draft(tx: Transaction, player: Player, made: Planned, news: str = "shown") -> Draft:
    """The plan of a player on a board. news: "added", "cleared" or "shown", for the template."""
    board = made.board
    facts = {
        "game": board.game.name,
        "board": board.number,
        "news": news,
        "lines": made.plan.lines(),
        "left_out": list(made.left_out),
        # On the player's own turn the example would be a move of theirs, not their opponent's.
        "hint": "" if board.turn is board.match.seat_of(player.id) else hint(tx, board),
    }
    grant = board_grant(board, player)
    return Draft(player, MailKind.QUEUE, facts, board.number, grant=grant)
