"""Every refusal code and every kind of mail has words, and no others have."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from jinja2 import Environment
from jinja2.meta import find_referenced_templates

import pbm
from pbm.admin.refusals import operators_codes
from pbm.core.games import start_names
from pbm.core.passwords import password_fault
from pbm.inbox.limits import for_letters, for_proven, for_questions
from pbm.inbox.line.line import Context, read_line
from pbm.inbox.line.names import all_commands
from pbm.inbox.line.reading import read_commands
from pbm.mail.addresses import MASK
from pbm.mail.letter import Envelope
from pbm.mail.read import read
from pbm.mail.subject import strip_prefixes
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import WIDTH, has_card, refusal_codes, refusal_words, render
from pbm.play import bounds
from tests.combinations import contained, in_all_tests
from tests.pbm.inbox.letter.lines import ACCOUNT, DVONN, GYGES, PLAIN
from tests.pbm.inbox.letter.mails import LONG_ADDRESS, every_mail
from tests.pbm.town import ALICE, DOMAIN, PASSWORD, SERVER, Mail

SOURCES = Path(pbm.__file__).parent
TEMPLATES = resources.files("pbm.mail_templates").joinpath("mails")


def templates() -> Iterator[tuple[str, set[str]]]:
    """Yield the name of each template, with the templates that it includes or extends."""
    for entry in TEMPLATES.iterdir():
        parsed = Environment(extensions=["jinja2.ext.i18n"]).parse(entry.read_text("utf-8"))
        used = {name for name in find_referenced_templates(parsed) if name is not None}
        yield entry.name, used


@cache
def all_nodes() -> Sequence[ast.AST]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py"))
    return [node for tree in trees for node in ast.walk(tree)]


@cache
def all_calls() -> Sequence[ast.Call]:
    return [node for node in all_nodes() if isinstance(node, ast.Call)]


def calls(name: str) -> list[ast.Call]:
    """Every call of a function or class of that name in pbm."""
    return [call for call in all_calls() if getattr(call.func, "id", "") == name]


def texts(node: ast.AST) -> Iterator[str]:
    """The string literals in the node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def first_argument(name: str) -> set[str]:
    return {text for call in calls(name) if call.args for text in texts(call.args[0]) if text}


def kinds_of_refusal() -> Iterator[str]:
    """The codes that classes of refusals give to ``super().__init__``."""
    for node in all_nodes():
        bases = node.bases if isinstance(node, ast.ClassDef) else ()
        if any(getattr(base, "id", "") == "Refused" for base in bases):
            inner = (each for each in ast.walk(node) if isinstance(each, ast.Call))
            made = (each for each in inner if getattr(each.func, "attr", "") == "__init__")
            yield from (text for each in made if each.args for text in texts(each.args[0]))


def refuses_with_code(node: ast.AST) -> bool:
    """Whether the node is ``Refused(code, ...)``."""
    return (
        isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Refused"
        and getattr(node.args[0], "id", "") == "code"
    )


def handed_on() -> set[str]:
    """The codes that are arguments of functions which refuse with this code."""
    functions = (node for node in all_nodes() if isinstance(node, ast.FunctionDef))
    refusing = {each.name for each in functions if any(map(refuses_with_code, ast.walk(each)))}
    given = (arg for name in refusing for call in calls(name) for arg in call.args)
    return {text for arg in given for text in texts(arg)}


def codes_in_use() -> set[str]:
    named = (
        handed_on()
        | first_argument("Refused")
        | first_argument("RefusedWithMail")
        | first_argument("WrongSecret")
        | first_argument("Misfit")
    )
    misread = first_argument("Misread") | {"two_moves", "two_commands"}
    unknown = {"unknown_command", "unknown_command_similar"}
    passwords = {password_fault("short", "alice"), password_fault("alice-alice", "alice")}
    bounded = {each.refusal for each in vars(bounds).values() if isinstance(each, bounds.Bound)}
    return named | {*kinds_of_refusal()} | misread | unknown | passwords | bounded


def test_every_refusal_has_words_and_every_word_a_refusal() -> None:
    assert codes_in_use() - refusal_codes() - operators_codes() == set()
    assert refusal_codes() - codes_in_use() == set()


def test_no_refusal_has_a_code_that_is_found_nowhere_above() -> None:
    given = [call.args[0] for name in ("Refused", "Misfit", "Misread") for call in calls(name)]
    made = {ast.unparse(code) for code in given if not {*texts(code)}}
    # Codes that are not literals: of bad passwords, rate limits and misread lines.
    assert made == {"fault", "bound.refusal", "code", "line.code", "misfit.code"}


