// Plays with the types that openapi-typescript generates: node play_openapi_typescript.js ADDRESS INVITATION HANDLE
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./types";

type TableView = components["schemas"]["TableView"];
type TicTacToe = components["schemas"]["TicTacToeState"];

const [address, inviteCode, handle] = process.argv.slice(2) as [string, string, string];

function caller(token?: string): Client<paths> {
  return createClient<paths>({ baseUrl: address, headers: token ? { authorization: `Bearer ${token}` } : {} });
}

/** The response's data, which must be there. */
function told<T>({ data, error }: { data?: T; error?: unknown }): T {
  assert(data, JSON.stringify(error));
  return data;
}

/** The view decides the type of the actions and of the events. */
function isTicTacToe(state: TableView["state"]): state is TicTacToe {
  return state.view?.phase !== "waiting" && state.view?.game === "tic-tac-toe";
}

/** The cells in the order in which they were marked. */
function marked({ events = [] }: TicTacToe): number[] {
  return events.flatMap((event) => (event.type === "marked" ? [event.data.cell] : []));
}

/** Play the first legal action until the table is over. */
async function play(client: Client<paths>, id: string): Promise<TableView> {
  for (;;) {
    const view = told(await client.GET("/api/tables/{id}", { params: { path: { id }, query: { wait: 10 } } }));
    if (view.state.terminal) {
      assert.equal(view.status satisfies "waiting" | "playing" | "settled" | "cancelled", "settled");
      return view;
    }
    if (view.state.yourTurn) {
      const body = { action: view.state.legalActions[0], expectedPlies: view.state.plies };
      told(await client.POST("/api/tables/{id}/action", { params: { path: { id } }, body }));
    }
  }
}

async function main(): Promise<void> {
  const practice = { kind: "tic-tac-toe-vs-house", clientRef: randomUUID() } as const;
  const seat = told(await caller().POST("/api/practice", { body: practice }));
  const guest = await play(caller(seat.accessToken), seat.tableId);
  assert(guest.practice && guest.state.outcome);
  const all = { params: { path: { id: seat.tableId }, query: { events_since: 0 } } };
  const { state } = told(await caller(seat.accessToken).GET("/api/tables/{id}", all));
  assert(isTicTacToe(state) && marked(state).length === state.plies, JSON.stringify(state));

  const join = { inviteCode, handle, clientRef: randomUUID() };
  const { recoveryCode } = told(await caller().POST("/api/join", { body: join }));
  const { token } = told(await caller().POST("/api/token", { body: { handle, recoveryCode } }));
  const client = caller(token);
  assert.equal(told(await client.GET("/api/me")).balance, 1000);

  const refused = { kind: "tic-tac-toe-vs-house", invited: "unknown-member" } as const;
  const { error } = await client.POST("/api/tables", { body: refused });
  assert(error?.code === "invalid_request" && error.field === "/invited" && error.hint, JSON.stringify(error));

  const body = { kind: "president", stake: 10, clientRef: randomUUID() } as const;
  const { tableId } = told(await client.POST("/api/tables", { body }));
  const view = await play(client, tableId);
  assert.equal(view.state.outcome?.reduce((sum, seat) => sum + seat.score, 0), 0);
  const params = { path: { id: tableId } };
  assert.equal(told(await client.GET("/api/tables/{id}/replay", { params })).seed, view.seed);
  assert.equal(told(await client.GET("/api/me/history")).hands[0]?.tableId, tableId);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
