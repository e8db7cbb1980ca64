"""The Python SDK against the real binary: over HTTP, in both forms of the protocol, every practice kind to its end. It
writes the texts of all results to texts.json."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from model import Model

# The most calls that a model may need up to its first legal move.
FIRST_MOVE = 4


async def lists(client: Client) -> tuple[list, list[str]]:
    tools = (await client.list_tools()).tools
    assert 8 <= len(tools) <= 15, [tool.name for tool in tools]
    assert all(tool.description and not tool.output_schema for tool in tools)
    assert all(tool.name.startswith("turnstone_") for tool in tools)
    resources = (await client.list_resources()).resources
    for resource in resources:
        contents = (await client.read_resource(str(resource.uri))).contents
        assert len(contents) == 1 and contents[0].text, resource.uri
    prompts = (await client.list_prompts()).prompts
    assert [prompt.name for prompt in prompts] == ["play"]
    games = (await client.call_tool("turnstone_games", {"full": True})).structured_content["games"]
    kinds = [game["kind"] for game in games]
    prompt = await client.get_prompt("play", {"kind": kinds[0]})
    assert kinds[0] in prompt.messages[0].content.text
    return tools, kinds


async def plays(client: Client, only: list[str] | None = None) -> Model:
    tools, kinds = await lists(client)
    model = Model(client, tools)
    for kind in only or kinds:
        table, first_move, last = await model.play(kind)
        assert first_move <= FIRST_MOVE, f"{kind}: the first legal move came with call {first_move}"
        answer = await client.call_tool("turnstone_replay", {"tableId": table, "full": True})
        replay = answer.structured_content
        assert replay["verification"]["verdict"] == "holds", replay["verification"]
        assert "holds" in answer.content[0].text
        own = replay["outcome"][0]
        assert f"({own['score']:+} chip" in last, f"{kind}: {last} of {replay['outcome']}"
    return model


async def main(address: str, binary: str) -> None:
    began = time.monotonic()
    async with Client(f"{address}/mcp") as client:
        model = await plays(client)
        print(f"{len(model.texts)} kinds over HTTP with {client.protocol_version}: {time.monotonic() - began:.1f} s")
        Path("texts.json").write_text(json.dumps({"first": model.first_texts, "later": model.texts}))
    async with Client(f"{address}/mcp", mode="legacy") as client:
        await plays(client, ["tic-tac-toe-vs-house", "roulette"])
        print(f"2 kinds over HTTP with {client.protocol_version}")
    stdio = StdioServerParameters(command=binary, args=["mcp", "--url", address])
    for mode in ("auto", "legacy"):
        async with Client(stdio, mode=mode) as client:
            await plays(client, ["tic-tac-toe-vs-house"])
            print(f"1 kind over stdio with {client.protocol_version}")


asyncio.run(main(sys.argv[1], sys.argv[2]))
