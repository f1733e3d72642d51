"""The errors of the command line: each is in errors.txt, below a command that causes it."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pbm.admin import refusals
from pbm.app import lock
from pbm.store.sqlite import connection
from tests.pbm.cli.faults import break_copies, done, fill
from tests.pbm.cli.program import ROOT
from tests.pbm.cli.recorded import replayed
from tests.pbm.store.sqlite.test_upgrades import dump
from tests.pbm.town import Town

ERRORS = Path(__file__).with_name("errors.txt")


@pytest.fixture
def folder_with_faults(
    cli_town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The current directory, with a town in ``town`` and data directories with a fault each."""
    monkeypatch.chdir(tmp_path)
    fill(cli_town)
    done("backup", "backup.tar")
    cli_town.close()
    break_copies(cli_town)
    monkeypatch.setenv("PBM_DATA", "town")
    monkeypatch.setenv("PBM_LISTEN", "127.0.0.1:1")
    monkeypatch.setattr(connection, "PRAGMAS", ("journal_mode = WAL", "busy_timeout = 1"))
    with ExitStack() as stack:
        stack.enter_context(lock.take_alone(Path("locked")))
        stack.enter_context(lock.share(Path("in-use")))
        stack.enter_context(lock.serve(Path("in-use")))
        other = stack.enter_context(closing(sqlite3.connect(Path("busy", "pbm.sqlite"))))
        other.execute("BEGIN IMMEDIATE")
        yield tmp_path


def test_each_error_is_one_line_as_recorded_and_changes_nothing(folder_with_faults: Path) -> None:
    before = dump(Path("town", "pbm.sqlite"))
    for result in replayed(ERRORS, folder_with_faults):
        assert (result.stdout, result.stderr.count("\n")) == ("", 1), result
    assert dump(Path("town", "pbm.sqlite")) == before


SOURCES = ("cli", "admin", "app", "base", "store/sqlite", "smtp/piping.py")
ERROR = re.compile(
    r"\w*(UsageError|BadParameter|Failure|BusyError|OlderError|NewerError|ValueError)"
)
ELSEWHERE = {
    "letter {} failed again: {}": "test_inbox.py",
    "no installed plugin has a game {}; there is {}": "plugins/test_verifying.py",
    "{} is a word of commands; the game needs another name": "plugins/test_verifying.py",
    "{} is no name of a distribution, such as pbm-chess": "plugins/test_verifying.py",
    "{} holds no password; write it on the first line": "test_password_file.py",
    '{}: name the data directory in it, as data = "/var/lib/pbm"': "test_config.py",
    "password_command fails ({}); run it yourself as this user": "test_config.py",
    "password_command prints no password on its first line": "test_config.py",
    "{} is not in UTF-8; save the password in that encoding": "test_password_file.py",
    "the server refused the mail: {} {}": "test_sandbox.py",
    "the server cannot take the mail now: {} {}; try again": "test_sandbox.py",
    "{} cannot be written ({}); add this line to it: {}": "test_upgrade.py",
    "{} cannot be {} by this user ({}), {} belongs to {}: run pbm as the user who owns the whole"
    " data directory, or name another one with --data": "test_rights.py",
    "{} belongs to {}, and root does not act by somebody else's settings: run it as {}, such as"
    " sudo -u {} pbm ...": "test_rights.py",
    "{} can be written by other users, and root does not act by somebody else's settings:"
    " chmod go-w {}": "test_rights.py",
    "letter {} cannot be retried: its bytes were not kept": "test_inbox.py",
    '{} is a program; "pbm programs stop {}" lets it begin no games': "test_programs.py",
    "the key here is not that of {}; copy pbm.key from there, because each node must know the"
    " reply addresses of the others": "test_several_nodes.py",
    "{} is {} here, but {} on {}": "test_several_nodes.py",
    '{}; where that is meant, set store_durability = "local"': "test_several_nodes.py",
    "{} does not answer: {}": "test_oauth.py",
    "quorum or local is expected": "test_store_url.py",
    "leader or all is expected": "test_store_url.py",
    "the copy differs in {}; do not use it": "test_store_copy.py",
    "the audit of the copy finds something else; do not use it": "test_store_copy.py",
    "board {} has been analysed; a game whose analysis is known cannot go on": (
        "test_corrections.py"
    ),
    "a time of at most a day such as 30s, 5m or 1h, or two as in 10s-5m": "test_programs.py",
    "a userid of 2 to 18 letters is expected, such as owl": "test_programs.py",
    "it cannot be read now: {}": "test_rights.py",
    "{}: the club's {} is {}; replies to its mails go there, so it stays; choose another folder"
    " with --data for another club": "test_setup.py",
    "the {} is too large: at most {} bytes are taken": "test_deliver.py",
}
"""Errors that a command line alone cannot cause, and the tests that cause them."""
INTERNAL = {
    "it was not done in {} steps",
    "the database refuses a row: {}",
    "{} is not the URL of a file; use sqlite:///PATH",
    "{} is read-only; make the file and its folder writable",
}
"""Errors that no command prints."""


def sentences() -> set[str]:
    """The sentence of each error in the sources, with ``{}`` for each fact."""
    root = ROOT / "pbm"
    paths = [path for name in SOURCES for path in [*(root / name).glob("*.py")] or [root / name]]
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    refused = (*refusals._MISTAKEN.values(), *refusals._IMPOSSIBLE.values())
    return {
        *(sentence for function in functions for sentence in sentences_of(function)),
        *(re.sub(r"\{.*?\}", "{}", sentence) for sentence in refused),
    }


def sentences_of(function: ast.FunctionDef) -> Iterator[str]:
    """The first arguments of the errors in a function, if they contain words."""
    variables: Mapping[str, ast.expr] = {
        ast.unparse(node.targets[0]): node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and node.args and ERROR.search(ast.unparse(node.func)):
            given = node.args[0]
            sentence = literal(variables.get(ast.unparse(given), given))
            if sentence.strip("{}: "):
                yield sentence


def literal(node: ast.expr) -> str:
    """The text of a string, with ``{}`` for whatever is no literal."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(literal, parts))
    return "{}"


def is_in(sentence: str, text: str) -> bool:
    return bool(re.search(".+".join(map(re.escape, sentence.split("{}"))), text))


def test_every_error_is_recorded() -> None:
    recorded = ERRORS.read_text("utf-8")
    missing = {sentence for sentence in sentences() if not is_in(sentence, recorded)}
    assert missing == {*ELSEWHERE, *INTERNAL}
