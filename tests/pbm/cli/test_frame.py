from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbm import __version__, version
from pbm.app.config import Settings
from pbm.base.errors import PbmError, PermanentFailure, TemporaryFailure, UsageError
from pbm.cli import Program, main
from pbm.cli.options import configured
from tests.combinations import for_each
from tests.pbm.cli.program import pbm
from tests.pbm.town import Town

SETTINGS = {"--data", "--listen", "--domain", "--outgoing"}
ROOT = Path(__file__).parents[3]


class Only(Program):
    """The whole program with a single command, whatever its name."""

    def __init__(self, command: click.Command) -> None:
        super().__init__("pbm", params=main.params, callback=main.callback)
        self.only = command

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.only


def run(command: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(Only(command), arguments, prog_name="pbm")


def failing(error: Exception) -> click.Command:
    @click.command()
    def command() -> None:
        raise error

    return command


@click.command()
@configured
def tell(settings: Settings) -> None:
    click.echo(f"{settings.data} {settings.domain}")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (PermanentFailure("no"), 1),
        (PbmError("no"), 1),
        (UsageError("no"), 2),
        (TemporaryFailure("no"), 75),
        (OSError(errno.ENOSPC, "no"), 75),
        (click.UsageError("no"), 2),
        (click.Abort(), 1),
    ],
    ids=repr,
)
def test_each_class_of_error_has_an_exit_status(error: Exception, status: int) -> None:
    result = run(failing(error), "fail")
    assert result.exit_code == status
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_an_error_of_several_lines_is_printed_on_one() -> None:
    assert run(failing(UsageError("no such\nplayer")), "fail").stderr == "no such player\n"


def test_a_bug_is_not_hidden() -> None:
    assert isinstance(run(failing(ZeroDivisionError()), "fail").exception, ZeroDivisionError)


@for_each(
    ("arguments", "help_command"),
    [
        (["rules", "moves", "dvonn"], "pbm rules moves --help"),
        (["rules", "moves", "dvonn", "start", "--cuont"], "pbm rules moves --help"),
        (["rules", "perft", "dvonn", "start", "deep"], "pbm rules perft --help"),
        (["rules", "check", "no such file"], "pbm rules check --help"),
        (["rule"], "pbm --help"),
        (["options"], "pbm --help"),
    ],
)
def test_wrong_usage_names_the_help_to_read(arguments: Sequence[str], help_command: str) -> None:
    result = pbm(*arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(f"See {help_command}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--data", "here", "--domain", "example.org", "tell"],
        ["tell", "--data", "here", "--domain", "example.org"],
        ["--data", "there", "--domain", "example.org", "tell", "--data", "here"],
    ],
)
def test_settings_are_options_before_and_after_the_name_of_a_command(
    arguments: Sequence[str],
) -> None:
    assert run(tell, *arguments).stdout == "here example.org\n"


def test_a_wrong_setting_is_wrong_usage() -> None:
    result = run(tell, "tell", "--listen", "8025")
    assert result.exit_code == 2
    assert result.stderr.startswith("--listen: ")


def test_without_a_command_the_help_is_printed_as_wrong_usage() -> None:
    result = pbm()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rules" in result.stderr


def test_the_help_lists_every_command_and_setting() -> None:
    told = pbm("--help").stdout
    for word in ("rules", "completion", "--data", "--listen", "--domain", "--outgoing"):
        assert word in told


def test_the_version_is_printed_with_its_commit() -> None:
    assert pbm("--version").stdout == f"pbm {version.told()}\n"
    assert version.told().startswith(f"{__version__} (")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_each_shell_is_printed(shell: str) -> None:
    result = pbm("completion", shell)
    assert result.exit_code == 0
    assert f"_PBM_COMPLETE={shell}_complete" in result.stdout


def test_specs_are_completed() -> None:
    words = {"COMP_WORDS": "pbm rules moves dvo", "COMP_CWORD": "3"}
    environ = {"_PBM_COMPLETE": "bash_complete", **words}
    result = CliRunner().invoke(main, [], prog_name="pbm", env=environ)
    assert result.stdout == "plain,dvonn/standard\n"


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pbm inbox list --player a", ["alice"]),
        ("pbm players show b", ["bob"]),
        ("pbm players reach a", ["alice"]),
        ("pbm outbox list --kind invit", ["invitation", "invited"]),
        ("pbm outbox drop --status d", ["dead", "dropped"]),
        ("pbm players show --data nowhere a", []),
    ],
)
def test_players_kinds_and_statuses_are_completed(
    words: str, offered: Sequence[str], cli_town: Town
) -> None:
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    environ = {"_PBM_COMPLETE": "bash_complete", **asked}
    result = CliRunner().invoke(main, [], prog_name="pbm", env=environ)
    assert [line.removeprefix("plain,") for line in result.stdout.split()] == offered


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "pbm", "rules", "moves", "dvonn", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"start\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        # The text may be larger than the pipe, and the process may end before reading all of it.
        with suppress(BrokenPipeError):
            process.stdin.write(b"start\n" * 1000)
            process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_a_pipe_that_is_closed_before_the_first_line_is_no_error() -> None:
    command = [sys.executable, "-m", "pbm", "rules", "list"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""


@for_each(
    ("command", "shown"),
    [
        ("serve", {"--data", "--listen", "--domain", "--outgoing"}),
        ("doctor", {"--data", "--listen", "--domain", "--outgoing"}),
        ("players add", {"--data", "--domain"}),
        ("deliver", {"--data", "--domain"}),
        ("acts", {"--data"}),
        ("players show", {"--data"}),
        ("backup", {"--data"}),
        ("restore", {"--data"}),
        ("upgrade", {"--data"}),
    ],
)
def test_the_help_of_a_command_lists_only_settings_that_it_uses(
    command: str, shown: set[str]
) -> None:
    told = pbm(*command.split(), "--help").stdout
    assert {word for word in told.split() if word in SETTINGS} == shown


def test_settings_that_a_command_does_not_use_are_accepted(cli_town: Town) -> None:
    others = ["--listen", "127.0.0.1:1", "--domain", "other.example", "--outgoing", "maildir:x"]
    assert pbm("acts", *others).exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        *(
            "inbox show N",
            "outbox show N",
            "puzzles show N",
            "contests show N",
            "games show --ply N 1",
        ),
        *("inbox list --limit N", "inbox list --board N", "outbox list --limit N", "audit N"),
    ],
)
def test_a_number_that_no_store_can_look_for_is_a_wrong_argument(
    cli_town: Town, command: str
) -> None:
    for number in (2**63, 10**30):
        ran = pbm(*command.replace("N", str(number)).split())
        assert (ran.exit_code, ran.stdout) == (2, "")
        assert "is too large" in ran.stderr
