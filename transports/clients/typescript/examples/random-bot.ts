// Plays any kind of table with random legal actions, as a guest or as a member:
//
//   node dist/examples/random-bot.js ADDRESS [KIND]
//
// By default it is a guest at a practice table. With TURNSTONE_HANDLE and TURNSTONE_RECOVERY_CODE in the environment it
// is that member and plays for chips; with TURNSTONE_INVITATION and TURNSTONE_HANDLE it joins first, and prints the
// recovery code.
import { Client, type Table, type api } from '@turnstone-games/client';

const [address, kind = 'tic-tac-toe-vs-house'] = process.argv.slice(2);
if (!address) {
  console.error('usage: node dist/examples/random-bot.js ADDRESS [KIND]');
  process.exit(2);
}

async function sitDown(address: string, kind: api.TableKind): Promise<Table> {
  const { TURNSTONE_HANDLE: handle, TURNSTONE_RECOVERY_CODE: recoveryCode } = process.env;
  const { TURNSTONE_INVITATION: invitation } = process.env;
  if (handle && recoveryCode) return new Client(address, { handle, recoveryCode }).openTable(kind);
  const client = new Client(address);
  if (!handle || !invitation) return client.practice(kind);
  console.log(`recovery code of ${handle}, to be kept: ${await client.join(invitation, handle)}`);
  return client.openTable(kind);
}

function tell(events: api.GameEvent[]): void {
  for (const { label, type } of events) console.log(label ?? type);
}

const table = await sitDown(address, kind as api.TableKind);
for await (const turn of table.turns()) {
  tell(turn.events);
  await turn.act(turn.legal[Math.floor(Math.random() * turn.legal.length)]!);
}
tell(table.news());
console.log(`${kind}: the score is ${table.score}`);
