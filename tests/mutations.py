"""Small faults put into Python source: a comparison is inverted, a call is left out.

mutmut does not change decorated functions and tables of modules, but commands and handlers consist
of these; Cosmic Ray needs a database and a web server. So neither is used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import TypeVar

_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}

_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(frozen=True)
class Mutation:
    """A piece of the source, and a replacement that would break it.

    start, end: offsets in the source's UTF-8 bytes.
    line, last_line: lines of the whole statement, from 1.
    """

    start: int
    end: int
    becomes: str
    line: int
    last_line: int

    def applied(self, source: str) -> str:
        raw = source.encode()
        return (raw[: self.start] + self.becomes.encode() + raw[self.end :]).decode()

    def described(self, source: str) -> str:
        """A description such as ``a < b -> a <= b``, each piece on one line."""
        was = source.encode()[self.start : self.end].decode()
        return " -> ".join(" ".join(part.split()) for part in (was, self.becomes))


def replace_source(path: Path, source: str) -> None:
    """Write a source file, and remove its folder's bytecode.

    Otherwise Python would use the old bytecode if the new file has the old size and was written in
    the same second.
    """
    path.write_text(source, encoding="utf-8")
    rmtree(path.parent / "__pycache__", ignore_errors=True)


def mutations(source: str) -> Sequence[Mutation]:
    """Every possible mutation of the source, in the order of the source."""
    found = _Places(source).found(ast.parse(source))
    return sorted(found, key=lambda mutation: (mutation.start, mutation.becomes))


class _Places:
    """Walks the statements of a source: annotations, docstrings and f-strings are left alone, as
    Python 3.11 does not know the places of the parts of an f-string."""

    def __init__(self, source: str) -> None:
        starts = [0]
        for line in source.encode().splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self._starts = starts

    def found(self, tree: ast.AST) -> Iterator[Mutation]:
        for statement in ast.walk(tree):
            if not isinstance(statement, ast.stmt) or _is_left_alone(statement):
                continue
            for node, becomes in _changes(statement):
                yield Mutation(
                    self._offset(node.lineno, node.col_offset),
                    self._offset(node.end_lineno or 0, node.end_col_offset or 0),
                    becomes,
                    statement.lineno,
                    statement.end_lineno or statement.lineno,
                )

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column


def _is_left_alone(statement: ast.stmt) -> bool:
    """Whether a statement is an import, a docstring or a log message for people."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    if not isinstance(statement, ast.Expr):
        return False
    call = statement.value
    is_logging = isinstance(call, ast.Call) and ast.unparse(call.func).startswith("log.")
    return isinstance(call, ast.Constant) or is_logging


def _changes(statement: ast.stmt) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """Yield the parts of a statement that can be changed, but not those of statements within it."""
    match statement:
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Raise() | ast.Expr():
            yield statement, "pass"
        case ast.Break():
            yield statement, "continue"
        case ast.Continue():
            yield statement, "break"
        case ast.If(test) | ast.While(test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.AugAssign(op=op) if type(op) in _ARITHMETIC:
            yield statement, ast.unparse(_with(statement, op=_ARITHMETIC[type(op)]()))
    for expression in _expressions(statement):
        for becomes in _broken(expression):
            yield expression, f"({ast.unparse(becomes)})"


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_for_readers(child):
                if isinstance(child, ast.expr):
                    yield child
                yield from _expressions(child)


def _is_for_readers(node: ast.AST) -> bool:
    """Whether nothing depends on a node at run time, or another statement or string contains it."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in {"dataclass", "TypeVar"}
    return isinstance(node, ast.stmt | ast.JoinedStr)


def _broken(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                other = [*ops[:index], _COMPARISONS[type(op)](), *ops[index + 1 :]]
                yield _with(node, ops=other)
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(test=test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
            yield _with(node, op=_ARITHMETIC[type(op)]())
        case ast.Call(func=ast.Name(id=name)) if name in _FUNCTIONS:
            yield _with(node, func=ast.Name(_FUNCTIONS[name]))
        case ast.Constant(value):
            yield from _other_constants(value)


def _other_constants(value: object) -> Iterator[ast.Constant]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int():
            yield ast.Constant(value + 1)
        case str() if value:
            yield ast.Constant(f"{value}x")


def _with(node: _Node, **fields: object) -> _Node:
    made = copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made
