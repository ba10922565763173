"""The house: a reader finds a room from its door, and imports point one way."""

import ast
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import segue
from segue.apis import FOLDERS

PACKAGE = Path(segue.__file__).parent
ROOT = PACKAGE.parent.parent
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

LONGEST = 450

#: Lower floors know nothing of the higher ones. Neighbours of one floor may know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("jsontext", "jsonc", "report", "blocks", "conversation", "authoring", "events"),
    ("models",),
    ("apis", "rules", "tokens"),
    ("handoff",),
    (
        "sources",
        "defaults",
        "detection",
        "decoding",
        "encoding",
        "handmade",
        "checking",
        "repairing",
        "plans",
        "planning",
        "conversion",
        "transforming",
    ),
    ("formats", "live"),
    ("emulators", "agent", "sessions"),
    ("gateway", "cli", "ui"),
    ("__main__",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

#: Imported by nobody who only imports `segue`, and by no conversion.
HEAVY = {"openai", "anthropic", "google", "httpx", "pydantic", "rich", "click", "orjson", "llama_index", "langchain"}

as_id = pytest.mark.parametrize("module", MODULES, ids=str)


def tree(module: Path) -> ast.Module:
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"))


def room(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def imported(module: Path) -> Iterator[str]:
    """What a module imports from the package, wherever in it the import stands."""
    package = ("segue", *module.parent.parts)
    for node in ast.walk(tree(module)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                prefix = ".".join((*package[: len(package) - level + 1], source or "")) if level else source or ""
                yield prefix.rstrip(".")
                yield from (f"{prefix.rstrip('.')}.{alias.name}" for alias in names)
            case _:
                continue


def rooms_of(module: Path) -> set[str]:
    """The rooms that a module imports from; `segue` itself counts as the front door."""
    names = [name.split(".") for name in imported(module) if name == "segue" or name.startswith("segue.")]
    return {parts[1] if parts[1] in FLOOR else "segue" for parts in names if len(parts) > 1}


@as_id
def test_every_room_has_a_floor(module: Path) -> None:
    assert module == Path("__init__.py") or room(module) in FLOOR, "say in FLOORS who may know it"


@as_id
def test_imports_point_one_way(module: Path) -> None:
    if module == Path("__init__.py"):
        return
    floor = FLOOR[room(module)]
    above = {name for name in rooms_of(module) & FLOOR.keys() if FLOOR[name] > floor}
    assert above == set()


@as_id
def test_the_front_door_is_for_those_outside(module: Path) -> None:
    """Only what stands above the front door goes through it."""
    if module == Path("__init__.py") or FLOOR[room(module)] > FLOOR["conversion"]:
        return
    assert "segue" not in rooms_of(module)
    assert "segue" not in imported(module)


@as_id
def test_modules_say_what_they_are_and_stay_short(module: Path) -> None:
    source = (PACKAGE / module).read_text(encoding="utf-8")
    assert source.count("\n") <= LONGEST
    if source:
        assert ast.get_docstring(tree(module)), "a module's docstring says which concept it holds"


def test_sibling_apis_have_the_same_rooms() -> None:
    """The rooms are drawn in the docstring of `segue.apis`."""
    import segue.apis

    rooms = set(re.findall(r"^ *(\w+\.py) ", segue.apis.__doc__ or "", flags=re.M)) | {"__init__.py"}
    assert len(rooms) >= 6
    for folder in FOLDERS.values():
        files = {path.name for path in (PACKAGE / "apis" / folder).glob("*.py")}
        assert rooms - files == set(), folder


def test_the_folders_of_apis_are_all_known() -> None:
    assert {path.parent.name for path in PACKAGE.glob("apis/*/__init__.py")} == set(FOLDERS.values())


class TestImportCosts:
    def loaded(self, code: str) -> set[str]:
        """The modules that a fresh interpreter has after running some code."""
        script = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)))"
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        return set(json.loads(done.stdout))

    def test_the_package_alone_imports_nothing_of_itself(self) -> None:
        loaded = self.loaded("import segue")
        assert {name for name in loaded if name.startswith("segue.")} == set()
        assert "msgspec" not in loaded

    @pytest.mark.parametrize("api", FOLDERS)
    def test_converting_imports_nothing_heavy(self, api: str) -> None:
        code = f"import segue\nsegue.convert([{{'role': 'user', 'content': 'Hi'}}], {api!r}).report"
        assert {name.partition(".")[0] for name in self.loaded(code)}.isdisjoint(HEAVY)

    def test_one_codec_is_imported_without_the_others(self) -> None:
        loaded = self.loaded("from segue.apis import codec\ncodec('anthropic-messages')")
        folders = {name.split(".")[2] for name in loaded if name.startswith("segue.apis.")}
        assert folders & set(FOLDERS.values()) == {"anthropic_messages"}


class TestPublicNames:
    @pytest.mark.parametrize("name", segue.__all__)
    def test_each_is_there_and_says_what_it_is(self, name: str) -> None:
        thing = getattr(segue, name)
        own = thing.__dict__.get("__doc__") if isinstance(thing, type) else thing.__doc__
        assert own, "a docstring of its own"
        assert not own.startswith(f"{name}("), "a docstring that somebody wrote"

    @pytest.mark.parametrize("name", segue.__all__)
    def test_each_is_explained(self, name: str) -> None:
        """On a page that somebody wrote; the generated list of names does not count."""
        pages = [path for path in (ROOT / "docs").rglob("*.md") if path.name != "names.md"]
        told = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *pages])
        assert re.search(rf"\b{name}\b", told)

    def test_functions_are_fully_annotated(self) -> None:
        for name in segue.__all__:
            thing = getattr(segue, name)
            if inspect.isfunction(thing):
                signature = inspect.signature(thing)
                assert signature.return_annotation is not signature.empty, name
                assert all(each.annotation is not each.empty for each in signature.parameters.values()), name

    def test_dir_lists_them(self) -> None:
        assert set(segue.__all__) <= set(dir(segue))

    def test_an_unknown_name_is_an_attribute_error(self) -> None:
        misspelt = "convrt"
        with pytest.raises(AttributeError, match=misspelt):
            getattr(segue, misspelt)
