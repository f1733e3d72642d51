"""The step-by-step examples of ``CONTRIBUTING.md``, carried out in a copy of the tree."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from shutil import copy

import pytest
from babel.messages.pofile import read_po, write_po

from tests.console import blocks
from tests.walk import ROOT, copy_tree, files, python, write_files

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ADDED = files(GUIDE)
CODE = [path for path in ADDED if path.endswith(".py")]
# A row of a table: the file, the place in it, and the line that goes there.
LINE = re.compile(r"^\| `(\S+)` \| below `(.+?)` \| `(.+?)` \|", re.MULTILINE)
ESPERANTO = "mail_templates/eo/messages.po"
GREETS_YOU = "%(userid)s greets you. To answer, reply with this on the first line:"

# A script that prints each mail's recipient, kind, subject and text, by the letter that caused it.
BY_MAIL = """
import json, sys
from pathlib import Path
from tests.pbm.town import ALICE, BOB, PASSWORD, Town

town = Town(Path(sys.argv[1]))
town.sign_up(ALICE, PASSWORD)
town.answer(town.sign_up(BOB), "set lang eo")
told = {}
for asked in ("greet bob", "greet alice", "help greet"):
    line = asked.replace("greet ", f"greet alice {PASSWORD} ") if asked[0] == "g" else asked
    told[asked] = [[m.to, m.kind, m.subject, m.text] for m in town.write(ALICE, line)]
print(json.dumps(told))
"""
RECIPIENT, KIND, SUBJECT, TEXT = range(4)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the command and language that the examples add."""
    copied = tmp_path_factory.mktemp("tree")
    copy_tree(copied, "rules", "pbm", "mail_templates", "scripts", "tests/pbm")
    modules = ("tests/combinations.py", "tests/patience.py", "tests/shared.py")
    for file in ("setup.cfg", "pyproject.toml", *modules):
        copy(ROOT / file, copied / file)
    write_files(copied, ADDED)
    for path, there, line in LINE.findall(GUIDE):
        edit(copied / path, there, f"{there}\n{line}")
    (commands,) = blocks(GUIDE, "sh")
    for command in commands.splitlines():
        run(copied, *command.split())
    return copied


def edit(file: Path, line: str, new: str) -> None:
    """Replace the only line with the text ``line`` by ``new``, indented in the same way."""
    text = file.read_text("utf-8")
    (indent,) = re.findall(rf"^( *){re.escape(line)}$", text, re.MULTILINE)
    file.write_text(text.replace(f"{indent}{line}\n", f"{textwrap.indent(new, indent)}\n"), "utf-8")


def run(tree: Path, program: str, path: str = "") -> None:
    """Run a command of an example; a script makes no virtual environment for the copy."""
    match program:
        case "mkdir":
            (tree / path).mkdir()
        case "touch":
            (tree / path).touch()
        case _:
            python(tree, f"{program}.py")


@pytest.fixture(scope="module")
def told(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[list[str]]]:
    """The mails of the new command, with one sentence translated for bob."""
    catalogue = tree / ESPERANTO
    with catalogue.open("rb") as file:
        texts = read_po(file, locale="eo")
    texts[GREETS_YOU].string = "%(userid)s salutas vin. Por respondi skribu en la unua linio:"
    with catalogue.open("wb") as file:
        write_po(file, texts)
    mails: Mapping[str, list[list[str]]] = json.loads(
        python(tree, "-c", BY_MAIL, str(tmp_path_factory.mktemp("mail")))
    )
    return mails


def test_the_examples_have_a_file_for_each_step() -> None:
    assert [Path(path).parent.as_posix() for path in ADDED] == [
        "pbm/play",
        "tests/pbm/play",
        "pbm/inbox/commands",
        "pbm/notices",
        "mail_templates/mails",
    ]


@pytest.mark.slow
def test_the_use_case_passes_its_tests(tree: Path) -> None:
    (tests,) = (path for path in CODE if path.startswith("tests/"))
    assert "3 passed" in python(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests)


@pytest.mark.slow
def test_the_command_mails_both_players(told: Mapping[str, list[list[str]]]) -> None:
    assert [(mail[RECIPIENT], mail[KIND]) for mail in told["greet bob"]] == [
        ("alice@example.org", "greeting"),
        ("bob@example.org", "greeting"),
    ]
    assert [mail[KIND] for mail in told["greet alice"]] == ["refusal"]


@pytest.mark.slow
def test_the_docstring_of_the_command_is_its_help(told: Mapping[str, list[list[str]]]) -> None:
    ((_, kind, _, text),) = told["help greet"]
    assert kind == "help"
    assert "greet [USERID PASSWORD] OTHER" in " ".join(text.split())
    assert "can answer with a message" in text


@pytest.mark.slow
def test_the_new_language_is_chosen_and_falls_back_to_english(
    told: Mapping[str, list[list[str]]],
) -> None:
    to_bob = told["greet bob"][1]
    assert "alice salutas vin." in to_bob[TEXT]
    assert to_bob[SUBJECT] == "[pbm] alice greets bob"


@pytest.mark.slow
def test_the_new_kind_of_mail_is_complete(tree: Path) -> None:
    """The kind has a template, and a mail of it is among the samples."""
    tests = "tests/pbm/inbox/letter/test_words.py"
    assert "3 passed" in python(
        tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests, "-k", "every_kind or template"
    )


@pytest.mark.slow
def test_the_code_of_the_examples_is_as_clean_as_the_rest(tree: Path) -> None:
    python(tree, "-m", "ruff", "check", *CODE)
    python(tree, "-m", "ruff", "format", "--check", *CODE)


@pytest.mark.slow
def test_the_code_of_the_examples_is_typed(tree: Path) -> None:
    python(tree, "-m", "mypy", *CODE)
