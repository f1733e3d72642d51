"""Which board is meant by words in reply to a mail about none: "16-35 for bob".

It is the one whose number or opponent is named, or the only one where the words make sense. Nothing
is done without a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.core.games import find_kept, game_names, with_game_names
from pbm.core.model import Match, MatchStatus, Player
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.letter.understood import Understood, called, understood
from pbm.inbox.line.line import MOVE, Call, Misread
from pbm.inbox.understanding.board_words import (
    Words,
    boards_named,
    by_players,
    has_board_word,
    names_the_other,
)
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.lexicon import words_about
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.policy import behind_gate
from pbm.inbox.understanding.reading import asks_to_see, understand
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Wish
from pbm.notices.seek_news import open_seeks
from pbm.play.terms import terms_of

MOST_LINES, MOST_BOARDS = 12, 5
"""Longer letters are read as before, and so is a player with more boards who names none."""
MOST_WORDS_OF_DEED = 24
"""The most words of a letter with a deed."""
MOST_WORDS_OF_TAKING = 8
"""The most words of a letter that takes a seek; "take" is a word of stories, too."""
_FEWEST_DIGITS = 2
_CELL = re.compile(r"\b[a-k]\d\b", re.IGNORECASE)
_SHOW, OWN_BOARDS, TAKE = "show", "list mine", "take"
_ANSWERS: Mapping[str, str] = {
    "accept": "{game} accept {board}",
    "decline": "{game} decline {board}",
}
_DEEDS: Mapping[str, str] = {
    "propose draw": "{game} propose {board} draw",
    "undo": "{game} undo {board}",
    "resign": "{game} resign {board}",
}
"""What may be meant for a board: as it is written in reply to its mail, and in full."""


@dataclass(frozen=True)
class _Found:
    """What the lines mean on one of the writer's boards. exchange: as in reply to its mail.

    line: the command in full, without a move.
    """

    exchange: Exchange
    situation: Situation
    intention: Intention
    line: str


def meant_beside(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What may be meant for another game in reply to the end of one: an answer, or a move.

    It is the answer to the open invitation of a player who is named, or a move that is legal.
    """
    found = meant_elsewhere(exchange, lines)
    call = found.line if found is not None else None
    may_be = {*_ANSWERS, MOVE}
    return found if isinstance(call, Call) and call.command.name in may_be else None


