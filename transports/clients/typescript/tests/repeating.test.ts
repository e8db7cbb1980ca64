// Which requests are repeated, against a scripted server.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { BadAnswer, Client, Refused, Unreachable, noted, refused } from '@turnstone-games/client';
import { Fake, LOST, TABLE, client, no, view, type Asked, type Says } from './fake.js';

const code = (name: string) => (error: unknown) => error instanceof Refused && error.code === name;
const wait = { 'retry-after': '1' };
const NEWEST: Says = { body: { number: 1, text: 'turnstone statement 1\n', key: '', signature: '' } };

test('the newest statement is kept before the first seed of a day', () => {
  const started = { body: { started: true } };
  return Fake.run([NEWEST, started, started], async (fake) => {
    const caller = client(fake);
    for (let at = 0; at < 2; at += 1) assert.equal(await caller.table(TABLE).join(), true);
    const join = `/api/tables/${TABLE}/join`;
    assert.deepEqual(
      fake.asked.map(({ path }) => path),
      ['/api/fairness/newest', join, join],
    );
    const [note] = caller.notes;
    assert(note && caller.notes.length === 1);
    assert.match(await noted(note), /^[0-9a-f]{64}@[0-9]{13}$/);
  });
});

test('a server without statements is joined without a note', () =>
  Fake.run([no(404), { body: { started: false } }], async (fake) => {
    const caller = client(fake);
    assert.equal(await caller.table(TABLE).join(), false);
    assert.deepEqual(caller.notes, []);
  }));

test('an id of another time is told', () => {
  const made = 1_795_600_000_000;
  const id = `t_${made.toString(16).padStart(12, '0')}7000800000000000000a`;
  const tables = [{ id, createdAt: made + 601_000 }];
  const script = [{ body: { tables } }, NEWEST, { body: { started: true } }, { body: { tableId: id } }];
  return Fake.run(script, async (fake) => {
    const told: string[] = [];
    const caller = client(fake, { warn: (text) => told.push(text) });
    await caller.openTables();
    await caller.joinTable(id);
    assert.match(told[0] ?? '', /10 minutes off/);
    await caller.openTable('rps-vs-house');
    assert.equal(told.length, 2);
  });
});

test('a 429 is retried after Retry-After', () =>
  Fake.run([no(429, 'rate_limited', wait), { body: { balance: 7 } }], async (fake) => {
    const began = performance.now();
    assert.equal((await client(fake).me()).balance, 7);
    assert(performance.now() - began >= 990);
  }));

test('a Retry-After beyond the patience throws at once', () =>
  Fake.run([no(429, 'active_table_quota', { 'retry-after': '3600' })], async (fake) => {
    const error = await client(fake)
      .openTable('roulette')
      .catch((error: unknown) => error);
    assert(refused(error, 'active_table_quota'));
    assert.equal(error.retryAfter, 3600);
  }));

test('a request names the newest commit that the server has shown', () =>
  Fake.run(
    ['9', '12', 'none', '12', '13'].map((commit) => ({ headers: { commit } })),
    async (fake) => {
      for (let time = 0; time < 5; time += 1) await client(fake).me();
      assert.deepEqual(
        fake.asked.map((asked) => asked.minCommit),
        [undefined, '9', '12', '12', '12'],
      );
    },
  ));

test('the commit of a restored server replaces the number', () =>
  Fake.run(
    ['900', '7', '8'].map((commit) => ({ headers: { commit } })),
    async (fake) => {
      for (let time = 0; time < 3; time += 1) await client(fake).me();
      assert.deepEqual(
        fake.asked.map((asked) => asked.minCommit),
        [undefined, '900', '7'],
      );
    },
  ));

test('a number that the server cannot have is dropped once', () => {
  const rejected = { status: 400, body: { error: 'no', code: 'invalid_request', field: 'Min-Commit' } };
  const shown = { headers: { commit: '9000000' } };
  return Fake.run([shown, rejected, { body: { balance: 7 } }, shown, rejected, rejected], async (fake) => {
    await client(fake).me();
    assert.equal((await client(fake).me()).balance, 7);
    await client(fake).me();
    await assert.rejects(client(fake).me(), Refused);
    assert.deepEqual(
      fake.asked.map((asked) => asked.minCommit),
      [undefined, '9000000', undefined, undefined, '9000000', undefined],
    );
  });
});

test('a 503 is retried only if that is safe, with the same reference', async () => {
  await Fake.run([no(503, undefined, wait), { body: { tableId: TABLE } }], async (fake) => {
    assert.equal((await client(fake).openTable('roulette')).id, TABLE);
    assert.deepEqual(fake.asked[0], fake.asked[1]);
    assert(fake.asked[0]?.body.clientRef);
  });
  await Fake.run([no(503, undefined, wait)], async (fake) => {
    await assert.rejects(client(fake).table(TABLE).say('hi'), Refused);
  });
  await Fake.run([no(503, 'not_configured', wait)], async (fake) => {
    await assert.rejects(
      client(fake).duel({ agentId: 'ag_1', opponentAgentId: 'agent:house' }),
      code('not_configured'),
    );
  });
});

