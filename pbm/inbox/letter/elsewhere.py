"""Moves, deeds and boards that are meant in reply to a mail about no board: "16-35 for bob"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import find, game_names
from pbm.core.model import Match, MatchStatus, Player
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.line.line import MOVE
from pbm.inbox.understanding.board_words import Words, any_of, by_players
from pbm.inbox.understanding.intention import UNCLEAR, Certainty, Intention
from pbm.inbox.understanding.lexicon import words_about
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.questions import OWN_BOARDS
from pbm.inbox.understanding.reading import asks_to_see, understand, wants_again
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Wish
from pbm.play.listings import BoardFilter, boards_of, finished_boards
from pbm.play.terms import terms_of

MOST_LINES, MOST_BOARDS = 12, 5
"""Longer letters are read as before, and so is a player with more boards who names none."""
MOST_WORDS = 8
"""The most words of a wish for the last game again; a longer text says more."""
_FEWEST_DIGITS = 2
_SHOW = "show"
_REMATCH = "rematch"
_ANSWERS = ("accept", "decline")
_DEEDS: Mapping[str, str] = {
    "propose draw": "{game} propose {board} draw",
    "undo": "{game} undo {board}",
    "resign": "{game} resign {board}",
}
"""What may be meant for a board: as it is written in reply to its mail, and in full."""
MOST_WORDS_OF_DEED = 24
"""The most words of a letter in which one of these is looked for."""


@dataclass(frozen=True)
class Found:
    """What the lines mean on one of the writer's boards. exchange: as in reply to its mail.

    line: how a move there begins, or the whole deed.
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


def deeds_elsewhere(exchange: Exchange, lines: Sequence[str]) -> Sequence[Found]:
    """The boards for which a draw, an undo or a resignation may be meant, if the lines name one.

    These are all running boards of the writer, or the one whose number or opponent is named.
    """
    player = exchange.addressee()
    if player is None or not (_may_name_deed(lines) and _may_be_read(exchange, lines)):
        return ()
    running = boards_of(exchange.tx, player, BoardFilter.ACTIVE)
    chosen = (_named(exchange, player, running, lines) or running)[:MOST_BOARDS]
    # The words do not depend on the board, so that they are read once.
    meant = next((each.intention for each in _read(exchange, player, chosen[:1], lines)), UNCLEAR)
    if meant.certainty not in (Certainty.DO, Certainty.ASK) or meant.command not in _DEEDS:
        return ()
    asked = replace(meant, certainty=Certainty.ASK, alone=True)
    return [_there(exchange, match, asked) for match in chosen]


def _may_name_deed(lines: Sequence[str]) -> bool:
    """Whether a short letter has a word of one of the deeds; most letters have none."""
    words = [word for line in lines for word in plain_words(line)]
    named = words_about(Wish.DRAW, Wish.UNDO, Wish.RESIGN)
    return len(words) <= MOST_WORDS_OF_DEED and not named.isdisjoint(words)


def _there(exchange: Exchange, match: Match, meant: Intention) -> Found:
    """The deed on a board."""
    there = _at(exchange, match)
    line = _DEEDS[meant.command].format(game=match.game, board=match.board)
    return Found(there, situation_of(there), meant, line)


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
        told = _without_opponent(exchange, player, match, lines)
        if asks_to_see(told, situation_of(_at(exchange, match))):
            return OWN_BOARDS if len(named) > 1 else f"{match.game} {_SHOW} {match.board}"
    return ""


def answered_elsewhere(exchange: Exchange, lines: Sequence[str]) -> Found | None:
    """The yes or no to the open invitation of the player who is named; None for anything else.

    "I accept bob's rematch" begins no second game.
    """
    player = exchange.addressee()
    if player is None or not _may_be_read(exchange, lines):
        return None
    invited = [
        match
        for match in exchange.tx.matches.open_of(player.id)
        if match.status is MatchStatus.INVITED
        and terms_of(exchange.tx, match.board).by != player.id
    ]
    by = {match: by_players(*_others(exchange, player, match)) for match in invited}
    named = [match for match, name in by.items() if any(map(name.search, lines))]
    if len(named) != 1:
        return None
    there = _at(exchange, named[0])
    situation = situation_of(there)
    meant = understand([by[named[0]].sub(" ", line) for line in lines], situation)
    is_answer = meant.command in _ANSWERS and meant.certainty in (Certainty.DO, Certainty.ASK)
    asked = replace(meant, certainty=Certainty.ASK, alone=True)
    return Found(there, situation, asked, named[0].game) if is_answer else None


def again_elsewhere(exchange: Exchange, lines: Sequence[str]) -> str:
    """The command for another game like the last one that is over: "Gyges again", "revenge!".

    A game that the player has not finished yet is offered to anybody; "" for other words.
    """
    player = exchange.addressee()
    is_short = sum(len(line.split()) for line in lines) <= MOST_WORDS
    if player is None or not (is_short and _is_about_no_board(exchange, lines)):
        return ""
    game = wants_again(lines, situation_of(exchange))
    if game is None:
        return ""
    finished = finished_boards(exchange.tx, player, [game] if game else game_names())
    if finished:
        return f"{finished[0].game} {_REMATCH} {finished[0].board}"
    return f"{game} seek" if game else ""


def _asked(found: Found, *, alone: bool) -> Found:
    """The move as a question. alone: whether words beside it name the board, and are no message."""
    meant = replace(found.intention, certainty=Certainty.ASK)
    return replace(found, intention=replace(meant, alone=alone or meant.alone))


def _may_be_read(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether a player's own, short letter is about no board. An address may be meant as secret."""
    return exchange.is_proven and _is_about_no_board(exchange, lines)


def _is_about_no_board(exchange: Exchange, lines: Sequence[str]) -> bool:
    is_short = len(lines) <= MOST_LINES and not any("@" in line for line in lines)
    context = exchange.context
    is_about_none = context.board is None and context.puzzle is None
    return is_about_none and is_short and not exchange.letter.included


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
        there, told = _at(exchange, match), _without_opponent(exchange, player, match, lines)
        situation = situation_of(there)
        meant = understand(told, situation, by_topic=False)
        yield Found(there, situation, meant, f"{match.game} {MOVE} {match.board}")


def _at(exchange: Exchange, match: Match) -> Exchange:
    """The exchange as in reply to a board's mail."""
    context = replace(exchange.context, game=find(match.spec), board=match.board)
    return replace(exchange, context=context)


def _without_opponent(
    exchange: Exchange, player: Player, match: Match, lines: Sequence[str]
) -> Sequence[str]:
    """The lines without "with" the opponent of a board."""
    others = _either(exchange, player, match)
    with_them = re.compile(rf"\b(?:{any_of(Words.WITH)})\s+(?:{others})\b", re.IGNORECASE)
    return [with_them.sub("", line) for line in lines]


def _either(exchange: Exchange, player: Player, match: Match) -> str:
    """A regular expression for the names of the other players of a board."""
    return "|".join(map(re.escape, _others(exchange, player, match)))


def _is_move(found: Found, *, legal: bool) -> bool:
    meant, situation = found.intention, found.situation
    if meant.certainty not in (Certainty.DO, Certainty.ASK) or not situation.reads(meant.command):
        return False
    return not legal or bool(situation.legal(meant.command))
