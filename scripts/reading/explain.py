"""Says what decides about a sentence: its phrases, what the model makes of it, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbm.base.values import replace
from pbm.core.model import Offer
from pbm.inbox.understanding.features import features
from pbm.inbox.understanding.model import model
from pbm.inbox.understanding.opinion import opinion
from pbm.inbox.understanding.policy import examples_of, policy, written_for
from pbm.inbox.understanding.reading import by_phrases, understand
from pbm.inbox.understanding.sentences import Span, likeliest
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from scripts.reading.data import EXAMPLES
from tests.pbm.inbox.understanding.planted import situation_at

PLACES: Mapping[str, Place] = {
    "turn": Place.TURN,
    "waiting": Place.WAITING,
    "invited": Place.INVITED,
    "over": Place.OVER,
    "between": Place.BETWEEN,
    "draw": Place.TURN,
    "undo": Place.TURN,
}
MOST_GUESSES = 4


def situation_named(name: str) -> Situation:
    """The situation of alice on a board of gyges against bob, or between games."""
    situation = replace(situation_at(PLACES[name]), opponent="bob", is_player="bob".__eq__)
    if name in (Offer.DRAW, Offer.UNDO):
        return replace(situation, offer=Offer(name))
    return replace(situation, game=None, topic="") if name == "between" else situation


def explained(text: str, situation: Situation) -> Iterator[str]:
    lines = text.split("\\n")
    sentences = likeliest(lines, situation)[0]
    for each in sentences:
        yield f"{each.language}: " + " | ".join(map(_span, each.spans))
        together = ", ".join(map(str, each.together()))
        if together:
            yield f"    in any order: {together}"
    said, _ = by_phrases(sentences, situation)
    yield f"phrases and slots: {said or 'nothing'}"
    place = examples_of(situation)
    for guess in model().guesses(features(sentences, situation), place)[:MOST_GUESSES]:
        rules = policy()
        asked = written_for(guess.wish, rules.asked, situation)
        told = written_for(guess.wish, rules.answered, situation)
        command = f"ask {asked}" if asked else f"answer {told}" if told else "talk"
        yield f"model: {guess.share:4.0%} {guess.wish} -> {command}"
    yield f"with the model: {opinion(said, sentences, situation) or 'nothing'}"
    yield f"result: {understand(lines, situation)}"
    for language in {each.language: None for each in sentences}:
        yield f"to teach it: what it wants, below [{place}] in mail_templates/{language}/{EXAMPLES}"


def _span(span: Span) -> str:
    meaning = span.any_move or "+".join(sorted(span.meanings)) or "?"
    return f"{' '.join(span.words)} [{meaning}]"
