"""What a letter says beside its deed: the comment for the other player, and what is for nobody.

A letter does one thing. Other commands in it, wishes for the server and plans are not shown to the
other player, and the answer tells how to send them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, takewhile

from pbm.base.values import replace
from pbm.core.choices import Choice
from pbm.core.games import AnyGame, family, game_names
from pbm.core.move_text import SENTENCE_MARKS, is_try_at_move, split_move_text
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.letter.passing_on import may_be_passed_on, may_be_shown
from pbm.inbox.letter.situations import program_named, situation_of
from pbm.inbox.line.access import Scope
from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.line.line import MOVE, Call, Context, read_line
from pbm.inbox.line.printed import shown
from pbm.inbox.line.questions import NOTHING, greets
from pbm.inbox.understanding.dictated import is_dictated
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.lexicon import courtesies, is_instead, is_kind, lexicons, says_nothing
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.reading import holds_move, says_only, understand, wish_about_mails
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import names_cells, sentences_of, without_sentences
from pbm.inbox.understanding.wanted import may_be_about_mails
from pbm.inbox.understanding.wishes import Sign
from pbm.notices.help_texts import topics
from pbm.notices.kinds import MailKind
from pbm.notices.views import has_program, seat_players
from pbm.play.settings import is_setting

MOST_LINES, MOST_SENTENCES = 12, 8
"""Longer letters, and longer lines, are told to somebody."""
MOST_TRIED, MOST_CHARACTERS = 12, 300
"""The most sentences that are tried as wishes or questions, each of which takes a millisecond, and
the most characters of one."""
MOST_TOLD = 2
"""The most commands that an answer names."""
ANY_PLAN = "queue if MOVE then MOVE"
"""How a plan is written."""

QUEUE, _CHALLENGE, _SET = "queue", "challenge", "set"
_WITHOUT_PLANS = ("chat", "resign", "decline", "rematch")
"""Commands beside which a move is talk: what was to be said, or a game that is over."""
_PLANNING = frozenset({Sign.IF, Sign.THEN, Sign.AGAINST})
_WITH_REASONS = ("decline", "reject", "resign", "undo")
"""Deeds whose writers also say why, or "another time": in words that could mean the deed, too."""
_FEWEST_WORDS = 3
"""A clause of fewer words behind a deed, such as "I think", belongs to it."""
_TELLING = ("help", "programs", "users", "ratings")
"""Commands that answer a question beside a deed."""
_MOST_WORDS_OF_COMMAND, _MOST_WORDS_OF_SETTING = 5, 4
_MOST_WORDS_OF_GREETING, _MOST_WORDS_OF_MOVE, _MOST_CLAUSES = 4, 6, 6
MOST_READ, _LONGEST_CELL, _MOST_WORDS_OF_ONE = 20, 2, 2
_MOST_WORDS_OF_ASKING, _MOST_WORDS = 60, 8
"""The most words of a line in which words such as "tell them" are looked for, and of these."""

_MARKS = f"{SENTENCE_MARKS}()[]\"'"
_PAUSE = re.compile(r"(?<=[,;:])\s+|\s+[-\N{EN DASH}\N{EM DASH}]\s+")
_SLOTS = re.compile(r"[^a-z0-9]+|x")
"""What stands between the slots of a move as it is printed: ``13x14=44``."""


def comment(
    exchange: Exchange,
    intention: Intention,
    lines: Sequence[str],
    call: Call,
    situation: Situation,
) -> Sequence[str]:
    """The lines for the other player that go with a deed in the writer's own words.

    All words below the deed; above it and beside it, what neither greets nor belongs to it.
    """
    if any(program_named(exchange, word) for word in intention.command.split()[2:]):
        # An invitation to a program: it reads no words.
        return ()
    at = intention.line
    above, below = lines[:at], lines[at + 1 :]
    sentences = sentences_of(lines[at])
    is_for_opponent = call.command.scope is Scope.BOARD and call.command.passes_on
    if call.command.name == _CHALLENGE and len(sentences) <= MOST_SENTENCES:
        return _allowed(exchange, _asked_to_tell(lines[at]), below)
    is_alone = intention.alone and not intention.chosen
    if is_alone or not is_for_opponent or len(sentences) > MOST_SENTENCES:
        return below
    beside: Sequence[str]
    if call.command.name in (MOVE, QUEUE):
        names_moves = intention.chosen and any(map(names_cells, above))
        above = list(takewhile(_names_no_cells, above)) if intention.chosen else above
        around = _around_moves(intention, sentences, situation)
        beside = [*chain.from_iterable(around[names_moves:])]
    else:
        beside = _without_deed(intention.command, sentences, situation)
        is_told = not intention.talks or may_be_passed_on(below, exchange)
        below = below if is_told else ()
    return _allowed(exchange, said_above(above), _said(beside), below)


def _asked_to_tell(line: str) -> Sequence[str]:
    """The words from "tell them that" on, which a line asks to pass on; none without such words."""
    words = line.split()[:_MOST_WORDS_OF_ASKING]
    asks = (
        at
        for at in range(len(words))
        for each in answers_of_all()
        if each.telling.longest(plain_words(" ".join(words[at : at + _MOST_WORDS])), 0)[0]
    )
    return [" ".join(line.split()[at:]) for at in islice(asks, 1)]


def _names_no_cells(text: str) -> bool:
    return not names_cells(text)


def _around_moves(
    intention: Intention, sentences: Sequence[str], situation: Situation
) -> Sequence[Sequence[str]]:
    """What stands before the moves in a line, and behind them."""
    move = intention.command
    named = [
        at
        for at, each in enumerate(sentences)
        if names_cells(each) or is_dictated(each) or holds_move(each, move, situation)
    ]
    if not named:
        return (), ()
    last = sentences[named[-1]]
    is_one = situation.game is None or _moves_in(last, situation.game) <= {move.casefold()}
    is_told = not intention.chosen and is_one and not is_dictated(last)
    is_told &= not move.startswith(QUEUE) and not says_only(last, move, situation)
    tail = _behind_move(last, move, situation) if is_told else ""
    return sentences[: named[0]], (tail, *sentences[named[-1] + 1 :])


def _behind_move(sentence: str, move: str, situation: Situation) -> str:
    """What a sentence says behind its move: "good luck" in "13 to 33 good luck"."""
    words, slots = sentence.split(), {*_SLOTS.split(move.casefold()), move.casefold()}
    named = [
        at
        for at, word in enumerate(words)
        if any(map(str.isdigit, word)) or word.strip(SENTENCE_MARKS).casefold() in slots
    ]
    if not named:
        return ""
    last = max(at for at in named if at < named[0] + _MOST_WORDS_OF_MOVE)
    left = " ".join(words[last + 1 :])
    # The verb may stand behind the move: "dat ik 16-35 speel, en de groeten".
    clause, comma, rest = left.partition(",")
    return rest.strip() if comma and says_only(clause, move, situation) else left


def _without_deed(command: str, sentences: Sequence[str], situation: Situation) -> list[str]:
    """The sentences without what is nothing but the deed."""
    left: list[str] = []
    for at, each in enumerate(sentences):
        left.append(_beside_deed(each, command, situation))
        if command in _WITH_REASONS and left[-1] != each and not says_nothing(each):
            return [*left, *sentences[at + 1 :]]
    return left


def _beside_deed(sentence: str, command: str, situation: Situation) -> str:
    """The sentence without its clauses that are nothing but the deed."""
    clauses = _PAUSE.split(sentence)
    deeds = [
        each
        for each in (clauses if len(clauses) <= _MOST_CLAUSES else ())
        if not says_nothing(each) and says_only(each, command, situation)
    ]
    if command in _WITH_REASONS and deeds:
        # "I give up" is plainer than "I have lost interest", before it or behind it.
        first, most = deeds[0], len(deeds[0].split())
        plainer = [each for each in deeds[1:] if _FEWEST_WORDS <= len(each.split()) < most]
        kept = [each for each in deeds if len(each.split()) >= _FEWEST_WORDS]
        deeds = [each for each in deeds if each == (plainer or [first])[0] or each not in kept]
    elif says_only(sentence, command, situation):
        return ""
    left = [each for each in clauses if each not in deeds]
    return " ".join(left).strip(" ,;:") if deeds else sentence


def said_above(lines: Sequence[str]) -> list[str]:
    """The lines above a deed; none if they only greet."""
    return [] if all(map(_only_greets, lines)) else "\n".join(lines).strip("\n").split("\n")


def _said(sentences: Iterable[str]) -> list[str]:
    said = [each for each in sentences if _says_something(each)]
    return [" ".join(said)] if said else []


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


def without_plans(call: Call, lines: Sequence[str]) -> Sequence[str]:
    """The lines beside a deed, without sentences that tell what is planned on its board."""
    command, game = call.command, call.game
    is_deed = command.scope is Scope.BOARD and command.passes_on
    if game is None or not is_deed or command.name in _WITHOUT_PLANS:
        return lines
    played = split_move_text(call.args.text)[0] if command.name == MOVE else ""
    plans = {each for each in _with_digits(lines) if _is_plan(each, game, played)}
    kept = ((line, without_sentences(line, plans)) for line in lines)
    return [left for line, left in kept if left or not line.strip()] if plans else lines


def tells_plan(exchange: Exchange, lines: Sequence[str]) -> bool:
    """Whether words to the other player tell what the writer will answer to a move."""
    game = exchange.context.game
    found = _with_digits(lines) if game is not None else ()
    return any(len(_moves_in(each, game)) > 1 and _is_plan(each, game) for each in found if game)


def _with_digits(lines: Sequence[str]) -> Iterator[str]:
    # Most letters name no move but the one that is played.
    named = (line for line in lines if any(map(str.isdigit, line)))
    return (each for line in named for each in sentences_of(line))


def _is_plan(sentence: str, game: AnyGame, played: str = "") -> bool:
    """Whether a sentence leads to moves other than the one played, or is nothing but moves."""
    others = _moves_in(sentence, game) - {played.casefold()}
    words = plain_words(sentence)
    is_bare = len(others) > 1 and len(words) <= _MOST_WORDS_OF_ONE * len(others)
    return is_bare or any(
        not _PLANNING.isdisjoint(each.all_meanings(words)) or each.tells_later(words)
        for each in (lexicons() if others else ())
    )


def _moves_in(sentence: str, game: AnyGame) -> set[str]:
    words = (word.strip(_MARKS).casefold() for word in sentence.split())
    return {word for word in words if len(word) > _LONGEST_CELL and game.reads(word)}


def without_wishes(exchange: Exchange, call: Call) -> Call:
    """The command, with only those of the words beside it that are for the other player."""
    if not call.command.passes_on:
        return call
    left = _without_wishes(exchange, call.text)
    text = "\n".join(left).strip("\n")
    return (
        call if left is call.text else replace(call, text=tuple(text.split("\n")) if text else ())
    )


def beside_wishes(exchange: Exchange, lines: Sequence[str]) -> Sequence[str]:
    """The lines, without the wishes if another line may name a move, which then is what counts."""
    kept = _without_wishes(exchange, lines) if len(lines) > 1 else lines
    return kept if any(map(str.isdigit, "".join(kept[:MOST_LINES]))) else lines


def _without_wishes(exchange: Exchange, lines: Sequence[str]) -> Sequence[str]:
    """The lines without wishes about mails, which are looked for in the first lines."""
    wishes = {sentence for sentence, _ in _wishes(exchange, lines)}
    if not wishes and not any(map(_is_setting, lines)):
        return lines
    first = [
        "" if _is_setting(each) else without_sentences(each, wishes) for each in lines[:MOST_LINES]
    ]
    return [*first, *lines[MOST_LINES:]]


def _wishes(exchange: Exchange, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The sentences that are wishes about mails, each with its command."""
    about = (sentences_of(line) for line in lines[:MOST_LINES] if may_be_about_mails(line))
    found = (each for said in about if len(said) <= MOST_SENTENCES for each in said)
    short = (each for each in found if len(each) <= MOST_CHARACTERS and may_be_about_mails(each))
    for each in islice(short, MOST_TRIED):
        command = _wish(exchange, each)
        if command:
            yield each, command


