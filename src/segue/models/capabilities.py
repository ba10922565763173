"""What a host accepts (`Dialect`), what a model can do (`Model`), and who serves it where (`Provider`).

Rows of these live in `providers.jsonc` and `models.jsonc`; a program adds its own through `Registry`. What
stands in brackets is the provider rule that asks for the flag.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from segue.models.apis import API
from segue.models.names import plain
from segue.models.rates import Price

ToolCallIdFormat = Literal["free", "max40", "portable", "alnum9"]
Modality = Literal["text", "image", "audio", "video", "document"]
Reasoning = Literal["effort", "budget", "adaptive", "both", "switch", "always"]
ThinkingField = Literal["reasoning_effort", "reasoning", "thinking", "enable_thinking"]
Auth = Literal["bearer", "x-api-key", "x-goog-api-key", "api-key", "aws", "google", "none"]


class Dialect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one host of a wire API differs from the vendor whose API it is.

    The defaults are that vendor's own behaviour (api.openai.com for the Chat Completions wire). Every flag
    is written so that a codec can ask it alone, whatever host it writes for.
    """

    # Thinking in the history.
    reasoning_field: Literal["reasoning_content", "reasoning"] | None = None
    """Message key that takes thinking text back; None: it must not be sent [GRQ-01, CER-01, MIS-06]."""
    reasoning_required: bool = False
    """Assistant turns with tool calls must carry `reasoning_field`, `" "` at least [DS-02, DS-03, KIM-01]."""
    reasoning_details: bool = False
    """The host's own `reasoning_details` go back whole, in order, to the model that wrote them [ORT-03]."""
    details_format: str | None = None
    """A pattern of the `format` of its own details, where it refuses those of others [ORT-03]."""
    reasoning_chunks: bool = False
    """Thinking goes back as a `thinking` chunk of the content, to reasoning models only [MIS-05]."""
    reasoning_tags: bool = False
    """Its own thinking goes back between `<think>` and `</think>`, in front of the content [CER-01]."""
    reasoning_text_items: bool = False
    """Responses: reasoning items may carry readable `content`, not just summary and ciphertext [RSP-06, DS-09]."""
    signatures: bool = True
    """Messages: thinking needs its signature; False: the host ignores it, so foreign thinking may go [DS-04]."""
    thinking_field: ThinkingField | None = "reasoning_effort"
    """Request key that asks for thinking; None: the host has none [ORT-04, KIM-02, QWN-02]."""
    thinking_with_forced_tools: bool = True
    """`tool_choice` may be required or named while thinking is on [DS-07, KIM-02, ANT-49]."""

    # Roles and order.
    developer_role: bool = True
    """Role `developer` is known [OAI-16, DS-05]."""
    system_role: bool = True
    """Role `system` is known; False: instructions go into the first user message [OAI-16, VL-01]."""
    leading_system_only: bool = False
    """One system message, at the front, and no other anywhere [VL-01, MIS-03]."""
    user_first: bool = False
    """After the system message comes a user message [DS-01, VL-01, MIS-03]."""
    user_required: bool = False
    """There must be a user message somewhere [GLM-01]."""
    alternating_roles: bool = False
    """User and assistant take strict turns [DS-01, VL-01]."""
    separator_after_tool: bool = False
    """A user message may not follow a tool result directly: an assistant message goes between [MIS-03]."""
    assistant_last: Literal["free", "prefix", "never"] = "free"
    """May the history end with the assistant: freely, marked `prefix: true`, or never [MIS-03]."""
    adjacent_calls: bool = False
    """Responses: outputs stand directly behind their calls, turn by turn [DS-09, RSP-10]."""
    results_alone: bool = False
    """Nothing else stands in the message that carries tool results [MMX-01, BED-05]."""

    # Content.
    null_content: bool = True
    """`content: null` is legal beside tool calls; False: `""` instead [XAI-01, VL-03]."""
    empty_content: bool = True
    """`""` is legal content of a message without tool calls; False: visible text instead [XAI-01, KIM-05, GLM-01]."""
    content_parts: bool = True
    """Content may be a list of parts; False: a plain string always [GRQ-02, DS-05]."""
    single_text: bool = False
    """At most one text part in a message [XAI-01]."""
    result_images: bool = False
    """Tool messages may hold images; False: they move to a user message behind the results [OAI-12]."""
    image_urls: bool = True
    """Images may be web addresses; False: inline data only [OLL-01, ANT-34]."""
    max_images: int | None = None
    """Most images that one request may carry."""
    file_parts: bool = True
    """`file` parts are known [QWN-02, OAI-13]."""
    extra_parts: tuple[str, ...] = ()
    """Chat: kinds of content parts that this host knows and api.openai.com does not: `document_url`, `video_url` …"""
    cache_control: bool = False
    """Chat: content parts may carry Anthropic's `cache_control`, and the host passes it on."""

    # Tools.
    tool_call_id_format: ToolCallIdFormat = "max40"
    """Ids: any text; any up to 40; `[a-zA-Z0-9_-]` up to 40; nine letters or digits [OAI-05, MMX-01, MIS-01]."""
    arguments_must_be_object: bool = False
    """The argument text of calls in the history is parsed and must be an object [QWN-01, MMX-01, VL-02, OLL-01]."""
    tool_result_name: bool = False
    """Tool messages carry the `name` of the tool [OAI-09]."""
    free_text_tools: bool = True
    """Tools whose input is free text are known, and choices among some of the tools [DS-05]."""
    functions: bool = True
    """The old `functions`, `function_call` and role `function` are known [OAI-17]."""
    schema_references: bool = True
    """Schemas may hold `$ref`; False: they hold what they would refer to [MIS-07]."""
    tool_parameters_required: bool = False
    """A tool needs `parameters`, if only an empty object schema [MMX-02]."""
    hosted_tools: tuple[str, ...] = ()
    """Chat: patterns of the types of tools that the host runs itself [DS-05]."""
    max_tools: int | None = 128
    """Chat: most tools in a request, and most calls in a message; None: any number [OAI-06, OAI-10]."""
    max_description: int | None = None
    """Chat: most characters in the description of a tool; None: as many as one likes [OAI-10]."""
    call_signatures: bool = False
    """Chat: calls carry Gemini's signatures in `extra_content`, for the models that want them [GEM-05]."""
    function_call_id: bool = True
    """Gemini: `id` in functionCall and functionResponse is known [GEM-08]."""

    calls_alone: bool = False
    """Nothing else stands in the message that carries calls [BED-05]."""
    result_media: tuple[Modality, ...] | None = None
    """The media that results may hold, of those that the API knows; None: all of them [BED-10]."""
    result_status: bool = True
    """Converse: results may say whether they are a success; False: words have to [BED-10]."""
    forced_choices: tuple[Literal["any", "tool"], ...] = ("any", "tool")
    """Converse: the ways to force a call that the model knows; without any, not even `auto` may be said [BED-12]."""
    cache_points: bool = True
    """Converse: marks of what may be cached are known [BED-12]."""

    # Fields.
    strict_fields: bool = False
    """Unknown and null keys are refused: nothing but the documented keys may be sent [MIS-06, GRQ-01, CER-01]."""
    refusals: bool = True
    """Chat: what a model refused may stand under `refusal`; False: it is text like any other [MIS-06, OAI-18]."""
    message_names: bool = True
    """`name` is legal on messages of every role, not on tool messages alone [MIS-06]."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_completion_tokens"
    """Request key of the output limit [OAI-21]."""
    seed_field: Literal["seed", "random_seed"] = "seed"
    """Request key of the seed [MIS-06]."""
    store: bool = True
    """Request key `store` is known [CER-02, XAI-02]."""
    output_schema: bool = True
    """`response_format` may hold a schema; False: JSON mode alone."""
    effort_beside_thinking: bool = False
    """`reasoning_effort` may stand beside another `thinking_field` [KIM-02, ORT-04]."""
    max_temperature: float | None = None
    """The highest `temperature`, where that is lower than 2."""
    refused_settings: tuple[str, ...] = ()
    """Request keys of api.openai.com that the host refuses outright."""
    own_settings: tuple[str, ...] = ()
    """Chat: request keys that this host has, and api.openai.com refuses [GRQ-01]."""
    stream_options: bool = True
    """`stream_options.include_usage` is known; False: usage comes unasked."""
    anthropic_version: str | None = None
    """Messages behind a cloud: the version stands in the body under this value, and `model` does not."""


class Model(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one model can do. The defaults are those of a model nobody has heard of: the careful ones."""

    id: str
    """The id without dates and prefixes: what provenance is compared by."""
    provider: str | None = None
    """Who made it and serves it first; None for open weights that many serve."""
    api: API | None = None
    """The API that it is spoken to in at home, where that is not its provider's usual one."""
    family: str = "unknown"
    """`openai`, `anthropic`, `gemini`, or the house of an open model: `deepseek`, `qwen`, `llama`…"""
    aliases: tuple[str, ...] = ()
    """Other names of the same model."""
    known: bool = True
    """False where no row names the model and its family's careful defaults answer."""

    context_window: int | None = None
    """Most tokens of input (and output, where a vendor counts both); None: not known."""
    max_output: int | None = None
    """Most tokens of one answer; None: not known."""
    price: Price | None = None
    """What it costs at its provider, where that is to be said here; None: ask the price lists."""
    inputs: tuple[Modality, ...] = ("text",)
    """What it can read."""
    tools: bool = True
    """Calls tools."""
    forced_tools: bool = True
    """Can be told to call a tool; False: `any` and named choices are refused outright [ANT-49]."""
    sampling: bool = True
    """Takes temperature and top_p when nothing is said of its thinking [OAI-21, ANT-48, KIM-02].

    OpenAI's models that think on request take them until they are asked to."""

    reasoning: Reasoning | None = None
    """How its thinking is steered: by effort words, a token budget, adaptively (with effort), either budget
    or adaptively (`both`), on and off (`switch`), not at all (`always`); None: it does not think [ANT-47]."""
    efforts: tuple[str, ...] = ()
    """The effort words that it takes, `none` apart, which `thinking_off` tells; empty: not known [ANT-50]."""
    thinking_off: bool = True
    """Its thinking can be turned off [ANT-47]."""
    think_tags: bool = False
    """Writes its thinking between `<think>` tags in front of its answer, where its host does not part them."""
    prefix_binding: bool = False
    """Signed thinking is bound to everything before it, and fails when a byte of that changes [ANT-44]."""
    signature_required: bool = False
    """Calls of the current turn need a thought signature, or the sentinel in its place [GEM-05]."""

    # The Messages and Gemini wires ask these two of the model; the Chat wire asks the dialect instead.
    prefill: bool = False
    """The history may end with an assistant message [ANT-04, GEM-16]."""
    midhistory_system: bool = False
    """System messages may stand among the others [ANT-10]."""
    function_response_media: bool = False
    """Gemini: functionResponse may carry media of its own [GEM-11]."""
    mixed_tools: bool = False
    """Gemini: Google's own tools may stand beside functions [GEM-14]."""

    def is_called(self, name: str) -> bool:
        """Is that a name of this model, however a host decorates it?"""
        return plain(name) in (self.id, *self.aliases)


