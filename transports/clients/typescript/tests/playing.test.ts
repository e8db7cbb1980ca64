// Playing on a real server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Refused, canonical, refused, sha256, verify, type Table, type api } from '@turnstone-games/client';
import { replayWith } from '@turnstone-games/client/node';
import { BINARY, LastingWorld, World } from './world.js';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.stop());

const replay = replayWith(BINARY);

/** Play random legal actions from a simple generator. */
async function play(table: Table, seed = 1): Promise<Table> {
  for await (const turn of table.turns()) {
    seed = (seed * 48271) % 0x7fffffff;
    await turn.act(turn.legal[seed % turn.legal.length]!);
  }
  return table;
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

const code = (name: string) => (error: unknown) => error instanceof Refused && error.code === name;

test('the receipts of all moves are kept', async () => {
  const table = await play(await (await world.member()).openTable('mancala-vs-house', { practice: true }));
  const own = (await table.replay()).log.filter(({ seat }) => seat === 0);
  assert.deepEqual(
    table.receipts.map((line) => JSON.parse(line.slice(line.indexOf(' '), line.indexOf('\t')))),
    own.map(({ action }) => action),
  );
  assert(table.receipts.every((line) => /^t_[0-9a-f]{32} .*\tply=\d+, seat=0, .*, signature=:[^:]+:$/.test(line)));
});

test('every kind is played to its end against the house', async (t) => {
  const member = await world.member();
  const games = await member.games();
  assert(games.length >= 18);
  for (const { kind } of games) {
    await t.test(kind, async () => {
      const table = await play(await member.openTable(kind as api.TableKind, { practice: true }));
      assert(table.terminal && table.score !== undefined);
      assert.equal(table.news().at(-1)?.type, 'settled');
      const { holds, replayed, findings } = await verify(await table.replay(), { tableId: table.id, replay });
      assert(holds && replayed, JSON.stringify(findings));
    });
  }
});

test('all that concerns a member is one stream', async () => {
  const [ada, bob] = [await world.member(), await world.member()];
  const events = ada.events();
  for (const name of ['me', 'tables', 'invitations']) assert.equal((await events.next()).value?.name, name);
  const table = await bob.openTable('tic-tac-toe-vs-house', { invited: ada.handle! });
  const invited = (await events.next()).value;
  assert(invited?.name === 'invitations' && invited.data.invitations[0]?.id === table.id);
  await ada.joinTable(table.id);
  for await (const { name, data } of events) {
    if (name !== 'table') continue;
    assert.deepEqual([data.id, data.status], [table.id, 'playing']);
    break;
  }
});

test('turns of a named game have its own types', async () => {
  const table = await (await world.member()).openTable('holdem-ring', { practice: true });
  for await (const turn of table.turns({ game: 'holdem-ring' })) {
    assert(turn.view.pot >= turn.view.smallBlind + turn.view.bigBlind);
    // @ts-expect-error It is another game's.
    assert.equal(turn.view.throws, undefined);
    for (const event of turn.events) if (event.type === 'settled') assert(event.data.scores.length > 2);
    // @ts-expect-error No event of this game has this type.
    assert(turn.events.every(({ type }) => type !== 'marked'));
    await turn.act(turn.legal[0]!);
  }
  await assert.rejects(table.turns({ game: 'holdem' }).next(), TypeError);
});

test('a guest practises', async () => {
  const table = await play(await new Client(world.address).practice('tic-tac-toe-vs-house'));
  assert(table.view?.practice);
});

test('a guest plays with a friend', async () => {
  const host = await new Client(world.address).practice('tic-tac-toe-vs-house', { open: true, name: 'Ann' });
  const friend = await new Client(world.address).guestSeat(host.id, { name: 'Bob' });
  assert.deepEqual(
    (await friend.read()).seats.map(({ guestName }) => guestName),
    ['Ann', 'Bob'],
  );
  await friend.forfeit();
  assert.equal((await host.read()).status, 'settled');
  const again = await friend.rematch();
  assert.equal((await host.rematch()).id, again.id);
  assert.deepEqual(
    (await again.read()).seats.map(({ guestName }) => guestName),
    ['Bob', 'Ann'],
  );
  await again.forfeit();
  const member = await world.member();
  const table = await member.openTable('dominoes', { seats: 3, practice: true, open: true });
  await new Client(world.address).guestSeat(table.id);
  await table.fill(2);
  assert.deepEqual(
    (await table.read()).seats.slice(1).map(({ name }) => name),
    ['guest', 'house'],
  );
});

test('a replay is stepped through as a seat saw it', async () => {
  const table = await play(await (await world.member()).openTable('holdem-vs-house', { practice: true }));
  assert.equal((await table.replay()).steps, undefined);
  const bundle = await table.replay(-1);
  assert.equal(bundle.steps?.length, bundle.log.length + 1);
  assert((await verify(bundle, { replay })).holds);
});

test('chips are booked and paged', async () => {
  const member = await world.member();
  for (const seed of [1, 2, 3]) await play(await member.openTable('roulette', { stake: 10 }), seed);
  const { balance } = await member.me();
  const entries = await collect(member.ledger({ page: 2 }));
  assert.equal(
    entries.reduce((sum, { delta }) => sum + delta, 0),
    balance,
  );
  const hands = await collect(member.history({ page: 1 }));
  assert.equal(new Set(hands.map(({ tableId }) => tableId)).size, 3);
  assert.equal(
    hands.reduce((sum, { net }) => sum + net, 1000),
    balance,
  );
});

test('a reference creates one table, and errors are typed', async () => {
  const member = await world.member();
  const first = await member.openTable('roulette', { clientRef: 'my-first-table' });
  assert.equal((await member.openTable('roulette', { clientRef: 'my-first-table' })).id, first.id);
  await assert.rejects(member.openTable('baccarat', { clientRef: 'my-first-table' }), code('idempotency_conflict'));
  await assert.rejects(
    member.openTable('rps-vs-house', { open: true, stake: 5000 }),
    (error) => refused(error, 'insufficient_chips') && error.status === 402,
  );
  await assert.rejects(
    member.openTable('rps-vs-house', { invited: 'unknown-member' }),
    (error) => refused(error, 'invalid_request') && error.field === '/invited',
  );
  await assert.rejects(first.act({ type: 'nonsense' } as never), code('action_rejected'));
  await assert.rejects(first.replay(), (error) => refused(error) && error.status === 409);
});

test('ended sessions are renewed', async () => {
  const recoveryCode = await new Client(world.address).join(world.invitation, 'renewing');
  const [one, other] = [1, 2].map(() => new Client(world.address, { handle: 'renewing', recoveryCode }));
  assert(one && other);
  await one.me();
  const { token } = one;
  await other.logout();
  assert.equal((await one.me()).balance, 1000);
  assert.notEqual(one.token, token);
  await assert.rejects(other.me(), code('not_signed_in'));
  const rotated = await one.rotateRecoveryCode();
  assert.notEqual(rotated, recoveryCode);
  assert.equal((await one.me()).balance, 1000);
});

test("two bots play hold'em against each other, and talk", async () => {
  const [cleo, dan] = [await world.member(), await world.member()];
  const table = await cleo.openTable('holdem-open');
  assert((await cleo.openTables('holdem')).some(({ id }) => id === table.id));
  const seat = await dan.joinTable(table.id);
  await seat.say('good luck');
  assert.deepEqual(
    (await table.messages()).map(({ body }) => body),
    ['good luck'],
  );
  await Promise.all([play(table, 5), play(seat, 6)]);
  assert.equal(table.score, -(seat.score ?? NaN));
  const [one, other] = await Promise.all([cleo.me(), dan.me()]);
  assert.equal(one.balance + other.balance, 2000);
  assert.equal((await table.card()).seats.length, 2);
});

test('a spectator watches every change, with chat', async () => {
  const [host, guest, third] = [await world.member(), await world.member(), await world.member()];
  const table = await host.openTable('rps-vs-house', { open: true });
  const seat = await guest.joinTable(table.id);
  const watched = third.table(table.id);
  const watching = collect(watched.watch({ chat: true }));
  await table.say('rock, I swear');
  await Promise.all([play(table, 7), play(seat, 8)]);
  const seen = await watching;
  assert.equal(seen.at(-1)?.status, 'settled');
  assert(seen.every(({ mySeat }) => mySeat === -1));
  assert.deepEqual(
    watched.chat().map(({ body }) => body),
    ['rock, I swear'],
  );
});

test('a seat is delegated, played and taken back', async () => {
  const owner = await world.member();
  const table = await owner.openTable('battleship-vs-house');
  assert.equal(await table.grant(), null);
  const { grantId, claimToken } = await table.delegate(600);
  const seat = await new Client(world.address).claim(claimToken);
  const { value: turn } = await seat.turns().next();
  assert(turn && (await turn.act(turn.legal[0]!)));
  assert.equal((await table.grant())?.state, 'delegated');
  await assert.rejects(table.read(), code('seat_delegated'));
  await assert.rejects(new Client(world.address).claim(claimToken), code('grant_unavailable'));
  await table.revoke(grantId);
  await table.revoke(grantId);
  await assert.rejects(seat.read(), code('not_signed_in'));
  await table.forfeit();
});

test('ended rights end the events', async () => {
  const [host, guest] = [await world.member(), await world.member()];
  const table = await host.openTable('rps-vs-house', { open: true });
  await guest.joinTable(table.id);
  const owners = host.table(table.id).events();
  assert.equal((await owners.next()).value?.status, 'playing');
  const { grantId, claimToken } = await table.delegate();
  const seat = await new Client(world.address).claim(claimToken);
  await assert.rejects(owners.next(), code('seat_delegated'));
  const holders = seat.events();
  assert.equal((await holders.next()).value?.mySeat, 0);
  await table.revoke(grantId);
  await assert.rejects(holders.next(), code('not_signed_in'));
  await table.forfeit();
});

test('a reader of events misses and repeats nothing over restarts', async () => {
  const own = await LastingWorld.start();
  const [host, guest, third] = [await own.member(), await own.member(), await own.member()];
  const table = await host.openTable('connect-four-vs-house', { open: true });
  const seats = [table, await guest.joinTable(table.id)];
  const reader = third.table(table.id);
  const events = reader.events({ chat: true });
  await events.next();
  const follow = async () => {
    const plies = [];
    for await (const { state } of events) {
      plies.push(state.plies);
      if (state.terminal) return plies;
    }
    return [];
  };
  const following = follow();
  const move = async () => {
    for (const seat of seats) {
      const { yourTurn, legalActions } = (await seat.read()).state;
      if (yourTurn) await seat.act(legalActions[0]!);
    }
  };
  for (const said of ['one', 'two', 'three']) {
    await table.say(said);
    await move();
    await own.restart();
    await move();
    // The reader connects again by itself; it need not see each move, but it sees the newest.
    const { plies } = (await table.read()).state;
    while ((reader.view?.state.plies ?? 0) < plies) await sleep(10);
  }
  await table.forfeit();
  const plies = await following;
  assert(plies.length > 3);
  assert.deepEqual(
    plies,
    plies.toSorted((one, other) => one - other),
  );
  const query = { events_since: 0 };
  const whole = await host.call<api.TableView>('GET', `/api/tables/${table.id}`, { query });
  assert.deepEqual(reader.news(), whole.state.events);
  assert.deepEqual(
    reader.chat().map(({ body }) => body),
    ['one', 'two', 'three'],
  );
  await own.stop();
});

test('an agent self-checks and duels', async () => {
  const member = await world.member();
  const { agentId } = await member.saveAgent({ name: 'rook', kind: 'policy', policy: 'minimax' });
  assert.equal((await member.selfCheck(agentId, 'tic-tac-toe')).verdict, 'clean');
  const challenge = {
    agentId,
    opponentAgentId: 'agent:house',
    gameId: 'tic-tac-toe',
    format: 'bo3',
    stake: 10,
  } as const;
  const first = await member.duel({ ...challenge, clientRef: 'my-first-duel' });
  const again = await member.duel({ ...challenge, clientRef: 'my-first-duel' });
  assert.deepEqual([again.duelId, again.replayed], [first.duelId, true]);
  assert((await member.duels()).some(({ id }) => id === first.duelId));
});

test('members have profiles, cards, boards, invitations, parties and pauses', async () => {
  const [member, friend] = [await world.member(), await world.member()];
  assert.equal((await member.changeProfile({ bio: 'plays slowly' })).bio, 'plays slowly');
  assert.equal((await member.changeProfile({ bio: null })).bio, null);
  assert.equal((await member.profile()).handle, member.handle);
  assert.equal((await member.player(friend.handle ?? '')).handle, friend.handle);
  assert((await member.leaderboard(5)).leaderboard);
  assert((await member.leaderboard(5, 'week')).leaderboard);
  assert.equal((await member.ratings('connect-four', { of: 'house' })).ratings.length, 5);
  assert((await member.daily()).seedHash);
  assert.equal((await member.referral()).tablesNeeded, 0, 'a server for tests needs none');
  const kept = await member.openTable('rps-vs-house', { invited: friend.handle ?? '' });
  assert.equal((await friend.invitations())[0]?.id, kept.id);
  await friend.table(kept.id).decline();
  assert.deepEqual(await collect(kept.turns()), []);
  const party = await member.createParty();
  await friend.joinParty(party);
  assert.equal((await friend.sayToParty(party, 'shall we?', 'mine')).clientId, 'mine');
  const table = await member.openPartyTable(party, { kind: 'rps-vs-house' });
  const told = await friend.party(party, { wait: 5, msgsSince: 0 });
  assert.equal(told.currentTableId, table.id);
  assert((await member.myTables()).some(({ id }) => id === table.id));
  assert(await friend.table(table.id).join());
  assert((await friend.playingTables()).every(({ id }) => id !== table.id));
  assert.equal((await member.pauseState()).paused, false);
  assert.equal((await member.pause('24h')).paused, true);
});

test('a private party takes no new members', async () => {
  const [member, friend] = [await world.member(), await world.member()];
  const party = await member.createParty();
  await member.setPartyVisibility(party, 'private');
  await assert.rejects(friend.joinParty(party), { status: 403 });
});

test('guests read the rules and the build', async () => {
  const guest = new Client(world.address);
  assert.deepEqual(
    (await guest.rules()).map(({ kind }) => kind),
    (await (await world.member()).games()).map(({ kind }) => kind),
  );
  assert.equal((await guest.deployment()).schemaReady, true);
});

test('an erased account has no credentials', async () => {
  const member = await world.member();
  assert((await member.erase()).ok);
  await assert.rejects(member.me(), { code: 'not_signed_in' });
});

test('changes of a replay are named', async () => {
  const table = await (await world.member()).openTable('holdem-vs-house', { practice: true });
  const commit = (await table.read()).seedCommit ?? '';
  await play(table);
  const whole = JSON.stringify(await table.replay());
  const all = await verify(JSON.parse(whole), { tableId: table.id, commit, replay });
  assert(all.findings.every(({ holds }) => holds));
  const alone = await verify(JSON.parse(whole));
  assert.deepEqual([alone.holds, alone.replayed], [true, false]);
  assert.equal((await verify(JSON.parse(whole), { replay: replayWith('/nowhere/turnstone') })).replayed, false);

  const changes: [string[], (bundle: any) => void][] = [
    [['seed', 'digest'], (bundle) => (bundle.seed = '00'.repeat(32))],
    [['digest', 'chips'], (bundle) => (bundle.outcome[0].score += 1)],
    [['digest'], (bundle) => (bundle.log[0].action = { type: 'raise', to: 199 })],
    [['digest', 'log'], (bundle) => (bundle.log[0].seat = 7)],
    [['digest', 'log'], (bundle) => (bundle.log[0].at = bundle.log.at(-1).at + 1)],
    [['digest'], (bundle) => (bundle.digest = '0'.repeat(64))],
    [['seed'], (bundle) => (bundle.seedCommit = '0'.repeat(64))],
    [['form'], (bundle) => delete bundle.outcome],
  ];
  for (const [names, change] of changes) {
    const bundle = JSON.parse(whole);
    change(bundle);
    const { findings } = await verify(bundle);
    assert.deepEqual(
      findings.filter(({ holds }) => holds === false).map(({ name }) => name),
      names,
    );
  }
  const other = await verify(JSON.parse(whole), { tableId: 't_1', commit: '0'.repeat(64) });
  assert.deepEqual(
    other.findings.filter(({ holds }) => holds === false).map(({ name }) => name),
    ['table', 'commitment'],
  );

  const made = JSON.parse(whole);
  made.log = made.log.slice(0, 1);
  const { config, gameId, log, outcome, seats, seed, sessionId, version } = made;
  made.digest = await sha256(canonical({ config, gameId, log, outcome, seats, seed, sessionId, version }));
  assert((await verify(made)).holds);
  assert(!(await verify(made, { replay })).holds);
});

test('the canonical form sorts by UTF-16', () => {
  assert.equal(canonical({ '\ufb33': 1, '\u{1f600}': 2, a: null }), '{"a":null,"\u{1f600}":2,"\ufb33":1}');
  assert.equal(canonical([true, 'é"\\\n', 10]), '[true,"é\\"\\\\\\n",10]');
});
