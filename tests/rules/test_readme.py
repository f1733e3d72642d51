"""The example of ``rules/README.md``, tried in a copy of the tree."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import copy, rmtree

import pytest

from pbm import rules
from pbm.core.games import all_games, spec
from pbm.rules.kit.base import BoardGame
from tests.walk import ROOT, copy_tree, files, python, write_files

README = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
ADDED = files(README)
KIT_EXAMPLE = "breakthrough"

BY_MAIL = """
import json, sys
from pathlib import Path
from tests.pbm.town import ALICE, BOB, PASSWORD, Town, of

town = Town(Path(sys.argv[1]))
town.sign_up(ALICE, PASSWORD)
town.answer(town.sign_up(BOB), "set lang fr")
told = {}

def tell(step, mails):
    told[step] = [(mail.kind, mail.subject, mail.text) for mail in mails]
    return mails

def counters(mail):
    return int(mail.text.partition("counters: ")[2].split()[0])

tell("no option", town.write(ALICE, f"nim challenge alice {PASSWORD} bob -fast"))
tell("two starts", town.write(ALICE, f"nim challenge alice {PASSWORD} bob -hand -symmetry"))
invited = tell("invited", town.write(ALICE, f"nim challenge alice {PASSWORD} bob -handicap"))
mails = tell("begun", town.answer(of(invited, BOB), "accept"))
alice = of(mails, ALICE)
tell("preview", town.answer(alice, "preview take 3; take 1; take 9"))
all_counters = "; ".join(["take 1"] * counters(alice))
tell("preview of a win", town.answer(alice, f"preview {all_counters}"))
tell("preview new", town.answer(alice, "preview new take 3 -handicap"))
tell("unreadable", town.answer(alice, "take them 4"))
tell("refused", town.answer(alice, "take 4"))
tell("queued", town.answer(of(mails, BOB), "queue if take 3 then take 2"))
while town.match().running:
    mover = next(mail for mail in mails if town.match().turn.value == [ALICE, BOB].index(mail.to))
    left = counters(mover)
    mails = tell(f"take of {left}", town.answer(mover, f"take {1 if left > 3 else left}"))
tell("won", mails)
for step in ("nim help", "nim ratings", "nim history alice", "nim standings", "nim seek -handicap",
             "nim seeks", "nim review 1", "nim record 1", "nim show 1#2", "list nim", "whoami",
             "data", "help standard", "help nim/standard"):
    tell(step, town.write(ALICE, step))
    town.later(minutes=10)
print(json.dumps(told))
"""
# Words that only Gyges and DVONN use.
FOREIGN = re.compile(
    r"\b(gyges|dvonn|rings?|goals?|shores?|slots?|stacks?|pieces?|bounces?|symmetry)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the game of the example."""
    copied = tmp_path_factory.mktemp("tree")
    copy_tree(copied, "rules", "pbm", "mail_templates", "tests/rules", "tests/pbm")
    copy(ROOT / "setup.cfg", copied)
    for name in ("combinations.py", "shared.py"):
        copy(ROOT / "tests" / name, copied / "tests")
    write_files(copied, ADDED)
    return copied


def test_the_example_consists_of_one_folder() -> None:
    assert sorted(ADDED) == [
        f"rules/nim/{n}" for n in ("__init__.py", "game.py", "help.txt", "words.py")
    ]


@pytest.mark.slow
def test_breakthrough_is_taken_out_and_added_as_the_guide_says(tmp_path: Path) -> None:
    copy_tree(tmp_path, "rules", "pbm", "mail_templates", "tests/rules")
    copy(ROOT / "setup.cfg", tmp_path)
    for name in ("combinations.py", "shared.py"):
        copy(ROOT / "tests" / name, tmp_path / "tests")
    folder, listed = tmp_path / "rules" / KIT_EXAMPLE, tmp_path / "rules" / "listed.txt"
    rmtree(folder)
    known = listed.read_text(encoding="utf-8").splitlines(keepends=True)
    listed.write_text("".join(line for line in known if KIT_EXAMPLE not in line), encoding="utf-8")
    assert KIT_EXAMPLE not in python(tmp_path, "-m", "pbm", "rules", "list")
    folder.mkdir()
    for name in re.findall(
        r"^\| `([\w.]+)` \|", README.partition("## Adding a game")[2], re.MULTILINE
    ):
        copy(ROOT / "rules" / KIT_EXAMPLE / name, folder)
    assert f"{KIT_EXAMPLE}/standard" in python(tmp_path, "-m", "pbm", "rules", "list")
    counted = python(tmp_path, "-m", "pbm", "rules", "perft", KIT_EXAMPLE, "start", "3")
    assert counted == "11132\n"
    tests = ("tests/rules/test_contract.py", f"tests/rules/{KIT_EXAMPLE}")
    told = python(
        tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", KIT_EXAMPLE, *tests
    )
    assert " passed" in told


