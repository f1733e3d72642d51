"""Making the card of a mail from its draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from itertools import chain
from typing import Any

from pbm.base.values import replace
from pbm.core.games import Seat
from pbm.notices.drafts import Draft
from pbm.notices.page.card import BLOCKS, LINKS, Card
from pbm.notices.page.link_tokens import LinkTokens
from pbm.notices.page.offers import Link, Offer
from pbm.notices.rendering import Part, has_card, parts

_URGENT = timedelta(hours=24)


def card_of(draft: Draft, facts: Mapping[str, Any], language: str) -> Card | None:
    """The card of a mail; None for a kind of mail without one.

    facts: all facts of the template.
    """
    if not has_card(draft.kind):
        return None
    first, second = facts["players"]
    other = second if facts["you"] == first else first
    made = parts(draft.kind, {**facts, "other": other}, BLOCKS, language)
    quote = list(facts["comment"])
    return Card(
        preview=_preview(facts, made, quote),
        above=_line(made["above"]),
        headline=_capital(_line(made["headline"]), facts["players"]),
        lead=made["lead"].text,
        moved=made["moved"].sentences,
        told=made["told"].sentences,
        quote=quote,
        lesson=_lesson(facts),
        deadline=made["deadline"].sentences,
        urgent=_is_urgent(facts),
        prompt=made["prompt"].text,
        button=_links(made["button"]),
        example=_line(made["example"]).removesuffix(facts["hint"]).strip(),
        hint=_links(made["example"]),
        notes=made["notes"].text,
        offers=made["notes"].offers,
        links=_links(made["links"]),
        more=_links(made["more"]),
        foot=made["foot"].sentences,
    )


def with_tokens(card: Card, tokens: LinkTokens) -> Card:
    """The card, with tokens in its links."""
    linked: Mapping[str, Any] = {
        name: tokens.linked(Offer("", getattr(card, name))).links for name in LINKS
    }
    return replace(card, **linked, offers=[tokens.linked(each) for each in card.offers])


def _line(part: Part) -> str:
    return " ".join(part.sentences)


def _links(part: Part) -> Sequence[Link]:
    return list(chain.from_iterable(offer.links for offer in part.offers))


def _capital(text: str, userids: Collection[str]) -> str:
    """The text with a capital, unless it begins with a userid, which keeps its case."""
    return text if text.partition(" ")[0] in userids else text[:1].upper() + text[1:]


def _lesson(facts: Mapping[str, Any]) -> str:
    """The rule set whose rules a reader has not seen yet."""
    return str(facts["rules_of"]) if facts["aim"] and facts["ply"] < len(Seat) else ""


def _is_urgent(facts: Mapping[str, Any]) -> bool:
    deadline = (facts["clock"] or {}).get("deadline")
    return bool(facts["your_turn"] and deadline and deadline - facts["now"] < _URGENT)


def _preview(facts: Mapping[str, Any], made: Mapping[str, Part], quote: Sequence[str]) -> str:
    said = [f"{_capital(_line(made['headline']), facts['players'])}."]
    said += [f"{each}." for each in made["moved"].sentences] or made["lead"].sentences
    if quote and facts["by"] != facts["you"]:
        said.append(f"\u201c{' '.join(quote)}\u201d")
    said += made["deadline"].sentences[:1]
    return " ".join(said)
