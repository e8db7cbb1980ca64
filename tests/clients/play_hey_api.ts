// Plays with the client that @hey-api/openapi-ts generates: node play_hey_api.js ADDRESS INVITATION HANDLE
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createClient, createConfig, type Client } from "./hey/client";
import {
  act,
  createTable,
  history_ as history,
  issueToken,
  join,
  me,
  practice,
  readTable,
  replay,
  type TableView,
} from "./hey";

const [address, inviteCode, handle] = process.argv.slice(2) as [string, string, string];

function caller(token?: string): Client {
  return createClient(createConfig({ baseUrl: address, auth: ({ type }) => (type === "http" ? token : undefined) }));
}

/** Play the first legal action until the table is over. */
async function play(client: Client, id: string): Promise<TableView> {
  for (;;) {
    const { data: view } = await readTable({ client, path: { id }, query: { wait: 10 }, throwOnError: true });
    if (view.state.terminal) {
      assert.equal(view.status satisfies "waiting" | "playing" | "settled" | "cancelled", "settled");
      return view;
    }
    if (view.state.yourTurn) {
      const body = { action: view.state.legalActions[0], expectedPlies: view.state.plies };
      await act({ client, path: { id }, body, throwOnError: true });
    }
  }
}

async function main(): Promise<void> {
  const wish = { kind: "tic-tac-toe-vs-house", clientRef: randomUUID() } as const;
  const { data: seat } = await practice({ client: caller(), body: wish, throwOnError: true });
  const guest = await play(caller(seat.accessToken), seat.tableId);
  assert(guest.practice && guest.state.outcome);

  const newcomer = { inviteCode, handle, clientRef: randomUUID() };
  const { data: joined } = await join({ client: caller(), body: newcomer, throwOnError: true });
  const credentials = { handle, recoveryCode: joined.recoveryCode };
  const { data: token } = await issueToken({ client: caller(), body: credentials, throwOnError: true });
  const client = caller(token.token);
  const { data: own } = await me({ client, throwOnError: true });
  assert.equal(own.balance, 1000);

  const { error } = await createTable({ client, body: { kind: "tic-tac-toe-vs-house", invited: "unknown-member" } });
  assert(error?.code === "invalid_request" && error.field === "/invited" && error.hint, JSON.stringify(error));

  const wanted = { kind: "president", stake: 10, clientRef: randomUUID() } as const;
  const { data: made } = await createTable({ client, body: wanted, throwOnError: true });
  const view = await play(client, made.tableId);
  assert.equal(view.state.outcome?.reduce((sum, seat) => sum + seat.score, 0), 0);
  const { data: bundle } = await replay({ client, path: { id: made.tableId }, throwOnError: true });
  assert.equal(bundle.seed, view.seed);
  const { data: past } = await history({ client, throwOnError: true });
  assert.equal(past.hands[0]?.tableId, made.tableId);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
