"""The documentation is run: examples print what it shows, tables say what the code says, links lead somewhere."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from scripts.documentation import difference, with_tables
from scripts.examples import ROOT, pages, refreshed

PAGES = [pytest.param(page, id=str(page.relative_to(ROOT))) for page in pages()]


SPOKEN = [path for path in sorted((ROOT / "src").rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_examples_print_what_is_shown(page: Path) -> None:
    before = text_of(page)
    after = refreshed(page, before)
    assert after == before, f"run make docs:\n{difference(page, before, after)}"


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.stem)
def test_examples_in_docstrings_print_what_is_shown(path: Path) -> None:
    module = import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("page", PAGES)
def test_generated_tables_are_current(page: Path) -> None:
    before = text_of(page)
    after = with_tables(before)
    assert after == before, f"run make docs:\n{difference(page, before, after)}"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(text_of(page))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.is_file(), f"{target} is not there"
        assert not anchor or anchor in anchors(text_of(linked)), f"{target} has no such heading"


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", without_code(text), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_first_example_is_short() -> None:
    """Twenty lines convert a history and print the report."""
    example = text_of(ROOT / "README.md").partition("```python\n")[2].partition("```")[0]
    assert len(example.strip().splitlines()) <= 20
    assert "segue.convert(" in example
    assert "print(converted.report)" in example


class TestTheRunner:
    """The runner itself: an example that prints something else must not pass."""

    PAGE = ROOT / "docs" / "index.md"

    def test_output_is_put_under_the_example(self) -> None:
        page = "```python\nx = 6\nprint(x * 7)\n```\n"
        assert refreshed(self.PAGE, page) == "```python\nx = 6\nprint(x * 7)\n```\n\n```text\n42\n```\n"

    def test_output_that_is_wrong_is_mended(self) -> None:
        page = "```python\nprint(6 * 7)\n```\n\n```text\n41\n```\n\nMore.\n"
        assert refreshed(self.PAGE, page) == page.replace("41", "42")

    def test_examples_of_a_page_share_their_names(self) -> None:
        page = "```python\nx = 1\n```\n\nand\n\n```python\nassert x == 1\n```\n"
        assert refreshed(self.PAGE, page) == page

    def test_an_example_that_fails_says_where(self) -> None:
        with pytest.raises(ZeroDivisionError) as caught:
            refreshed(self.PAGE, "Words.\n\n```python\n1 / 0\n```\n")
        assert caught.traceback[-1].lineno == 3  # counted from 0
        assert str(caught.traceback[-1].path) == str(self.PAGE)

    def test_consoles_show_what_their_commands_print(self) -> None:
        page = "```console\n$ ls\nnothing\n$ python -c 'print(6 * 7)'\n```\n"
        shown = "```console\n$ ls\nhistory.json\nmodels.jsonc\n$ python -c 'print(6 * 7)'\n42\n```\n"
        assert refreshed(self.PAGE, page) == shown
