"""Questions and requests for information: the command that answers each of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from pbm.inbox.understanding.answers import OFFERS
from pbm.inbox.understanding.intention import Intention, answer
from pbm.inbox.understanding.sentences import Sentence, Span
from pbm.inbox.understanding.situation import ON_A_BOARD, Situation
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish
from pbm.notices.facts.places import Place

MANY = 4
"""With this many unknown words beside a wish, it is only part of some talk."""
MANY_IN_A_QUESTION = 7
FEW = 2
"""With more words than this beside the name of a game, its rules are not asked for."""

_SEEN = (Wish.SHOW, Wish.REVIEW, Wish.RULES, Wish.RATINGS)

OWN_BOARDS, SCORE = "list mine", "score"
ANALYSE, HELP_ANALYSE = "analyse", "help analyse"

_ON_A_BOARD: Mapping[Wish, str] = {
    Wish.MOVES: "moves",
    Wish.SHOW: "show",
    Wish.TURN: "show",
    Wish.REVIEW: "review",
}
_IN_THE_CLUB: Mapping[Wish, str] = {
    Wish.MOVES: "help",
    Wish.SHOW: OWN_BOARDS,
    Wish.TURN: OWN_BOARDS,
}
_ELSEWHERE: Mapping[Wish, str] = {
    Wish.HELP: "help",
    Wish.RULES: "help",
    Wish.PASS: "help",
    Wish.PLAYERS: "users",
    Wish.PROGRAMS: "programs",
    Wish.ALL_GAMES: "list",
    Wish.GAMES: OWN_BOARDS,
    Wish.RATINGS: "users",
    Wish.SEEK: "seeks",
    Wish.CHALLENGE: "help",
    Wish.AWAY: "help vacation",
    Wish.TIME: "help clocks",
    Wish.LEAVE: "help signoff",
    Wish.LANGUAGE: "help set",
    Wish.AHEAD: "help queue",
    Wish.TEXT: "help set",
    Wish.DAILY: "help set",
    Wish.SETTINGS: "help set",
    Wish.ANALYSIS: HELP_ANALYSE,
}
_HOW: Mapping[Wish, str] = {
    Wish.ACCEPT: "help accept",
    Wish.DECLINE: "help decline",
    Wish.RESIGN: "help resign",
    Wish.DRAW: "help propose",
    Wish.UNDO: "help undo",
    Wish.REMATCH: "help rematch",
    Wish.SEEK: "help seek",
    Wish.CHALLENGE: "help challenge",
    Wish.RATINGS: "help ratings",
    Wish.ANALYSIS: HELP_ANALYSE,
}


def question(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The command that answers the letter, None if it asks nothing that a command can answer."""
    for each in sentences:
        if each.has(Wish.STATUS) and _says_only(each, sentences):
            return answer(command_for([Wish.SHOW], situation), each.line)
        standing = _standing(each, situation)
        if standing:
            return answer(standing, each.line)
        mistake = _analysis(situation) if asks_for_mistake(each) else ""
        again = seen_again(each)
        shown = command_for(again, situation) if again else ""
        told = (
            mistake
            or shown
            or about_offer(each, situation)
            or _own_rating(each, situation)
            or _counted(each, situation)
            or _how(each)
            or _rules(each, situation)
        )
        command = told or _command(each, situation)
        if command:
            return answer(command, each.line)
    return None


