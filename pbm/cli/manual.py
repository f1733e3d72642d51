"""The man page, made from the help of every command."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbm.version import told


def manual(program: click.Group) -> str:
    """The man page of the program and its commands, in troff."""
    root = click.Context(program, info_name="pbm")
    head = [f'.TH PBM 8 "" "{_escaped(told())}"', ".SH NAME", r"pbm \- a play-by-email server"]
    lines = [".SH DESCRIPTION", *_text(program, root), *_options(program, root), ".SH COMMANDS"]
    return "\n".join([*head, *lines, *_commands(program, root), ""])


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, parent=context, info_name=name)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield f".SS {_escaped(f'{inner.command_path} {usage}')}"
        yield from _text(command, inner)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)
        else:
            yield from _options(command, inner)


def _text(command: click.Command, context: click.Context) -> Iterator[str]:
    for paragraph in (command.help or "").replace("\b\n", "").split("\n\n"):
        yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record:
            names, meaning = record
            yield from (".TP", f".B {_escaped(names)}", _escaped(" ".join(meaning.split())))


def _escaped(text: str) -> str:
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
