"""Settings that players choose for themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pbm.base.values import replace
from pbm.core.choices import GUESSED_ZONE, OFF, ON, Choice
from pbm.core.languages import languages
from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.core.zones import ZONE, find_zone, next_morning, similar_zones, zone_of, zone_of_date
from pbm.play.news import News
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

MOST_LIMIT = 99
_SIMILAR = 0.7

DAILY = "daily"
TEXT, PICTURES = "text", "pictures"
TURNED = "turned"


@dataclass(frozen=True)
class Option:
    """A setting and its values.

    values: the fixed values, the default one first.
    word: what players call the setting, by default its name. Several settings may share a word.
    read: parses further values, and returns None for an invalid one; None if there are no others.
    """

    name: Choice
    values: Sequence[str]
    read: Callable[[str], str | None] | None = None
    word: str = ""

    @property
    def written(self) -> str:
        return self.word or self.name

    def value(self, written: str) -> str | None:
        """Parse a value; None if it is invalid. written: in lower case."""
        return written if written in self.values else self.read and self.read(written)


@dataclass(frozen=True)
class SettingChosen(News):
    """A player has changed a setting. by: the player with the new value. before: the old value."""

    by: Player
    name: Choice
    before: str = ""


def _limit(text: str) -> str | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_LIMIT))
    is_limit = is_number and 1 <= int(text) <= MOST_LIMIT
    return text if is_limit else None


OPTIONS: Mapping[str, Option] = {
    each.name: each
    for each in (
        Option(Choice.LANGUAGE, languages()),
        Option(Choice.MAIL, (TEXT, "html", PICTURES)),
        Option(Choice.BOARD, ("grid", "compact", "list")),
        Option(Choice.SIDE, ("straight", TURNED), word=Choice.BOARD),
        Option(Choice.PASSWORDS, (ON, OFF)),
        Option(Choice.AUTOMOVE, (OFF, ON)),
        Option(Choice.AUTOACCEPT, (OFF, ON)),
        Option(Choice.LIMIT, (OFF,), _limit),
        Option(Choice.BROADCASTS, (ON, OFF)),
        Option(Choice.DIGEST, (OFF, DAILY, "all")),
        Option(Choice.NEWS, (OFF, ON)),
        Option(Choice.PUBLIC, (ON, OFF)),
        Option(Choice.CALENDAR, (OFF, ON)),
        Option(Choice.PUZZLE, (OFF, DAILY)),
        Option(Choice.TIMEZONE, (ZONE,), find_zone),
        Option(Choice.MACHINE, (OFF, ON)),
        Option(Choice.SUBJECT, ("game", "news")),
        Option(Choice.RECEIPTS, (ON, OFF)),
    )
}


def choose(work: Work, by: Player, name: str, written: str) -> Player:
    """Change a setting of a player, and return the player with the new value.

    :raises Refused: if there is no such setting, or it has no such value
    """
    check_active(by)
    found = read_setting(name, written)
    if found is None:
        raise _unknown(name, written)
    choice, value = found
    work.tx.players.set_setting(by.id, choice, value)
    player = work.tx.players.get(by.id)
    if choice in _MORNINGLY:
        _schedule(work, player, choice)
    before = str(zone_of(by)) if choice is Choice.TIMEZONE else chosen(by, choice)
    work.publish(SettingChosen(player, choice, before))
    return player


def read_setting(name: str, written: str) -> tuple[Choice, str] | None:
    """The setting with its value that a player means; None if there is none."""
    values = ((option.name, option.value(written)) for option in _called(name))
    return next(((choice, value) for choice, value in values if value is not None), None)


def _called(name: str) -> Sequence[Option]:
    """The settings that players call by this name, which differ by their values."""
    return [option for option in OPTIONS.values() if option.written == name]


def _unknown(name: str, written: str) -> Refused:
    """The refusal of a setting or a value that does not exist."""
    named = _called(name)
    if not named:
        known = dict.fromkeys(option.written for option in OPTIONS.values())
        return Refused("unknown_setting", name=name[:30], known=", ".join(known))
    if name == Choice.TIMEZONE:
        near = ", ".join(similar_zones(written))
        return Refused("unknown_zone", word=written[:30], near=near)
    values = tuple(value for option in named for value in option.values)
    return Refused("unknown_value", name=name, known=replace(named[0], values=values))


_BARE = (Choice.MAIL, Choice.DIGEST, Choice.RECEIPTS, Choice.BROADCASTS)


def is_bare_setting(words: str) -> bool:
    """Whether the words are a setting and its value, and can hardly mean anything else."""
    return words in _bare_settings()


@cache
def _bare_settings() -> frozenset[str]:
    named = map(OPTIONS.__getitem__, _BARE)
    return frozenset(f"{each.written} {value}" for each in named for value in each.values)


def similar_setting(words: str) -> str:
    """Return ``mail text`` for ``mail txet``; "" if no fixed value of the setting is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 (only for mistakes)

    name, _, value = words.casefold().partition(" ")
    values = [
        each for option in OPTIONS.values() if option.written == name for each in option.values
    ]
    near = get_close_matches(value, values, n=1, cutoff=_SIMILAR)
    return f"{name} {near[0]}" if near else ""


_MORNINGLY = {Choice.NEWS: MarkKind.NEWS_DUE, Choice.PUZZLE: MarkKind.PUZZLE_DUE}
"""The settings by which a player gets a mail each morning, and the mark for the next one."""


def _schedule(work: Work, player: Player, name: Choice) -> None:
    """Begin sending the player the mails of a setting from the next morning on, or stop."""
    due = _MORNINGLY[name].of(player.id)
    if chosen(player, name) != OFF:
        work.tx.moments.set(due, next_morning(work.now, player))
    else:
        work.tx.moments.drop(due)


def chosen(player: Player, name: str) -> str:
    """The value that a player chose, or the default."""
    return player.settings.get(name, OPTIONS[name].values[0])


def is_on(player: Player, name: Choice) -> bool:
    """Whether an on-off setting of a player is on."""
    return chosen(player, name) == ON


def note_zone(work: Work, player: Player, date: str) -> None:
    """Keep the time zone of a player's letter, unless they have chosen one.

    date: the Date header of the letter.
    """
    zone = "" if Choice.TIMEZONE in player.settings else zone_of_date(date)
    if zone and zone != player.settings.get(GUESSED_ZONE):
        work.tx.players.set_setting(player.id, GUESSED_ZONE, zone)


def is_at_limit(tx: Transaction, player: Player) -> bool:
    """Whether the player has as many running games as they want."""
    limit = chosen(player, Choice.LIMIT)
    running = [match for match in tx.matches.of_player(player.id) if match.running]
    return limit != OFF and len(running) >= int(limit)
