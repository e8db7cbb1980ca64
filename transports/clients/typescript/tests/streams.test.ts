// Streams against a scripted server: where they continue, and how they end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadAnswer, Client, Refused, Unreachable, type ClientOptions } from '@turnstone-games/client';
import { Fake, LOST, TABLE, client, no, stream, view, type Asked, type Says } from './fake.js';

const PATH = `/api/tables/${TABLE}/stream`;
const BEGIN = `${PATH}?events_since=0`;

function written(name: string, data: unknown, id?: string): string {
  return `${id ? `id: ${id}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** An event with the last of the table's events so far, each of which is the number of a ply. */
function event(plies: number, { messages, ...more }: { messages?: number[]; mine?: boolean; terminal?: boolean } = {}) {
  const chat = messages && { messages: messages.map((id) => ({ id })), msgsAt: Math.max(0, ...messages) };
  return written('table', { ...withEvents(view(plies, more), plies ? [plies] : []), ...chat }, `after-${plies}`);
}

function withEvents({ state, ...table }: ReturnType<typeof view>, events: number[]) {
  return { ...table, state: { ...state, events } };
}

const end = (reason: string) => written('end', { reason });

async function plies(fake: Fake, more: ClientOptions = {}): Promise<number[]> {
  const seen = [];
  for await (const { state } of client(fake, more).table(TABLE).events()) seen.push(state.plies);
  return seen;
}

test('each change is one view until the table is archived', () =>
  Fake.run([stream([event(0), ':\n\n', event(1), event(2, { terminal: true }), end('archived')])], async (fake) => {
    const table = client(fake).table(TABLE);
    const seen = [];
    for await (const { state } of table.events()) seen.push(state.plies);
    assert.deepEqual(seen, [0, 1, 2]);
    assert.deepEqual([table.news(), table.terminal], [[1, 2], true]);
    assert.deepEqual(
      fake.asked.map(({ path }) => path),
      [BEGIN],
    );
    await fake.left;
  }));

test('a lost connection is continued after the newest event', () => {
  const script = [
    LOST,
    stream([event(0), event(1).slice(0, -1)], 'cut'),
    stream([], 'end'),
    no(503, undefined, { 'retry-after': '0' }),
    stream([event(1)], 'end'),
    stream([event(2), end('archived')]),
  ];
  return Fake.run(script, async (fake) => {
    assert.deepEqual(await plies(fake), [0, 1, 2]);
    const after = [0, 0, 0, 1].map((number) => `${PATH}?after=after-${number}`);
    assert.deepEqual(
      fake.asked.map(({ path }) => path),
      [BEGIN, BEGIN, ...after],
    );
  });
});

for (const reason of ['draining', 'unavailable', 'slow']) {
  test(`the end ${reason} is continued`, () =>
    Fake.run([stream([event(1), end(reason)]), stream([event(2), end('archived')])], async (fake) => {
      assert.deepEqual(await plies(fake), [1, 2]);
    }));
}

test('a silent connection is lost', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return Fake.run([stream([event(1)]), stream([event(2), end('archived')])], async (fake) => {
    const events = client(fake).table(TABLE).events();
    assert.equal((await events.next()).value?.state.plies, 1);
    const second = events.next();
    let hasLeft = false;
    void fake.left.then(() => (hasLeft = true));
    t.mock.timers.tick(39_999);
    await new Promise((resolve) => setImmediate(resolve));
    assert(!hasLeft);
    t.mock.timers.tick(1);
    await fake.left;
    t.mock.timers.tick(1000);
    assert.equal((await second).value?.state.plies, 2);
  });
});

test('the patience counts pauses without a connection', (t) => {
  t.mock.method(Math, 'random', () => 1);
  const ended = Array<Says>(3).fill(stream([], 'end'));
  const script = [...ended, stream([event(1)], 'end'), LOST, LOST];
  return Fake.run(script, async (fake) => {
    // The first three pauses take 0.2, 0.4 and 0.8 seconds, with a connection after each.
    const table = client(fake, { patience: 1 }).table(TABLE);
    await assert.rejects(async () => {
      for await (const { state } of table.events()) assert.equal(state.plies, 1);
    }, Unreachable);
    assert.deepEqual([table.news(), fake.asked.length], [[1], script.length]);
  });
});

test('what was read is not repeated', () =>
  Fake.run([{ body: view(1) }, stream([event(1), event(2), end('archived')])], async (fake) => {
    const table = client(fake).table(TABLE);
    await table.read();
    const seen = [];
    for await (const { state } of table.events()) seen.push(state.plies);
    assert.deepEqual(seen, [2]);
    assert.equal(fake.asked[1]?.path, `${PATH}?events_since=1`);
  }));

test('a change without events is a view', () => {
  // A member takes a seat of a waiting table.
  const taken = written('table', { ...view(0), seats: [{ seat: 1 }] }, 'taken');
  return Fake.run([stream([event(0), taken, taken, end('archived')])], async (fake) => {
    assert.deepEqual(await plies(fake), [0, 0]);
  });
});

test('messages come once', () => {
  const script = [
    stream([event(1, { messages: [] }), event(1, { messages: [1] })], 'cut'),
    { body: { ...view(1), messages: [{ id: 2 }], msgsAt: 2 } },
    stream([event(1, { messages: [2, 3] }), end('archived')]),
  ];
  return Fake.run(script, async (fake) => {
    const table = client(fake).table(TABLE);
    const seen: number[][] = [];
    for await (const _ of table.events({ chat: true })) {
      if (seen.length === 1) await table.read({ chat: true });
      seen.push(table.chat().map(({ id }) => id));
    }
    assert.deepEqual(seen, [[], [1, 2], [3]]);
    assert.equal(fake.asked[0]?.path, `${BEGIN}&msgs_since=0`);
  });
});

