"""The containers, without an engine that runs them: their files, scripts and settings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbm.app.config import load
from scripts.neighbours.guide import file_in_guide
from tests.packaging.conftest import build_wheel, contents

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts"
CONTAINERFILE = (SCRIPTS / "Containerfile").read_text("utf-8")
IGNORED = [
    line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[0] != "#"
]
INCLUDED = [line[1:] for line in IGNORED if line[0] == "!"]
A_MOUNT = "/proc"

needs_postfix = pytest.mark.skipif(shutil.which("postconf") is None, reason="there is no Postfix")


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def contained(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the entry point with a ``pbm`` that prints what it is given."""
    program(folder, "pbm", 'echo "${PBM_EPHEMERAL-unset}" "$@"')
    return subprocess.run(
        [SCRIPTS / "contained", *arguments],
        check=False,
        env={"PATH": f"{folder}:{os.environ['PATH']}", "PBM_DATA": str(folder), **variables},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("arguments", [("serve",), ("--domain", "example.org", "serve", "--demo")])
def test_no_server_starts_where_its_data_would_vanish(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    ran = contained(tmp_path, *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "PBM_EPHEMERAL=1" in ran.stderr


@pytest.mark.parametrize("variables", [{"PBM_DATA": A_MOUNT}, {"PBM_EPHEMERAL": "1"}])
def test_a_server_starts_on_a_mount_or_if_it_may_lose_its_data(
    variables: dict[str, str], tmp_path: Path
) -> None:
    assert contained(tmp_path, "serve", **variables).stdout == "unset serve\n"


@pytest.mark.parametrize("value", ["", "0", "yes"])
def test_only_1_gives_leave_to_lose_data(value: str, tmp_path: Path) -> None:
    assert contained(tmp_path, "serve", PBM_EPHEMERAL=value).returncode == 2


@pytest.mark.parametrize("arguments", [("doctor", "--serving", "--quiet"), ("--version",)])
def test_other_commands_need_no_mount(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert contained(tmp_path, *arguments).stdout.split() == ["unset", *arguments]


def test_it_listens_where_other_containers_reach_it() -> None:
    (line,) = re.findall(r"^ENV (.*)$", CONTAINERFILE, re.MULTILINE)
    settings = load({}, dict(word.split("=") for word in line.split()))
    (port,) = re.findall(r"^EXPOSE (.*)$", CONTAINERFILE, re.MULTILINE)
    assert str(settings.listen) == f"0.0.0.0:{port}"
    assert settings.unread == ()


@pytest.mark.parametrize("name", ["compose.yaml", "compose.mailbox.yaml"])
def test_every_compose_program_fills_in_the_variables(name: str) -> None:
    """podman-compose 1.0 leaves ``${COMMIT:-}`` as it stands: to it, a default is never empty."""
    text = (SCRIPTS / name).read_text("utf-8")
    assert re.sub(r"\$\{[A-Z]+:\?[^}]+\}", "", text).count("$") == 0
    assert re.search(r"args:\n +COMMIT:\n", text)


def test_no_engine_makes_a_volume_that_the_operator_does_not_know() -> None:
    assert re.findall(r"^VOLUME", CONTAINERFILE, re.MULTILINE) == []


@pytest.mark.slow
def test_the_image_is_built_from_no_other_files_than_the_wheel_needs(
    checkout: Path, wheel: Path, tmp_path: Path
) -> None:
    assert IGNORED[0] == "*"
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in INCLUDED:
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, tree / name, symlinks=True)
        else:
            shutil.copy(checkout / name, tree / name)
    built, expected = map(contents, (build_wheel(tree, tmp_path / "built"), wheel))
    assert expected.pop("pbm/commit.txt")
    assert built == expected


@needs_postfix
def test_postfix_is_configured_as_in_the_guide(tmp_path: Path) -> None:
    program(tmp_path, "postfix", 'echo "$@"')
    shutil.copy("/usr/share/postfix/main.cf.debian", tmp_path / "main.cf")
    shutil.copy("/usr/share/postfix/master.cf.dist", tmp_path / "master.cf")
    environ = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "CONFIGURATION": str(tmp_path),
        "CLUB": "games.example.org",
        "HOST": "mail.example.org",
        "PBM": "127.0.0.1",
    }
    ran = subprocess.run(
        [SCRIPTS / "postfix" / "start"], check=True, env=environ, stdout=subprocess.PIPE, text=True
    )
    assert ran.stdout == f"-c {tmp_path} start-fg\n"
    for name in ("pbm_recipients", "pbm_headers"):
        assert (tmp_path / name).read_text().split() == file_in_guide(f"postfix/{name}").split()
    settings = dict(line.split(" = ", 1) for line in file_in_guide("postfix/main.cf").splitlines())
    for name, value in settings.items():
        assert postconf(tmp_path, name) == value.replace("/etc/postfix", str(tmp_path))
    assert postconf(tmp_path, "mydestination") == ""
    assert postconf(tmp_path, "mynetworks") == "127.0.0.1/32"


def postconf(folder: Path, name: str) -> str:
    return subprocess.run(
        ["postconf", "-c", folder, "-h", name], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()
