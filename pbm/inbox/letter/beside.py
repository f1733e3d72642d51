"""What a letter says beside its deed: the comment for the other player, and what is for nobody.

A letter does one thing. Other commands in it, wishes for the server and plans are not shown to the
other player, and the answer tells how to send them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import dropwhile, islice, pairwise, takewhile

from pbm.base.values import replace
from pbm.core.games import AnyGame, family, game_names
from pbm.core.move_text import SENTENCE_MARKS, is_try_at_move, split_move_text
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.letter.passing_on import FEW_WORDS, may_be_passed_on, may_be_shown
from pbm.inbox.letter.situations import program_named, situation_of
from pbm.inbox.line.access import Scope
from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.line.line import MOVE, Call, Context, read_line
from pbm.inbox.line.printed import shown
from pbm.inbox.line.questions import NOTHING, greets
from pbm.inbox.understanding.game_terms import limit_in
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.lexicon import courtesies, is_instead, is_kind, lexicons, says_nothing
from pbm.inbox.understanding.newcomers import (
    ABOUT,
    LEARN,
    game_in,
    help_wanted,
    lesson_wanted,
    wants_to_join,
)
from pbm.inbox.understanding.other_moves import plan_of, with_letters
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.reading import says_only, understand
from pbm.inbox.understanding.sentences import likeliest
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import names_cells, sentences_of, without_sentences
from pbm.inbox.understanding.wanted import may_be_about_mails
from pbm.inbox.understanding.wishes import Sign
from pbm.notices.facts.places import Place
from pbm.notices.help_texts import topics
from pbm.play.settings import is_bare_setting

MOST_LINES, MOST_SENTENCES = 12, 8
"""Longer letters, and longer lines, are told to somebody."""
MOST_TRIED, MOST_CHARACTERS = 12, 300
"""The most sentences that are tried as wishes, each of which takes a millisecond, and the most
characters of one."""
MOST_TOLD = 2
"""The most commands that an answer names."""
ANY_PLAN = "queue if MOVE then MOVE"
"""How a plan is written."""

QUEUE, UNDO, _CHALLENGE, _SET = "queue", "undo", "challenge", "set"
_INFORMS = ("help ", "ratings ")
"""The beginnings of commands that answer what no other player need know."""
_WITHOUT_PLANS = ("chat", "resign", "decline", "rematch")
"""Commands beside which a move is talk: what was to be said, or a game that is over."""
_PLANNING = frozenset({Sign.IF, Sign.THEN, Sign.AGAINST})
_FEWEST_WORDS_ASKED = 3
"""A question of fewer words, such as "ok?", asks for no help."""
_MOST_WORDS_OF_COMMAND, _MOST_WORDS_OF_SETTING = 5, 4
_MOST_WORDS_OF_GREETING = 4
MOST_READ, _CELL, _MOST_WORDS_OF_ONE = 20, 2, 2
_MOST_WORDS_OF_ASKING, _MOST_WORDS = 60, 8
"""The most words of a line in which words such as "tell them" are looked for, and of these."""

_PAUSE = re.compile(r"(?<=[,;:])\s+|\s+[-\N{EN DASH}\N{EM DASH}]\s+")
_HOUSE = re.compile(r"\b[A-F]\b")
"""A move of a game in which a letter is one; in small letters it is a word."""
_MARKS = f"{SENTENCE_MARKS}()[]\"'"


def comment(
    exchange: Exchange,
    intention: Intention,
    lines: Sequence[str],
    call: Call,
    situation: Situation,
) -> tuple[Sequence[str], Sequence[str]]:
    """The lines for the other player that go with a deed in the writer's own words, and those that
    may be for them, but stay here.

    A line goes along whole or not at all: half of a sentence would be a false quotation.
    """
    if any(program_named(exchange, word) for word in intention.command.split()[2:]):
        # An invitation to a program: it reads no words.
        return (), ()
    at = intention.line
    above, said, below = lines[:at], lines[at].strip(), lines[at + 1 :]
    if call.command.name == _CHALLENGE:
        told = _told_in(said, intention)
        limit = limit_in(said)
        more = limit.others if limit else said
        is_more = not told and _is_more(more, intention, situation)
        return _allowed(exchange, told, below), [said] if is_more else []
    if not (call.command.scope is Scope.BOARD and call.command.passes_on):
        return below, ()
    if intention.talks and not may_be_passed_on(below, exchange):
        below = ()
    is_alone = intention.alone or call.command.name == QUEUE or situation.plays_program
    if intention.chosen:
        # The moves among which it chooses are all about the deed.
        above = said_above([*takewhile(_names_no_cells, above)])
        beside = filter(_says_something, filter(_names_no_cells, sentences_of(said)))
        return _allowed(exchange, above, below), [*beside]
    if is_alone:
        return below, ()
    is_answer = call.command.name != MOVE and exchange.own_board == call.args.board is not None
    is_more = is_answer and len(said.split()) > FEW_WORDS
    line = [said] if is_more or _is_more(said, intention, situation) else []
    is_told = _names_only(said, intention.command, situation)
    passed = _allowed(exchange, said_above(above), line if is_told else (), below)
    return passed, [each for each in line if each not in passed]


def _told_in(line: str, intention: Intention) -> Sequence[str]:
    """The words in the line of an invitation that are said to be for the other player."""
    return _asked_to_tell(line) or _from_greeting(
        sentences_of(line), intention.command.split()[2:3]
    )


def _is_more(line: str, intention: Intention, situation: Situation) -> bool:
    """Whether the line says more than the deed, a greeting and courtesies."""
    command, sentences = intention.command, sentences_of(line)
    is_move = bool(situation.legal(command))
    # What moves has commas of its own; a reason behind a comma is for the other player.
    parts = (
        sentences if is_move else [each for all_of in sentences for each in _PAUSE.split(all_of)]
    )
    said = [*filter(_says_something, parts)]
    if len(said) != 1:
        return bool(said)
    is_guessed = intention.certainty is Certainty.ASK and len(command.split()) > 1
    return not is_guessed and not says_only(said[0], command, situation)


def _asked_to_tell(line: str) -> Sequence[str]:
    """The words from "tell them that" on, which a line asks to pass on; none without such words."""
    words = line.split()[:_MOST_WORDS_OF_ASKING]
    asks = (
        at
        for at in range(len(words))
        for each in answers_of_all()
        if each.telling.longest(plain_words(" ".join(words[at : at + _MOST_WORDS])), 0)[0]
    )
    said = (line.split()[at:] for at in islice(asks, 1))
    # In French, a mark of the sentence before may stand alone.
    return [" ".join(dropwhile(_is_mark, words)) for words in said]


def _is_mark(word: str) -> bool:
    return not any(map(str.isalnum, word))


def _from_greeting(sentences: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    """The words from a sentence on, behind the first, that greets one of these players."""
    found = (
        at
        for at, each in enumerate(sentences)
        if at and greets(each) and not {*names}.isdisjoint(plain_words(each))
    )
    return [" ".join(sentences[at:]) for at in islice(found, 1)]


def _names_no_cells(text: str) -> bool:
    return not names_cells(text)


def _names_only(line: str, command: str, situation: Situation) -> bool:
    """Whether the line names no move besides the one that is played."""
    moves = _moves_in(line, situation.game) if situation.game is not None else set()
    return {move for move in moves if len(move) != _CELL} <= {command.casefold()}


def said_above(lines: Sequence[str]) -> list[str]:
    """The lines above a deed; none if they only greet."""
    return [] if all(map(_only_greets, lines)) else "\n".join(lines).strip("\n").split("\n")


def _says_something(text: str) -> bool:
    if not text.strip(SENTENCE_MARKS) or is_instead(text):
        return False
    return not _is_request(text) and not _only_greets(text)


def _is_request(text: str) -> bool:
    return says_nothing(text) and (not is_kind(text) or courtesies().issuperset(plain_words(text)))


def _only_greets(text: str) -> bool:
    """Whether the text is blank, or a greeting with a name."""
    words = text.split()
    if not words or _is_request(text):
        return True
    is_name = all(word[0].isupper() for word in words[1:])
    return len(words) <= _MOST_WORDS_OF_GREETING and greets(text) and is_name


def _allowed(exchange: Exchange, *parts: Sequence[str]) -> Sequence[str]:
    """The lines; if not all of them may be passed on, the parts that may, and the last one."""
    if not may_be_passed_on([line for part in parts for line in part], exchange):
        parts = (*(each for each in parts[:-1] if may_be_passed_on(each, exchange)), parts[-1])
    return [line for part in parts for line in part]


def plans_in(call: Call, lines: Sequence[str]) -> Sequence[str]:
    """The sentences beside a deed that tell what is planned on its board."""
    command, game = call.command, call.game
    is_deed = command.scope is Scope.BOARD and command.passes_on
    if game is None or not is_deed or command.name in _WITHOUT_PLANS:
        return ()
    played = split_move_text(call.args.text)[0] if command.name == MOVE else ""
    return [each for each in _with_moves(lines) if _is_plan(each, game, played)]


def without_plans(call: Call, lines: Sequence[str]) -> Sequence[str]:
    """The lines beside a deed, without sentences that tell what is planned on its board."""
    plans = plans_in(call, lines)
    kept = ((line, without_sentences(line, plans)) for line in lines)
    return [left for line, left in kept if left or not line.strip()] if plans else lines


def _is_whole_plan(text: str) -> bool:
    """Whether a text plans, and names a move and the answer to it."""
    named = sum(any(map(str.isdigit, word)) for word in text.split())
    return named > 1 and _plans(text)


def tells_plan(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether words to the other player tell what the writer will answer to a move."""
    game = exchange.context.game
    found = _with_moves(lines) if game is not None else ()
    return any(len(_moves_in(each, game)) > 1 and _is_plan(each, game) for each in found if game)


