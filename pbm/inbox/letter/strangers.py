"""What strangers want who write in their own words: to become a player, or help."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.introductions import LONGEST, may_be_read, take_for_wish
from pbm.inbox.letter.naming import free_name, name_of_newcomer, named_in, other_name
from pbm.inbox.letter.understood import Understood, called
from pbm.inbox.line.consent import says_yes
from pbm.inbox.line.questions import first_answer
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import names_programs
from pbm.inbox.understanding.newcomers import help_wanted, is_absence, wants_to_join
from pbm.mail.correspondence import Purpose
from pbm.mail.subject import strip_prefixes
from pbm.play.programs import here

_ABOUT_PROGRAMS = "help programs"


def strangers_wish(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants: to become a player, whose yes is asked for, or help."""
    if exchange.letter.included:
        return None
    if exchange.context.question.is_about_security:
        return _under_other_name(exchange, lines)
    if exchange.sender.reads_mail:
        return _in_reply(exchange, lines)
    if exchange.context.ours or not may_be_read(exchange):
        return None
    subject = strip_prefixes(exchange.letter.subject)
    lines = [*([f"{subject}."] if subject else []), *lines]
    name = name_of_newcomer(lines, exchange.sender.author) if wants_to_join(lines) else ""
    command = f"signup {name}" if name else help_wanted(lines, replies=False)
    if not command or not take_for_wish(exchange):
        return None
    return called(exchange, Certainty.DO if name else Certainty.ANSWER, command)


def _under_other_name(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The signup with another name than that of the question: "yes, but call me oli"."""
    token = exchange.sender.token
    is_asked = exchange.answers(Purpose.SIGNUP) and exchange.sender.reads_mail
    if token is None or not is_asked or is_absence(lines):
        return None
    name = other_name(lines, str(token.data.get("userid", "")))
    return called(exchange, Certainty.DO, f"signup {name}") if name else None


def _in_reply(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants who answers a mail of ours, which may have suggested a name."""
    author, suggested = exchange.sender.author, exchange.context.question.yes
    name, is_short = named_in(lines), exchange.letter.size <= LONGEST
    joins = not name and is_short and wants_to_join(lines)
    name = name or (name_of_newcomer(lines, author) if joins else "")
    if name:
        return called(exchange, Certainty.DO, f"signup {name}")
    if names_programs("\n".join(lines)) and here(exchange.tx):
        return called(exchange, Certainty.ANSWER, _ABOUT_PROGRAMS)
    wanted = help_wanted(lines, replies=True) if is_short else ""
    if wanted:
        return called(exchange, Certainty.ANSWER, wanted)
    if not joins and not _agrees(lines, suggested):
        return None
    own = "" if suggested else free_name(exchange.tx, author)
    command = suggested or (f"signup {own}" if own else "")
    return called(exchange, Certainty.DO, command) if command else None


def _agrees(lines: Sequence[str], suggested: str) -> bool:
    """Whether the first line says yes to a suggested command, in several words."""
    at = first_answer(lines)
    return suggested != "" and at < len(lines) and says_yes(lines[at], suggested)