@pytest.mark.slow
def test_the_game_is_found_and_counted(tree: Path) -> None:
    assert "nim/standard" in python(tree, "-m", "pbm", "rules", "list")
    assert python(tree, "-m", "pbm", "rules", "perft", "nim", "start", "4") == "81\n"
    played = python(tree, "-m", "pbm", "rules", "play", "nim", "5 s", "take 2", "take 3")
    assert played == "3 n\n0 s\n"


@pytest.mark.slow
def test_the_game_passes_the_contract_tests(tree: Path) -> None:
    tests = (
        "tests/rules/test_contract.py",
        "tests/rules/test_engines.py",
        "tests/rules/test_pictures.py",
        "tests/rules/test_scenes.py",
        "tests/pbm/pictures",
        "tests/pbm/notices/page/test_board_tables.py",
    )
    assert " passed" in python(
        tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "nim", *tests
    )


@pytest.fixture(scope="module")
def told(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[list[str]]]:
    """The mails of a whole game: kind, subject and text of each, by the letter that caused it."""
    mails: Mapping[str, list[list[str]]] = json.loads(
        python(tree, "-c", BY_MAIL, str(tmp_path_factory.mktemp("mail")))
    )
    return mails


def kinds(mails: list[list[str]]) -> list[str]:
    return [kind for kind, _, _ in mails]


def texts(mails: list[list[str]]) -> str:
    return "\n".join(text for _, _, text in mails)


@pytest.mark.slow
def test_the_game_is_played_by_mail(told: Mapping[str, list[list[str]]]) -> None:
    assert kinds(told["won"]) == ["board", "board"]
    assert kinds(told["preview"]) == kinds(told["preview of a win"]) == ["preview"]
    assert kinds(told["refused"]) == ["illegal"]
    assert "like\n    take 1\n" in texts(told["unreadable"])
    assert kinds(told["queued"]) == ["queue"]
    assert "One to 3 counters can be taken, not 4 (rule N2)" in texts(told["refused"])
    assert kinds(told["nim help"]) == ["help"]
    assert "N3   Who takes the last one wins." in texts(told["nim help"])
    assert "last counter" in texts(told["nim history alice"])
    assert "alice" in texts(told["nim ratings"])


@pytest.mark.slow
def test_its_rule_set_does_not_affect_other_games(
    told: Mapping[str, list[list[str]]],
) -> None:
    assert kinds(told["help standard"]) == ["refusal"]
    others = [spec(game) for game in all_games() if game.ruleset == "standard"]
    named = ", ".join(sorted([*others, "nim/standard"]))
    assert f": {named}." in " ".join(texts(told["help standard"]).split())
    assert "N3   Who takes the last one wins." in texts(told["help nim/standard"])


@pytest.mark.slow
def test_its_drawn_start_is_an_option_by_mail(told: Mapping[str, list[list[str]]]) -> None:
    assert sorted(kinds(told["invited"])) == ["invitation", "invited"]
    assert "handicap" in texts(told["invited"])
    assert 8 <= max(int(step.split()[-1]) for step in told if step.startswith("take of")) <= 11
    assert "-handicap" in texts(told["no option"])
    assert kinds(told["two starts"]) == ["refusal"]


@pytest.mark.slow
def test_its_end_is_described_in_its_own_words(told: Mapping[str, list[list[str]]]) -> None:
    for english_or_french in (r"\) won", r"\) (a|avez) gagné"):
        ended = rf"{english_or_french} by taking the last counter\.\n"
        assert re.search(ended, texts(told["won"]))


@pytest.mark.slow
def test_its_mails_contain_no_words_of_other_games(told: Mapping[str, list[list[str]]]) -> None:
    spoken = [
        (step, line)
        for step, mails in told.items()
        for _, subject, text in mails
        for line in (subject, *text.split("\n\nTopics: ")[0].splitlines())
        if step not in ("two starts", "help standard") and FOREIGN.search(line)
    ]
    assert spoken == []


@pytest.mark.slow
def test_the_code_of_the_example_passes_the_linters(tree: Path) -> None:
    copy(ROOT / "pyproject.toml", tree)
    python(tree, "-m", "ruff", "check", "rules/nim")
    python(tree, "-m", "ruff", "format", "--check", "rules/nim")
    python(tree, "-m", "mypy", "rules/nim")


def test_every_game_is_named_and_every_rule_set_that_differs_in_more_than_size() -> None:
    section = README.split("\n## The rule sets\n")[1].split("\n## ")[0]
    rows = "\n".join(re.findall(r"^\| `.*", section, re.MULTILINE))
    listed = section.partition("The rule sets of the kit's games (")[2].partition(")")[0]
    named = set(re.findall(r"`([a-z]+(?:/[a-z]+)?)`", rows + listed))
    of_the_kit = {game.name for game in rules.games().values() if isinstance(game, BoardGame)}
    others = {spec for spec, game in rules.games().items() if game.name not in of_the_kit}
    assert named == of_the_kit | others