test('a message is repeated after a 429, which has changed nothing', () =>
  Fake.run([no(429, 'rate_limited', wait), { body: { ok: true, message: { id: 1 } } }], async (fake) => {
    assert.equal((await client(fake).table(TABLE).say('hi')).id, 1);
  }));

test('in_flight is retried beyond the patience, and a cooldown is not', async () => {
  await Fake.run([no(409, 'in_flight', wait), { body: { tableId: TABLE } }], async (fake) => {
    assert.equal((await client(fake, { patience: 0 }).openTable('roulette')).id, TABLE);
  });
  await Fake.run([no(429, 'rate_limited', { 'retry-after': '600' })], async (fake) => {
    const challenge = { agentId: 'ag_1', opponentAgentId: 'agent:house' };
    await assert.rejects(client(fake).duel(challenge), code('rate_limited'));
  });
});

test('a creation whose answer was lost is repeated with its reference', () =>
  Fake.run([LOST, { body: { tableId: TABLE } }], async (fake) => {
    await client(fake).openTable('roulette', { stake: 25 });
    assert.deepEqual(fake.asked[0], fake.asked[1]);
  }));

test('unrecognisable requests are not repeated', async () => {
  const unsafe: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.table(TABLE).say('hi'),
    (client) => client.table(TABLE).forfeit(),
    (client) => client.table(TABLE).decline(),
    (client) => client.logout(),
    (client) => client.rotateRecoveryCode(),
    (client) => client.createParty(),
    (client) => client.selfCheck('ag_1'),
    (client) => client.sayToParty('pty_1', 'hi'),
    (client) => client.openPartyTable('pty_1', { kind: 'roulette' }),
  ];
  for (const ask of unsafe) {
    await Fake.run([LOST], async (fake) => {
      await assert.rejects(ask(client(fake)), (error) => error instanceof Unreachable && error.sent);
      assert.equal(fake.asked.length, 1);
    });
  }
});

test('an unreachable server is retried, and nothing was sent', async () => {
  const unused = createServer();
  await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
  const { port } = unused.address() as { port: number };
  await new Promise((resolve) => unused.close(resolve));
  const alone = new Client(`http://127.0.0.1:${port}`, { token: 'x', patience: 0.5 });
  await assert.rejects(alone.table(TABLE).say('hi'), (error) => error instanceof Unreachable && !error.sent);
});

test('a handle and its recovery code come together', () => {
  assert.throws(() => new Client('http://127.0.0.1:9', { handle: 'ada' }), TypeError);
  assert.throws(() => new Client('http://127.0.0.1:9', { recoveryCode: 'AAAAA-AAAAA' }), TypeError);
  new Client('http://127.0.0.1:9', { handle: 'ada', token: 'tsn1.x.y' });
});

test("a wait is limited to the server's maximum", () =>
  Fake.run([{ body: view(1) }, { body: {} }], async (fake) => {
    await client(fake).table(TABLE).read({ wait: 120 });
    await client(fake).party('pty_1', { wait: 120 });
    for (const { path } of fake.asked) assert.match(path, /wait=50\b/);
  }));

test('a move with a lost response was made', () =>
  Fake.run([{ body: view(1) }, LOST, no(409, 'stale_plies'), { body: view(2, { mine: false }) }], async (fake) => {
    const table = client(fake).table(TABLE);
    await table.read();
    assert.equal((await table.act({ type: 'go' } as never)).state.plies, 2);
    assert.deepEqual(
      fake.asked.map(({ method }) => method),
      ['GET', 'POST', 'POST', 'GET'],
    );
    assert.deepEqual(fake.asked[1]?.body, { action: { type: 'go' }, expectedPlies: 1, eventsSince: 1 });
  }));

test('a join with a lost response is recognised', async () => {
  await Fake.run([NEWEST, LOST, no(409, 'not_joinable'), { body: view(0) }], async (fake) => {
    assert.equal(await client(fake).table(TABLE).join(), true);
  });
  await Fake.run([NEWEST, no(409, 'not_joinable')], async (fake) => {
    await assert.rejects(client(fake).table(TABLE).join(), code('not_joinable'));
  });
});

test('a stale move is decided again', () => {
  const end = { ok: true, table: view(4, { mine: false, terminal: true }) };
  return Fake.run([{ body: view(1) }, no(409, 'stale_plies'), { body: view(3) }, { body: end }], async (fake) => {
    const taken = [];
    for await (const turn of client(fake).table(TABLE).turns())
      taken.push([turn.plies, await turn.act(turn.legal[0]!)]);
    assert.deepEqual(taken, [
      [1, false],
      [3, true],
    ]);
  });
});

