"""Moves and boards that are meant in reply to a mail about no board: "16-35 against bob"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import find
from pbm.core.model import Match, Player
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import MOVE
from pbm.inbox.dialogue.situations import situation_of
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.questions import OWN_BOARDS
from pbm.inbox.understanding.reading import asks_to_see, understand
from pbm.inbox.understanding.situation import Situation
from pbm.play.listings import BoardFilter, boards_of

MOST_LINES, MOST_BOARDS = 12, 5
"""Longer letters are read as before, and so is a player with more boards who names none."""
_FEWEST_DIGITS = 2
_SHOW = "show"
_WITH = r"\b(?:with|against|vs|avec|contre|mit|gegen|con|contro|met|tegen)\s+(?:{})\b"


@dataclass(frozen=True)
class Found:
    """What the lines mean on one of the writer's boards. exchange: as in reply to its mail.

    line: how a move there begins.
    """

    exchange: Exchange
    situation: Situation
    intention: Intention
    line: str


def moves_elsewhere(exchange: Exchange, lines: Sequence[str]) -> Sequence[Found]:
    """The boards on which the lines name a legal move of the writer, who says to play it.

    Only one is considered if its number or opponent is named; there, the move may be illegal.
    """
    player = exchange.addressee()
    digits = sum(map(str.isdigit, "".join(lines[:MOST_LINES])))
    if player is None or digits < _FEWEST_DIGITS or not _may_be_read(exchange, lines):
        return ()
    matches = boards_of(exchange.tx, player, BoardFilter.NEXT)
    named = _named(exchange, player, matches, lines)
    chosen = named or matches
    found = [*_read(exchange, player, chosen, lines)] if len(chosen) <= MOST_BOARDS else []
    moves = [each for each in found if _is_move(each, legal=True)]
    moves = moves or [each for each in found if len(chosen) == 1 and _is_move(each, legal=False)]
    return [_asked(each, alone=bool(named)) for each in moves]


def shown_elsewhere(exchange: Exchange, lines: Sequence[str]) -> str:
    """The command that shows the board with the opponent who is named, if the lines ask to see it.

    "" for anything else; if there are several such boards, the list of the writer's boards.
    """
    player = exchange.addressee()
    if player is None or not _may_be_read(exchange, lines):
        return ""
    if not any(map(exchange.context.is_player, _words(lines) - {player.userid})):
        return ""
    named = _named(exchange, player, boards_of(exchange.tx, player, BoardFilter.ACTIVE), lines)
    for match in named[:1]:
        there, told = _there(exchange, player, match, lines)
        if asks_to_see(told, situation_of(there)):
            return OWN_BOARDS if len(named) > 1 else f"{match.game} {_SHOW} {match.board}"
    return ""


def _asked(found: Found, *, alone: bool) -> Found:
    """The move as a question. alone: whether words beside it name the board, and are no message."""
    meant = replace(found.intention, certainty=Certainty.ASK)
    return replace(found, intention=replace(meant, alone=alone or meant.alone))


def _may_be_read(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether a player's own, short letter is about no board. An address may be meant as secret."""
    is_short = len(lines) <= MOST_LINES and not any("@" in line for line in lines)
    context = exchange.context
    is_about_none = context.board is None and context.puzzle is None
    return exchange.is_proven and is_about_none and is_short and not exchange.letter.included


def _named(
    exchange: Exchange, player: Player, matches: Sequence[Match], lines: Sequence[str]
) -> Sequence[Match]:
    """The boards whose number or opponent is named."""
    words = _words(lines)
    return [
        match
        for match in matches
        if str(match.board) in words or not words.isdisjoint(_others(exchange, player, match))
    ]


def _words(lines: Sequence[str]) -> set[str]:
    """The words of the lines; a word that stands alone may be the writer's name."""
    said = (plain_words(line) for line in lines)
    return {word for each in said if len(each) > 1 for word in each}


def _others(exchange: Exchange, player: Player, match: Match) -> Sequence[str]:
    return [exchange.tx.players.get(each).userid for each in match.players if each != player.id]


def _read(
    exchange: Exchange,
    player: Player,
    matches: Sequence[Match],
    lines: Sequence[str],
) -> Iterator[Found]:
    """What the lines mean on each of the boards, in plain phrases."""
    for match in matches:
        there, told = _there(exchange, player, match, lines)
        situation = situation_of(there)
        meant = understand(told, situation, by_topic=False)
        yield Found(there, situation, meant, f"{match.game} {MOVE} {match.board}")


def _there(
    exchange: Exchange, player: Player, match: Match, lines: Sequence[str]
) -> tuple[Exchange, Sequence[str]]:
    """The exchange as in reply to a board's mail, and the lines without "with" its opponent."""
    context = replace(exchange.context, game=find(match.spec), board=match.board)
    others = "|".join(map(re.escape, _others(exchange, player, match)))
    told = [re.sub(_WITH.format(others), "", line, flags=re.IGNORECASE) for line in lines]
    return replace(exchange, context=context), told


def _is_move(found: Found, *, legal: bool) -> bool:
    meant, situation = found.intention, found.situation
    if meant.certainty not in (Certainty.DO, Certainty.ASK) or not situation.reads(meant.command):
        return False
    return not legal or bool(situation.legal(meant.command))
