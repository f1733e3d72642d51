"""Changes that sentences ask for: which command makes them, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbm.core.model import Offer
from pbm.inbox.places import Place
from pbm.inbox.understanding.intention import Intention, ask, do
from pbm.inbox.understanding.retraction import is_doubtful, is_retracted
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish

FEW = 2
"""The most words without a meaning beside a wish, for the writer to be asked about it."""

MANY = 4
"""The most such words beside a yes to an invitation, or beside words for resigning."""

_OFFERS = {Offer.DRAW: Wish.DRAW, Offer.UNDO: Wish.UNDO}
_POSITIVE = (Wish.YES, Wish.ACCEPT, Wish.AGREE)
_AGREEING = (Wish.AGREE, Wish.ACCEPT)
_NEGATIVE = (Wish.NO, Wish.DECLINE, Wish.UNWILLING)


def change(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The change that the letter asks for; None if it asks for none, or for several."""
    offered = _offered if situation.offer else None
    read = offered or _READERS.get(situation.place)
    asked = [read(each, situation) if read else None for each in sentences]
    found = [(at, each) for at, each in enumerate(asked) if each]
    if not found:
        return None
    at, first = found[0]
    behind = sentences[at + 1 :]
    below = [each for each in behind if each.line != first.line]
    if is_retracted(behind) or is_doubtful(first.command, below):
        return ask(found[-1][1].command, found[-1][1].line)
    if first.command == "accept" and _is_uncertain_yes(sentences, at):
        return ask(first.command, first.line)
    if len({each.command for _, each in found}) > 1:
        return None
    is_denied = sentences[at].asks and any(each.has(Sign.NOT, *_NEGATIVE) for each in behind)
    is_conditional = any(_is_condition(each) for each in behind[:1])
    return ask(first.command, first.line) if is_denied or is_conditional else first


def _is_uncertain_yes(sentences: Sequence[Sentence], at: int) -> bool:
    """Whether a yes may be somebody else's, or mere praise: "Lovely! Who is this?" """
    is_praise = not sentences[at].has(*_AGREEING)
    asks = is_praise and any(each.asks for each in sentences[at + 1 :])
    return asks or not all(map(_leads_to_yes, sentences[:at]))


def _leads_to_yes(sentence: Sentence) -> bool:
    """Whether it may stand above a yes that is the writer's own."""
    return sentence.is_harmless or sentence.is_greeting or sentence.has(*_POSITIVE)


def _invited(sentence: Sentence, _: Situation) -> Intention | None:
    if sentence.has(*_POSITIVE) and sentence.has(*_NEGATIVE, Sign.NOT) and not sentence.asks:
        return ask("decline", sentence.line)
    if _says(sentence, *_POSITIVE):
        return do("accept", sentence.line)
    if _says(sentence, Wish.DECLINE, Wish.NO):
        return do("decline", sentence.line)
    if sentence.asks or sentence.unknown > MANY:
        return None
    if _begins(sentence, *_POSITIVE):
        is_plain = _is_plain_yes(sentence) and not _hesitates(sentence)
        return (do if is_plain else ask)("accept", sentence.line)
    return _declining(sentence)


def _declining(sentence: Sentence) -> Intention | None:
    if _refuses(sentence):
        return do("decline", sentence.line)
    wavers = sentence.has(Sign.DOUBT, Wish.ACCEPT) and not _begins(sentence, Wish.NO)
    refuses = _is_near(sentence) and sentence.has(*_NEGATIVE) and not wavers
    return ask("decline", sentence.line) if refuses else None


def _inviting(sentence: Sentence, _: Situation) -> Intention | None:
    return ask("decline", sentence.line) if _says(sentence, Wish.UNDO, Wish.DECLINE) else None


def _offered(sentence: Sentence, situation: Situation) -> Intention | None:
    assert situation.offer is not None, "an answer to a proposal"
    offer = _OFFERS[situation.offer]
    if _says(sentence, *_POSITIVE, offer) and sentence.has(*_AGREEING):
        return do("accept", sentence.line)
    if _says(sentence, *_POSITIVE, offer, Sign.COMMON):
        return ask("accept", sentence.line)
    if not sentence.asks and (_begins(sentence, Wish.NO, Wish.DECLINE) or _refuses(sentence)):
        is_plain = _is_plain_no(sentence) and not sentence.has(*_POSITIVE)
        return (do if is_plain else ask)("reject", sentence.line)
    if not sentence.asks and _begins(sentence, Sign.NOT) and sentence.has(offer):
        return do("reject", sentence.line)
    if not sentence.asks and sentence.has(Wish.UNWILLING) and _is_near(sentence):
        return ask("reject", sentence.line)
    return None if sentence.has(offer) else _playing(sentence, situation)