def _wish(exchange: Exchange, sentence: str) -> str:
    """The command for the wish in the sentence, "" for none.

    It is read once, though up to three functions look for wishes in the same letter.
    """
    return exchange.work.bench.result(
        ("wish", sentence, exchange.context.key),
        lambda _: wish_about_mails(sentence, situation_of(exchange)),
        at_once=exchange.tx,
    )


def _is_setting(line: str) -> bool:
    """Whether the line is a command that chooses a setting, as it must be written."""
    words = line.casefold().strip(SENTENCE_MARKS).split()
    is_short = 1 < len(words) <= _MOST_WORDS_OF_SETTING
    return is_short and (words[0] == _SET or is_setting(" ".join(words), Choice.MAIL))


def not_done(exchange: Exchange, outcomes: Sequence[Outcome]) -> Sequence[str]:
    """The commands for what a letter asks besides the only deed that was done."""
    if len(outcomes) != 1 or outcomes[0].refused or outcomes[0].held is not None:
        return ()
    done = outcomes[0].line
    lines = exchange.letter.lines
    wished = (command for _, command in _wishes(exchange, lines))
    found = dict.fromkeys(
        [*_commands(exchange, lines, done), *wished, *_questions(exchange, outcomes[0])]
    )
    return [*islice((each for each in found if each.casefold() != done.casefold()), MOST_TOLD)]


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


