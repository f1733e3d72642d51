"""Changes that sentences ask for: which command makes them, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbm.base.values import replace
from pbm.core.model import Offer
from pbm.inbox.understanding.absences import other_days
from pbm.inbox.understanding.answers import (
    AGREEING,
    MANY,
    OFFERS,
    POSITIVE,
    adds_nothing,
    begins_with_but,
    invited,
    inviting,
    offered,
)
from pbm.inbox.understanding.club import amended, another_language, in_the_club
from pbm.inbox.understanding.gates import ANY, DENIED, NEGATIVE, is_doubtful, is_retracted
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do
from pbm.inbox.understanding.sentences import Sentence, Span, begins, is_mended, is_near
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place


def change(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The change that the letter asks for; None if it asks for none, or for several."""
    read = _answering if situation.offer else _READERS.get(situation.place)
    asked = [
        amended(each, situation)
        or other_days(each, situation)
        or another_language(each, sentences, situation)
        or (read(each, situation) if read else None)
        for each in sentences
    ]
    found = [(at, each) for at, each in enumerate(asked) if each]
    if not found:
        return None
    at, first = _plainest(found, situation)
    if first.command in TALKING:
        first = replace(first, talks=any(each.has(Sign.KIND) for each in sentences))
    if at > 0 and sentences[at - 1].introduces and sentences[at - 1].has(Sign.STORY):
        # "Grandpa says: I give up".
        return None
    meant = _weighed(first, at, [each for _, each in found], sentences, situation.offer)
    is_clear = meant is not None and _is_clear(meant, sentences)
    return replace(meant, certainty=Certainty.DO) if meant and is_clear else meant


def _is_clear(meant: Intention, sentences: Sequence[Sentence]) -> bool:
    """Whether a clause says nothing but a deed that costs little, and no other is against it."""
    wishes = _CHEAP.get(meant.command)
    if wishes is None or meant.certainty is not Certainty.ASK:
        return False
    if any(each.introduces and not (each.is_harmless or each.is_salutation) for each in sentences):
        return False
    clauses = [clause for each in sentences for clause in each.clauses]
    saying = [clause for clause in clauses if _says_it(clause, wishes)]
    others = [clause for clause in clauses if clause not in saying]
    return (
        bool(saying)
        and not any(_holds(each, wishes, (*_IN_DOUBT, *NEGATIVE)) for each in saying)
        and not any(_holds(each, wishes, (*_AGAINST_CHEAP, *NEGATIVE)) for each in others)
    )


def _holds(clause: Sentence, wishes: Sequence[Wish], against: Sequence[Meaning]) -> bool:
    """Whether words of the clause are against the wishes, which do not count themselves."""
    return any(
        span.has(*against) and not (span.is_harmless or span.has(Sign.BUT, *wishes))
        for span in clause.spans
    )


def _says_it(clause: Sentence, wishes: Sequence[Wish]) -> bool:
    is_phrase = any(span.has(*wishes) and len(span.words) > 1 for span in clause.spans)
    return is_phrase and clause.is_whole(*wishes, *_BESIDE_CHEAP) and not is_mended(clause)


def _weighed(
    first: Intention,
    at: int,
    found: Sequence[Intention],
    sentences: Sequence[Sentence],
    offer: Offer | None,
) -> Intention | None:
    """The intention of one sentence, asked about if others take it back or put it in doubt.

    None if the letter wants several things.
    """
    behind = sentences[at + 1 :]
    below = [each for each in behind if each.line != first.line]
    if is_retracted(behind) or is_doubtful(first.command, below):
        return ask(found[-1].command, found[-1].line)
    is_uncertain = _is_uncertain_yes(sentences, at, offer) or _says_more(sentences, offer)
    is_uncertain |= offer is not None and any(map(begins_with_but, behind))
    if first.command == "accept" and is_uncertain:
        return ask(first.command, first.line)
    if len({each.command for each in found}) > 1:
        # Who gives up, whatever else they ask for, must not wait in vain.
        resigns = next((each for each in found if each.command == RESIGN), None)
        if resigns is not None:
            return ask(RESIGN, resigns.line)
        return ask(first.command, first.line) if first.command in _ANSWERS else None
    is_denied = sentences[at].asks and any(each.has(Sign.NOT, *NEGATIVE) for each in behind)
    proposes = first.command in _PROPOSALS
    # "If you don't want to, never mind": that is the other player's answer to a proposal.
    is_conditional = any(
        _is_condition(each) and not (proposes and each.has(Sign.NOT)) for each in behind[:1]
    )
    return ask(first.command, first.line) if is_denied or is_conditional else first


