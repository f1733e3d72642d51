from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from pbm.base.characters import visible
from pbm.cli import output
from pbm.cli.output import echo, echo_json, on_one_line

CLI = Path(output.__file__).parent
HOSTILE = [
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    "\ud800",
]


def test_control_characters_are_printed_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    for character in (each for each in HOSTILE if each not in "\n\t"):
        echo(f"a{character}b")
        shown = capsys.readouterr().out
        assert shown == f"a\\{shown[2]}{ord(character):0{2 if shown[2] == 'x' else 4}x}b\n"
        assert shown.isascii()


def test_printable_text_stays_as_it_is() -> None:
    text = "Grüße, Zoë!\tкак дела? 👍🏽 👩‍👩‍👧\nשלום"
    assert visible(text) == text


def test_a_cell_is_one_line() -> None:
    for character in HOSTILE:
        assert on_one_line(f"a{character}b").isprintable(), ascii(character)


def test_json_escapes_control_characters_and_decodes_to_the_same_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for character in HOSTILE:
        echo_json({"said": f"a{character}ë"})
        shown = capsys.readouterr().out
        assert json.loads(shown) == {"said": f"a{character}ë"}
        assert shown.removesuffix("\n").isprintable(), ascii(character)


def test_control_characters_in_errors_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    echo("a\x1bb", err=True)
    assert capsys.readouterr().err == "a\\x1bb\n"


def test_only_the_output_module_prints() -> None:
    printing = {file.name: prints for file in CLI.glob("*.py") if (prints := prints_of(file))}
    assert printing == {"output.py": {"echo"}}


def prints_of(file: Path) -> set[str]:
    return {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr in ("echo", "secho"))
        or (isinstance(node, ast.Name) and node.id == "print")
    }