test('a move after the end ends the turns, and an illegal move throws', async () => {
  const over = { body: view(2, { mine: false, terminal: true }) };
  await Fake.run([{ body: view(1) }, no(409, 'action_rejected'), over], async (fake) => {
    for await (const turn of client(fake).table(TABLE).turns()) assert.equal(await turn.act(turn.legal[0]!), false);
  });
  await Fake.run([{ body: view(1) }, no(409, 'action_rejected'), { body: view(1) }], async (fake) => {
    const { value: turn } = await client(fake).table(TABLE).turns().next();
    assert(turn);
    await assert.rejects(turn.act({ type: 'nonsense' } as never), code('action_rejected'));
  });
});

/** Accepts one recovery code, and tokens until they are revoked. */
class Members {
  made = 0;
  good = '';

  says({ path, body, token }: Asked): Says {
    if (path === '/api/token') {
      if (body.recoveryCode !== 'right-right-right') return no(401, 'not_signed_in');
      this.good = `token${++this.made}`;
      return { body: { token: this.good, expiresInSeconds: 9 } };
    }
    return token === this.good ? { body: { balance: 1 } } : no(401, 'not_signed_in');
  }
}

test('a revoked session is renewed once for all concurrent calls', () => {
  const members = new Members();
  return Fake.run(
    (asked) => members.says(asked),
    async ({ address }) => {
      const ada = new Client(address, { handle: 'ada', recoveryCode: 'right-right-right' });
      await ada.me();
      members.good = 'revoked';
      await Promise.all(Array.from({ length: 8 }, () => ada.me()));
      assert.equal(members.made, 2);
    },
  );
});

test('a 401 without a recovery code throws', () => {
  const members = new Members();
  return Fake.run(
    (asked) => members.says(asked),
    async (fake) => {
      await assert.rejects(new Client(fake.address, { token: 'old' }).me(), code('not_signed_in'));
      const wrong = new Client(fake.address, { handle: 'ada', recoveryCode: 'wrong-wrong-wrong' });
      await assert.rejects(wrong.me(), code('not_signed_in'));
      assert.equal(fake.asked.length, 2);
    },
  );
});

test('a 401 for a new token throws', () => {
  const members = new Members();
  return Fake.run(
    (asked) => (asked.path === '/api/token' ? members.says(asked) : no(401, 'not_signed_in')),
    async ({ address }) => {
      const ada = new Client(address, { handle: 'ada', recoveryCode: 'right-right-right' });
      await assert.rejects(ada.me(), code('not_signed_in'));
      assert.equal(members.made, 2);
    },
  );
});

test('rejects responses that are not JSON, and invalid addresses', async () => {
  await Fake.run([{ body: '<html>' }], async (fake) => {
    await assert.rejects(client(fake).me(), BadAnswer);
  });
  await Fake.run([{ status: 404, body: '<html>' }], async (fake) => {
    await assert.rejects(client(fake).me(), (error) => error instanceof Refused && error.status === 404);
  });
  for (const wrong of ['127.0.0.1:8080', 'ftp://x', '']) assert.throws(() => new Client(wrong), TypeError);
});

test('an aborted poll disconnects, so that its place is free again', async () => {
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const over = new Promise<void>((resolve) =>
    door.once('connection', (socket) => {
      socket.once('data', () => given.abort(new Error('enough')));
      socket.once('close', () => resolve());
    }),
  );
  const given = new AbortController();
  const { port } = door.address() as { port: number };
  const poll = new Client(`http://127.0.0.1:${port}`, { token: 'x' }).table(TABLE);
  await assert.rejects(poll.read({ wait: 50, signal: given.signal }), /enough/);
  await over;
  door.close();
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect of status ${status} is not followed with the recovery code`, () =>
    Fake.run([], async (other) => {
      const location = { location: `${other.address}/api/token` };
      await Fake.run(
        [
          { status, headers: location },
          { status, headers: location },
        ],
        async (fake) => {
          const member = new Client(fake.address, { handle: 'ada', recoveryCode: 'AAAAA-BBBBB' });
          await assert.rejects(member.me(), BadAnswer);
          await assert.rejects(client(fake).me(), BadAnswer);
          assert.equal(fake.asked.length, 2);
          assert.deepEqual(other.asked, []);
        },
      );
    }));
}

test('a printed client, table and turn show no credential', () =>
  Fake.run([{ body: { token: 'tsn1.secret.made' } }, { body: view(1) }], async (fake) => {
    const member = new Client(fake.address, { handle: 'ada', recoveryCode: 'SECRE-TCODE' });
    const table = member.table(TABLE);
    const { value: turn } = await table.turns().next();
    assert.equal(member.token, 'tsn1.secret.made');
    const given = new Client(fake.address, { token: 'tsn1.secret.given' });
    for (const thing of [member, given, table, turn]) {
      const deep = { depth: 9, showHidden: true, getters: false };
      for (const text of [inspect(thing), inspect(thing, deep), format(thing), JSON.stringify(thing), `${thing}`])
        assert.doesNotMatch(text, /secret|SECRE/, text);
    }
    assert.throws(
      () => new Client('http://ada:secret@127.0.0.1:9'),
      ({ message }: Error) => !/secret/.test(message),
    );
  }));
