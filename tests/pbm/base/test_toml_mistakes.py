"""Mistakes in pbm.toml: the line is named, and shown as it should be."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbm.app.config import FILE, load
from pbm.base.errors import UsageError
from pbm.base.toml_mistakes import mistake

MISTAKES = {
    "domain = games.example.org": 'domain = "games.example.org"',
    "operator = you@example.org # me": 'operator = "you@example.org" # me',
    "listen = 127.0.0.1:25": 'listen = "127.0.0.1:25"',
    "outgoing = smtp://127.0.0.1:25": 'outgoing = "smtp://127.0.0.1:25"',
    "site = /var/www": 'site = "/var/www"',
    'domain = "x.org': 'domain = "x.org"',
    'domain = x.org"': 'domain = "x.org"',
    "domain = 'x.org\"": 'domain = "x.org"',
    "domain = \u201cx.org\u201d": 'domain = "x.org"',
    "domain = \u201ex.org\u201c": 'domain = "x.org"',
    "domain = \u00abx.org\u00bb": 'domain = "x.org"',
    "domain = \u2018x.org\u2019": 'domain = "x.org"',
    "domain = `x.org`": 'domain = "x.org"',
    'domain\u00a0= "x.org"': 'domain = "x.org"',
    'domain: "x.org"': 'domain = "x.org"',
    "domain: x.org": 'domain = "x.org"',
    "domain := x.org": 'domain = "x.org"',
    'domain == "x.org"': 'domain = "x.org"',
    'domain => "x.org"': 'domain = "x.org"',
    'domain "x.org"': 'domain = "x.org"',
    "domain x.org": 'domain = "x.org"',
    "domain: \u201cx.org\u201d;": 'domain = "x.org"',
    'domain = "x.org";': 'domain = "x.org"',
    'domain = "x.org", # mine': 'domain = "x.org" # mine',
    "domain = \u201cx.org\u201d // mine": 'domain = "x.org" # mine',
    "domain =": 'domain = "..."',
    "programs_on = True": "programs_on = true",
    "programs_on = FALSE # none": "programs_on = false # none",
    "programs_on = on": 'programs_on = "on"',
    "; a comment": "# a comment",
    "// a comment": "# a comment",
    "[programs": "[programs]",
    "programs]": "[programs]",
    "[[programs.external]": "[[programs.external]]",
    "rulesets = ['gyges', 'dvonn'": "rulesets = ['gyges', 'dvonn']",
    'rulesets = ["gyges" "dvonn"]': 'rulesets = ["gyges", "dvonn"]',
    'site url = "https://x.org"': 'site_url = "https://x.org"',
    'strangers per hour = "9"': 'strangers_per_hour = "9"',
    'site = "C:\\Users\\club"': "site = 'C:\\Users\\club'",
    "site = C:\\new\\site": "site = 'C:\\new\\site'",
}
"""Lines that are not TOML, each with the line that is told."""
BEFORE = 'node = "north"\nreads = [\n  "/opt",\n]\n'


@pytest.mark.parametrize("line", MISTAKES)
@pytest.mark.parametrize(("before", "number"), [("", 1), (BEFORE, 5)], ids=["first", "later"])
def test_a_mistake_is_told_with_its_line_and_the_corrected_one(
    line: str, before: str, number: int
) -> None:
    told = mistake(f"{before}{line}\n# the end\n")
    assert told.startswith(f"line {number} is not TOML: {line};")
    assert told.endswith(f": write {MISTAKES[line]}")
    tomllib.loads(before + MISTAKES[line])


@pytest.mark.parametrize("text", ['domain = "a"\ndomain = "b"', "[programs]\n[programs]"])
def test_what_is_set_twice(text: str) -> None:
    assert mistake(text).startswith("line 2 is not TOML: ")
    assert "above" in mistake(text)


@pytest.mark.parametrize("line", ["= 3", "\x00", "[[]]", "{", '"""', "a = 'b'c'd"])
def test_a_line_that_nothing_corrects_is_shown(line: str) -> None:
    assert mistake(line).startswith("line 1 is not TOML: ")


def refusal(folder: Path, content: bytes) -> str:
    (folder / FILE).write_bytes(content)
    with pytest.raises(UsageError) as caught:
        load({"data": str(folder)}, {})
    return str(caught.value)


def test_a_byte_order_mark_and_line_ends_of_windows_are_no_mistake(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'\xef\xbb\xbfdomain = "x.org"\r\nnode = "north"\r\n')
    assert load({"data": str(tmp_path)}, {}).domain == "x.org"


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_another_encoding(encoding: str, tmp_path: Path) -> None:
    assert "UTF-8" in refusal(tmp_path, 'node = "Zürich"\n'.encode(encoding))


def test_backslashes_that_were_read_as_control_characters(tmp_path: Path) -> None:
    assert "single quotation marks" in refusal(tmp_path, b'site = "C:\\temp"\n')


def test_no_password_is_shown(tmp_path: Path) -> None:
    told = refusal(tmp_path, b"store = postgresql://pbm:secret@localhost/pbm\n")
    assert "postgresql://pbm:***@localhost/pbm" in told
    assert "secret" not in told