class Variant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a host treats some of its models differently: id patterns (`*` matches all), and what changes."""

    match: tuple[str, ...]
    dialect: dict[str, Any] = {}
    model: dict[str, Any] = {}


class Route(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A further API that a provider speaks, its place, and the models that are spoken to in it by default."""

    api: API
    base_url: str | None = None
    path: str | None = None
    stream_path: str | None = None
    dialect: Dialect = Dialect()
    auth: Auth | None = None
    key_env: tuple[str, ...] = ()
    base_url_env: tuple[str, ...] = ()
    family: str | None = None
    """The family of the models that are spoken to so, where it is not the provider's."""
    match: tuple[str, ...] = ()


class Provider(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who serves models: a company, a cloud, or a server of one's own.

    `base_url` may hold `{NAME}` or `{NAME|default}`, to be filled from the environment by whoever sends.
    """

    id: str
    name: str = ""
    api: API = "openai-completions"
    base_url: str | None = None
    path: str | None = None
    stream_path: str | None = None
    dialect: Dialect = Dialect()
    routes: tuple[Route, ...] = ()
    variants: tuple[Variant, ...] = ()
    family: str | None = None
    """The family of the models that it serves under names of its own; None: it serves everybody's."""
    auth: Auth = "bearer"
    key_env: tuple[str, ...] = ()
    """Environment variables that may hold the key, the first one that is set wins."""
    token_env: tuple[str, ...] = ()
    """Variables that hold a token instead, to be sent as `Authorization: Bearer` whatever `auth` says."""
    key_required: bool = True
    """False: a server of one's own, which is asked without a key where none is set."""
    base_url_env: tuple[str, ...] = ()
    """Environment variables that replace `base_url`."""
    header_env: tuple[tuple[str, str], ...] = ()
    """Headers, and the variables that hold their values; of `*`, the variable holds whole lines, `Name: value`."""
    price_list: str | None = None
    """Its id in the price lists of the package genai-prices, where that is another."""
    aliases: tuple[str, ...] = ()

    @property
    def apis(self) -> tuple[API, ...]:
        """Every API that it speaks, its usual one first."""
        return tuple(dict.fromkeys((self.api, *(route.api for route in self.routes))))