def _says_only(sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Whether the letter asks whether anything has happened, and says nothing else."""
    others = (each for each in sentences if each is not sentence)
    return sentence.is_whole(Wish.STATUS) and all(each.is_harmless for each in others)


def _standing(sentence: Sentence, situation: Situation) -> str:
    """The command that tells who is ahead, on a running board; elsewhere the boards themselves."""
    if not sentence.has(Wish.WINNING) or sentence.has(Sign.HOW, Sign.STORY, Wish.RATINGS):
        return ""
    if not (sentence.asks or Sign.QUESTION in sentence.named()):
        return ""
    if situation.place not in (Place.TURN, Place.WAITING) or situation.offer is not None:
        return command_for([Wish.SHOW], situation)
    return SCORE


def _own_rating(sentence: Sentence, situation: Situation) -> str:
    """The command for the writer's own rating: "how strong am I?"

    For who has to decide on an invitation or a proposal, that is the help on ratings.
    """
    asks = sentence.asks and Wish.OWN_RATING in sentence.together()
    return command_for([Wish.OWN_RATING], situation) if asks and situation.userid else ""


def about_offer(sentence: Sentence, situation: Situation) -> str:
    """The help on the open offer, if the sentence asks what it means, or whether to answer it."""
    if situation.offer is None or not sentence.asks or Wish.OFFER not in sentence.together():
        return ""
    return _HOW[OFFERS[situation.offer]]


def _counted(sentence: Sentence, situation: Situation) -> str:
    """The help on ratings for "does this count for the ladder?"; also on "why +20?" afterwards."""
    asks = sentence.asks or sentence.has(Sign.OR)
    is_over = situation.place in (Place.OVER, Place.BETWEEN)
    is_counted = asks and is_over and Wish.COUNTED in sentence.together()
    return _HOW[Wish.RATINGS] if is_counted else ""


def asks_for_mistake(sentence: Sentence) -> bool:
    """Whether the sentence asks which move was bad: "what was my mistake?" """
    return any(
        Sign.QUESTION in first.meanings and Sign.BLUNDER in second.meanings
        for first, second in pairwise(sentence.spans)
    )


def seen_again(sentence: Sentence) -> frozenset[Meaning]:
    """What the writer wants to see again, rather than to move: "may I again | the board"."""
    behind = sentence.spans[sentence.at(Sign.AGAIN) + 1 :]
    return behind[0].meanings.intersection(_SEEN) if behind else frozenset()


def asks_to_be_shown(sentence: Sentence) -> bool:
    """Whether the words show and board are said, so that "once more" and "game" want no game."""
    if Wish.SHOW_AGAIN not in sentence.together():
        return False
    return not any(Wish.SEEK in each.meanings and len(each.words) > 1 for each in sentence.spans)


def asks_again(sentence: Sentence) -> bool:
    """Whether words such as "may I again" are followed by what is wanted again, perhaps no move."""
    clause = sentence.clause_with(Sign.AGAIN)
    behind = clause.spans[clause.at(Sign.AGAIN) + 1 :]
    wanted = [each for each in behind if not each.is_harmless]
    return bool(wanted) and not any(Wish.UNDO in each.meanings for each in wanted)


def how_to(wish: Wish) -> str:
    """The command for the help on how to do something, "" if there is no such help."""
    return _HOW.get(wish, "")


def command_for(wishes: Collection[Meaning], situation: Situation) -> str:
    """The command that gives the information; "" if the writer's situation does not call for it."""
    on_a_board = situation.place in ON_A_BOARD
    special = _before_a_game(wishes, situation) or _about_rules(wishes, situation)
    if Wish.ANALYSIS in wishes and not special:
        return _analysis(situation)
    if special:
        return special
    if Wish.OWN_RATING in wishes and situation.userid:
        return f"ratings {situation.userid}"
    if situation.place is Place.OVER and Wish.MOVES in wishes:
        return "review"
    if on_a_board and (Wish.SEEK in wishes or Wish.CHALLENGE in wishes):
        # On a board, such words are for the other player.
        return ""
    commands = {**_ON_A_BOARD, **_ELSEWHERE} if on_a_board else {**_IN_THE_CLUB, **_ELSEWHERE}
    return next((command for wish, command in commands.items() if wish in wishes), "")


def _before_a_game(wishes: Collection[Meaning], situation: Situation) -> str:
    """The help for a player who has to decide on an invitation or proposal, "" for none."""
    is_invited = situation.place is Place.INVITED
    if is_invited and Wish.TURN in wishes:
        return "help clocks"
    is_to_decide = is_invited or bool(situation.offer)
    asks_ratings = Wish.RATINGS in wishes or Wish.OWN_RATING in wishes
    return "help ratings" if is_to_decide and asks_ratings else ""


def _analysis(situation: Situation) -> str:
    """The analysis of a game that is over, which harms nobody; otherwise the help on it."""
    return ANALYSE if situation.may_analyse else HELP_ANALYSE


def _about_rules(wishes: Collection[Meaning], situation: Situation) -> str:
    is_asked = Wish.RULES in wishes or Wish.PASS in wishes
    # Before a game, a question about moves is a question about the rules.
    is_asked |= situation.place is Place.INVITED and Wish.MOVES in wishes
    return f"help {situation.topic}" if is_asked and situation.topic else ""


def _how(sentence: Sentence) -> str:
    """The help on how to do something; a word such as "again" alone names nothing to be done."""
    # "I thought I'd ask how you are" asks the other player.
    is_told = sentence.has(Sign.STORY, Sign.KIND) and not sentence.asks
    if is_told or not sentence.has(Sign.HOW):
        return ""
    named = [span.meanings for span in sentence.spans if not span.is_harmless]
    return next((_HOW[wish] for wish in _HOW if any(wish in each for each in named)), "")


def _rules(sentence: Sentence, situation: Situation) -> str:
    """The rules of a game that is asked for by its name: "help gyges" in any language."""
    game = next(filter(None, map(situation.game_named, sentence.words)), "")
    if not game:
        return ""
    asks = situation.place is Place.BETWEEN and sentence.asks
    is_asked = asks and sentence.has(Sign.HOW, Wish.RULES)
    wants = sentence.has(Wish.HELP, Wish.RULES) and not sentence.has(Sign.NOT)
    is_plain = wants and len(sentence.beside(Wish.HELP, Wish.RULES, Sign.COMMON)) <= FEW
    return f"help {game}" if is_asked or is_plain else ""


def _command(sentence: Sentence, situation: Situation) -> str:
    most = MANY_IN_A_QUESTION if sentence.asks else MANY
    if sentence.unknown >= most or (sentence.has(Sign.NOT) and not sentence.asks):
        return ""
    spans = sorted(sentence.spans, key=lambda span: len(span.words), reverse=True)
    named = (_answering(span, sentence, situation) for span in spans)
    return next(filter(None, named), "")


def _answering(span: Span, sentence: Sentence, situation: Situation) -> str:
    """The command for the words of a span; only a question may have more than a few other words."""
    others = len(sentence.beside(*span.meanings))
    if not sentence.asks and others > len(span.words) - (len(span.words) < 3):
        return ""
    return command_for(span.meanings, situation)