def _plainest(
    found: Sequence[tuple[int, Intention]], situation: Situation
) -> tuple[int, Intention]:
    """The sentence that is nearly certain, if another one wants the same less plainly above it.

    A yes to a proposal must be plain where it begins.
    """
    first = found[0]
    if situation.offer is not None and first[1].command == "accept":
        return first
    same = (each for each in found if each[1].command == first[1].command)
    return next((each for each in same if each[1].certainty is Certainty.DO), first)


def _is_uncertain_yes(sentences: Sequence[Sentence], at: int, offer: Offer | None) -> bool:
    """Whether a yes may be from somebody else, or mere praise: "Lovely! Who is this?" """
    is_praise = not sentences[at].has(*AGREEING)
    if not is_praise and offer is None:
        # An invitation may be accepted in plain words below any chatter, a proposal may not.
        return any(map(_may_deny_yes, sentences[:at]))
    asks = is_praise and any(each.asks for each in sentences[at + 1 :])
    return asks or not all(map(_leads_to_yes, sentences[:at]))


def _may_deny_yes(sentence: Sentence) -> bool:
    """Whether a sentence above plain words of acceptance may be against them."""
    against = sentence.has(Sign.NOT, Sign.IF, *NEGATIVE) or sentence.introduces
    return against and not _leads_to_yes(sentence)


def _says_more(sentences: Sequence[Sentence], offer: Offer | None) -> bool:
    """Whether a yes that does not name the proposal stands beside words about something else."""
    if offer is None:
        return False
    named = OFFERS[offer]
    # "Draw? Why not, my brother will know": the question names it, but agrees to nothing.
    is_named = any(named in each.named() for each in sentences if not each.asks)
    return not is_named and not all(adds_nothing(each, named) for each in sentences)


def _leads_to_yes(sentence: Sentence) -> bool:
    """Whether the sentence can precede a yes that is the writer's own."""
    return sentence.is_harmless or sentence.is_greeting or sentence.has(*POSITIVE)


