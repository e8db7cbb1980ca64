// The TypeScript SDK, which the inspector is built on, through `turnstone mcp`: every practice kind to its end.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import assert from "node:assert/strict";

const [address, binary] = process.argv.slice(2);

/** Pseudo-random numbers from a seed (mulberry32). */
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const client = new Client({ name: "turnstone-tests", version: "1" });
await client.connect(new StdioClientTransport({ command: binary, args: ["mcp", "--url", address], stderr: "inherit" }));
const { tools } = await client.listTools();
assert.ok(tools.length >= 8 && tools.length <= 15, `${tools.length} tools`);

async function call(name, args) {
  const result = await client.callTool({ name: `turnstone_${name}`, arguments: { ...args, full: true } });
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  return result.structuredContent;
}

const next = numbers(11);
const { games } = await call("games", {});
for (const { kind } of games) {
  let { tableId, seatToken, table } = await call("practice", { kind });
  while (!table.state.terminal) {
    const { yourTurn, legalActions, plies } = table.state;
    ({ table } = yourTurn
      ? await call("act", {
          tableId,
          seatToken,
          action: legalActions[Math.floor(next() * legalActions.length)],
          expectedPlies: plies,
        })
      : await call("wait_for_turn", { tableId, seatToken }));
  }
  const { verification } = await call("replay", { tableId });
  assert.equal(verification.verdict, "holds", kind);
}
console.log(`${games.length} kinds`);
await client.close();
