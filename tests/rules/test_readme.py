"""The walk through ``rules/README.md``, taken in a copy of the tree."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

import rules

ROOT = Path(rules.__file__).parents[1]
README = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`(rules/nim/\S+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)

BY_MAIL = """
import sys
from pathlib import Path
from tests.pbm.town import ALICE, BOB, PASSWORD, Town

town = Town(Path(sys.argv[1]))
town.sign_up(ALICE, PASSWORD)
town.sign_up(BOB)
mails = town.play(town.board(game="nim"), "take 3", "take 1", "take 3", "take 1", "take 3")
print(mails[0].subject)
print(town.play(mails, "take 1")[1].text)
town.close()
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the game that the walk adds."""
    copied = tmp_path_factory.mktemp("tree")
    junk = ignore_patterns("__pycache__")
    for folder in ("rules", "pbm", "mail_templates", "tests/rules", "tests/pbm"):
        copytree(ROOT / folder, copied / folder, ignore=junk)
    copy(ROOT / "setup.cfg", copied)
    for path, text in FILE.findall(README):
        (copied / path).parent.mkdir(exist_ok=True)
        (copied / path).write_text(text, encoding="utf-8")
    return copied


def python(tree: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_walk_writes_one_folder() -> None:
    paths = [path for path, _ in FILE.findall(README)]
    assert sorted(paths) == [
        f"rules/nim/{n}" for n in ("__init__.py", "game.py", "help.txt", "words.py")
    ]


def test_the_game_is_found_and_counted(tree: Path) -> None:
    assert "nim/standard" in python(tree, "-m", "pbm", "rules", "list")
    assert python(tree, "-m", "pbm", "rules", "perft", "nim", "start", "4") == "81\n"
    played = python(tree, "-m", "pbm", "rules", "play", "nim", "5 s", "take 2", "take 3")
    assert played == "3 n\n0 s\n"


def test_the_game_keeps_the_contract(tree: Path) -> None:
    test = "tests/rules/test_contract.py"
    assert " passed" in python(
        tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nim", test
    )


def test_the_game_is_played_by_mail(tree: Path, tmp_path: Path) -> None:
    told = python(tree, "-c", BY_MAIL, str(tmp_path))
    assert "[nim 1] ply 6: " in told
    assert "0" in told.partition("counters: ")[2]
    assert "won" in told


def test_the_code_of_the_walk_is_as_clean_as_the_rest(tree: Path) -> None:
    copy(ROOT / "pyproject.toml", tree)
    python(tree, "-m", "ruff", "check", "rules/nim")
    python(tree, "-m", "ruff", "format", "--check", "rules/nim")
    python(tree, "-m", "mypy", "rules/nim")


def test_the_table_names_every_rule_set() -> None:
    players_guide = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\S+/\S+)`", players_guide, re.MULTILINE))
    assert rows == set(rules.games())
