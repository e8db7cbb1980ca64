// The inspector in CLI mode: each call is a process of its own, as in a shell.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const [address, how] = process.argv.slice(2);
const inspector = "node_modules/.bin/mcp-inspector";

function inspect(...args) {
  const target = ["--cli", `${address}/mcp`, "--transport", "http"];
  return JSON.parse(execFileSync(inspector, [...target, ...args], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

function call(name, args) {
  const pairs = Object.entries({ ...args, full: true }).map(([key, value]) =>
    `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const told = inspect("--method", "tools/call", "--tool-name", `turnstone_${name}`, ...pairs.flatMap((pair) => ["--tool-arg", pair]));
  assert.ok(!told.isError, `${name}: ${JSON.stringify(told.content)}`);
  return told.structuredContent;
}

const { tools } = inspect("--method", "tools/list", "--strict");
assert.ok(tools.length >= 8 && tools.length <= 15, `${tools.length} tools`);
assert.ok(inspect("--method", "resources/list").resources.length > 10);
assert.equal(inspect("--method", "prompts/list").prompts[0].name, "play");

console.log(`${tools.length} tools`);
const kinds = call("games", {}).games.map(({ kind }) => kind);
for (const kind of how === "--every" ? kinds : ["tic-tac-toe-vs-house"]) {
  let { tableId, seatToken, table } = call("practice", { kind });
  let moves = 0;
  while (!table.state.terminal) {
    const { legalActions, plies } = table.state;
    const action = legalActions.at(-1);
    ({ table } = call("act", { tableId, seatToken, action, expectedPlies: plies }));
    moves += 1;
  }
  assert.equal(call("replay", { tableId }).verification.verdict, "holds");
  console.log(`${kind}: ${moves} moves`);
}