def names_other_board(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether the lines name another open game of the writer's than the one they answer."""
    text, context = "\n".join(lines[:MOST_LINES]), exchange.context
    numbers = boards_named(text) - {context.board}
    words = plain_words(with_game_names(text))
    games = {word for word in words if word in game_names()}
    games -= {context.game.name} if context.game else set()
    is_other = names_the_other(text)
    player = exchange.addressee() if numbers or games or is_other else None
    if player is None:
        return False
    others = [
        each for each in exchange.tx.matches.open_of(player.id) if each.board != context.board
    ]
    return any(is_other or each.board in numbers or each.game in games for each in others)


def meant_elsewhere(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The question about a deed on a board, or the board that the lines ask to see."""
    player = exchange.addressee()
    if player is None or not _is_about_no_board(exchange, lines):
        return None
    found = [*_found(exchange, player, lines)] if exchange.is_proven else []
    if not found:
        return None
    first, *others = found
    if first.line.split()[1] == _SHOW:
        return called(exchange, Certainty.ANSWER, OWN_BOARDS if others else first.line)
    if others:
        return Understood(Certainty.CHOOSE, _which_board(found))
    return understood(first.exchange, first.intention, lines, first.situation)


def seeks_taken(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The question about the seek that the lines take, or which one if they take several."""
    player, words = exchange.addressee(), plain_words("\n".join(lines[:MOST_LINES]))
    if player is None or len(words) > MOST_WORDS_OF_TAKING:
        return None
    if not has_board_word(words, Words.TAKING) or not _is_about_no_board(exchange, lines):
        return None
    found = [each for each in open_seeks(exchange.tx, player, game_names()) if not each["yours"]]
    if not has_board_word(words, Words.SEVERAL):
        found = [each for each in found if str(each["number"]) in words]
    commands = [f"{each['game']} {TAKE} {each['number']}" for each in found]
    if len(commands) > 1:
        named = ", ".join(commands)
        return Understood(Certainty.CHOOSE, Misread("which_seek", named, facts=(("lines", named),)))
    return called(exchange, Certainty.ASK, commands[0]) if commands else None


def _is_about_no_board(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether a short letter is about no board. An address may be meant as secret."""
    is_short = len(lines) <= MOST_LINES and not any("@" in line for line in lines)
    context = exchange.context
    is_about_none = context.board is None and context.puzzle is None and not context.lesson
    return is_about_none and is_short and not exchange.letter.included


def _found(exchange: Exchange, player: Player, lines: Sequence[str]) -> Iterator[_Found]:
    """What the lines mean on the boards that are named or, if none is, on all of them."""
    said = [plain_words(line) for line in lines]
    # A word that stands alone may be the writer's name.
    text = "\n".join(line for line, words in zip(lines, said, strict=True) if len(words) > 1)
    matches = exchange.tx.matches.open_of(player.id)
    by = {match: by_players(*_others(exchange, player, match)) for match in matches}
    numbers = plain_words(text)
    named = [each for each in matches if str(each.board) in numbers or by[each].search(text)]
    is_deed = sum(map(len, said)) <= MOST_WORDS_OF_DEED and not words_about(
        Wish.DRAW, Wish.UNDO, Wish.RESIGN
    ).isdisjoint(word for each in said for word in each)
    digits = sum(map(str.isdigit, "".join(lines)))
    is_move = digits >= _FEWEST_DIGITS or _CELL.search("\n".join(lines)) is not None
    if not (named or is_deed or is_move):
        return
    chosen = named or [each for each in matches if each.running]
    if is_move:
        chosen = [each for each in chosen if each.mover == player.id] or chosen
    for match in chosen if len(chosen) <= MOST_BOARDS else ():
        there = replace(
            exchange,
            context=replace(
                exchange.context, game=find_kept(match.spec, match.rules), board=match.board
            ),
        )
        told = [by[match].sub(" ", line) for line in lines]
        found = _there(there, match, told, is_named=bool(named), is_only=len(chosen) == 1)
        if found is not None:
            yield found


def _there(
    there: Exchange, match: Match, told: Sequence[str], *, is_named: bool, is_only: bool
) -> _Found | None:
    """What the words mean in reply to the mail of a board; None for nothing that fits there."""
    situation = situation_of(there)
    player = there.addressee()
    # A yes or no to an invitation is asked about in whatever words.
    meant = understand(told, situation, by_topic=match.status is MatchStatus.INVITED)
    forms: Mapping[str, str] = {}
    if match.status is MatchStatus.INVITED:
        is_theirs = player is not None and terms_of(there.tx, match.board).by == player.id
        forms = _ANSWERS if is_named and not is_theirs else {}
    elif match.running:
        forms = _DEEDS
    facts = {"game": match.game, "board": match.board}
    is_wanted = meant.certainty in (Certainty.DO, Certainty.ASK)
    if is_wanted and meant.command in forms:
        asked = replace(behind_gate(meant), alone=True)
        return _Found(there, situation, asked, forms[meant.command].format(**facts))
    is_move = is_wanted and situation.reads(meant.command)
    if is_move and (is_only or situation.legal(meant.command)):
        asked = replace(behind_gate(meant), alone=is_named or meant.alone)
        return _Found(there, situation, asked, f"{match.game} {MOVE} {match.board}")
    if is_named and match.running and asks_to_see(told, situation):
        return _Found(there, situation, meant, f"{match.game} {_SHOW} {match.board}")
    return None


def _which_board(found: Sequence[_Found]) -> Misread:
    """The question on which of several boards a move is to be played, or a deed to be done."""
    move = found[0].intention.command
    if found[0].line.split()[1] != MOVE:
        named = ", ".join(each.line for each in found)
        return Misread("which_board_is_meant", named, facts=(("lines", named),))
    named = ", ".join(f"{each.line} {move}" for each in found)
    return Misread("which_board_to_move", named, facts=(("lines", named), ("move", move)))


def _others(exchange: Exchange, player: Player, match: Match) -> Sequence[str]:
    return [exchange.tx.players.get(each).userid for each in match.players if each != player.id]
