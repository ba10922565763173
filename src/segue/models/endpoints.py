"""An `Endpoint` is everything that converting for a target, and finding it on the network, needs to know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Final, TypeVar

from msgspec import Struct, ValidationError, convert, structs

from segue.errors import UsageError
from segue.models.apis import API, WIRES, as_api, home_provider
from segue.models.capabilities import Auth, Dialect, Model, Provider, Route
from segue.models.own import registry_here
from segue.models.registry import Registry
from segue.models.targets import Target, check_api, parse_target

# What an API that demands a limit is given when the conversation names none.
_UNKNOWN_LIMIT: Final = 4096
_DEFAULT_LIMIT: Final = 16_384
_VERSION: Final = r"/v\d+[a-z]*(?=/)"
# `{NAME}` or `{NAME|default}` in an address.
_PLACEHOLDER: Final = r"\{([A-Z][A-Z0-9_]*)(?:\|([^{}]*))?\}"

_Row = TypeVar("_Row", Dialect, Model)


class Endpoint(Struct, frozen=True, kw_only=True):
    """One model, at one provider, in one API. It holds no key, only the names of the variables that may."""

    name: str
    """What `endpoint()` takes to make this one again (but for overrides)."""
    provider: str
    api: API
    model: str
    """The id as the provider wants it in a request."""
    capabilities: Model
    dialect: Dialect
    base_url: str | None
    path: str
    stream_path: str
    headers: tuple[tuple[str, str], ...]
    """Headers that every request carries, keys apart."""
    max_tokens: int
    """The output limit for an API that demands one, where the conversation sets none."""
    auth: Auth
    key_env: tuple[str, ...]
    token_env: tuple[str, ...]
    key_required: bool
    base_url_env: tuple[str, ...]
    header_env: tuple[tuple[str, str], ...]
    """Headers that the environment may add, and the variables that hold them (`Provider.header_env`)."""
    price_list: str
    """The provider's id in the price lists."""

    @property
    def url(self) -> str:
        """Where a request is posted to."""
        return self._url(self.path)

    @property
    def stream_url(self) -> str:
        """Where a request is posted to whose answer should stream."""
        return self._url(self.stream_path)

    def with_environment(self, variables: Mapping[str, str]) -> Endpoint:
        """This endpoint where these variables send it (`OPENAI_BASE_URL`, `GOOGLE_CLOUD_PROJECT`, …)."""
        base = next((variables[name] for name in self.base_url_env if variables.get(name)), self.base_url)
        added = (pair for name, held in self.header_env for pair in _headers(name, variables.get(held) or ""))
        return structs.replace(
            self,
            headers=tuple({**dict(self.headers), **dict(added)}.items()),
            base_url=None if base is None else _fill(base, variables),
            path=_fill(self.path, variables),
            stream_path=_fill(self.stream_path, variables),
        )

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        # Neither headers nor addresses: people put credentials into both.
        return f"Endpoint({self.name!r}, api={self.api!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("name", self.name), ("api", self.api)]

    def _url(self, path: str) -> str:
        from urllib.parse import quote

        if self.base_url is None:
            hint = f" or set {' or '.join(self.base_url_env)}" if self.base_url_env else ""
            raise UsageError(f"{self.provider!r} has no fixed address: pass base_url=…{hint}.")
        base = _fill(self.base_url, {}).rstrip("/")
        path = _fill(path, {}).replace("{model}", quote(self.model, safe=""))
        missing = re.search(_PLACEHOLDER, base + path)
        if missing:
            raise UsageError(f"The address of {self.name!r} needs {missing[1]}: set it, or pass base_url=….")
        # A base URL with the version, where the path brings it already ("https://api.anthropic.com/v1").
        version = re.match(_VERSION, path)
        return (base.removesuffix(version[0]) if version else base) + path


def resolve(to: str | Endpoint, *, registry: Registry | None = None) -> API | Endpoint:
    """The endpoint that `to` names; a bare API name stays itself."""
    if isinstance(to, Endpoint):
        return to
    # A bare API needs no rows: whoever only asks for codecs never has them read.
    return as_api(to.strip()) or endpoint(to, registry=registry)


def endpoint(
    to: str | Endpoint,
    model: str | None = None,
    *,
    api: str | None = None,
    base_url: str | None = None,
    headers: Mapping[str, str] | None = None,
    max_tokens: int | None = None,
    dialect: Dialect | Mapping[str, Any] | None = None,
    capabilities: Model | Mapping[str, Any] | None = None,
    registry: Registry | None = None,
) -> Endpoint:
    """The endpoint of a model: `endpoint("anthropic/claude-opus-5")`, `endpoint("openai", "gpt-5.2")`.

    `dialect` and `capabilities` replace what is known of the host and the model, whole or by single flags:
    `endpoint("vllm/my-model", base_url="http://gpu:8000/v1", capabilities={"inputs": ("text", "image")})`.
    """
    registry = registry or registry_here()
    made = to if isinstance(to, Endpoint) else None
    if made is None or model is not None or api is not None:
        made = _build(_target(to, model, api, registry), registry)
        if isinstance(to, Endpoint) and to.api == made.api:
            # Another model of the same server, wherever that was said to be.
            made = structs.replace(made, base_url=to.base_url, base_url_env=to.base_url_env, headers=to.headers)
    return structs.replace(
        made,
        base_url=base_url or made.base_url,
        # An address that was spelt out is not the environment's to change.
        base_url_env=() if base_url else made.base_url_env,
        headers=tuple({**dict(made.headers), **(headers or {})}.items()),
        max_tokens=max_tokens or made.max_tokens,
        dialect=_changed(made.dialect, dialect),
        capabilities=_changed(made.capabilities, capabilities),
    )