def plan_told(text: str, situation: Situation) -> str:
    """The command for the plan in a text, behind the move that is played: with its two moves or,
    for other plans, how one is written; "" for none.
    """
    for sentence in likeliest([text], situation)[0]:
        planned = sentence.at(Sign.IF)
        spans = [*sentence.spans[:planned], *with_letters(sentence.spans[planned:], situation)]
        at = [at for at, span in enumerate(spans) if span.any_move]
        is_behind = len(at) == len(("move", "condition", "answer"))
        found = plan_of(spans[at[0] + 1 if is_behind else 0 :])
        is_whole = len(sentence.numbers) <= len(at)
        if found and is_whole and not (is_behind and planned < at[0]):
            return found
    return ANY_PLAN if _is_whole_plan(text) else ""


def _with_moves(lines: Sequence[str]) -> Iterator[str]:
    # Most letters name no move but the one that is played.
    named = (line for line in lines if any(map(str.isdigit, line)) or _HOUSE.search(line))
    return (each for line in named for each in sentences_of(line))


def _is_plan(sentence: str, game: AnyGame, played: str = "") -> bool:
    """Whether a sentence leads to moves other than the one played, or is nothing but moves."""
    others = _moves_in(sentence, game) - {played.casefold()}
    words = plain_words(sentence)
    is_bare = len(others) > 1 and len(words) <= _MOST_WORDS_OF_ONE * len(others)
    # A cell alone may be a road, or whatever else is called so.
    leads = len(others) > 1 or any(len(each) != _CELL for each in others)
    return is_bare or (leads and _plans(sentence))


