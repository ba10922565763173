"""The tables that the documentation shows and the code knows."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import segue
from scripts import support_table
from segue.apis import FOLDERS
from segue.models import Dialect, Provider, default_registry
from segue.rules import APIS, Rule, rules_of
from segue.rules.elsewhere import ELSEWHERE
from segue.rules.profiles import PROFILES
from segue.rules.universal import UNIVERSAL

PACKAGE = Path(segue.__file__).parent
TESTS = Path(__file__).resolve().parent.parent / "tests"


def providers() -> str:
    """Who can be named in a target, and the APIs that they are spoken to in."""
    rows = ((f"`{row.id}`", row.name, _code(row.aliases), _apis(row)) for row in default_registry().providers)
    return _table(("provider", "", "also known as", "APIs, the usual one first"), rows)


def _apis(row: Provider) -> str:
    return _code(api for api in row.apis if api in FOLDERS)


def addresses() -> str:
    """Where providers are, and the variables that hold their addresses and keys."""
    rows = (
        (f"`{row.id}`", _code([row.base_url] if row.base_url else ()), _code(row.base_url_env), _keys(row))
        for row in default_registry().providers
    )
    return _table(("provider", "address", "replaced by", "key"), rows)


def _keys(row: Provider) -> str:
    return _code((*row.token_env, *row.key_env)) + ("" if row.key_required else ", if it wants one")


def names() -> str:
    """Every public name, with what its docstring says first."""
    return _table(("name", ""), ((f"`segue.{name}`", said(getattr(segue, name))) for name in segue.__all__))


def said(thing: object) -> str:
    """The first paragraph of a docstring of one's own, as one line."""
    own = thing.__dict__.get("__doc__") if isinstance(thing, type) else thing.__doc__
    return _line(inspect.cleandoc(own or "").partition("\n\n")[0])


def passes() -> str:
    """The passes of a handoff, in their order."""
    pipeline = import_module("segue.handoff.pipeline")
    rows = (
        (f"`{step.__name__}`", f"`{step.__module__.rpartition('.')[2]}.py`", said(step)) for step in pipeline.PASSES
    )
    return _table(("pass", "file", ""), rows)


def flags() -> str:
    """The flags of a dialect: what each says, its default, and who asks for it."""
    rows = (
        (f"`{name}`", meaning, f"`{getattr(Dialect(), name)!r}`", _readers(name))
        for name, meaning in _described(Dialect)
    )
    return _table(("flag", "", "default", "read in"), rows)


def _described(struct: type) -> Iterator[tuple[str, str]]:
    """The fields of a struct with the strings that stand below them."""
    definition = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(definition, ast.ClassDef)
    for field, below in pairwise(definition.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, _line(text)
            case _:
                continue


def _readers(flag: str) -> str:
    """The modules outside of the registry that ask for a flag."""
    asks = re.compile(rf"\bdialect\.{flag}\b")
    modules = (path for path in sorted(PACKAGE.rglob("*.py")) if "models" not in path.parts)
    return _code(
        path.relative_to(PACKAGE).as_posix() for path in modules if asks.search(path.read_text(encoding="utf-8"))
    )


_WITHOUT = "What else is known of these providers, and why checking has no entry for it."


def rules() -> str:
    """Every rule, by API: what is demanded, in whose words it is refused, and what mends it."""
    parts: list[str] = []
    for api in APIS:
        rows = (
            (rule.id, _severity(rule), _line(rule.demand), _quoted(rule), _line(rule.fix)) for rule in rules_of(api)
        )
        parts += [f"## {api}", _table(("rule", "", "demand", "the provider's words", "what mends it"), rows)]
    everywhere = (
        (rule.id, _severity(rule), _line(rule.demand), _quoted(rule), _line(rule.fix)) for rule in UNIVERSAL.values()
    )
    parts += ["## Everywhere", _table(("rule", "", "demand", "the provider's words", "what mends it"), everywhere)]
    named = ((name, f"It {why}.") for name, why in ELSEWHERE.items())
    parts += ["## Without an entry", _WITHOUT, _table(("rule", "why"), named)]
    for profile in dict.fromkeys(PROFILES.values()):
        named = ((rule.id, rule.demand, rule.fix) for rule in profile.rules)
        parts += [f"## The profile {profile.names[0]}", f"{profile.about}."]
        parts += [_table(("point", "what it wants", "what mends it"), named)]
    return "\n\n".join(parts)


def _severity(rule: Rule) -> str:
    hosts = f" ({', '.join(sorted(rule.hosts))})" if rule.hosts else ""
    return ("error" if rule.certainty == "H" else "warning") + hosts


def _quoted(rule: Rule) -> str:
    return "" if rule.words is None else f"“{_line(rule.words)}”"


def laws() -> str:
    """The tests that hold each law, by what their docstrings name."""
    held: dict[str, list[str]] = {}
    for path in sorted(TESTS.glob("test_*.py")):
        named = re.findall(r"\bL\d+\b", ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
        for law in dict.fromkeys(named):
            held.setdefault(law, []).append(f"tests/{path.name}")
    return _table(("law", "held by"), ((law, _code(held[law])) for law in sorted(held, key=lambda law: int(law[1:]))))


def rooms() -> str:
    """The files of an API's folder."""
    drawn = re.findall(r"^ *(\w+\.py .*)$", import_module("segue.apis").__doc__ or "", flags=re.MULTILINE)
    return "\n".join(["```text", *drawn, "```"])


def _line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`".replace("|", "\\|") for word in words)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


TABLES: dict[str, Callable[[], str]] = {
    "support": support_table.with_legend,
    "providers": providers,
    "addresses": addresses,
    "names": names,
    "passes": passes,
    "flags": flags,
    "rules": rules,
    "laws": laws,
    "rooms": rooms,
}
