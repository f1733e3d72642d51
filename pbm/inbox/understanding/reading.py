"""Understand a writer's own lines, each sentence in its likeliest language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, takewhile

from pbm.base.values import replace
from pbm.inbox.understanding.absences import absence
from pbm.inbox.understanding.changes import asked_back, change
from pbm.inbox.understanding.chosen_moves import chosen_move
from pbm.inbox.understanding.club import another_game, invited_friend
from pbm.inbox.understanding.described import described
from pbm.inbox.understanding.dictated import dictated, dictated_beside
from pbm.inbox.understanding.intention import (
    Certainty,
    Intention,
    answer,
    ask,
)
from pbm.inbox.understanding.lexicon import Lexicon, courtesies, lexicons
from pbm.inbox.understanding.opinion import opinion
from pbm.inbox.understanding.other_moves import names_move
from pbm.inbox.understanding.retraction import (
    is_called_off,
    is_doubtful,
    is_retracted,
)
from pbm.inbox.understanding.sentences import Sentence, Span, read_in
from pbm.inbox.understanding.several_moves import other_choice
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.talking import talk
from pbm.inbox.understanding.tokens import TokenSentence, token_sentences
from pbm.inbox.understanding.wanted import (
    about_puzzle,
    asks_to_be_shown,
    change_of_mails,
    in_any_order,
    preview,
    question,
    server_wish,
)
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

NEARLY_AS_MANY = 0.7
"""A language is tried if it knows at least this part of the words that the likeliest one knows."""

MOST_SENTENCES = 12
"""In a longer letter no single sentence is looked at: it tells a story."""

_SEEN = frozenset({Wish.SHOW, Wish.REVIEW, Wish.RULES, Wish.TURN})
_PLAYED = (Wish.CHALLENGE, Wish.SEEK, Wish.REMATCH)
_OTHER_THAN_AGAIN = (Sign.STORY, Sign.HOW, Wish.SHOW, Wish.SEEK, Wish.CHALLENGE, Wish.LEVEL)
_REGRETS = (Sign.SLIP, Sign.BLUNDER, Sign.TAKEN_BACK)
_OFFERED = (Wish.DRAW, Wish.UNDO, Wish.REMATCH)
_HELD_BACK = (
    *(Sign.NOT, Sign.IF, Sign.BUT, Sign.DOUBT, Sign.TAKEN_BACK),
    *(Wish.NO, Wish.UNWILLING, Wish.DECLINE, Wish.UNDO),
)
_OF_DEEDS: Mapping[str, Collection[Wish]] = {
    "accept": (*(Wish.YES, Wish.ACCEPT, Wish.AGREE, Wish.PARDON, Wish.CHALLENGE), *_OFFERED),
    "decline": (Wish.NO, Wish.DECLINE, Wish.UNWILLING),
    "reject": (Wish.NO, Wish.DECLINE, Wish.UNWILLING, *_OFFERED),
    "resign": (Wish.RESIGN,),
    "propose draw": (Wish.DRAW,),
    "undo": (Wish.UNDO,),
    "rematch": (Wish.REMATCH, Wish.YES),
}
"""The wishes that the words of a deed may mean."""

_OF_A_DEED = (Sign.PLAY, Sign.FROM, Sign.TO, Sign.VIA, Sign.THEN, Sign.NOT)
_DEFINITE = (Certainty.DO, Certainty.ASK, Certainty.ANSWER, Certainty.DESCRIBED)


def understand(
    lines: Sequence[str],
    situation: Situation,
    *,
    by_topic: bool = True,
    by_example: bool = True,
) -> Intention:
    """The intention of the writer of these lines.

    by_topic: whether words may also be understood regardless of their order.
    by_example: whether the lines are compared with examples, too, if they are.
    """
    said = dictated(lines, situation)
    if said is not None:
        return said
    read = likeliest(lines, situation)
    # A line with an address may be meant to be secret, and no example resembles it.
    has_address = any("@" in line for line in lines)
    friend = invited_friend(read[0], situation) if has_address else None
    if friend is not None:
        return friend
    compares = by_topic and by_example and not has_address
    meant = [
        absence(_intention(each, situation, by_topic=by_topic, compares=compares), each, situation)
        for each in read
    ]
    definite = [each for each in meant if each.certainty in _DEFINITE]
    is_open = any(each.certainty is Certainty.CHOOSE for each in meant)
    if not (definite or is_open) and by_topic and not situation.dropped:
        found = _of_one_sentence(read[0], situation, compares=compares)
        definite = [absence(each, read[0], situation) for each in islice(found, 1)]
    first = _about_game(next(iter(definite or meant)), read[0], situation)
    if first.certainty is Certainty.PASS_ON:
        asked = _asked_after(read[0], situation) or dictated_beside(read[0], situation)
        return asked or first
    # A plain request in one language may be a mere word of praise in another.
    certain = replace(first, certainty=Certainty.DO)
    return certain if certain in definite else first


def _asked_after(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The question about the only legal move of a letter that seems to be for the other player.

    Not if it is told or denied. If the writer meant to play it, the opponent would read the move,
    and wait for it.
    """
    told = (Sign.STORY, Sign.NOT, Sign.IF, Sign.TAKEN_BACK)
    own = [each for each in sentences if not each.has(*told)]
    named = [
        (move, each.line) for each in own for move in (*each.moves, *_dated_moves(each, situation))
    ]
    is_turn = situation.place is Place.TURN
    if not is_turn or len({move for move, _ in named}) != 1:
        return None
    move, line = named[0]
    return replace(ask(move, line), alone=True)


