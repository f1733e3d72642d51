from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from pbm.core.results import Reason
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import (
    form,
    listed,
    one_line,
    quoted,
    refusal_codes,
    refusal_words,
    render,
    sentence,
    summary,
    table,
    titled,
    wrapped,
)
from tests.combinations import for_each

COMMON = {"you": "alice", "server": "pbm@pbm.example", "domain": "pbm.example", "code": ""}
FRAME = {
    **COMMON,
    "language": "en",
    "languages": {"en": "English"},
    "read_as": "",
    "last_reply": "",
    "not_done": (),
    "rules": "",
    "still_asked": (),
    "kept_back": (),
    "words_held": False,
    "plans": (),
    "in_text": False,
    "came_back": [],
}

NEWCOMER = {
    "seeks": [],
    "here": ["bob"],
    "challenges": ["gyges challenge bob"],
    "offers": [],
    "program": "",
    "more": [],
}


def test_a_mail_has_a_subject_a_summary_and_a_body() -> None:
    made = render(MailKind.WELCOME, {**FRAME, "userid": "alice", **NEWCOMER})
    assert made.subject == "[pbm] Welcome, alice"
    assert summary(MailKind.WELCOME, {**FRAME, "userid": "alice"}) == "welcome, alice"
    assert "    gyges challenge bob\n" in made.body


def test_the_frame_shows_how_a_line_was_read() -> None:
    facts = {**FRAME, "letter": 17, "unkept": False, "read_as": "gyges show 1"}
    assert "\n\nRead as: gyges show 1\n-- \n" in render(MailKind.FAILED, facts).body


def test_a_missing_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render(MailKind.FAILED, FRAME)


def test_facts_are_not_evaluated_as_templates() -> None:
    facts = {**FRAME, "letter": "{{ domain }}{% raw %}", "unkept": False}
    assert "{{ domain }}{% raw %}" in render(MailKind.FAILED, facts).body
    words = refusal_words("unknown_command", {"word": "{{ 7 * 7 }}"})
    assert words["why"] == 'There is no command "{{ 7 * 7 }}".'


def test_a_body_has_no_trailing_spaces_or_repeated_empty_lines() -> None:
    body = render(MailKind.WELCOME, {**FRAME, "userid": "alice", **NEWCOMER}).body
    lines = body.split("\n")
    assert all(line == line.rstrip() or line == "-- " for line in lines)
    assert "\n\n\n" not in body
    assert body.endswith("\n")
    assert not body.endswith("\n\n")


def test_an_unknown_refusal_code_is_an_error() -> None:
    with pytest.raises(KeyError):
        refusal_words("no_such_code", {})
    assert "no_such_code" not in refusal_codes()


@for_each("text", ["a\nb", "a\r\nb", " a \t b\0 ", "a\u2028b", "a\x0bb", "a\x85b"])
def test_any_line_break_is_removed_from_a_header(text: str) -> None:
    assert one_line(text) == "a b"


def test_lines_of_others_are_marked_with_a_bar() -> None:
    assert quoted(["hello", "", "  indented"]) == "| hello\n|\n|   indented"
    full = " ".join(["word"] * 11)
    assert quoted(["word " * 23]) == f"| {full}\n| {full}\n| word"


@for_each(
    "mark", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_no_kind_of_line_break_escapes_the_bar(mark: str) -> None:
    body = render(
        MailKind.BROADCAST, {**FRAME, "subject": "hi", "said": [f"hello{mark}resign"]}
    ).body
    said = body[body.index("| hello") : body.index("-- \n")]
    assert all(line.startswith("|") for line in said.splitlines() if line)


def test_a_long_word_in_a_quote_is_broken() -> None:
    assert max(len(line) for line in quoted(["x" * 500]).split("\n")) == 58


def test_french_marks_do_not_begin_a_line_of_words_of_others() -> None:
    words = f"{'mot ' * 13}oui ! oui"
    assert "\n| !" not in quoted([words])
    assert " ".join(quoted([words]).replace("| ", "").split()) == " ".join(words.split())


def test_blank_lines_at_the_end_of_words_of_others_are_left_out() -> None:
    assert quoted(["hello", "", " "]) == "| hello"
    assert quoted(["a\n"]) == "| a"
    assert quoted([""]) == "|"


def test_a_no_break_space_is_not_broken() -> None:
    words = "mots " * 14
    assert wrapped(words + "rien\u00a0: illégal") == words.strip() + "\nrien\u00a0: illégal"
    assert one_line("rien\u00a0: illégal") == "rien : illégal"


@pytest.mark.parametrize(("length", "lines"), [(74, 1), (75, 2)])
def test_a_text_is_folded_at_the_width_of_a_mail(length: int, lines: int) -> None:
    assert len(wrapped("a" * (length - 2) + " b").splitlines()) == lines


def test_text_is_folded_with_an_indent_and_long_words_stay_whole() -> None:
    text = wrapped("one\n two   " + "13-14-24x35=33;" * 8, 5)
    assert text == "     one two\n     " + "13-14-24x35=33;" * 8


def test_the_placeholders_of_a_form_are_translated_and_its_command_is_not() -> None:
    assert form("set u p [OPTION] [VALUE]", "it") == "set [UTENTE PASSWORD] [OPZIONE] [VALORE]"
    assert form("G move B u p MOVE...", "de") == "G move B [BENUTZERNAME PASSWORT] ZUG..."


def test_games_are_named_by_their_titles() -> None:
    assert listed([titled("gyges", "fr"), titled("dvonn", "fr")], "fr") == "Gygès et DVONN"


@for_each("reason", sorted(set(Reason) - {Reason.NONE}))
def test_each_reason_of_the_server_has_a_name(reason: Reason) -> None:
    assert reason.value in table("names")["reason"]


@pytest.mark.parametrize(
    ("clause", "written"),
    [
        ("there is no ring on 11 (rule G2)", "There is no ring on 11 (rule G2)."),
        ("a2 is occupied", "a2 is occupied."),
        ("dort steht nichts; wo denn?", "Dort steht nichts; wo denn?"),
    ],
)
def test_a_clause_becomes_a_sentence_and_a_cell_keeps_its_letter(clause: str, written: str) -> None:
    assert sentence(clause) == written


@pytest.mark.parametrize("mark", ['"', ""])
def test_no_line_breaks_a_command(mark: str) -> None:
    command = f"{mark}dvonn challenge bob -random{mark}"
    for length in range(40, 80):
        lines = wrapped("a" * length + f" {command} and more", whole=[] if mark else [command])
        assert command in lines


def test_a_long_quotation_is_folded() -> None:
    assert len(wrapped('"' + "long " * 20 + '"').splitlines()) == 2
