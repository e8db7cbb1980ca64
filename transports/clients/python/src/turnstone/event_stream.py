"""The format of event streams (`text/event-stream`), read by the rules of the WHATWG's HTML standard, without I/O."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from .errors import BadAnswer

# The longest event of a stream, in characters. The server's are far shorter.
MOST_CHARACTERS = 16 << 20

LINE_END = re.compile("\r\n|\n|\r")


class StreamEvent(NamedTuple):
    """An event of a stream: what its data is of, as `table`, and the data, parsed."""

    name: str
    data: Any


@dataclass(frozen=True)
class Event:
    """One event; `id` is the newest id of the stream so far."""

    name: str
    data: str
    id: str

    def json(self) -> Any:
        try:
            return json.loads(self.data)
        except ValueError as error:
            raise BadAnswer("the data of an event is not JSON") from error


class Parser:
    """The events of one connection. An event without its empty last line is dropped with the parser."""

    def __init__(self) -> None:
        # It drops a byte order mark at the beginning.
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        self._parts: list[str] = []
        self._ends_with_cr = False
        self._name = ""
        self._data: list[str] = []
        self._id = ""
        # Characters of the event so far.
        self._length = 0

    def feed(self, received: bytes) -> list[Event]:
        """The events that these bytes complete."""
        text = self._decoder.decode(received)
        if text:
            # The line feed of a line end whose carriage return came before.
            rest = self._ends_with_cr and text[0] == "\n"
            self._ends_with_cr = text[-1] == "\r"
            text = text[rest:]
        first, *others = LINE_END.split(text)
        # A line that does not end is not copied again for each of its parts.
        self._parts.append(first)
        self._length += len(first)
        events: list[Event] = []
        for line in others:
            whole, self._parts = "".join(self._parts), [line]
            if (event := self._take(whole)) is not None:
                events.append(event)
            self._length = (0 if not whole else self._length) + len(line)
        if self._length > MOST_CHARACTERS:
            raise BadAnswer(f"an event of a stream is longer than {MOST_CHARACTERS} characters")
        return events

    def _take(self, line: str) -> Event | None:
        if not line:
            return self._complete()
        # A comment is a field without a name. Unknown fields are ignored, and `retry`: clients have their own pauses.
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif field == "id" and "\0" not in value:
            self._id = value
        return None

    def _complete(self) -> Event | None:
        name, data = self._name, self._data
        self._name, self._data = "", []
        return Event(name or "message", "\n".join(data), self._id) if data else None
