"""A scripted model: it knows nothing of this server but the descriptions and schemas of its tools.

It fills each argument from an earlier result: a field of the same name, or the path that the argument's description
names. Which tool begins a game, makes a move and waits, it finds by the words of their descriptions.
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
        self.result: dict[str, Any] = {}
        self.random = random.Random(seed)

    def tool(self, words: str) -> Any:
        return next(tool for tool in self.tools if words in tool.description)

    def find(self, path: str) -> Any:
        value: Any = self.result
        for part in path.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def argument(self, name: str, schema: dict[str, Any]) -> Any:
        if name in self.result:
            return self.result[name]
        described = schema.get("description", "")
        path = re.search(r"`([a-zA-Z.]+)`", described)
        value = self.find(path.group(1)) if path else None
        if isinstance(value, list):
            return self.random.choice(value)
        return value

    async def call(self, tool: Any, **given: Any) -> dict[str, Any]:
        self.calls += 1
        fields = tool.input_schema["properties"]
        found = {name: self.argument(name, schema) for name, schema in fields.items() if name not in given}
        arguments = given | {name: value for name, value in found.items() if value is not None}
        missing = [name for name in tool.input_schema.get("required", []) if name not in arguments]
        assert not missing, f"{tool.name}: the descriptions do not say where {missing} come from"
        answer = await self.client.call_tool(tool.name, arguments)
        assert not answer.is_error, f"{tool.name} {arguments}: {answer.content}"
        # A result without a token or an id leaves the earlier ones in force.
        self.result = self.result | answer.structured_content
        return self.result

    async def play(self, kind: str) -> tuple[str, int]:
        """Play a kind to its end; returns the table and the number of calls up to the first move."""
        begin, move, wait = self.tool("without an account"), self.tool("Make a move"), self.tool("call it again")
        self.calls, self.result, first_move = 0, {}, 0
        await self.call(begin, kind=kind)
        while not self.find("table.state.terminal"):
            assert self.calls < MOST_CALLS, f"{kind} does not end"
            if self.find("table.state.yourTurn"):
                await self.call(move)
                first_move = first_move or self.calls
            else:
                await self.call(wait)
        return self.result["tableId"], first_move
