"""The configurations of transports/MCP.md, each as its client uses it: the blocks of LangChain and of the OpenAI Agents SDK
run as they are, those of programs without an interface are read, and their connection is opened."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import textwrap
import urllib.request
from pathlib import Path

address, token, binary, page = sys.argv[1:]
TEXT = Path(page).read_text().replace("{base_url}", address)
OPEN = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
MESSAGE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": OPEN})


def block(client: str) -> str:
    """The configuration under the heading of a client."""
    section = TEXT.split(f"### {client}\n")[1].split("\n##")[0]
    return re.search(r"```\w+\n(.*?)```", section, re.S)[1]


def connects(url: str, headers: dict[str, str]) -> None:
    """Open a connection as a client with this entry does."""
    headers = {name: re.sub(r"\$\{[^}]*\}", token, value) for name, value in headers.items()}
    headers |= {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with urllib.request.urlopen(urllib.request.Request(url, MESSAGE.encode(), headers)) as answer:
        assert json.load(answer)["result"]["serverInfo"]["name"] == "turnstone"


async def run(code: str, more: str) -> None:
    scope: dict = {"token": token}
    exec("async def configured():\n" + textwrap.indent(code + more, "    "), scope)
    await scope["configured"]()


cursor = json.loads(block("Cursor"))["mcpServers"]["turnstone"]
connects(cursor["url"], cursor["headers"])
code = json.loads(block("VS Code"))["servers"]["turnstone"]
assert code["type"] == "http"
connects(code["url"], code["headers"])
desktop = json.loads(block("Claude Desktop"))["mcpServers"]["turnstone"]
assert desktop["command"] == "turnstone"
file = Path("token")
file.write_text(token)
arguments = [str(file.resolve()) if value.startswith("/home/") else value for value in desktop["args"]]
forwarded = subprocess.run([binary, *arguments], input=MESSAGE + "\n", capture_output=True, text=True, timeout=60)
assert json.loads(forwarded.stdout)["result"]["serverInfo"]["name"] == "turnstone", forwarded
print("the configurations of Cursor, VS Code and Claude Desktop connect")

asyncio.run(run(block("LangChain"), """
assert len(tools) == 15 and all(tool.name.startswith("turnstone_") for tool in tools)
by_name = {tool.name: tool for tool in tools}
assert "You are ada" in str(await by_name["turnstone_me"].ainvoke({}))
assert "Your turn" in str(await by_name["turnstone_practice"].ainvoke({"kind": "connect-four-vs-house"}))
"""))
print("LangChain plays")
os.environ["OPENAI_API_KEY"] = "none"
asyncio.run(run(block("OpenAI Agents SDK"), """
    assert len(await server.list_tools()) == 15
    answer = await server.call_tool("turnstone_open_table", {"kind": "tic-tac-toe-vs-house", "open": True})
    table = re.search(r"tableId: (\\S+)", answer.content[0].text)[1]
    answer = await server.call_tool("turnstone_wait_for_turn", {"tableId": table, "wait": 6})
    assert "Waiting for members" in answer.content[0].text, answer
""".replace("re.search", "__import__('re').search")))
print("the OpenAI Agents SDK plays")
