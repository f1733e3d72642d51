"""What phrases want by the tables of ``policy.toml``: of the server, of a puzzle, or to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from pbm.base.values import replace
from pbm.inbox.understanding.answers import OFFERS
from pbm.inbox.understanding.chosen_moves import chosen_move
from pbm.inbox.understanding.gates import ANY
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import words_about
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.policy import SIGNOFF, command_for, policy
from pbm.inbox.understanding.sentences import Sentence, Span, is_mended, is_near
from pbm.inbox.understanding.situation import TALKING, Situation
from pbm.inbox.understanding.wishes import Sign, Term, Wish
from pbm.notices.facts.places import Place

LONGEST, LONGEST_IN_ANY_ORDER, LONGEST_ABOUT_A_WORD = 24, 14, 9
"""The most words of a sentence with a wish for the server, with words that mean something in any
order, and with a word of ours that is asked about; longer ones tell a story.
"""
LONGEST_ALONE = 3
"""The most words of a question that is nothing but a word of ours and a question mark."""
MANY, MANY_IN_A_QUESTION, FEW = 4, 7, 1
"""With so many unknown words beside it, a phrase is only part of some talk; and with more than
``FEW`` beside a word of ours, something else is asked about.
"""
_IN_DOUBT = {*ANY} - {Sign.DOUBT, Wish.DECLINE}
_OF_GAMES = (Wish.CHALLENGE, Wish.SEEK, Wish.REMATCH, Wish.JOIN)
_EVERYDAY = (Wish.NEWS, Wish.CALENDAR)
"""Words of talk: "my calendar is full, I have no more time" is said to a person."""
_NOT_LOOKS = (Sign.HOW, Sign.STORY, Sign.IF, Sign.TAKEN_BACK)
_LOOKS = (Wish.TURNED, Wish.TEXT, Wish.PICTURES)
_SET, _SETTINGS = "set ", "help set"


def server_wish(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """A wish for the server, whichever mail is answered: it outweighs words about a game."""
    short = [each for each in sentences if len(each.words) <= LONGEST]
    for each in short:
        told = _explained(each, situation) if all(map(_is_beside(each), sentences)) else ""
        meant = answer(told, each.line) if told else _of_mails(each, situation)
        if meant is not None:
            return meant
    wished = (
        _wished(wish, each, sentences, situation)
        for wish in map(Wish, policy().first)
        for each in short
        if (each.has(wish) or wish in each.together()) and not _tells_zone(wish, each, situation)
    )
    return next(filter(None, wished), None)


def _tells_zone(wish: Wish, sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence tells the writer's zone between games, which is read elsewhere."""
    # Behind a colon it is a sentence of its own.
    is_zone = wish is Wish.WHICH_ZONE and sentence.has(Wish.ZONE) and not sentence.introduces
    return is_zone and situation.place is Place.BETWEEN


def _is_beside(sentence: Sentence) -> Callable[[Sentence], bool]:
    return lambda other: other is sentence or other.is_harmless


def may_be_about_mails(line: str) -> bool:
    """Whether the line may hold a wish about mails; most lines, which do not, are not read."""
    return not _about_mails().isdisjoint(plain_words(line))


@cache
def _about_mails() -> frozenset[str]:
    """The words of wishes that a setting fulfils."""
    return words_about(*_LOOKS, *map(Wish, policy().mails))


def _is_told(situation: Situation) -> bool:
    """Whether the words may be for a person at the board."""
    return situation.place in TALKING and not situation.plays_program


def _of_mails(sentence: Sentence, situation: Situation) -> Intention | None:
    """No more of the mails that come by themselves, or to get them: "no more puzzles"."""
    wished, is_told = sentence.together(), _is_told(situation)
    what = next((each for each in wished if each in policy().mails), None)
    if what is None and situation.solves and Wish.EXERCISES in wished:
        what = Wish.PUZZLES
    has_verb = Wish.STOP in wished or Wish.START in wished
    denies = sentence.has(Sign.NOT) and len(sentence.words) <= MANY
    ends = Wish.STOP in wished or (not sentence.asks and (Wish.NO_MORE in wished or denies))
    is_story = sentence.has(Sign.STORY) and what not in policy().never_talk
    is_talk = is_told and (is_story or (what in _EVERYDAY and not has_verb))
    if what is None or is_talk or Wish.LIMIT in wished or not (ends or Wish.START in wished):
        return None
    option = policy().mails[what]
    value = "off" if ends else "daily" if option in ("puzzle", "digest") else "on"
    reverses = has_verb and sentence.has(Sign.NOT) and Wish.NO_MORE not in wished
    if sentence.has(Sign.HOW) or reverses or not option:
        return answer(_SETTINGS if option else command_for([what], situation), sentence.line)
    is_plain = has_verb or sentence.has(Sign.NOT, Wish.NO, Wish.UNWILLING)
    is_certain = is_plain and sentence.unknown <= MANY and not sentence.has(Sign.DOUBT)
    is_certain &= not is_told or (what in policy().never_talk and not sentence.has(Sign.STORY))
    return (do if is_certain else ask)(f"{_SET}{option} {value}", sentence.line)


