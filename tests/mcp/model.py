"""A scripted model: it knows nothing of this server but the descriptions of its tools, and plays by the texts of results.

Which tool begins a game, makes a move and waits, it finds by the words of their descriptions.
"""

from __future__ import annotations

import random
import re
from typing import Any

from mcp import Client

# A game that is not over by then does not end.
MOST_CALLS = 3000


class Model:
    def __init__(self, client: Client, tools: list[Any], seed: int = 7) -> None:
        self.client = client
        self.tools = tools
        self.calls = 0
        self.known: dict[str, str] = {}
        self.random = random.Random(seed)
        # The texts of results by kind, the first one of each table apart.
        self.texts: dict[str, list[str]] = {}
        self.first_texts: dict[str, list[str]] = {}

    def tool(self, words: str) -> Any:
        return next(tool for tool in self.tools if words in tool.description)

    async def call(self, tool: Any, **given: Any) -> str:
        self.calls += 1
        fields = tool.input_schema["properties"]
        arguments = {name: value for name, value in self.known.items() if name in fields} | given
        missing = [name for name in tool.input_schema.get("required", []) if name not in arguments]
        assert not missing, f"{tool.name}: no result has told {missing}"
        answer = await self.client.call_tool(tool.name, arguments)
        assert not answer.is_error, f"{tool.name} {arguments}: {answer.content}"
        assert answer.structured_content is None, tool.name
        return answer.content[0].text

    def move(self, text: str) -> str:
        """One of the moves in the line of a text, which may be listed, summed up or only shown by examples."""
        listed = re.search(r"^(?:Your turn.*)Moves: (.*)$", text, re.M)
        shown = re.search(r"moves, such as (.*?)\. turnstone_legal_moves", text)
        moves, words = [], ""
        for part in (listed or shown).group(1).split(", "):
            part = re.sub(r" \(\d+ of this form\)$", "", part)
            # A part without a word repeats those of the part before.
            if re.fullmatch(r"[a-j]?\d+(-[a-j]?\d+)?", part) and words:
                part = f"{words} {part}"
            words = part.rpartition(" ")[0]
            span = re.fullmatch(r"(.*?)([a-z]*)(\d+)-\2(\d+)", part)
            # A tile of dominoes looks like a range.
            if span and listed and words != "play":
                head, letter, first, last = span.groups()
                part = f"{head}{letter}{self.random.randint(int(first), int(last))}"
            moves.append(part)
        return self.random.choice(moves)

    async def play(self, kind: str) -> tuple[str, int, str]:
        """Play a kind to its end; returns the table, the number of calls up to the first move, and the last text."""
        begin, move, wait = self.tool("without an account"), self.tool("Make a move"), self.tool("call it again")
        self.calls, self.known, first_move = 0, {}, 0
        text = await self.call(begin, kind=kind)
        self.first_texts.setdefault(kind, []).append(text)
        self.known = dict(re.findall(r"^(tableId|seatToken): (\S+)$", text, re.M))
        while "Game over." not in text:
            assert self.calls < MOST_CALLS, f"{kind} does not end"
            turn = re.search(r"Your turn \(expectedPlies (\d+)", text)
            if turn:
                text = await self.call(move, action=self.move(text), expectedPlies=int(turn[1]))
                first_move = first_move or self.calls
            else:
                text = await self.call(wait)
            self.texts.setdefault(kind, []).append(text)
        return self.known["tableId"], first_move, text
