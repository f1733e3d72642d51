"""Moves in sentences: which one is played, which one is asked about, which ones are only talk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from pbm.base.values import replace
from pbm.inbox.understanding.gates import is_retracted
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do, pass_on
from pbm.inbox.understanding.other_moves import (
    displacing,
    leads,
    other_move,
    plan_of,
    with_letters,
)
from pbm.inbox.understanding.policy import command_for
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.several_moves import INSTEAD, denies, holding, plays, several
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

LONGEST_JUDGEMENT = 4
"""The most words of a question about the move before it."""

LONGEST_CONSENT = 6
"""The most words of a question such as "is that ok with you?" """

MOST_UNKNOWN = 9
"""The most words without a meaning in the clause of a move that is asked about."""

NEAR = 5
"""Words farther behind a move than that do not put it in doubt: "13-33, and the wine tomorrow?" """

_CONSENT: tuple[Meaning, ...] = (Wish.YES, Wish.AGREE, Wish.ACCEPT, Sign.LEGAL)
_BESIDE_CONSENT: tuple[Meaning, ...] = (Sign.QUESTION, Sign.OR, Sign.FILLER, Sign.COMMON)
_ADVISING = (Wish.MOVES, Wish.ADVICE)
_OTHER_THINGS = (Wish.RESIGN, Wish.DRAW, Wish.UNDO)
_REFUSALS = (Wish.NO, Wish.UNWILLING, Sign.TAKEN_BACK)
_OF_DEEDS = (Sign.PLAY, Sign.LEGAL, *_OTHER_THINGS)
_JOINS = frozenset({Sign.TO, Sign.VIA})
_OFFERED = frozenset({Wish.DRAW, Wish.UNDO})
_NO_TO_OFFER = frozenset({Wish.NO, Wish.DECLINE, Wish.UNWILLING})


def chosen_move(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention about the moves in the letter; None if it is not about a move."""
    displaced = displacing(sentences, situation)
    if displaced:
        return displaced
    moves = list(dict.fromkeys(move for each in sentences for move in each.moves))
    if situation.place is Place.TURN and len(moves) == 1:
        return (
            _chosen_illegal(sentences, moves[0])
            or _in_place_of_illegal(sentences, moves[0])
            or _longer(sentences, moves[0], situation)
            or _advised(sentences, moves[0], situation)
            or _one(sentences, moves[0], situation)
        )
    if situation.place is Place.TURN and len(moves) > 1:
        now = _before_plan(sentences, situation)
        if now:
            return ask(now, holding(sentences, now)[1].line)
        return replace(several(sentences, moves), alone=True, chosen=True)
    return other_move(sentences, situation)


def _before_plan(sentences: Sequence[Sentence], situation: Situation) -> str:
    """The move before a plan: "d4, and if you play e5 then f6"; "" for other letters."""
    spans = [span for each in sentences for span in each.spans]
    at = next((at for at, span in enumerate(spans) if span.has(Sign.IF)), len(spans))
    now, plan = {span.any_move for span in spans[:at] if span.any_move}, spans[at:]
    # "Ou" also asks where somebody lives, in a sentence without moves.
    is_plan = len(now) == 1 and not any(each.moves and each.has(Sign.OR) for each in sentences)
    if not is_plan:
        return ""
    return now.pop() if plan_of(plan) or plan_of(with_letters(plan, situation)) else ""


def _advised(sentences: Sequence[Sentence], move: str, situation: Situation) -> Intention | None:
    """The answer to a question for advice that comes with a move that is not to be played.

    "Not 16-35, I'd lose my triple. Any tips?": the other player must not read such a plan.
    """
    asking = next((each for each in sentences if each.asks and each.has(*_ADVISING)), None)
    if asking is None or _one(sentences, move, situation).certainty is not Certainty.PASS_ON:
        return None
    wished = [each for each in _ADVISING if asking.has(each)]
    return answer(command_for(wished, situation), asking.line)