def _playing(sentence: Sentence, _: Situation) -> Intention | None:
    if sentence.has(Sign.NOT, Sign.HOW):
        return None
    if sentence.has(Wish.RESIGN) and sentence.unknown <= MANY and not _wavers(sentence):
        return ask("resign", sentence.line)
    for wish, command in ((Wish.DRAW, "propose draw"), (Wish.UNDO, "undo")):
        plain = sentence.is_whole(wish, Sign.SLIP, Sign.QUESTION)
        if plain and sentence.has(wish) and not _is_mended(sentence):
            return do(command, sentence.line)
        if _says_clearly(sentence, wish):
            return ask(command, sentence.line)
    return None


def _over(sentence: Sentence, _: Situation) -> Intention | None:
    if sentence.has(Sign.NOT, Sign.HOW) or not sentence.has(Wish.REMATCH):
        return None
    thanks = sentence.has(Sign.KIND) and not sentence.asks
    if sentence.is_whole(Wish.REMATCH) and not _is_mended(sentence) and not thanks:
        return do("rematch", sentence.line)
    return ask("rematch", sentence.line) if _is_near(sentence) else None


def _in_the_club(sentence: Sentence, situation: Situation) -> Intention | None:
    """An invitation or a seek; the name of a player counts only beside that of a game."""
    game = next(filter(None, map(situation.game_named, sentence.words)), "")
    if not game or sentence.has(Sign.HOW):
        return None
    other = next(filter(situation.is_other, sentence.words), "")
    others = len(sentence.beside(Wish.SEEK, Wish.CHALLENGE, Sign.COMMON))
    if other and sentence.has(Wish.CHALLENGE, Wish.SEEK):
        plain = others == len((game, other)) and not sentence.asks and not _is_mended(sentence)
        return (do if plain else ask)(f"{game} challenge {other}", sentence.line)
    if not sentence.has(Wish.SEEK):
        return None
    return (do if others == len((game,)) else ask)(f"{game} seek", sentence.line)


_READERS: Mapping[Place, Callable[[Sentence, Situation], Intention | None]] = {
    Place.INVITED: _invited,
    Place.INVITING: _inviting,
    Place.TURN: _playing,
    Place.WAITING: _playing,
    Place.OVER: _over,
    Place.BETWEEN: _in_the_club,
}


def _says(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether it says one of these things in clear words, and nothing else but courtesies."""
    whole = sentence.is_whole(*wishes) and not sentence.asks
    return whole and not _is_mended(sentence)


def _says_clearly(sentence: Sentence, wish: Wish) -> bool:
    """Whether it says so in several words, among few others: "the undo button" does not."""
    saying = [span for span in sentence.spans if wish in span.meanings]
    clear = any(len(span.words) > 1 or span.mended for span in saying)
    return clear and _is_near(sentence) and not _wavers(sentence)


def _wavers(sentence: Sentence) -> bool:
    return sentence.has(Sign.DOUBT) and not sentence.asks


def _refuses(sentence: Sentence) -> bool:
    """Whether it says no in few words, and depends on nothing."""
    agrees = sentence.has(*_POSITIVE) or _hesitates(sentence)
    return not agrees and _is_near(sentence) and _begins(sentence, *_NEGATIVE)


def _is_plain_yes(sentence: Sentence) -> bool:
    """Whether its first yes stands by itself, unlike in "great weather" and "I accept cookies"."""
    pairs = zip(sentence.spans, [*sentence.spans[1:], None], strict=True)
    span, after = next(pair for pair in pairs if not pair[0].meanings.isdisjoint(_POSITIVE))
    goes_on = after is not None and not after.meanings.isdisjoint((*_POSITIVE, Sign.BUT))
    pauses = span.pauses and (sentence.has(*_AGREEING) or not sentence.unknown)
    return after is None or pauses or after.is_harmless or goes_on


def _is_plain_no(sentence: Sentence) -> bool:
    """Whether its first no stands by itself; with an unknown word it may mean yes: "no biggie"."""
    for span, after in zip(sentence.spans, [*sentence.spans[1:], None], strict=True):
        if not span.is_harmless:
            return after is None or after.is_known or span.pauses
    return False


def _hesitates(sentence: Sentence) -> bool:
    """Whether it depends on something or asks; a "but" alone only adds a remark."""
    if sentence.has(Sign.QUESTION):
        return True
    doubts = [each for each in sentence.spans if Sign.DOUBT in each.meanings]
    return sentence.has(Sign.IF) or any(Sign.BUT not in each.meanings for each in doubts)


def _begins(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the first words that mean anything say one of these things."""
    for span in sentence.spans:
        if not span.meanings.isdisjoint(wishes):
            return True
        if not span.is_harmless:
            return False
    return False


def _is_near(sentence: Sentence) -> bool:
    return sentence.unknown <= FEW


def _is_mended(sentence: Sentence) -> bool:
    return any(span.mended for span in sentence.spans)


def _is_condition(sentence: Sentence) -> bool:
    return _begins(sentence, Sign.IF)
