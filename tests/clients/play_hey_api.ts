// Plays with the client that @hey-api/openapi-ts makes: node play_hey_api.js ADDRESS INVITATION HANDLE
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createClient, createConfig, type Client } from "./hey/client";
import {
  getMe,
  getMeHistory,
  getTablesId,
  getTablesIdReplay,
  postJoin,
  postPractice,
  postTables,
  postTablesIdAction,
  postToken,
  type TableView,
} from "./hey";

const [address, inviteCode, handle] = process.argv.slice(2) as [string, string, string];

function caller(token?: string): Client {
  return createClient(createConfig({ baseUrl: address, auth: ({ type }) => (type === "http" ? token : undefined) }));
}

/** Play the first legal action until the table is over. */
async function play(client: Client, id: string): Promise<TableView> {
  for (;;) {
    const { data: view } = await getTablesId({ client, path: { id }, query: { wait: 10 }, throwOnError: true });
    if (view.state.terminal) {
      assert.equal(view.status satisfies "waiting" | "playing" | "settled" | "cancelled", "settled");
      return view;
    }
    if (view.state.yourTurn) {
      const body = { action: view.state.legalActions[0], expectedPlies: view.state.plies };
      await postTablesIdAction({ client, path: { id }, body, throwOnError: true });
    }
  }
}

async function main(): Promise<void> {
  const practice = { kind: "tic-tac-toe-vs-house", clientRef: randomUUID() } as const;
  const { data: seat } = await postPractice({ client: caller(), body: practice, throwOnError: true });
  const guest = await play(caller(seat.accessToken), seat.tableId);
  assert(guest.practice && guest.state.outcome);

  const join = { inviteCode, handle, clientRef: randomUUID() };
  const { data: joined } = await postJoin({ client: caller(), body: join, throwOnError: true });
  const credentials = { handle, recoveryCode: joined.recoveryCode };
  const { data: token } = await postToken({ client: caller(), body: credentials, throwOnError: true });
  const client = caller(token.token);
  const { data: me } = await getMe({ client, throwOnError: true });
  assert.equal(me.balance, 1000);

  const { error } = await postTables({ client, body: { kind: "tic-tac-toe-vs-house", invited: "nobody-here" } });
  assert(error?.code === "invalid_request" && error.field === "/invited" && error.hint, JSON.stringify(error));

  const wanted = { kind: "president", stake: 10, clientRef: randomUUID() } as const;
  const { data: made } = await postTables({ client, body: wanted, throwOnError: true });
  const view = await play(client, made.tableId);
  assert.equal(view.state.outcome?.reduce((sum, seat) => sum + seat.score, 0), 0);
  const { data: replay } = await getTablesIdReplay({ client, path: { id: made.tableId }, throwOnError: true });
  assert.equal(replay.seed, view.seed);
  const { data: history } = await getMeHistory({ client, throwOnError: true });
  assert.equal(history.hands[0]?.tableId, made.tableId);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