def _one(sentences: Sequence[Sentence], move: str, situation: Situation) -> Intention:
    at, sentence = holding(sentences, move)
    place = _place(sentence, move)
    before: Sequence[Span] = sentence.spans[:place]
    after: Sequence[Span] = sentence.spans[place + 1 :]
    below = sentences[at + 1 :]
    if situation.offer:
        # A move declines the offer, so a no to the offer beside it is no doubt about the move.
        before, after = _without_refusal(before), _without_refusal(after)
        below = [each for each in below if not _declines(each)]
    if any(Sign.STORY in each.meanings for each in _behind_last(Sign.PLAY, before)):
        stands_apart = any(each.pauses for each in before) and not _in_clause(before, Sign.STORY)
        # "Last night I thought that 16-35 would do, so let's go with that."
        is_chosen = any(Sign.PLAY in each.meanings for each in after)
        return ask(move, sentence.line) if stands_apart or is_chosen else pass_on(sentence.line)
    if is_retracted(below, of_move=True) or any(map(_refuses, after)):
        return ask(move, sentence.line)
    denials = list(filter(denies, _behind_last(Sign.BUT, before)))
    if denials:
        # "No draw, 16-35" denies something else, and so may "No, 16-35".
        others = any(each.has(*_OTHER_THINGS) for each in sentences[: at + 1])
        denies_another = others or all(each.pauses or _replaces(each) for each in denials)
        denies_another |= _plays_apart(before)
        return ask(move, sentence.line) if denies_another else pass_on(sentence.line)
    is_told = (
        _is_judged(sentence, place) or _is_reported(sentences, at) or _is_narrated(sentence, place)
    )
    asks = sentence.asks and (_asks_consent(after) or not _stands_apart(sentence, place))
    asks |= any(each.asks and _asks_consent(each.spans) for each in below[:1])
    doubts = sentence.has(Sign.OR) or any(map(_doubts, [*before, *_behind(after)[:NEAR]]))
    # Numbers side by side begin a line that goes on in other words: "16 35 gotta run".
    doubts |= sentence.spans[place].spaced and not _is_alone(after)
    doubts |= sentence.spans[place].mended
    # "See you 12/24!" may as well name a date.
    doubts |= "/" in sentence.spans[place].words[0] and len(sentence.spans) > 1
    doubts |= _may_be_day(move) and any(Sign.APPOINTED in each.meanings for each in before)
    if is_told or asks or doubts or _is_denied(after):
        return ask(move, sentence.line)
    begins = all(map(leads, before)) and not _is_labelled(sentences, at)
    if begins and (_is_alone(after) or _is_first(sentences, at)):
        return do(move, sentence.line)
    may_be = sentence.has(Sign.PLAY, Sign.LEGAL) or _unknown_beside(before, after) <= MOST_UNKNOWN
    return ask(move, sentence.line) if begins or may_be else pass_on(sentence.line)


def _may_be_day(move: str) -> bool:
    """Whether the move is a day and a month as well: "12-24"."""
    numbers = sorted(int(each) for each in move.split("-") if each.isdecimal())
    return len(numbers) == move.count("-") + 1 == 2 and numbers[0] <= 12 and numbers[1] <= 31


def _in_place_of_illegal(sentences: Sequence[Sentence], move: str) -> Intention | None:
    """The question about a legal move that replaces an illegal one: "13-65, no wait, 16-35"."""
    spans = [span for each in sentences for span in each.spans]
    at = next(at for at, span in enumerate(spans) if span.move == move)
    illegal = [place for place, span in enumerate(spans[:at]) if span.illegal]
    between = spans[illegal[-1] + 1 : at] if illegal else []
    said = [each for each in between if each.has(*INSTEAD, Wish.NO)]
    is_story = any(each.has(Sign.STORY) for each in sentences)
    # "13-65, no, not 16-35" denies the second one, too.
    denies = bool(said) and said[-1].meanings == {Sign.NOT}
    if not said or denies or is_story:
        return None
    return replace(ask(move, holding(sentences, move)[1].line), alone=True, chosen=True)


