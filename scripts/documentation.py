"""`python -m scripts.documentation`: writes into the documentation what the code says and does today.

That is the output of every example, and the tables between ``<!-- table: … -->`` and ``<!-- end of table -->``.
``--check`` writes nothing, shows what is stale and fails.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from pathlib import Path

from scripts.examples import ROOT, pages, refreshed
from scripts.tables import TABLES

_TABLE = re.compile(r"(?P<head><!-- table: (?P<name>[a-z-]+) -->\n).*?(?P<foot><!-- end of table -->)", re.S)


def main() -> None:
    """Write, or compare."""
    parser = argparse.ArgumentParser(prog="python -m scripts.documentation", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something is stale")
    check: bool = parser.parse_args().check
    stale = 0
    for page in pages():
        before = page.read_text(encoding="utf-8")
        after = current(page, before)
        if after == before:
            continue
        stale += 1
        if check:
            sys.stdout.write(difference(page, before, after))
        else:
            page.write_text(after, encoding="utf-8")
            sys.stdout.write(f"wrote {page.relative_to(ROOT)}\n")
    if check and stale:
        sys.exit(f"{stale} of the pages say other than the code does: run make docs, and look at what changed")
    sys.stdout.write(f"{len(pages())} pages, {'all current' if not stale else f'{stale} written'}\n")


def current(page: Path, text: str) -> str:
    """The page as it should read today."""
    return refreshed(page, with_tables(text))


def with_tables(text: str) -> str:
    """The text with every generated table in it made anew."""
    return _TABLE.sub(lambda found: f"{found['head']}\n{TABLES[found['name']]()}\n\n{found['foot']}", text)


def difference(page: Path, before: str, after: str) -> str:
    """What is stale on a page, line by line."""
    name = str(page.relative_to(ROOT))
    old, new = (text.splitlines(keepends=True) for text in (before, after))
    return "".join(difflib.unified_diff(old, new, name, f"{name} (today)", n=1))


if __name__ == "__main__":
    main()