def _questions(exchange: Exchange, done: Outcome) -> Iterator[str]:
    """The commands that answer the questions which no person reads: beside a sign-up or a move
    against a program.
    """
    asking = [line for line in exchange.letter.lines[:MOST_LINES] if "?" in line]
    if not asking or exchange.letter.included or not _is_unheard(exchange, done):
        return
    asked = (each for line in asking for each in sentences_of(line) if "?" in each)
    for each in islice((each for each in asked if len(each) <= MOST_CHARACTERS), MOST_TOLD):
        meant = understand([each], situation_of(exchange))
        game = next((word for word in plain_words(each) if word in game_names()), "")
        words = meant.command.split() if meant.certainty is Certainty.ANSWER else []
        if exchange.board is None and game:
            # A newcomer who names a game asks about its rules, in whatever words.
            yield f"help {game}"
        elif words[:1] and words[0] in _TELLING and words != ["help"]:
            yield meant.command


def _is_unheard(exchange: Exchange, done: Outcome) -> bool:
    reply = done.answer.reply if done.answer else None
    if reply is None or reply.kind is MailKind.SIGNUP:
        return reply is not None
    board = exchange.board if reply.kind is MailKind.BOARD and reply.seq is not None else None
    return board is not None and has_program(seat_players(exchange.tx, board))