def _wished(
    wish: Wish, each: Sentence, sentences: Sequence[Sentence], situation: Situation
) -> Intention | None:
    """What one sentence wishes. To a person at the board, some things count only as a question."""
    # "Invite my friend" is no story of a friend.
    rules, is_story = policy(), each.has(Sign.STORY) and wish is not Wish.INVITE
    # "Cancel it, nobody has moved" tells the reason in a clause of its own.
    is_story &= wish not in rules.never_talk or each.clauses[0].has(Sign.STORY)
    # In some languages, "mail" is a word of stories: only a phrase counts beside it.
    may_change = each.has(wish) or not is_story
    words = [word for one in (each, *sentences) for word in one.words]
    changed = command_for([wish], situation, rules.asked, words) if may_change else ""
    asks, leaves = each.asks or each.has(Sign.HOW), changed == SIGNOFF
    if changed and not (leaves and (asks or each.has(Sign.NOT, Sign.DOUBT))):
        if wish in _LOOKS and each.has(*_LOOKS):
            # A plain wish changes them: nobody else sees it, or is harmed.
            is_plain = each.has(wish) and is_near(each) and not each.has(*_NOT_LOOKS)
            # "I can't read this, please give me the pictures back".
            denied = () if wish is Wish.TEXT else (Sign.NOT, Wish.NO, Wish.UNWILLING)
            is_plain &= not each.clause_with(wish).has(*denied)
            return (do if is_plain else ask)(changed, each.line)
        is_named = each.has(wish) or wish is Wish.DAILY_PUZZLE
        is_plain = is_named and is_near(each) and not (leaves or each.has(Sign.HOW))
        is_certain = is_plain and changed.startswith(_SET) and not _is_told(situation)
        return (do if is_certain else ask)(changed, each.line)
    is_open = asks or not (
        wish in rules.only_asked or (_is_told(situation) and wish not in rules.never_talk)
    )
    is_open &= not is_story or situation.place is Place.BETWEEN or asks
    if not (is_open and _fits(wish, each, situation)):
        return None
    words = [word for one in (each, *sentences) for word in one.words]
    # Who names a friend, and who names an address to invite, are told the same.
    told = command_for([Wish.FRIEND if wish is Wish.INVITE else wish], situation, words=words)
    # "Cancel it, nobody has moved" tells the reason in a clause of its own.
    is_story &= wish not in rules.never_talk or each.clauses[0].has(Sign.STORY)
    return answer(told, each.line) if told else None


def _fits(wish: Wish, each: Sentence, situation: Situation) -> bool:
    """Whether nothing else in the sentence shows that the wish is not meant."""
    fits = _FITTING.get(wish)
    return fits is None or fits(each, situation)


def _is_short(each: Sentence, _: Situation) -> bool:
    return len(each.words) <= LONGEST_IN_ANY_ORDER


def _is_about_last_move(each: Sentence, situation: Situation) -> bool:
    """Whether the sentence asks for the move, and not what its signs mean."""
    is_asked = situation.offer is None and _is_short(each, situation)
    return is_asked and not {Wish.RULES, Wish.EXPLAIN} & {*each.together()}


def _is_nothing_else(each: Sentence, situation: Situation) -> bool:
    """Whether the sentence may ask nothing else: "an open game on my mind" is talk."""
    return is_near(each) and not is_mended(each) and _is_short(each, situation)


def _names_other(each: Sentence, situation: Situation) -> bool:
    return any(map(situation.is_other, each.words))


def _names_program(each: Sentence, situation: Situation) -> bool:
    return any(map(situation.program, each.words))


def _is_about_programs(each: Sentence, situation: Situation) -> bool:
    return not each.has(*_OF_GAMES) and (is_near(each) or not _is_told(situation))


def _is_about_strength(each: Sentence, situation: Situation) -> bool:
    levels = situation.levels
    is_named = not levels or situation.plays_program or not {*levels}.isdisjoint(each.words)
    return is_named and not each.has(*_OF_GAMES)


