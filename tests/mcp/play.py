"""The Python SDK against the real binary: over HTTP, in both forms of the protocol, every practice kind to its end."""

from __future__ import annotations

import asyncio
import sys
import time

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from model import Model

# The most calls that a model may need up to its first legal move.
FIRST_MOVE = 4


async def lists(client: Client) -> tuple[list, list[str]]:
    tools = (await client.list_tools()).tools
    assert 8 <= len(tools) <= 12, [tool.name for tool in tools]
    assert all(tool.output_schema and tool.description for tool in tools)
    resources = (await client.list_resources()).resources
    for resource in resources:
        contents = (await client.read_resource(str(resource.uri))).contents
        assert len(contents) == 1 and contents[0].text, resource.uri
    prompts = (await client.list_prompts()).prompts
    assert [prompt.name for prompt in prompts] == ["play"]
    games = (await client.call_tool("games", {})).structured_content["games"]
    kinds = [game["kind"] for game in games]
    prompt = await client.get_prompt("play", {"kind": kinds[0]})
    assert kinds[0] in prompt.messages[0].content.text
    return tools, kinds


async def plays(client: Client, only: list[str] | None = None) -> int:
    tools, kinds = await lists(client)
    model = Model(client, tools)
    for kind in only or kinds:
        table, first_move = await model.play(kind)
        assert first_move <= FIRST_MOVE, f"{kind}: the first legal move came with call {first_move}"
        replay = (await client.call_tool("replay", {"tableId": table})).structured_content
        assert replay["verification"]["verdict"] == "holds", replay["verification"]
        assert replay["outcome"] == model.find("table.state.outcome"), kind
    return len(only or kinds)


async def main(address: str, binary: str) -> None:
    began = time.monotonic()
    async with Client(f"{address}/mcp") as client:
        played = await plays(client)
        print(f"{played} kinds over HTTP with {client.protocol_version}: {time.monotonic() - began:.1f} s")
    async with Client(f"{address}/mcp", mode="legacy") as client:
        await plays(client, ["tic-tac-toe-vs-house", "roulette"])
        print(f"2 kinds over HTTP with {client.protocol_version}")
    stdio = StdioServerParameters(command=binary, args=["mcp", "--url", address])
    for mode in ("auto", "legacy"):
        async with Client(stdio, mode=mode) as client:
            await plays(client, ["tic-tac-toe-vs-house"])
            print(f"1 kind over stdio with {client.protocol_version}")


asyncio.run(main(sys.argv[1], sys.argv[2]))