def _target(to: str | Endpoint, model: str | None, api: str | None, registry: Registry) -> Target:
    if isinstance(to, Endpoint):
        target = Target(provider=to.provider, api=to.api if model is None else None, model=model or to.model)
    else:
        target = parse_target(to, registry, model=model)
    return target if api is None else structs.replace(target, api=check_api(api))


def _build(target: Target, registry: Registry) -> Endpoint:
    if target.model is None:
        raise UsageError(f"An API alone ({target.api}) is no endpoint: name a model too, as in '{target.api}/…'.")
    provider = registry.provider(target.provider or "")
    if provider is None:
        raise UsageError(f"Provider {target.provider!r} is not in this registry: pass registry=….")
    model = registry.model(target.model, provider.id)
    route = _route(provider, model, target.api)
    if route.family is not None and not model.known:
        model = registry.model(target.model, provider.id, route.family)
    if model.price is not None and model.provider != provider.id:
        # Its maker's price; others charge what they like.
        model = structs.replace(model, price=None)
    dialect, model = _host_ways(provider, route.dialect, model)
    wire = WIRES[route.api]
    return Endpoint(
        name=f"{_word(provider, model, route)}/{target.model}",
        provider=provider.id,
        api=route.api,
        model=target.model,
        capabilities=model,
        dialect=dialect,
        base_url=route.base_url,
        path=route.path or wire.path,
        stream_path=route.stream_path or wire.stream_path,
        headers=() if dialect.anthropic_version else wire.headers,
        max_tokens=min(model.max_output or _UNKNOWN_LIMIT, _DEFAULT_LIMIT),
        auth=route.auth or provider.auth,
        key_env=route.key_env or provider.key_env,
        token_env=provider.token_env,
        key_required=provider.key_required,
        base_url_env=route.base_url_env,
        header_env=provider.header_env,
        price_list=provider.price_list or provider.id,
    )


def _route(provider: Provider, model: Model, api: API | None) -> Route:
    """The wire that is spoken: the one asked for, else the model's, else the provider's usual one."""
    usual = Route(
        api=provider.api,
        base_url=provider.base_url,
        path=provider.path,
        stream_path=provider.stream_path,
        base_url_env=provider.base_url_env,
        dialect=provider.dialect,
    )
    if api is None and model.provider == provider.id:
        api = model.api
    if api is None:
        matching = (r for r in provider.routes if any(fnmatchcase(model.id, match) for match in r.match))
        return next(matching, usual)
    found = next((route for route in (usual, *provider.routes) if route.api == api), None)
    if found is None:
        raise UsageError(f"{provider.id!r} does not speak {api}; it speaks {', '.join(provider.apis)}.")
    return found


def _word(provider: Provider, model: Model, route: Route) -> str:
    """What stands before the model in a target word that leads to this route again."""
    unusual = route.api != _route(provider, model, None).api
    return route.api if unusual and home_provider(route.api) == provider.id else provider.id


def _fill(address: str, variables: Mapping[str, str]) -> str:
    """Puts variables, or the defaults beside them, into an address; what has neither stays."""

    def value(found: re.Match[str]) -> str:
        text = variables.get(found[1]) or found[2]
        if text is None:
            return found[0]
        # OLLAMA_HOST and its like are often a bare "host:port", or a host alone.
        return text if found.start() or "://" in text else f"http://{text}{_port(text, found[2] or '')}"

    # Vertex: the location "global" is the one that has no host of its own.
    return re.sub(_PLACEHOLDER, value, address).replace("//global-aiplatform", "//aiplatform")


def _port(host: str, default: str) -> str:
    """The port of the default address, for a host that is named without one."""
    port = re.search(r":\d+$", default)
    return port[0] if port and not re.search(r":\d+/?$", host) else ""


def _headers(name: str, text: str) -> list[tuple[str, str]]:
    """A header with what its variable holds, or the whole lines that the variable of `*` holds."""
    if name != "*":
        return [(name, text)] if text else []
    lines = (line.partition(":") for line in text.splitlines())
    return [(header.strip(), value.strip()) for header, colon, value in lines if colon and header.strip()]


def _host_ways(provider: Provider, dialect: Dialect, model: Model) -> tuple[Dialect, Model]:
    """The dialect and the capabilities that are left once the host's exceptions are counted in."""
    for variant in provider.variants:
        if any(fnmatchcase(model.id, match) for match in variant.match):
            dialect = _changed(dialect, variant.dialect or None)
            model = _changed(model, variant.model or None)
    return dialect, model


def _changed(known: _Row, change: _Row | Mapping[str, Any] | None) -> _Row:
    """The row with single flags replaced, each checked: a misspelt flag must not pass unseen."""
    if change is None or not isinstance(change, Mapping):
        return known if change is None else change
    try:
        return convert({**structs.asdict(known), **change}, type(known))
    except ValidationError as error:
        raise UsageError(f"{type(known).__name__}: {error}") from None