def asked_back(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The proposal to take the writer's last move back, if a clause plainly asks for it.

    A move beside it is what the writer meant to play. Nothing is lost: the other player may say no.
    """
    if situation.place is not Place.WAITING or situation.offer is not None:
        return None
    for at, each in enumerate(sentences):
        if any(map(_asks_back, each.clauses)):
            is_doubtful = each.has(Sign.STORY) or is_retracted(sentences[at + 1 :])
            return (ask if is_doubtful else do)("undo", each.line)
    # "Oops, I meant 16-35".
    against = (Sign.STORY, Sign.IF)
    slips = (
        each
        for each in sentences
        if each.has(Sign.SLIP) and not each.has(*against) and not _denies_more(each)
    )
    first = next((each for each in slips if _names_move(each)), None)
    return ask("undo", first.line) if first is not None else None


def _denies_more(sentence: Sentence) -> bool:
    """Whether a negation denies anything but a move: "I meant c3, not d4" does not."""
    behind = zip(sentence.spans, [*sentence.spans[1:], Span(())], strict=True)
    return any(Sign.NOT in each.meanings and not after.any_move for each, after in behind)


def _names_move(sentence: Sentence) -> bool:
    return bool(sentence.moves or sentence.illegal) or len(sentence.numbers) > 1


def _answering(sentence: Sentence, situation: Situation) -> Intention | None:
    return offered(sentence, situation) or _not_the_offer(sentence, situation)


def _in_game(sentence: Sentence, situation: Situation) -> Intention | None:
    return _swapping(sentence, situation) or _playing(sentence, situation)


def _swapping(sentence: Sentence, situation: Situation) -> Intention | None:
    """The question whether to take the first stone, where the game allows it."""
    if not sentence.has(Wish.SWAP) or sentence.asks:
        return None
    move = situation.legal(Wish.SWAP)
    is_told = sentence.has(Sign.NOT, Sign.STORY, Sign.IF)
    return ask(move, sentence.line) if move and not is_told else None


def _not_the_offer(sentence: Sentence, situation: Situation) -> Intention | None:
    named = Wish.DRAW if situation.offer is Offer.DRAW else Wish.UNDO
    return None if sentence.has(named) else _playing(sentence, situation)


def _playing(sentence: Sentence, _: Situation) -> Intention | None:
    # "What was my mistake?"
    asks_which = sentence.asks and {Sign.QUESTION, Sign.BLUNDER} <= sentence.meanings
    if sentence.has(Sign.HOW) or asks_which:
        return None
    closes = sentence.is_harmless and sentence.introduces
    if _asks_for(sentence, Wish.RESIGN) and sentence.unknown <= MANY and not closes:
        return ask(RESIGN, sentence.line)
    for wish, command in ((Wish.DRAW, "propose draw"), (Wish.UNDO, "undo")):
        if _is_plain(sentence, wish):
            return do(command, sentence.line)
        is_apart = _is_plain(sentence.clause_with(wish), wish)
        if wish is Wish.UNDO and is_apart and not sentence.asks and not sentence.has(*_IN_DOUBT):
            # Nothing is lost: the command only proposes, and the other player may say no.
            return do(command, sentence.line)
        is_clear = is_apart or _names_clearly(sentence, wish)
        if _asks_for(sentence, wish) and is_clear:
            return ask(command, sentence.line)
    return None


def _asks_back(clause: Sentence) -> bool:
    """Whether a clause asks for the writer's move back, perhaps for another, and nothing else."""
    asks = [span for span in clause.spans if Wish.UNDO in span.meanings]
    is_named = any(len(span.words) > 1 or clause.asks for span in asks)
    others = [each for each in clause.spans if not each.any_move]
    is_whole = all(each.is_harmless or each.has(Wish.UNDO, *_BESIDE_UNDO) for each in others)
    return is_named and is_whole and not clause.has(*_AGAINST_UNDO)


def _is_plain(sentence: Sentence, wish: Wish) -> bool:
    """Whether the sentence says ``wish``, and nothing else but courtesies."""
    whole = sentence.has(wish) and sentence.is_whole(wish, Sign.SLIP, Sign.QUESTION)
    return whole and not sentence.has(Sign.NOT) and not is_mended(sentence)


def _over(sentence: Sentence, _: Situation) -> Intention | None:
    clause = sentence.clause_with(Wish.REMATCH)
    accepts = sentence.has(*AGREEING) and Wish.REMATCH in sentence.named() and not sentence.asks
    wants = accepts or _asks_for(sentence, Wish.REMATCH)
    if sentence.has(Sign.HOW) or clause.has(Sign.NOT) or not wants:
        return None
    if sentence.has(Wish.LEVEL):
        return answer("programs", sentence.line)
    may_be_no = sentence.has(*NEGATIVE) or (sentence.has(Sign.KIND) and not sentence.asks)
    if sentence.is_whole(Wish.REMATCH) and not is_mended(sentence) and not may_be_no:
        return do("rematch", sentence.line)
    return ask("rematch", sentence.line) if is_near(sentence) else None


RESIGN = "resign"
TALKING = (RESIGN, "propose draw", "undo")
"""Commands with which kind words in the same letter are passed on."""

_PROPOSALS = ("propose draw", "undo")
_IN_DOUBT = ({*ANY} - {Sign.NOT, Sign.SLIP, Sign.OR}) | {Wish.RESIGN}
_DENYING = (*DENIED, Sign.STORY)
_ANSWERS = ("accept", "decline", "reject")
_BESIDE_UNDO = (Sign.SLIP, Sign.QUESTION, Sign.BLUNDER, Sign.TAKEN_BACK, Sign.TO, Sign.PLAY)
_AGAINST_UNDO = (*(Sign.NOT, Sign.IF, Sign.HOW, Sign.BUT), *NEGATIVE, Wish.RESIGN, Wish.DRAW)
_CHEAP: Mapping[str, Sequence[Wish]] = {
    "propose draw": (Wish.DRAW,),
    "undo": (Wish.UNDO,),
}
"""Deeds that give little away: the other player may offer again, or say no."""
_BESIDE_CHEAP = (Sign.BUT, Sign.COMMON, Sign.PLAY)
_AGAINST_CHEAP = (Sign.IF, Sign.OR, Sign.SLIP, Sign.TAKEN_BACK, Sign.HOW)
_READERS: Mapping[Place, Callable[[Sentence, Situation], Intention | None]] = {
    Place.INVITED: invited,
    Place.INVITING: inviting,
    Place.TURN: _in_game,
    Place.WAITING: _playing,
    Place.OVER: _over,
    Place.BETWEEN: in_the_club,
}


def _asks_for(sentence: Sentence, wish: Wish) -> bool:
    """Whether the writer, and nobody else, has the wish now and without hesitation."""
    if not sentence.has(wish):
        return False
    clause = sentence.clause_with(wish)
    # Words may both give up and refuse: "nothing to be done" is a refusal only of a proposal.
    beside = [each for each in clause.spans if wish not in each.meanings]
    denied = any(not each.meanings.isdisjoint(_DENYING) for each in beside)
    return not denied and not _wavers(sentence if sentence.asks else clause)


def _names_clearly(sentence: Sentence, wish: Wish) -> bool:
    """Whether several words name the wish, with few others beside them: not "the undo button"."""
    saying = [span for span in sentence.spans if wish in span.meanings]
    return is_near(sentence) and any(len(span.words) > 1 or span.mended for span in saying)


def _wavers(sentence: Sentence) -> bool:
    return sentence.has(Sign.DOUBT) and not sentence.asks


def _is_condition(sentence: Sentence) -> bool:
    return begins(sentence, Sign.IF)
