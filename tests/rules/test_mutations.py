"""Every rule has a test that fails when the rule is broken."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

import rules
from tests.mutations import replace_source

HERE = Path(__file__).parent
RULES = Path(rules.__file__).parent
MUTATIONS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (HERE / "mutations.toml").read_text(encoding="utf-8")
)
every_rule = pytest.mark.parametrize("rule", MUTATIONS)

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))

TESTS_FAILED = 1
"""The exit status of pytest for failed tests; a higher one means that pytest itself failed."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rules and their tests."""
    copied = tmp_path_factory.mktemp("tree")
    junk = ignore_patterns("__pycache__")
    copytree(RULES, copied / "rules", ignore=junk)
    copytree(HERE, copied / "tests" / "rules", ignore=junk)
    copy(RULES.parent / "setup.cfg", copied)
    copy(HERE.parent / "conftest.py", copied / "tests")
    return copied


@pytest.fixture
def broken(tree: Path, rule: str) -> Iterator[Path]:
    """The copy with one rule broken."""
    mutation = MUTATIONS[rule]
    path = tree / "rules" / mutation["file"]
    whole = path.read_text(encoding="utf-8")
    replace_source(path, whole.replace(mutation["was"], mutation["becomes"]))
    yield tree
    replace_source(path, whole)


def outcome(tree: Path, test: str) -> int:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"tests/rules/{test}",
    ]
    return subprocess.run(command, cwd=tree, capture_output=True, check=False).returncode


@pytest.mark.slow
@every_rule
def test_the_test_of_a_rule_fails_when_the_rule_is_broken(broken: Path, rule: str) -> None:
    assert outcome(broken, MUTATIONS[rule]["test"]) == TESTS_FAILED


@pytest.mark.slow
def test_the_test_of_a_rule_passes_while_the_rule_is_intact(tree: Path) -> None:
    for file in {mutation["test"].partition("::")[0] for mutation in MUTATIONS.values()}:
        assert outcome(tree, file) == 0


@every_rule
def test_every_mutation_fits_exactly_one_place(rule: str) -> None:
    mutation = MUTATIONS[rule]
    assert (RULES / mutation["file"]).read_text(encoding="utf-8").count(mutation["was"]) == 1
    file, _, name = mutation["test"].partition("::")
    assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8")
    assert rule.lower() in name.split("_")


def test_every_rule_of_the_help_texts_is_on_the_list() -> None:
    texts = [path.read_text(encoding="utf-8") for path in RULES.glob("*/help*/**/*.txt")]
    texts += [path.read_text(encoding="utf-8") for path in RULES.glob("*/help.txt")]
    numbered = set(re.findall(r"^([A-Z]\d+[a-z]?) ", "\n".join(texts), re.MULTILINE))
    assert numbered == set(MUTATIONS)


def test_every_rule_that_the_code_names_is_on_the_list() -> None:
    letters = "".join(sorted({rule[0] for rule in MUTATIONS}))
    named = set(re.findall(rf'"([{letters}]\d+[a-z]?)"', SOURCE))
    assert named <= set(MUTATIONS)


def test_every_refusal_is_met_in_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    refusals = set(re.findall(r'IllegalMove\(\s*[^,]+,\s*"(\w+)"', SOURCE))
    assert len(refusals) > 30
    assert {code for code in refusals if not re.search(rf'["=]{code}"', tests)} == set()


def test_the_readme_lists_each_rule_with_its_test() -> None:
    text = (HERE / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| (\w+) \| `(\S+)` \|", text, re.MULTILINE))
    assert listed == {rule: mutation["test"] for rule, mutation in MUTATIONS.items()}
