"""The registry on a screen: a list of what is known, or one model in full."""

from __future__ import annotations

from typing import Any, Final

from msgspec import to_builtins

from segue.cli.screen import Screen, visible
from segue.jsontext import dump
from segue.models import Model

Shown = dict[str, Any]

_LABEL: Final = 12
_LONGEST_NAME: Final = 31
#: What has lines of its own; the rest of a model's traits are listed where they differ from those of a stranger.
_OWN_LINES: Final = (
    "id provider api family aliases known context_window max_output inputs price reasoning efforts thinking_off"
)
_RATES: Final = {
    "input": "in",
    "output": "out",
    "cache_read": "cache read",
    "cache_write": "cache write",
    "cache_write_1h": "cache write for an hour",
}


def tell_rows(rows: Shown, screen: Screen) -> None:
    """The list: providers with their APIs, models under their providers."""
    providers, models = rows["providers"], rows["models"]
    if len(providers) == 1:
        _tell_provider(providers[0], screen)
    elif providers:
        _tell_providers(providers, screen)
    if providers and models:
        screen.write()
    if models:
        _tell_models(models, screen)


def _tell_providers(providers: list[Shown], screen: Screen) -> None:
    screen.write(screen.paint("providers", "title"))
    room = max(len(row["id"]) for row in providers) + 4
    for row in providers:
        _labelled(row["id"], ", ".join(row["apis"]), room, screen)


def _tell_provider(row: Shown, screen: Screen) -> None:
    screen.write(screen.paint(visible(row["id"]), "title"))
    _say("name", row["name"], screen)
    _say("also", ", ".join(row["aliases"]), screen)
    _say("APIs", ", ".join(row["apis"]), screen)
    _say("address", row["base_url"] or "to be given", screen)
    _say("key", " or ".join(row["key_env"]), screen)


def _tell_models(models: list[Shown], screen: Screen) -> None:
    names = min(max(len(row["id"]) for row in models), _LONGEST_NAME) + 4
    screen.write(
        screen.paint(f"{'models':{names}}{'window':>7}{'answer':>8}{'$ in':>8}{'$ out':>8}  thinking", "title")
    )
    for provider in dict.fromkeys(row["provider"] for row in models):
        screen.write(screen.paint(visible(provider or "served by many"), "aside"))
        for row in models:
            if row["provider"] == provider:
                _tell_model(row, names, screen)


def _tell_model(row: Shown, names: int, screen: Screen) -> None:
    rates: Shown = row["price"] or {}
    cells = (
        f"{_tokens(row['context_window']):>7}{_tokens(row['max_output']):>8}"
        f"{_dollars(rates.get('input')):>8}{_dollars(rates.get('output')):>8}  {row['reasoning'] or ''}"
    ).rstrip()
    name = visible(row["id"])
    if len(name) + 3 > names:
        screen.write(f"  {screen.paint(name, 'name')}")
        name = ""
    if cells:
        screen.write(f"  {screen.paint(name.ljust(names - 2), 'name')}{cells}")
    elif name:
        screen.write(f"  {screen.paint(name, 'name')}")


def tell_endpoint(shown: Shown, screen: Screen) -> None:
    """One model, whoever serves it."""
    can: Shown = shown["capabilities"]
    screen.write(screen.paint(visible(shown["name"]), "title"))
    if not can["known"]:
        _say("", "no row names this model: it is treated with care", screen)
    _say("API", shown["api"], screen)
    _say("address", shown["url"] or shown["missing"], screen)
    if shown["stream_url"] != shown["url"]:
        _say("stream", shown["stream_url"], screen)
    keys = " or ".join(shown["key_env"])
    _say("key", keys if shown["key_required"] or not keys else f"{keys}, if it wants one", screen)
    _say("window", _counted(shown["context_window"]), screen)
    _say("answer", _counted(can["max_output"]), screen)
    _say("reads", ", ".join(can["inputs"]), screen)
    _say("thinking", _thinking(can), screen)
    _say("price", _price(shown["price"]), screen)
    stranger: Shown = to_builtins(Model(id=""))
    traits = {name: can[name] for name in stranger if name not in _OWN_LINES.split() and can[name] != stranger[name]}
    _say("traits", _flags(traits) or "those of a stranger", screen)
    _say("dialect", _flags(shown["dialect"]) or "the vendor's own", screen)


def _say(label: str, text: str, screen: Screen) -> None:
    if text:
        _labelled(label, text, _LABEL, screen)


def _labelled(label: str, text: str, room: int, screen: Screen) -> None:
    first, *others = screen.wrapped(visible(text), indent=room)
    screen.write(f"  {screen.paint(visible(label).ljust(room - 2), 'name')}{first[room:]}")
    for line in others:
        screen.write(line)


def _flags(values: Shown) -> str:
    return ", ".join(f"{name}={_word(value)}" for name, value in values.items())


def _word(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case _:
            return dump(value)


def _thinking(can: Shown) -> str:
    if can["reasoning"] is None:
        return "none"
    words = f": {', '.join(can['efforts'])}" if can["efforts"] else ""
    return f"{can['reasoning']}{words}{'' if can['thinking_off'] else '; cannot be turned off'}"


def _price(rates: Shown | None) -> str:
    if rates is None:
        return "not known"
    parts = [_rates(rates)]
    parts += [f"above {tier['above']:,} tokens in: {_rates(tier)}" for tier in rates["tiers"]]
    source = f" ({rates['source']})" if rates["source"] else ""
    return f"{'; '.join(parts)}; per million tokens{source}"


def _rates(rates: Shown) -> str:
    return ", ".join(f"${_dollars(rates[rate])} {word}" for rate, word in _RATES.items() if rates[rate] is not None)


def _dollars(rate: float | None) -> str:
    if rate is None:
        return ""
    return f"{rate:.0f}" if rate == round(rate) else f"{rate:.2f}" if rate == round(rate, 2) else f"{rate:.4g}"


def _counted(tokens: int | None) -> str:
    return "not known" if tokens is None else f"{tokens:,} tokens"


def _tokens(count: int | None) -> str:
    if count is None:
        return ""
    return f"{count / 1e6:.3g}M" if count >= 1_000_000 else f"{count / 1000:.0f}k"
