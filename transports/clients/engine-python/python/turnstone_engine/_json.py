"""What Python's reader of JSON lacks."""

from __future__ import annotations

from typing import Any


def without_repeats(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """A hook for objects: ValueError if a name comes twice, as a server rejects it."""
    object_ = dict(members)
    if len(object_) != len(members):
        raise ValueError("a member of an object comes twice")
    return object_
