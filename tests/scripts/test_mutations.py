"""The mutations that ``python -m tests.mutants`` puts into the code."""

from __future__ import annotations

from tests.combinations import for_each
from tests.mutations import mutations


@for_each(
    ("source", "broken"),
    [
        ("a < b", ["(a <= b)"]),
        ("a in b", ["(a not in b)"]),
        ("a and not b", ["(a or not b)", "a and (b)"]),
        ("a + 1", ["(a - 1)", "a + (2)"]),
        ("a if b else c", ["(a if not b else c)"]),
        ("max(a)", ["(min(a))"]),
        ("'word'", ["('wordx')"]),
        ("True", ["(False)"]),
    ],
)
def test_an_expression_is_broken(source: str, broken: list[str]) -> None:
    whole = f"value = {source}\n"
    assert [each.applied(whole) for each in mutations(whole)] == [
        f"value = {each}\n" for each in broken
    ]


@for_each(
    ("source", "broken"),
    [
        ("call()", "pass"),
        ("raise Error", "pass"),
        ("return value", "return None"),
        ("if test:\n    ...", "if not (test):\n    ..."),
        ("count += other", "count -= other"),
    ],
)
def test_a_statement_is_broken(source: str, broken: str) -> None:
    assert [each.applied(source) for each in mutations(source)] == [broken]


@for_each(
    "source",
    ['"""Documented."""', "import module", "log.info('told')", "name: 'Type'", "name = f'{a + 1}'"],
)
def test_what_no_test_could_notice_is_left_alone(source: str) -> None:
    assert mutations(source) == []


def test_a_mutation_after_other_letters_is_in_its_place() -> None:
    (each,) = mutations("'ä' is a")[:1]
    assert each.described("'ä' is a") in ("'ä' is a -> ('ä' is not a)", "'ä' -> ('äx')")
