"""The support table is found by converting, and every cell of it is told."""

import pytest

import segue
from scripts.support_examples import EXAMPLES, Example
from scripts.support_table import COLUMNS, outcome, table
from segue.apis import FOLDERS
from segue.conversation import AnyBlock

CELLS = {"as it was", "native", "as text", "moved", "rewritten", "left out", "dropped", "refused"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_each_api_gets_its_own_back(example: Example) -> None:
    assert outcome(example, example.api) == "as it was"
    assert segue.convert(example.request, example.api).report.changes == ()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_nothing_is_lost_in_silence(example: Example) -> None:
    """`outcome` fails where a thing has neither arrived nor been reported."""
    assert {outcome(example, api).removesuffix(", in part") for api in COLUMNS} <= CELLS


def test_every_api_has_a_column_and_an_example_of_its_own() -> None:
    assert set(COLUMNS) == set(FOLDERS)
    assert {example.api for example in EXAMPLES} == set(FOLDERS)


def test_every_kind_of_block_has_a_row() -> None:
    shown = {name for example in EXAMPLES for name in example.blocks}
    kinds = {kind.__name__ for kind in AnyBlock.__args__}
    assert kinds - shown == set()


def test_the_examples_are_what_they_say() -> None:
    """Each history is read as its API's, and holds the block that its row is about."""
    blocks = {kind.__name__ for kind in AnyBlock.__args__}
    for example in EXAMPLES:
        conversation = segue.decode(example.request, api=example.api)
        held = {type(part).__name__ for message in conversation.messages for part in walk(message.blocks)}
        assert example.blocks & blocks <= held, example.name


def walk(blocks: tuple[AnyBlock, ...]) -> list[AnyBlock]:
    found: list[AnyBlock] = []
    for block in blocks:
        found.append(block)
        if isinstance(block, segue.ToolResult):
            found += [part for part in block.content if isinstance(part, segue.Text | segue.Image)]
    return found


def test_the_table_has_a_row_for_each_example() -> None:
    rows = table().splitlines()[2:]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == [example.name for example in EXAMPLES]