def _longer(sentences: Sequence[Sentence], move: str, situation: Situation) -> Intention | None:
    """The move with a slot to which words behind it lead: "13-23 and then on to 43".

    Half a move is never played. If the whole is illegal, its refusal says why.
    """
    _, sentence = holding(sentences, move)
    place = _place(sentence, move)
    behind = pairwise(sentence.spans[place + 1 :])
    reached = [span for before, span in behind if _JOINS & before.meanings]
    longer = (f"{move}-{span.words[0]}" for span in reached if len(span.words) == 1)
    whole = next(filter(situation.reads, longer), "")
    if not whole:
        return None
    legal = situation.legal(whole)
    # Behind a comma, the number may mean something else.
    is_open = legal or sentence.spans[place].pauses
    return ask(legal or move, sentence.line) if is_open else do(whole, sentence.line)


def _is_denied(after: Sequence[Span]) -> bool:
    """Whether a negation behind the move may deny it, unlike "16-35 you won't see that coming".

    "You won't make me play that" may deny it after all.
    """
    places = [at for at, each in enumerate(after) if denies(each)]
    return any(not _is_aside(after[at]) or _names_deed(after[at:]) for at in places)


def _is_aside(span: Span) -> bool:
    return Sign.ASIDE in span.meanings and Sign.TAKEN_BACK not in span.meanings


def _names_deed(spans: Sequence[Span]) -> bool:
    """Whether the clause that the spans begin may be about a move or an offer."""
    end = next((at for at, each in enumerate(spans) if each.pauses), len(spans))
    return any(not each.meanings.isdisjoint(_OF_DEEDS) for each in spans[: end + 1])


def _behind_last(sign: Sign, before: Sequence[Span]) -> Sequence[Span]:
    """The words between the last ones with this sign and the move; all, if there is no sign.

    What they were about does not count for "I read of it on the train, and now I try 16-35".
    """
    signed = (at for at in reversed(range(len(before))) if sign in before[at].meanings)
    return before[next(signed, -1) + 1 :]


def _unknown_beside(before: Sequence[Span], after: Sequence[Span]) -> int:
    """The number of words without a meaning between the move and the commas around it."""
    clause = [*_clause_of(before), *takewhile(lambda span: not span.pauses, after)]
    return sum(not span.is_known for span in clause)


def _clause_of(before: Sequence[Span]) -> Iterator[Span]:
    """The words between the last comma and the move, the nearest first."""
    return takewhile(lambda span: not span.pauses, reversed(before))


def _in_clause(before: Sequence[Span], meaning: Sign) -> bool:
    """Whether words between the last comma and the move have this meaning."""
    return any(meaning in each.meanings for each in _clause_of(before))


def _plays_apart(before: Sequence[Span]) -> bool:
    """Whether a comma divides a negation from the clause that plays the move.

    "My wife, who does not play, thinks that I should choose 16-35".
    """
    denied = any(map(denies, _clause_of(before)))
    return not denied and _in_clause(before, Sign.PLAY)


def _replaces(denial: Span) -> bool:
    """Whether the words take back what precedes them for what follows: "finally", "rather".

    "Forget 16-35" takes back the move itself.
    """
    leads_on = denial.has(Sign.SLIP, Sign.PLAY, Sign.FILLER)
    return leads_on and Sign.NOT not in denial.meanings


def _without_refusal(spans: Sequence[Span]) -> Sequence[Span]:
    """The spans without those that say no to an offer: "no thanks", "no draw"."""
    left: list[Span] = []
    for span in spans:
        if _OFFERED & span.meanings and left and Sign.NOT in left[-1].meanings:
            left.pop()
        elif not _NO_TO_OFFER & span.meanings or Sign.TAKEN_BACK in span.meanings:
            left.append(span)
    return left


def _declines(sentence: Sentence) -> bool:
    """Whether the sentence says nothing but no to an offer."""
    no = sentence.has(Sign.NOT, *_NO_TO_OFFER) and not sentence.has(Sign.TAKEN_BACK)
    return no and not any(each.is_known for each in _without_refusal(sentence.spans))


def _is_judged(sentence: Sentence, place: int) -> bool:
    """Whether the words behind the move talk about it: "16-35 loses", "16-35 is bad"."""
    move, *after = sentence.spans[place:]
    behind = after[0].meanings if after else frozenset()
    is_said = Sign.LEGAL in behind and not sentence.has(Sign.PLAY)
    return Sign.TOLD in behind or (not move.pauses and (is_said or Sign.BLUNDER in behind))