test('the end of the iterator closes the connection', () =>
  Fake.run([stream([event(1)])], async (fake) => {
    for await (const _ of client(fake).table(TABLE).events()) break;
    await fake.left;
  }));

test('the signal closes the connection', () =>
  Fake.run([stream([event(1)])], async (fake) => {
    const given = new AbortController();
    const events = client(fake).table(TABLE).events({ signal: given.signal });
    await events.next();
    const second = events.next();
    given.abort(new Error('enough'));
    await assert.rejects(second, /enough/);
    await fake.left;
  }));

test('the signal ends turns that never wait', () =>
  Fake.run(
    [{ body: view(0) }, { body: { ok: true, table: view(1) } }, { body: { ok: true, table: view(2) } }],
    async (fake) => {
      const given = new AbortController();
      let turns = 0;
      const play = async () => {
        for await (const turn of client(fake).table(TABLE).turns({ signal: given.signal })) {
          turns += 1;
          await turn.act(turn.legal[0]);
          given.abort(new Error('enough'));
        }
      };
      await assert.rejects(play, /enough/);
      assert.equal(turns, 1);
    },
  ));

const ENDS: [string, Says][] = [
  ['signed_out', no(401, 'not_signed_in')],
  ['seat_delegated', no(409, 'seat_delegated')],
  ['not_found', no(404)],
];
for (const [reason, error] of ENDS) {
  test(`the end ${reason} throws the error of the server`, async () => {
    for (const script of [[error], [stream([event(1), end(reason)]), error]]) {
      await Fake.run(script, async (fake) => {
        await assert.rejects(plies(fake), (thrown) => thrown instanceof Refused && thrown.status === error.status);
        assert.equal(fake.asked.length, script.length);
      });
    }
  });
}

test('an ended session is renewed', () => {
  let made = 0;
  const says = ({ path, token }: Asked): Says => {
    if (path === '/api/token') return { body: { token: `token${++made}` } };
    if (path === BEGIN) return stream([event(1), end('signed_out')]);
    return token === 'token1' ? no(401, 'not_signed_in') : stream([event(2), end('archived')]);
  };
  return Fake.run(says, async ({ address }) => {
    const ada = new Client(address, { handle: 'ada', recoveryCode: 'AAAAA-BBBBB' });
    const seen = [];
    for await (const { state } of ada.table(TABLE).events()) seen.push(state.plies);
    assert.deepEqual(seen, [1, 2]);
  });
});

test('rejects responses that are no stream, and streams where there should be none', async () => {
  for (const says of [{ body: {} }, stream(['id: 1\nevent: table\ndata: <html>\n\n'])])
    await Fake.run([says], (fake) => assert.rejects(plies(fake), BadAnswer));
  await Fake.run([stream([event(1)])], async (fake) => {
    await assert.rejects(client(fake).call('GET', PATH), BadAnswer);
    await fake.left;
  });
});

test('a turn without an action comes again after the next event', () => {
  const over = event(3, { mine: false, terminal: true });
  return Fake.run([{ body: view(1) }, stream([event(1), event(2), over])], async (fake) => {
    const seen = [];
    for await (const { plies } of client(fake).table(TABLE).turns()) seen.push(plies);
    assert.deepEqual(seen, [1, 2]);
    await fake.left;
  });
});

/** The response to a move. */
function acted(plies: number, events: number[], terminal = false): Says {
  return { body: { ok: true, table: withEvents(view(plies, { mine: false, terminal }), events) } };
}

test('only a waiting seat reads a stream', () =>
  Fake.run([{ body: view(1) }, acted(2, [2], true)], async (fake) => {
    for await (const turn of client(fake).table(TABLE).turns()) assert(await turn.act(turn.legal[0]));
    assert.deepEqual(
      fake.asked.map(({ method }) => method),
      ['GET', 'POST'],
    );
  }));

test('outdated events are skipped, and every event is news once', () => {
  // The response to the first turn has both moves of the opponent before the stream's events of them are read.
  const early = [event(2), event(3, { messages: [1], mine: false }), event(4), event(5, { mine: false }), event(6)];
  const script = [
    { body: view(1, { mine: false }) },
    stream(early, 'cut'),
    acted(5, [3, 4, 5]),
    acted(8, [7, 8]),
    // It continues after 6.
    stream([written('table', withEvents(view(9), [7, 8, 9]), 'after-9')]),
    acted(10, [10], true),
  ];
  return Fake.run(script, async (fake) => {
    const table = client(fake).table(TABLE);
    const seen = [];
    for await (const turn of table.turns({ chat: true })) {
      seen.push([turn.plies, turn.events, table.chat().length]);
      await turn.act(turn.legal[0]);
    }
    assert.deepEqual(seen, [
      [2, [2], 0],
      [6, [3, 4, 5, 6], 1],
      [9, [7, 8, 9], 0],
    ]);
    assert.deepEqual(table.news(), [10]);
    assert.deepEqual(
      fake.asked.flatMap(({ body }) => body?.eventsSince ?? []),
      [2, 6, 9],
    );
  });
});