def _dated_moves(sentence: Sentence, situation: Situation) -> Iterator[str]:
    """The legal moves among dates and times, in a sentence that plays or is otherwise only polite.

    A word such as "o'clock" behind a time shows what it is.
    """
    before = list(takewhile(lambda span: span.words[0] not in sentence.dated, sentence.spans))
    behind = sentence.spans[len(before) + 1 :]
    is_open = _is_polite(behind) or behind[0].has(Sign.PLAY, Sign.LEGAL)
    is_open &= sentence.has(Sign.PLAY, Sign.LEGAL) or _is_polite(before)
    return filter(None, map(situation.legal, sentence.dated.values() if is_open else ()))


def _is_polite(spans: Sequence[Span]) -> bool:
    return all(each.has(Sign.GREETING, Sign.KIND) for each in spans)


def _about_game(meant: Intention, sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """The rules of the game that is named, in place of the help on everything."""
    if meant.certainty is not Certainty.ANSWER or meant.command != "help":
        return meant
    words = (word for each in sentences for word in each.words)
    game = next(filter(None, map(situation.game_named, words)), "")
    asks = any(
        each.has(Wish.RULES, Sign.HOW) or Wish.RULES in each.together() for each in sentences
    )
    return answer(f"help {game}", meant.line) if game and asks else meant


def _of_one_sentence(
    sentences: Sequence[Sentence], situation: Situation, *, compares: bool
) -> Iterator[Intention]:
    """What single sentences want in a letter that, as a whole, says nothing definite.

    The chatter around a request is like that of other letters. It is only asked about or answered.
    """
    # "Any news?" beside other words is for whom they are for.
    telling = [
        each for each in sentences if not (each.is_harmless or each.has(Sign.STORY, Wish.STATUS))
    ]
    if len(sentences) == 1 or len(telling) > MOST_SENTENCES:
        return
    for each in telling:
        meant = _intention([each], situation, by_topic=False, compares=compares and each.asks)
        if meant.certainty in _DEFINITE:
            is_deed = meant.certainty is Certainty.DO
            yield replace(meant, certainty=Certainty.ASK) if is_deed else meant


def taken_back(
    command: str, name: str, below: Sequence[str], situation: Situation
) -> Intention | None:
    """The question to ask if the lines below a command take it back; None if they do not.

    Its line is counted from that of the command.

    command, name: the whole command, and the name of it in the list of commands.
    """
    read = likeliest(below, situation)
    chosen = next((each for each in map(other_choice, read) if each not in ("", command)), "")
    is_move = situation.reads(command)
    # What stands below the last words about moves is no part of the correction.
    last = max((each.line + 1 for each in read[0] if _is_about_moves(each)), default=0)
    line = last if is_move else 0
    if chosen and is_move:
        return replace(ask(chosen, line), alone=True, chosen=True)
    sentences = next((each for each in read if is_doubtful(name, each)), None)
    if sentences is None:
        return None
    moves = [move for each in sentences for move in each.moves]
    meant = change(sentences, situation)
    asked = ask(moves[-1] if moves else meant.command if meant else command, line)
    return replace(asked, alone=asked.command != command, chosen=is_move)


def is_taken_back(below: Sequence[str], situation: Situation) -> bool:
    """Whether the lines below a command that is about no board take it back."""
    return any(map(is_called_off, likeliest(below, situation)))


def _is_about_moves(sentence: Sentence) -> bool:
    return bool(sentence.moves or sentence.numbers) or sentence.has(*_REGRETS, Wish.NO, Sign.NOT)


def kept_above(lines: Sequence[str], situation: Situation) -> Sequence[str]:
    """The lines above a command without those that are taken back before it.

    "I take 11-31", "scratch that": the other player must not see what the writer nearly did.
    """
    ends = [each[-1].line + 1 for each in likeliest(lines, situation) if is_retracted(each)]
    return lines[max(ends, default=0) :]


def other_move_above(lines: Sequence[str], command: str, situation: Situation) -> bool:
    """Whether a line above a command says to play another legal move."""
    read = _in_any_language(lines, situation)
    others = (each for each in read if each.moves and not each.has(Sign.STORY, Sign.NOT))
    return any(move != command for each in others for move in each.moves)


def wish_about_mails(sentence: str, situation: Situation) -> str:
    """The command for what the sentence wishes of the server's mails, "" for no such wish."""
    read = likeliest([sentence], situation)
    return next(filter(None, (change_of_mails(each, situation) for each in read)), "")


def holds_back(lines: Sequence[str], situation: Situation) -> bool:
    """Whether the lines ask, refuse, or put something in doubt."""
    read = _in_any_language(lines, situation)
    return any(each.asks or each.has(*_HELD_BACK) for each in read)


def asks_to_see(lines: Sequence[str], situation: Situation) -> bool:
    """Whether the lines ask to see a game or how it stands, rather than for another game."""
    read = _in_any_language(lines, situation)
    seen = any(
        asks_to_be_shown(each) or each.has(*_SEEN) or not _SEEN.isdisjoint(each.together())
        for each in read
    )
    return seen and not any(each.has(*_PLAYED) and not asks_to_be_shown(each) for each in read)


def wants_again(lines: Sequence[str], situation: Situation) -> str | None:
    """The game that the lines, a few words, want once more; "" if they name none.

    None if they want anything else, such as an opponent whom they name.
    """
    for sentences in likeliest(lines, situation):
        said = [each for each in sentences if not each.is_harmless]
        only = said[0] if len(said) == 1 else None
        if only is None or not only.has(Wish.REMATCH) or only.has(Sign.NOT, *_OTHER_THAN_AGAIN):
            continue
        beside = only.beside(Wish.REMATCH, Sign.COMMON)
        games = [game for span in beside for game in map(situation.game_named, span.words) if game]
        if len(beside) == len(games) <= 1:
            return games[0] if games else ""
    return None


def _in_any_language(lines: Sequence[str], situation: Situation) -> list[Sentence]:
    return [sentence for each in likeliest(lines, situation) for sentence in each]


def says_only(sentence: str, command: str, situation: Situation) -> bool:
    """Whether a sentence is nothing but a deed, with courtesies such as "thanks" beside it.

    command: the deed; a move, or the command that does it.
    """
    wishes = frozenset(_OF_DEEDS.get(command, Wish))
    return any(
        all(_belongs(span, command, wishes) for each in read for span in each.spans)
        for read in likeliest([sentence], situation)
    )


def holds_move(sentence: str, move: str, situation: Situation) -> bool:
    """Whether a sentence names the move."""
    read = likeliest([sentence], situation)
    return any(move in each.moves for each in read[0])


def _belongs(span: Span, command: str, wishes: Collection[Meaning]) -> bool:
    """Whether the words belong to the deed, and are not for the other player."""
    if span.move:
        return span.move == command
    if Sign.KIND in span.meanings:
        return courtesies().issuperset(span.words)
    return span.is_harmless or span.has(*wishes, *_OF_A_DEED)


def likeliest(lines: Sequence[str], situation: Situation) -> list[list[Sentence]]:
    """The sentences, each in the language that knows most of its words.

    Of several such languages, the one that knows most sentences of the letter counts; if there are
    several of these too, there is a reading for each, in the writer's own language first.
    """
    found = token_sentences(situation.without_inviter(lines))
    own_first = sorted(lexicons(), key=lambda each: each.language != situation.language)
    read = [_readings(each, own_first, situation) for each in found]
    best = [max(each.coverage for each in by.values()) for by in read]
    votes = {
        each.language: sum(
            each.language in by and by[each.language].coverage == most
            for by, most in zip(read, best, strict=True)
        )
        for each in own_first
    }
    if not any(best):
        # No language knows a word, so that all would read the same.
        return [[_in_language(own_first[0].language, by) for by in read]]
    leading = [name for name, number in votes.items() if number == max(votes.values())]
    return [[_in_language(name, by) for by in read] for name in leading]


def _readings(
    found: TokenSentence, lexicons: Sequence[Lexicon], situation: Situation
) -> Mapping[str, Sentence]:
    """The sentence in each language that knows nearly as many of its words as the best one."""
    words = [token.text for token in found.tokens]
    known = {each: sum(map(each.known.__contains__, words)) for each in lexicons}
    most = max(known.values())
    likely = [each for each, number in known.items() if number >= most * NEARLY_AS_MANY]
    return {each.language: read_in(each, found, situation) for each in likely}


def _in_language(name: str, by: Mapping[str, Sentence]) -> Sentence:
    """The sentence in this language, unless another one knows more of it."""
    best = max(by.values(), key=lambda each: each.coverage)
    return by[name] if name in by and by[name].coverage == best.coverage else best


def _intention(
    sentences: Sequence[Sentence], situation: Situation, *, by_topic: bool, compares: bool
) -> Intention:
    said, is_settled = by_phrases(sentences, situation)
    if said is not None and is_settled:
        return said
    return (
        (_compared(said, sentences, situation) if compares else said)
        or (in_any_order(sentences, situation) if by_topic else None)
        or talk(sentences, situation)
    )


def by_phrases(
    sentences: Sequence[Sentence], situation: Situation
) -> tuple[Intention | None, bool]:
    """What phrases and slots alone say, and whether the model need not be asked."""
    settled = (
        about_puzzle(sentences, situation)
        or asked_back(sentences, situation)
        or preview(sentences, situation)
        or chosen_move(sentences, situation)
        or another_game(sentences, situation)
        or server_wish(sentences, situation)
    )
    changed = None if settled else change(sentences, situation)
    if changed is None or changed.certainty is not Certainty.ASK:
        settled = settled or changed
    # Plain words for another wish come first: "take back my left ring two steps".
    settled = settled or (described(sentences, situation) if changed is None else None)
    if settled:
        return settled, True
    return changed or question(sentences, situation), False


def _compared(
    said: Intention | None, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """The intention after a comparison with examples."""
    meant = opinion(said, sentences, situation)
    return said if meant is not said and _is_no_change(meant, sentences, situation) else meant


def _is_no_change(
    meant: Intention | None, sentences: Sequence[Sentence], situation: Situation
) -> bool:
    """Whether a change is only guessed although the letter describes a move to be played.

    After the writer's own move, "oops, I meant 16-35" may ask for an undo.
    """
    is_change = meant is not None and meant.certainty in (Certainty.DO, Certainty.ASK)
    regrets = situation.place is Place.WAITING and any(each.has(*_REGRETS) for each in sentences)
    return is_change and not regrets and any(names_move(each, situation) for each in sentences)