def _plans(text: str) -> bool:
    words = plain_words(text)
    return any(
        not _PLANNING.isdisjoint(each.all_meanings(words)) or each.tells_later(words)
        for each in lexicons()
    )


def _moves_in(sentence: str, game: AnyGame) -> set[str]:
    words = (word.strip(_MARKS) for word in sentence.split())
    # The word for a move such as swapping is also said about it.
    named = (word for word in words if _HOUSE.fullmatch(word) or any(map(str.isdigit, word)))
    return {word.casefold() for word in named if game.reads(word)}


def without_wishes(exchange: Exchange, call: Call) -> Call:
    """The command, with only those of the words beside it that are for the other player."""
    if not call.command.passes_on:
        return call
    left = _without_wishes(exchange, call.text, "")
    text = "\n".join(left).strip("\n")
    return (
        call if left is call.text else replace(call, text=tuple(text.split("\n")) if text else ())
    )


def beside_wishes(exchange: Exchange, lines: Sequence[str]) -> Sequence[str]:
    """The lines, without the wishes if another line may name a move, which then is what counts."""
    kept = _without_wishes(exchange, lines, _SET) if len(lines) > 1 else lines
    return kept if any(map(str.isdigit, "".join(kept[:MOST_LINES]))) else lines


def _without_wishes(exchange: Exchange, lines: Sequence[str], beginning: str) -> Sequence[str]:
    """The lines without wishes whose commands begin so, which are looked for in the first lines."""
    found = _wishes(exchange, lines)
    wishes = {sentence for sentence, command in found if command.startswith(beginning)}
    if not wishes and not any(map(_is_setting, lines)):
        return lines
    first = [
        "" if _is_setting(each) else without_sentences(each, _with_question_behind(each, wishes))
        for each in lines[:MOST_LINES]
    ]
    return [*first, *lines[MOST_LINES:]]


