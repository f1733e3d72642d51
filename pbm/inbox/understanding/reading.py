"""Understand a writer's own lines, each sentence in its likeliest language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, takewhile

from pbm.base.values import replace
from pbm.inbox.understanding.absences import absence
from pbm.inbox.understanding.changes import asked_back, change
from pbm.inbox.understanding.chosen_moves import chosen_move
from pbm.inbox.understanding.club import another_game
from pbm.inbox.understanding.described import asked_letter, described
from pbm.inbox.understanding.dictated import dictated, dictated_beside
from pbm.inbox.understanding.game_terms import with_terms
from pbm.inbox.understanding.gates import ANY, is_called_off, is_doubtful, is_retracted
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask
from pbm.inbox.understanding.lexicon import courtesies
from pbm.inbox.understanding.opinion import opinion
from pbm.inbox.understanding.policy import behind_gate
from pbm.inbox.understanding.sentences import Sentence, Span, likeliest
from pbm.inbox.understanding.several_moves import other_choice
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.talking import talk
from pbm.inbox.understanding.wanted import (
    about_puzzle,
    in_any_order,
    preview,
    question,
    server_wish,
)
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

MOST_SENTENCES = 12
"""In a longer letter no single sentence is looked at: it tells a story."""

_SEEN = frozenset({Wish.SHOW, Wish.REVIEW, Wish.RULES, Wish.TURN})
_PLAYED = (Wish.CHALLENGE, Wish.SEEK, Wish.REMATCH)
_REGRETS = (Sign.SLIP, Sign.BLUNDER, Sign.TAKEN_BACK)
_OFFERED = (Wish.DRAW, Wish.UNDO, Wish.REMATCH)
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
_OF_A_MOVE = (*_REGRETS, Sign.BUT)
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
    said = dictated(lines, situation) or asked_letter(lines, situation)
    if said is not None:
        return said
    read = likeliest(lines, situation)
    # A line with an address may be meant to be secret, and no example resembles it.
    has_address = any("@" in line for line in lines)
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
    return with_terms(certain if certain in definite else first, lines, read[0], situation)


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
    return ask(move, line)


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
            yield behind_gate(meant)


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


def holds_back(lines: Sequence[str], situation: Situation) -> bool:
    """Whether the lines ask, refuse, or put something in doubt."""
    read = _in_any_language(lines, situation)
    # What is told beside a yes is no doubt: "The dog is barking, so quickly: play it!"
    doubts = {*ANY, Wish.UNDO} - {Sign.STORY}
    return any(each.asks or each.has(*doubts) for each in read)


def asks_to_see(lines: Sequence[str], situation: Situation) -> bool:
    """Whether the lines ask to see a game or how it stands, rather than for another game."""
    read = _in_any_language(lines, situation)
    wished = {wish for each in read for wish in (*each.meanings, *each.together())}
    plays = any(each.has(*_PLAYED) for each in read)
    return Wish.SHOW_AGAIN in wished or not (plays or _SEEN.isdisjoint(wished))


def _in_any_language(lines: Sequence[str], situation: Situation) -> list[Sentence]:
    return [sentence for each in likeliest(lines, situation) for sentence in each]


def says_only(sentence: str, command: str, situation: Situation) -> bool:
    """Whether a sentence is nothing but a deed, with courtesies such as "thanks" beside it.

    command: the deed; a move, or the command that does it.
    """
    words = command.split()
    is_move = bool(situation.legal(command))
    wishes: Collection[Meaning] = _OF_DEEDS.get(command, _OF_A_MOVE if is_move else [*Wish])
    return any(
        all(_belongs(span, words, wishes) for each in read for span in each.spans)
        and not all(each.is_harmless for each in read)
        for read in likeliest([sentence], situation)
    )


def _belongs(span: Span, deed: Collection[str], wishes: Collection[Meaning]) -> bool:
    """Whether the words belong to the deed, and are not for the other player.

    deed: the words of its command.
    """
    if span.move:
        return span.move in deed
    if {*deed}.issuperset(span.words):
        return True
    if Sign.KIND in span.meanings:
        return courtesies().issuperset(span.words)
    return span.is_harmless or span.has(*wishes, *_OF_A_DEED)


def _intention(
    sentences: Sequence[Sentence], situation: Situation, *, by_topic: bool, compares: bool
) -> Intention:
    said, is_settled = by_phrases(sentences, situation)
    if said is not None and is_settled:
        return said
    return (
        (opinion(said, sentences, situation) if compares else said)
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
        # Plain words for another wish come first: "take back my left ring two steps".
        settled = settled or changed or described(sentences, situation)
    return (settled, True) if settled else (changed or question(sentences, situation), False)
