"""One act of writing: for whom, what may be sent to them, and what had to be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from segue.apis.reading import Wired, inside
from segue.conversation import Block, Conversation, Message, Original, Settings, Tool, ToolCall
from segue.jsontext import copy, encode_bytes, load, load_object
from segue.models import Dialect, Endpoint, Model, canonical_model
from segue.report import Action, Change

#: What is said where JSON is asked for and nobody has said the word.
SAY_JSON = "Answer in JSON."

#: A JSON path into the source, or the index of a message and what stands in it.
Place: TypeAlias = str | tuple[int, object]

AnyStruct = TypeVar("AnyStruct", bound=Block)


class Writing:
    """The target of one encode, and the ledger of its changes.

    For a bare API there is no ``endpoint``: its own messages go out untouched, and everything else is written for
    a careful stranger.
    """

    def __init__(
        self,
        api: str,
        endpoint: Endpoint | None,
        source: Conversation,
        root: str,
        place: Callable[[str, Any, int], str],
    ) -> None:
        self.api = api
        self.endpoint = endpoint
        self.dialect = endpoint.dialect if endpoint else Dialect()
        self.capabilities = endpoint.capabilities if endpoint else Model(id="", signature_required=True)
        self.source = source
        self._told: list[tuple[Action, Place, str, str, str | None]] = []
        self.setting_paths: dict[str, str] = {}
        self.tool_place: Callable[[Wired, int], str] | None = None
        """Where the n-th tool of such a source was declared, if its tools do not stand in one list."""
        self.system_path = "$.system[{}]"
        self.says_json = False
        """The source's own API already saw to it that JSON mode is announced in words."""
        self.untouched = False
        """An API gets its own conversation back: nothing is added to it."""
        self.lends = False
        """Among what is written are the conversation's own originals: who is given the body gets copies."""
        self.by_provider: str | None = None
        """Whatever model of this provider wrote a message, it is at home with all of them."""
        self.mends = False
        """A bare API's own messages are not left as they are."""
        self._root = root
        self._place = place
        self._numbered: tuple[int, dict[int, int]] = (-1, {})
        self._made_from: dict[int, tuple[object, object]] = {}
        self._invented: list[object] = []
        self._authors: dict[tuple[str | None, str | None, str | None], bool] = {}

    @property
    def replay(self) -> bool:
        """True where a model will answer: what a vendor sends but refuses back stays behind."""
        return self.endpoint is not None or self.mends

    def is_native(self, message: Message) -> bool:
        """Was this message read from this API, and is its content still what was read?"""
        original = message.native
        return original is not None and original.api == self.api and original.content is message.content

    def wrote(self, message: Message) -> bool:
        """Did the very model that we write for write this message?"""
        author = (message.provider, message.api, message.model)
        known = self._authors.get(author)
        if known is None:
            known = self._authors[author] = self._is_us(*author)
        return known

    def served(self, message: Message) -> bool:
        """Was it written where we write to, by whatever model?"""
        endpoint = self.endpoint
        return message.api == self.api and (endpoint is None or message.provider == endpoint.provider)

    def _is_us(self, provider: str | None, api: str | None, model: str | None) -> bool:
        if self.by_provider is not None:
            return api == self.api and provider == self.by_provider
        endpoint = self.endpoint
        if endpoint is None:
            return api == self.api
        return (
            model is not None
            and api == self.api
            and provider == endpoint.provider
            and (canonical_model(model) == canonical_model(endpoint.model) or endpoint.capabilities.is_called(model))
        )

    def whole(
        self, items: Iterable[tuple[int, Message]], agrees: Callable[[Message, Original], bool]
    ) -> list[Any] | None:
        """All originals, where an API gets its own history back and every original stands."""
        values: list[Original] = []
        for _, message in items:
            native = message.native
            if native is None or not isinstance(native.value, dict) or not agrees(message, native):
                return None
            values.append(native)
        self.lends = True
        return [native.value for native in values]

    def element(self, native: Original | None) -> Any:
        """The wire element that a block came from, if it came from this API."""
        return native.value if native is not None and native.api == self.api else None

    def standing(self, block: Block, read: Callable[[Any], object]) -> Wired | None:
        """The element that a block came from, if reading it again still gives the block: passes change blocks."""
        native = block.native
        if native is None or native.api != self.api:
            return None
        element: Wired | None = native.value
        return element if type(element) is dict and read(element) == block else None

    def arguments(self, index: int, call: ToolCall) -> dict[str, Any]:
        """A call's arguments for an API that wants an object; what is none is wrapped, and told [ANT-15]."""
        native = call.native
        if native is not None and native.content is not None and native.content[0] is call.raw_arguments:
            return copy(native.content[1])
        if call.kind != "custom":
            if (parsed := load_object(call.raw_arguments)) is not None:
                return parsed
            why = "its arguments are no JSON object and stand as raw text"
        else:
            why = "free text is the input of a call here"
        self.tell("rewritten", (index, call), call, why, rule="ANT-15")
        return call.arguments

    # Settings.

    def own_tools(self, tools: tuple[Tool, ...]) -> list[Tool]:
        """The tools that this API can be told of: its own hosted ones, and everybody's functions."""
        kept: list[Tool] = []
        for index, tool in enumerate(tools):
            if tool.kind == "hosted" and (tool.native is None or tool.native.api != self.api):
                path = self.tool_path(index)
                if tool.cache is not None:
                    self.tell("rewritten", path, "CacheMark", "a mark among the tools is of use on its own API only")
                    continue
                self.drop(path, "Tool", f"the provider's own tool {tool.name!r} is not to be had here")
            else:
                kept.append(tool)
        return kept

    def tool_path(self, index: int) -> str:
        """Where the n-th tool of the source was declared."""
        native = self.source.native
        if self.tool_place is not None and native is not None:
            return self.tool_place(native.value, index)
        return f"{self.setting_paths.get('tools', '$.tools')}[{index}]"

    def schema(self, tool: Tool) -> dict[str, Any]:
        """A function's parameters; they are an object, whatever was declared [OAI-20, BED-04]."""
        schema: dict[str, Any] = load(tool.schema) if tool.schema else {"type": "object", "properties": {}}
        if schema.get("type") == "object":
            return schema
        if schema.get("type") is not None:
            why = f"parameters of type {schema['type']!r} are refused: a call's arguments are an object"
            place = next((at for at, each in enumerate(self.source.tools) if each is tool), None)
            path = "$.tools" if place is None else self.tool_path(place)
            self.tell("rewritten", path, "Tool", why, rule="OAI-20")
            return {"type": "object", "properties": {}}
        return {"type": "object", **schema}

    def may_sample(self, settings: Settings) -> bool:
        """Does the model take temperature and its like? Where it does not, what was asked for is told."""
        if self.capabilities.sampling or self.endpoint is None:
            return True
        for name in ("temperature", "top_p"):
            if getattr(settings, name) is not None:
                self.no_counterpart(name, "this model sets its own sampling")
        return False

    def put(self, body: dict[str, Any], settings: Settings, *names: str) -> None:
        """Write settings that have the same name on the wire."""
        for name in names:
            if (value := getattr(settings, name)) is not None:
                body[name] = value

    def no_counterpart(
        self, setting: str, why: str = "this API has no such setting", *, rule: str | None = None
    ) -> None:
        """Record that a setting stays behind."""
        self.drop(self.setting_paths.get(setting, f"$.{setting}"), "Setting", why, rule=rule)

    def wants_the_word_json(self, layout: object, said: object) -> bool:
        """OpenAI refuses JSON mode unless some message says “json” [OAI-19, RSP-16]; its own requests mostly do.

        What was said elsewhere is not looked at: a history has to begin the same whatever is said later.
        """
        if inside(layout).get("type") != "json_object":
            return False
        if self.says_json and b"json" in encode_bytes(said).lower():
            return False
        path = self.setting_paths.get("output", "$")
        self.tell("synthesized", path, "Text", "JSON mode wants a message that says so", rule="OAI-19")
        return True

    # The ledger.

    def tell(
        self,
        action: Action,
        where: Place,
        block: str | object,
        why: str,
        *,
        rule: str | None = None,
    ) -> None:
        """Record a change: what happened, where, to what, and why."""
        name = block if isinstance(block, str) else type(block).__name__
        self._told.append((action, where, name, why, rule))

    def drop(self, where: Place, block: str | object, why: str, *, rule: str | None = None) -> None:
        """Record a loss."""
        self.tell("dropped", where, block, why, rule=rule)

    def changes(self) -> tuple[Change, ...]:
        """What was recorded. Finding the paths takes longer than the changes did, so it waits until it is asked for.

        What two passes did at one place for one rule's sake is one change.
        """
        told: dict[object, Change] = {}
        for action, where, name, why, rule in self._told:
            path = where if isinstance(where, str) else self.path(*where)
            change = Change(action, path, name, why, rule, lossy=action == "dropped")
            told.setdefault((path, rule) if action == "rewritten" and rule is not None else len(told), change)
        return tuple(told.values())

    def replace(self, block: AnyStruct, **fields: Any) -> AnyStruct:
        """The block with other fields; where it came from is not forgotten."""
        return self.derived(block, replace(block, **fields))

    def derived(self, block: object, made: AnyStruct) -> AnyStruct:
        """Say that ``made`` stands where ``block`` stood."""
        self._made_from[id(made)] = (made, block)
        return made

    def invent(self, block: AnyStruct) -> AnyStruct:
        """Say that nobody said this before: what is told of it is that it was made up, and nothing more."""
        self._invented.append(block)
        return block

    def is_invented(self, block: object) -> bool:
        """Was it made up on the way?"""
        return any(each is self._source_of(block) for each in self._invented)

    def _source_of(self, block: object) -> object:
        while (made := self._made_from.get(id(block))) is not None:
            block = made[1]
        return block

    def path(self, index: int, block: object = None) -> str:
        """Where the message with this index, one of its blocks, or what has this path below it stands in the source."""
        base = f"{self._root}[{index}]"
        if isinstance(block, str):
            return base + block
        if block is None or index >= len(self.source.messages):
            return base
        block = self._source_of(block)
        message = self.source.messages[index]
        original = message.native
        if message.native is not None and isinstance(message.native.value, str):
            return self._root  # the whole input was one string
        ordinal = self._ordinals(index, message).get(id(block))
        if ordinal is None:
            return base
        if original is None or original.content is not message.content:
            return f"{base}.content[{ordinal}]"
        return base + self._place(original.api, original.value, ordinal)

    def _ordinals(self, index: int, message: Message) -> dict[int, int]:
        """The ordinals of a message's blocks; changes come message by message, so one is remembered."""
        if self._numbered[0] != index:
            self._numbered = (index, {id(block): ordinal for ordinal, block in enumerate(message.blocks)})
        return self._numbered[1]