_FITTING: Mapping[Wish, Callable[[Sentence, Situation], bool]] = {
    Wish.FRIEND: lambda each, situation: not _names_other(each, situation),
    Wish.UNHEARD: _names_other,
    Wish.PROGRAMS: _is_about_programs,
    Wish.WHO: _names_program,
    Wish.STRENGTH: _is_about_strength,
    Wish.OPEN_GAMES: _is_nothing_else,
    Wish.LAST_MOVE: _is_about_last_move,
    **dict.fromkeys((Wish.CANCEL, Wish.RULING, Wish.WITHDRAW), _is_short),
    Wish.PUZZLE: lambda each, _: not (each.numbers or each.clauses[0].has(Sign.NOT)),
}
"""What else must be true of the sentence with a wish."""


def about_puzzle(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention of a reply to a puzzle: a move, of which nothing is lost, or a wish."""
    if not situation.solves:
        return None
    illegal = next((each for each in sentences if each.illegal and not each.moves), None)
    if illegal:
        # Nothing is judged: the refusal says why.
        return do(illegal.illegal, illegal.line)
    said = chosen_move(sentences, replace(situation, place=Place.TURN))
    if said is not None and said.certainty is not Certainty.PASS_ON:
        in_doubt = any(each.has(*_IN_DOUBT) for each in sentences)
        is_asked = said.certainty is Certainty.ASK and not in_doubt
        return do(said.command, said.line) if is_asked else said
    for each in sentences if said is None else ():
        named = [*each.meanings, *each.together()]
        wished = [wish for wish in policy().puzzle if wish in named]
        if each.has(Sign.HOW) and Wish.HELP in named and Wish.RESIGN not in named:
            # "I don't see how the answer is written" asks for no solution.
            wished = [Wish.HINT]
        # Somebody who gives up a board or an opponent names it.
        is_other = any(map(situation.is_other, each.words)) or bool(each.numbers)
        if wished and not (each.has(Sign.STORY) or is_other):
            # "The next one please, this is too hard" gives the reason in a clause of its own.
            is_reason = Wish.ANOTHER in wished and len(each.clauses) > 1
            wish = Wish.ANOTHER if is_reason else wished[0]
            command = policy().puzzle[wish]
            if wish == Wish.HINT:
                return answer(command, each.line)
            in_doubt = all(_doubts(each.clause_with(wish), wish) for wish in map(Wish, wished))
            return (ask if in_doubt else do)(command, each.line)
    return answer(policy().puzzle[Wish.HINT], said.line) if said is not None else None


def _doubts(clause: Sentence, wish: Wish) -> bool:
    """Whether the clause does not plainly tell the wish: "what if I give up?" """
    gives_up = wish is Wish.RESIGN and clause.asks
    return gives_up or clause.has(*_IN_DOUBT, Sign.HOW, Wish.DECLINE)


def preview(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The board after the only move of the letter, if a question is about it."""
    moves = {move for each in sentences for move in _moves_of(each, situation)}
    for each in sentences if len(moves) == 1 and situation.place is Place.TURN else ():
        begins = each.clauses[0].has(Sign.HOW, Sign.QUESTION, Sign.IF)
        asks = each.asks or ((begins or bool(each.spans[-1].any_move)) and not each.has(Sign.PLAY))
        if asks and _moves_of(each, situation) and Wish.PREVIEW in each.together():
            return answer(f"preview {moves.pop()}", each.line)
    return None


def _moves_of(sentence: Sentence, situation: Situation) -> Sequence[str]:
    """The moves of the sentence; behind a word such as "after", one may look like a date."""
    found = [span.any_move for span in sentence.spans if span.any_move]
    dated = sentence.numbers if sentence.has(Sign.WHEN) and not found else ()
    return found or [*filter(None, map(situation.legal, dated))]


def question(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The command that answers the letter by its phrases; None if they ask for no such."""
    for each in sentences:
        others = (one for one in sentences if one is not each)
        if each.has(Wish.STATUS):
            is_asked = each.is_whole(Wish.STATUS) and all(one.is_harmless for one in others)
            command = command_for([Wish.STATUS], situation) if is_asked else ""
        else:
            command = next(filter(None, _answers(each, situation)), "")
        if command:
            return answer(command, each.line)
    return None


def _answers(sentence: Sentence, situation: Situation) -> Iterator[str]:
    """The commands that may answer a sentence, the likeliest first; "" for none."""
    together, asks = sentence.together(), sentence.asks
    is_about_score = sentence.has(Wish.WINNING) and not sentence.has(Sign.STORY, Wish.RATINGS)
    if is_about_score and (asks or Sign.QUESTION in sentence.named()):
        yield command_for([Wish.WINNING], situation)
    yield about_offer(sentence, situation)
    if sentence.has(Wish.RATINGS) and asks:
        yield command_for([Wish.OTHER_RATING], situation, words=sentence.words)
    for wish in (Wish.OWN_RATING, Wish.COUNTED):
        if wish in together and (asks or sentence.has(Sign.OR)):
            yield command_for([wish], situation)
    yield _how(sentence)
    game = next(filter(None, map(situation.game_named, sentence.words)), "")
    is_about_rules = asks and situation.place is Place.BETWEEN and sentence.has(Sign.HOW)
    wants = sentence.has(Wish.HELP, Wish.RULES) and not sentence.has(Sign.NOT) and is_near(sentence)
    yield f"help {game}" if game and (is_about_rules or wants) else ""
    most = MANY_IN_A_QUESTION if asks else MANY
    if sentence.unknown < most and (asks or not sentence.has(Sign.NOT)):
        spans = sorted(sentence.spans, key=lambda span: len(span.words), reverse=True)
        yield from (_answering(span, sentence, situation) for span in spans)


def _answering(span: Span, sentence: Sentence, situation: Situation) -> str:
    """The command for the words of a span; only a question may have more than a few other words."""
    others = len(sentence.beside(*span.meanings))
    if not sentence.asks and others > len(span.words) - (len(span.words) < 3):
        return ""
    return command_for(span.meanings, situation, words=sentence.words)


def in_any_order(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """What to ask the player, or to answer, by the words of a sentence alone; None if nothing."""
    # Who has to answer the other player may do so in such words.
    is_to_answer = situation.place is Place.INVITED or situation.offer is not None
    changes = {} if situation.place is Place.BETWEEN else policy().asked
    for each in sentences:
        if len(each.words) > LONGEST_IN_ANY_ORDER or (is_to_answer and not each.asks):
            continue
        in_doubt = is_to_answer or each.has(*_IN_DOUBT, Wish.DECLINE)
        for wish in each.together():
            told = policy().how.get(wish, "") if each.has(Sign.HOW) else ""
            changed = command_for([wish], situation, changes, each.words)
            if changed not in ("", SIGNOFF) and not told:
                if not in_doubt:
                    return ask(changed, each.line)
                continue
            told = told or command_for([wish], situation, words=each.words)
            if told and wish not in policy().first:
                return answer(told, each.line)
    return None


def about_offer(sentence: Sentence, situation: Situation) -> str:
    """The help on the open offer, if the sentence asks what it means, or whether to answer it."""
    if situation.offer is None or not sentence.asks or Wish.OFFER not in sentence.together():
        return ""
    return policy().how[OFFERS[situation.offer]]


def _explained(sentence: Sentence, situation: Situation) -> str:
    """The help on a word of our mails, if the sentence asks what it means: "the ladder?"."""
    together = sentence.together()
    is_own = sentence.has(Wish.OWN_RATING, Wish.TURN, Wish.AWAY, Wish.JOIN, Wish.WATCH, Sign.STORY)
    is_own |= any(map(situation.is_other, sentence.words))
    is_long = len(sentence.words) > LONGEST_ABOUT_A_WORD or Wish.CONTESTS in together or is_own
    named = None if is_long else next(sentence.terms(), None)
    is_alone = sentence.asks and len(sentence.words) <= LONGEST_ALONE and named is not Term.PUZZLE
    is_alone &= not sentence.has(Sign.QUESTION, Sign.NOT)
    explains = Wish.EXPLAIN in together and sentence.unknown <= FEW
    if named is None or not (is_alone or explains):
        return ""
    own = command_for([Wish.PLACING], situation) if named is Term.PLACING else ""
    return own or f"help {named}"


def _how(sentence: Sentence) -> str:
    """The help on how to do something; a word such as "again" alone names nothing to be done."""
    # "I thought I'd ask how you are" asks the other player.
    is_told = sentence.has(Sign.STORY, Sign.KIND) and not sentence.asks
    if is_told or not sentence.has(Sign.HOW):
        return ""
    named = [span.meanings for span in sentence.spans if not span.is_harmless]
    how = policy().how.items()
    return next((command for wish, command in how if any(wish in each for each in named)), "")
