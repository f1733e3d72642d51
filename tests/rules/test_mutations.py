"""Every rule has a test that fails when the rule is broken."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from pbm import rules
from tests.combinations import for_each
from tests.rules.breaking import INTACT, MUTATIONS
from tests.walk import python

HERE = Path(__file__).parent
RULES = Path(rules.__file__).parent
every_rule = for_each("rule", MUTATIONS)

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))

TESTS_FAILED = 1
"""The exit status of pytest for failed tests; a higher one means that pytest itself failed."""


@pytest.mark.slow
def test_the_test_of_a_rule_fails_when_the_rule_is_broken_and_only_then(tmp_path: Path) -> None:
    junk = ignore_patterns("__pycache__")
    copytree(RULES, tmp_path / "pbm" / "rules", ignore=junk)
    copy(RULES.parent / "__init__.py", tmp_path / "pbm")
    copytree(HERE, tmp_path / "tests" / "rules", ignore=junk)
    copy(HERE.parents[1] / "setup.cfg", tmp_path)
    for name in ("combinations.py", "conftest.py", "mutations.py", "shared.py"):
        copy(HERE.parent / name, tmp_path / "tests")
    statuses = json.loads(python(tmp_path, "-m", "tests.rules.breaking"))
    assert statuses == {INTACT: 0, **dict.fromkeys(MUTATIONS, TESTS_FAILED)}


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
    numbered = set(re.findall(r"^([A-Z]{1,2}\d+[a-z]?) ", "\n".join(texts), re.MULTILINE))
    assert numbered == set(MUTATIONS)


def test_every_rule_that_the_code_names_is_on_the_list() -> None:
    letters = "|".join({rule.rstrip(string.ascii_lowercase + string.digits) for rule in MUTATIONS})
    named = set(re.findall(rf'"((?:{letters})\d+[a-z]?)"', SOURCE))
    assert named <= set(MUTATIONS)


def test_every_refusal_is_met_in_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    refusals = set(re.findall(r'IllegalMove\(\s*[^,]+,\s*"(\w+)"', SOURCE))
    assert len(refusals) > 30
    assert {code for code in refusals if not re.search(rf'["=]{code}"', tests)} == set()
