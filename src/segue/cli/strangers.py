"""A word about models that no row names: they are treated with care, and may be a slip of the pen."""

from __future__ import annotations

from segue.cli.screen import Screen, visible
from segue.models import Endpoint, registry_here
from segue.models.suggestions import nearest


def tell_stranger(target: object, screen: Screen) -> None:
    """Say so where the target is such a model, with the names that may have been meant."""
    if not isinstance(target, Endpoint) or target.capabilities.known:
        return
    rows = registry_here().models
    served = [row.id for row in rows if row.provider == target.provider] or [row.id for row in rows]
    said = f"no row names {target.model!r}: it is treated with care.{nearest(target.model, served)}"
    for line in screen.wrapped(visible(said)):
        screen.write(screen.paint(line, "mark"))