def test_every_refusal_in_the_operator_s_words_is_one() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (SOURCES / "play").rglob("*.py")]
    written = {text for source in sources for text in texts(ast.parse(source))}
    assert operators_codes() - written == set()


def test_every_mail_has_its_template_and_every_template_is_a_mail_or_a_part_of_one() -> None:
    parts = {name.removesuffix(".txt.j2") for _, used in templates() for name in used}
    names = {name.removesuffix(".txt.j2") for name, _ in templates()}
    cards = {f"{kind}_card" for kind in MailKind if has_card(kind)}
    assert names - parts == {*MailKind, *cards}


def test_every_kind_of_mail_is_written_somewhere() -> None:
    attributes = (node for node in all_nodes() if isinstance(node, ast.Attribute))
    named = {node.attr for node in attributes if getattr(node.value, "id", "") == "MailKind"}
    assert named == {kind.name for kind in MailKind}


@pytest.fixture(scope="session")
def mails() -> Sequence[Mail]:
    return every_mail()


@pytest.fixture(scope="session", params=[contained("longest of each kind"), *in_all_tests(["all"])])
def painted_mails(request: pytest.FixtureRequest, mails: Sequence[Mail]) -> Sequence[Mail]:
    """Mails whose pages are looked at: it takes seconds to make those of all."""
    if request.param == "all":
        return mails
    return [*{mail.kind: mail for mail in sorted(mails, key=lambda mail: len(mail.text))}.values()]


def test_every_kind_of_mail_is_looked_at_here(mails: Sequence[Mail]) -> None:
    assert {mail.kind for mail in mails} == set(MailKind)


# Facts that the words of some refusal name.
FACTS = {
    "word": "moev", "similar": "move", "option": "-fast",
    "known": "-rules, -random, -symmetry, -first",
    "board": 123456, "boards": "gyges 123456, dvonn 123457", "game": "gyges",
    "named": "dvonn", "status": "waiting",
    "expected": 12, "moves": 3,
    "played": 14, "userid": "a" * 20,
    "name": "modern", "start": "symmetry", "first": "carol",
    "starts": "-random, -symmetry",
    "seek": 7, "u1": "a" * 20, "u2": "b" * 20, "plies": 100, "most": 20, "topic": "openings",
    "which": "inactive",
    "specs": "gyges/standard, dvonn/standard",
    "topics": "classic, dvonn, gyges, kang, modern, notation, proton, tournament, tutorial",
    "address": f"{'a' * 30}@example.org", "shortest": 8, "longest": 100, "example": "rene",
    "you": "alice", "other": 123457, "usage": "", "offer": "undo", "value": "big",
    "postmaster": f"postmaster@{DOMAIN}",
    "written": "7 days", "near": "Europe/Berlin", "one": "4.5.", "today": "2026-12-20",
    "year": 2027, "left": 40, "nag": "36h",
    "kind": "season", "games": 2, "numbers": "3, 4", "step": 5, "own": 3,
    "puzzle": 17, "move": "16-35", "lines": "gyges move 1 16-35, gyges move 12 16-35",
    "again": "Sun 20 Dec 18:00 (America/Argentina/ComodRivadavia)",
}  # fmt: skip


def test_every_refusal_says_why_and_what_to_do_instead() -> None:
    for code in sorted(refusal_codes()):
        words = refusal_words(code, FACTS)
        assert words["why"].endswith((".", "?")), code
        assert words["instead"], code
        assert too_wide(refusal(code)) == [], code


def refusal(code: str, last_reply: str = "") -> str:
    """The text of a mail that refuses something."""
    frame = {
        "you": "",
        "server": SERVER,
        "read_as": "",
        "last_reply": last_reply,
        "not_done": (),
        "rules": "",
        "still_asked": (),
        "kept_back": (),
        "words_held": False,
        "plans": (),
        "in_text": False,
    }
    came_back = [{"address": LONG_ADDRESS, "day": "Wed 23 Sep"}]
    facts = {"game": "", "refusal": code, "facts": FACTS, "came_back": came_back, **frame}
    return render(MailKind.REFUSAL, facts).body


def test_the_last_answer_says_which_limit_is_reached() -> None:
    limits = {for_letters(ALICE).name, for_proven(ALICE).name, for_questions(1).name}
    texts = {refusal("unknown_board", limit) for limit in ("", *limits)}
    assert len(texts) == 1 + len(limits)