def _with_question_behind(line: str, wishes: Collection[str]) -> Collection[str]:
    """The wishes with the questions behind them in the line, which are about them.

    "I get too many mails! Could there be fewer?"
    """
    asked = (
        each
        for before, each in pairwise(sentences_of(line))
        if before in wishes and each.endswith("?") and not is_kind(each)
    )
    return {*wishes, *asked} if wishes else wishes


def _wishes(exchange: Exchange, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The sentences that are wishes about mails or ask for help, each with its command."""
    about = (sentences_of(line) for line in lines[:MOST_LINES] if _may_be_wish(line))
    found = (each for said in about if len(said) <= MOST_SENTENCES for each in said)
    short = (each for each in found if len(each) <= MOST_CHARACTERS and _may_be_wish(each))
    for each in islice(short, MOST_TRIED):
        command = _wish(exchange, each)
        if command:
            yield each, command


def _may_be_wish(text: str) -> bool:
    return "?" in text or may_be_about_mails(text)


def _wish(exchange: Exchange, sentence: str) -> str:
    """The command for the wish in the sentence, "" for none.

    It is read once, though up to three functions look for wishes in the same letter.
    """
    return exchange.work.bench.result(
        ("wish", sentence, exchange.context.key),
        lambda _: _setting_wished(sentence, situation_of(exchange)),
        at_once=exchange.tx,
    )


def _setting_wished(sentence: str, situation: Situation) -> str:
    meant = understand([sentence], situation, by_topic=False)
    asks = "?" in sentence and meant.certainty is Certainty.ANSWER
    is_wish = meant.command.startswith(f"{_SET} ") or (asks and meant.command.startswith(_INFORMS))
    return meant.command if is_wish else ""


def _is_setting(line: str) -> bool:
    """Whether the line is a command that chooses a setting, as it must be written."""
    words = line.casefold().strip(SENTENCE_MARKS).split()
    is_short = 1 < len(words) <= _MOST_WORDS_OF_SETTING
    return is_short and (words[0] == _SET or is_bare_setting(" ".join(words)))


def not_done(exchange: Exchange, outcomes: Sequence[Outcome]) -> Sequence[str]:
    """The commands for what a letter asks besides the only deed that was done."""
    if len(outcomes) != 1 or outcomes[0].refused:
        return ()
    done = outcomes[0].line
    lines = exchange.letter.lines
    if outcomes[0].held is not None:
        # A yes to the question will not say again which move is meant.
        # Nor does it do what else a letter between games asks for.
        wished = _wishes_between(exchange, lines, done)
        return [*islice((*_played_instead(exchange, lines, done), *wished), MOST_TOLD)]
    found = dict.fromkeys(
        [
            *_commands(exchange, lines, done),
            *_wanted_beside(exchange, lines, done),
            *_played_instead(exchange, lines, done),
        ]
    )
    return [*islice((each for each in found if each.casefold() != done.casefold()), MOST_TOLD)]


def _played_instead(exchange: Exchange, lines: Sequence[str], done: str) -> Sequence[str]:
    """The move that is meant in place of the one that is to be taken back."""
    # The board is read again, so it is asked for last.
    game, takes_back = exchange.context.game, UNDO in done.split()
    board = exchange.board if game is not None and takes_back else None
    if game is None or board is None:
        return ()
    played = board.plies[-1].text.casefold() if board.plies else ""
    named = (word.strip(_MARKS) for line in lines[:MOST_LINES] for word in line.split())
    found = [each for each in named if any(map(str.isdigit, each)) and game.reads(each)]
    return [each for each in dict.fromkeys(found) if each.casefold() != played][:1]


def _wanted_beside(exchange: Exchange, lines: Sequence[str], done: str) -> Sequence[str]:
    """The commands for what other words ask, which a lesson answers by itself."""
    if exchange.context.lesson:
        return ()
    is_player = exchange.addressee() is not None
    is_told = is_player or lesson_wanted(lines) != ""
    asked = () if is_told else _help_asked(lines)
    # What is told of a game, or its lesson, leads to the help on it.
    taught = f"help {done.rpartition(' ')[2]}" if done.startswith(LEARN) else ""
    # "How do I join?" is answered by the question whether to.
    wished = (
        command
        for each, command in _wishes(exchange, lines)
        if is_player or not wants_to_join([each])
    )
    others = _wishes_between(exchange, lines, done)
    return [*(each for each in wished if each != taught), *asked, *others]


def _wishes_between(exchange: Exchange, lines: Sequence[str], done: str) -> Iterator[str]:
    """The commands for what other sentences of a player wish who writes about no board.

    "I'd like a game of Hex with bob. And show times for Berlin, please."
    """
    said = [each for line in lines[:MOST_LINES] for each in sentences_of(line)]
    # "I play 16-35 against bob" is a move on a board of theirs.
    if MOVE in done.split() or not 1 < len(said) <= MOST_SENTENCES or not exchange.addressee():
        return
    situation = situation_of(exchange)
    is_between = situation.place is Place.BETWEEN
    for each in said if is_between else ():
        if len(each) > MOST_CHARACTERS:
            continue
        meant = understand([each], situation, by_topic=False)
        is_wished = meant.certainty in (Certainty.DO, Certainty.ASK) and meant.command != done
        if is_wished and meant.command.split()[:2] != done.split()[:2]:
            yield meant.command


def _help_asked(lines: Sequence[str]) -> Sequence[str]:
    """The help that answers what a newcomer asks who signs up."""
    said = (each for line in lines[:MOST_LINES] for each in sentences_of(line))
    asked = [each for each in said if "?" in each and len(each.split()) >= _FEWEST_WORDS_ASKED]
    asking = [each for each in asked if not wants_to_join([each])]
    game = game_in(asking)
    about = f"help {game}" if game else help_wanted(asking, replies=True) or ABOUT
    return [about] if asking else []


def _commands(exchange: Exchange, lines: Sequence[str], done: str) -> Iterator[str]:
    """The short lines that are nothing but commands, or another try at a move."""
    own = [*dict.fromkeys(line.strip() for line in lines if line.strip())]
    short = [line for line in own if len(line.split()) <= _MOST_WORDS_OF_COMMAND]
    if len(short) <= 1:
        # A single line is the one that was executed, even if it is printed in other words.
        return
    context = replace(exchange.context, question=NOTHING)
    digits = {"".join(filter(str.isdigit, each)) for each in (done, *done.split())}
    for line in filter(partial(may_be_shown, exchange=exchange), short[:MOST_READ]):
        read = read_line(line, context)
        if isinstance(read, Call) and _is_exact(line, read, context):
            yield shown(read) or done
        elif is_try_at_move(line) and "".join(filter(str.isdigit, line)) not in digits:
            yield line


def _is_exact(line: str, read: Call, context: Context) -> bool:
    """Whether the line is no move, and no sentence that only begins like a command: "help me"."""
    if read.bare or read.command.hidden or read.command.consents:
        return False
    words = line.casefold().strip(SENTENCE_MARKS).split()
    words = words[1:] if family(words[0]) is not None else words
    name = read.command.name.split()
    if name == [_SET] or words[: len(name)] != name:
        return name == [_SET]
    known = {*topics(), *game_names()}
    more = (word for word in words[len(name) :] if word not in known)
    return not read.command.informs or all(
        word.isdecimal() or context.is_player(word) for word in more
    )