def _is_narrated(sentence: Sentence, place: int) -> bool:
    """Whether the clause that the move stands in tells a story: "On the 16-35 we were stuck"."""
    before, (move, *after) = sentence.spans[:place], sentence.spans[place:]
    if not before or move.pauses or any(Sign.PLAY in each.meanings for each in before):
        return False
    clause = takewhile(lambda span: not span.pauses, after)
    return any(Sign.STORY in each.meanings for each in clause)


def _is_reported(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether words such as "You wrote:" precede the move, which may be somebody else's then."""
    before = sentences[at - 1] if at else None
    if before is None or not before.introduces or before.is_harmless or before.is_salutation:
        return False
    tells_where = Sign.FROM in before.spans[0].meanings
    return not (tells_where or before.has(Sign.PLAY, *_OTHER_THINGS))


def _is_labelled(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether an abbreviation shows that the numbers may be no move: "Tel. 13-33"."""
    label = sentences[at - 1] if at and not sentences[at].first else None
    return label is not None and len(label.spans) == label.unknown == 1


def _stands_apart(sentence: Sentence, place: int) -> bool:
    """Whether a comma separates the move from a question about something else."""
    behind = sentence.spans[place:]
    courtesies = list(takewhile(lambda span: span.move or span.is_harmless, behind))
    asked = behind[len(courtesies) :]
    is_apart = any(span.pauses for span in courtesies) and not sentence.has(Sign.LEGAL)
    # "13-33, and how are you and the dog?"
    goes_on = Sign.KIND in courtesies[-1].meanings and not courtesies[-1].pauses
    return is_apart and (goes_on or not _may_judge(asked))


def _asks_consent(asked: Sequence[Span]) -> bool:
    """Whether the words of a question behind a move ask whether it is all right: "ok?" """
    words = sum(len(span.words) for span in asked)
    is_ok = words == 1 and Sign.FILLER in asked[0].meanings
    names_consent = any(not span.meanings.isdisjoint(_CONSENT) for span in asked)
    return (is_ok or (names_consent and words <= LONGEST_CONSENT)) and all(
        span.meanings.isdisjoint((Sign.KIND, Sign.HOW, *_OTHER_THINGS))
        and span.has(*_CONSENT, *_BESIDE_CONSENT)
        for span in asked
    )


def _may_judge(asked: Sequence[Span]) -> bool:
    """Whether a short question may ask whether the move is good: "13-33, is it silly?" """
    words = sum(len(span.words) for span in asked)
    return words <= LONGEST_JUDGEMENT and any(not span.is_known for span in asked)


def _chosen_illegal(sentences: Sequence[Sentence], move: str) -> Intention | None:
    """The refusal of an illegal move that is played in place of a legal one before it.

    "I nearly took 13-33, I play 13-65": nothing is played, and the refusal says why.
    """
    at, sentence = holding(sentences, move)
    below = (span for each in sentences[at + 1 :] for span in each.spans)
    after = [*sentence.spans[_place(sentence, move) + 1 :], *below]
    played = [span for before, span in pairwise(after) if Sign.PLAY in before.meanings]
    illegal = next((span.illegal for span in played if span.illegal), "")
    in_doubt = (Sign.NOT, Sign.STORY, Sign.DOUBT, Sign.IF, Sign.OR)
    is_sure = all(each.meanings.isdisjoint(in_doubt) for each in after)
    return do(illegal, sentence.line) if illegal and is_sure and not plays(sentence) else None


def _place(sentence: Sentence, move: str) -> int:
    return next(at for at, span in enumerate(sentence.spans) if span.move == move)


def _is_first(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether everything above the sentence is a greeting."""
    return all(each.is_harmless or each.is_salutation for each in sentences[:at])


def _is_alone(after: Sequence[Span]) -> bool:
    return all(each.is_harmless or each.move for each in after)


def _refuses(span: Span) -> bool:
    return not span.meanings.isdisjoint(_REFUSALS)


def _doubts(span: Span) -> bool:
    return Sign.DOUBT in span.meanings


def _behind(after: Sequence[Span]) -> Sequence[Span]:
    """The spans after a move, without an "I think" that ends its sentence."""
    *others, last = after or [Span(())]
    return others if Sign.PLAY in last.meanings else after