def too_wide(text: str) -> list[str]:
    return [line for line in text.split("\n") if len(line) > WIDTH]


def test_no_mail_is_wider_than_78_columns(mails: Sequence[Mail]) -> None:
    assert {mail.kind: too_wide(mail.text) for mail in mails if too_wide(mail.text)} == {}


def test_no_mail_tells_its_reader_of_themselves_by_their_name(mails: Sequence[Mail]) -> None:
    """Such as "bob proposes a draw.", mailed to bob."""
    for mail in mails:
        if mail.draft is not None and mail.draft.player is not None:
            own = re.escape(mail.draft.player.userid)
            lines = [line for line in mail.text.split("\n") if not line.startswith("|")]
            news = mail.subject.partition("] ")[2]
            told = re.findall(rf"^ *{own} [a-z]+ [^.]*", "\n".join([news, *lines]), re.MULTILINE)
            told += re.findall(rf"[.:] {own} [a-z]+ [^.]*", " ".join([news, *lines]))
            assert not told, mail.kind


def test_every_subject_names_its_board_or_the_server(mails: Sequence[Mail]) -> None:
    odd = [mail.subject for mail in mails if not re.match(r"\[(pbm|\w+ \d+)\] \S", mail.subject)]
    assert odd == []


CONTEXTS = {"plain": PLAIN, "account": ACCOUNT, "gyges": GYGES, "dvonn": DVONN}


@pytest.mark.parametrize("context", CONTEXTS.values(), ids=CONTEXTS.keys())
@pytest.mark.parametrize("prefix", ["", "Re: ", "AW: Re: "])
def test_our_subjects_are_no_commands(mails: Sequence[Mail], prefix: str, context: Context) -> None:
    subjects = {mail.subject for mail in mails}
    read = [each for each in subjects if read_line(strip_prefixes(prefix + each), context)]
    assert read == []


def outlook(mail: Mail) -> str:
    return (
        "________________________________\n"
        f"From: pbm <{SERVER}>\nSent: Friday, November 20, 2026 10:00 AM\n"
        f"To: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}"
    )


def original(mail: Mail) -> str:
    head = f"-----Original Message-----\nFrom: pbm <{SERVER}>\nSubject: {mail.subject}\n\n"
    return head + mail.text


def bare(mail: Mail) -> str:
    return "\n".join(f"> {line}".rstrip() for line in mail.text.split("\n"))


def attributed(mail: Mail) -> str:
    return f"On Fri, 20 Nov 2026 at 10:00, pbm <{SERVER}> wrote:\n{bare(mail)}"


@pytest.mark.parametrize("quote", [outlook, original, bare, attributed])
def test_our_bodies_are_no_commands_when_they_are_quoted(
    mails: Sequence[Mail], quote: Callable[[Mail], str]
) -> None:
    for mail in mails:
        head = f"From: {mail.to}\nContent-Type: text/plain; charset=utf-8\nSubject: "
        raw = f"{head}Re: {mail.subject}\n\nThanks!\n\n{quote(mail)}\n".encode()
        letter = read(Envelope(mail.to, (SERVER,), raw), domain=DOMAIN)
        for context in CONTEXTS.values():
            assert read_commands(letter, context).lines == (), mail.text


def test_our_mails_are_known_as_a_robots(painted_mails: Sequence[Mail]) -> None:
    for mail in painted_mails:
        letter = read(Envelope(f"bounce+1.ab@{DOMAIN}", (SERVER,), mail.raw), domain=DOMAIN)
        assert letter.robot is not None


def test_no_mail_holds_a_password_or_the_mask_of_a_token(painted_mails: Sequence[Mail]) -> None:
    for mail in painted_mails:
        assert PASSWORD not in mail.text
        assert MASK.encode() not in mail.raw


def test_every_command_describes_itself() -> None:
    for each in all_commands():
        assert each.summary.endswith("."), each.name
        assert too_wide(each.usage) == [], each.name


def test_commands_are_in_the_order_of_their_modules_whichever_is_imported_first() -> None:
    modules = [each.run.__module__ for each in all_commands()]
    assert modules == sorted(modules)


def test_every_option_is_explained_by_its_command() -> None:
    unexplained = [
        (each.name, name)
        for each in all_commands()
        for name in each.options
        if name not in start_names()  # the help lists these for each game
        and f"-{name.partition('=')[0]}" not in " ".join(each.details)
    ]
    assert unexplained == []
