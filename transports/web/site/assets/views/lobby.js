// The lobby: the member's tables, invitations, open tables, and running tables.

import { get, newRef, post } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { h, keyed } from '../lib/dom.js';
import * as due from '../lib/due.js';
import { ago, chips } from '../lib/format.js';
import { nameOf } from '../lib/friend.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { noteToday, tellClock } from '../lib/notes.js';
import { parties, rememberParty } from '../lib/parties.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import * as stream from '../lib/stream.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';
import { actButton, field, form, persist, Wrong } from './forms.js';
import { forMembers } from './member.js';
import { people } from './lobby/people.js';
import { idOf, listing, row, stakeLine, tellRow } from './rows.js';

const OFTEN = 10_000;
/** The number of watchable tables that are shown. */
const WATCHED = 20;

export default forMembers(
  'Lobby',
  'This page lists your tables, invitations and open seats.',
  async ({ signal }, member) => {
    const all = await kinds().catch(() => []);
    const read = reader(signal);
    const mine = myTables(all, signal);
    const invited = invitations(refresh);
    const open = openTables(all, member.handle, refresh);
    const playing = playingTables(member.handle);
    const others = people(all);

    function refresh() {
      return Promise.all([
        read(
          () => stream.mine('tables'),
          (answer) => {
            due.tellTables(answer);
            mine.update(answer);
          },
        ),
        read(() => stream.mine('invitations'), invited.update),
        read(() => get('/api/tables/open', { query: { gameId: open.wanted() || undefined } }), open.update),
        read(() => get('/api/tables/playing'), playing.update),
        read(() => get('/api/queue'), others.update),
      ]);
    }

    await soon(nowAndAgain(OFTEN, signal, refresh));
    stream.on('tables', mine.update, signal);
    stream.on('invitations', invited.update, signal);
    session.chipsMoved();
    return {
      title: 'Lobby',
      element: h(
        'div',
        null,
        h(
          'div',
          { class: 'row heading-row' },
          h('h1', { text: 'Lobby' }),
          h('a', { class: 'button primary', href: '/new', text: 'New table' }),
          h(
            'span',
            { class: 'row' },
            h('a', { class: 'button', href: '/friend', text: 'Play a friend' }),
            h('a', { class: 'button', href: '/daily', text: 'Daily deal' }),
            h('a', { class: 'button', href: '/play', text: 'Practice' }),
          ),
        ),
        h(
          'div',
          { class: 'columns lobby' },
          h('div', null, mine.element, invited.element, others.element),
          h('div', null, open.element, playing.element, partyList(member.handle)),
        ),
        h(
          'nav',
          { class: 'row more', 'aria-label': 'More of yours' },
          [
            ['/history', 'History'],
            ['/ledger', 'Ledger'],
            ['/agents', 'Agents and duels'],
            [`/players/${member.handle}`, 'Your card'],
            ['/games', 'Games and rules'],
          ].map(([href, text]) => h('a', { href, text })),
        ),
      ),
    };
  },
);

/**
 * What the listing does not contain and each table does: whether it is for practice, and who else plays. The players
 * change only with the status.
 * @type {Map<string, { status: string, practice?: boolean, free?: boolean, others: string[] }>}
 */
const facts = new Map();

/**
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {AbortSignal} signal
 */
function myTables(all, signal) {
  const part = listing('lobby-mine', 'Your tables');
  /** @type {Set<string> | null} the tables at which it was the viewer's move */
  let before = null;
  return {
    element: part.element,
    /** @param {{ tables: Api.MyTable[] }} answer */
    update({ tables }) {
      draw(tables);
      void learn(tables);
      part.filled(tables.length);
      const now = new Set(tables.filter(({ yourTurn }) => yourTurn).map(idOf));
      for (const table of tables) {
        if (before && now.has(table.id) && !before.has(table.id)) announce(`${nameIn(all, table)}: your move`);
      }
      before = now;
    },
  };

  /** @param {Api.MyTable[]} tables */
  function draw(tables) {
    keyed(
      part.list,
      [...tables].sort((left, right) => weight(left) - weight(right)),
      idOf,
      (table) =>
        row({
          gameId: table.gameId,
          title: nameIn(all, table),
          actions: h('a', {
            class: 'button',
            href: `/tables/${table.id}`,
            'aria-label': `Open ${nameIn(all, table)}`,
            text: 'Open',
          }),
        }),
      (element, table) => tellRow(element, { line: myLine(table), badge: table.yourTurn ? 'Your move' : '' }),
    );
  }

  /** @param {Api.MyTable[]} tables */
  async function learn(tables) {
    const unknown = tables.filter(({ id, status }) => facts.get(id)?.status !== status);
    if (unknown.length === 0) return;
    const reads = unknown.map(({ id }) => get(`/api/tables/${id}`, { signal }));
    (await Promise.allSettled(reads)).forEach((read, place) => {
      // Each table is read once: a table that a program plays does not answer its owner.
      const { id = '', status = '' } = unknown[place] ?? {};
      if (read.status === 'rejected') return void facts.set(id, { status, others: [] });
      const { practice, free, seats, mySeat } = /** @type {Api.TableView} */ (read.value);
      const others = seats.filter(({ seat }) => seat !== mySeat).map(nameOf);
      facts.set(id, { status, practice, free, others: [...new Set(others)] });
    });
    if (!signal.aborted) draw(tables);
  }
}

/** @param {Api.MyTable} table */
function myLine({ id, pace, stake, status, yourTurn }) {
  const { practice, free, others = [] } = facts.get(id) ?? {};
  const names = others.join(', ');
  const state = yourTurn ? 'playing' : names === '' ? 'another seat is to move' : 'waiting for a move';
  const words = status === 'waiting' ? 'seats are free' : state;
  const played = practice === undefined ? '' : practice ? 'practice' : free ? 'no stake' : chips(stake);
  return [names !== '' && `with ${names}`, words, played, pace === 'daily' && 'slow pace'].filter(Boolean).join(' · ');
}

/** @param {Api.MyTable} table */
function weight({ yourTurn, status }) {
  return yourTurn ? 0 : status === 'playing' ? 1 : 2;
}

/** @param {() => Promise<unknown>} refresh */
function invitations(refresh) {
  const part = listing('lobby-invited', 'Invitations');
  return {
    element: part.element,
    /** @param {{ invitations: Api.Invitation[] }} answer */
    update({ invitations: tables }) {
      keyed(
        part.list,
        tables,
        idOf,
        ({ id, gameId, label, host, createdAt }) =>
          row({
            gameId,
            title: label,
            actions: [
              actButton('Accept', () => sitDown(id, createdAt), {
                class: 'primary',
                label: `Accept ${label} with ${host}`,
              }),
              actButton('Decline', () => decline(id), { label: `Decline ${label} with ${host}` }),
            ],
          }),
        (element, { host, stake, pace, createdAt }) =>
          tellRow(element, { line: `from ${host} · ${stakeLine(stake, pace)} · ${ago(createdAt)}` }),
      );
      part.filled(tables.length);
    },
  };

  /** @param {string} id */
  async function decline(id) {
    await post(`/api/tables/${id}/decline`);
    announce('Declined.');
    await refresh();
  }
}

/**
 * @param {string} id
 * @param {number} createdAt
 */
async function sitDown(id, createdAt) {
  tellClock(id, createdAt);
  await noteToday();
  // The deal depends on what each seat brings. Tables that are created bring their reference.
  const clientSeed = newRef();
  await persist(() => post(`/api/tables/${id}/join`, { clientSeed }));
  session.chipsMoved();
  await go(`/tables/${id}`);
}

/**
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {string} handle
 * @param {() => Promise<unknown>} refresh
 */
function openTables(all, handle, refresh) {
  const games = new Map(all.filter(({ openEligible }) => openEligible).map(({ gameId, label }) => [gameId, label]));
  const filter = h(
    'select',
    { id: 'lobby-filter', on: { change: () => void refresh() } },
    h('option', { value: '', text: 'All games' }),
    [...games].map(([gameId, label]) => h('option', { value: gameId, text: label })),
  );
  const part = listing(
    'lobby-open',
    'Open tables',
    'No seat is open just now. If you open a table, others see it here.',
    h(
      'div',
      { class: 'field filter' },
      h('label', { class: 'only-read', for: 'lobby-filter', text: 'Show open tables of' }),
      filter,
    ),
  );
  return {
    element: part.element,
    wanted: () => filter.value,
    /** @param {{ tables: Api.OpenTable[] }} answer */
    update({ tables }) {
      keyed(
        part.list,
        tables,
        idOf,
        ({ id, gameId, label, host, createdAt }) =>
          row({
            gameId,
            title: label,
            actions:
              host === handle
                ? h('a', { class: 'button', href: `/tables/${id}`, 'aria-label': `Open ${label}`, text: 'Open' })
                : actButton('Take a seat', () => sitDown(id, createdAt), {
                    label: `Take a seat at ${label} with ${host}`,
                  }),
          }),
        (element, { host, stake, seatsFilled, seatsTotal, createdAt }) =>
          tellRow(element, {
            line: `${host === handle ? 'yours' : host} · ${stakeLine(stake)} · ${seatsFilled} of ${seatsTotal} seats · ${ago(createdAt)}`,
          }),
      );
      part.filled(tables.length);
      // Without a filter there is nothing to show.
      part.element.hidden = tables.length === 0 && filter.value === '';
    },
  };
}

/** @param {string} handle */
function playingTables(handle) {
  const part = listing('lobby-playing', 'Being played');
  return {
    element: part.element,
    /** @param {{ tables: Api.PlayingTable[] }} answer */
    update({ tables }) {
      const others = tables.filter(({ seats }) => !seats.includes(handle)).slice(0, WATCHED);
      keyed(
        part.list,
        others,
        idOf,
        ({ id, gameId, label, seats }) =>
          row({
            gameId,
            title: label,
            actions: h('a', {
              class: 'button',
              href: `/tables/${id}`,
              'aria-label': `Watch ${label}: ${seats.join(', ')}`,
              text: 'Watch',
            }),
          }),
        (element, { seats, stake, createdAt }) =>
          tellRow(element, { line: `${seats.join(', ')} · ${stakeLine(stake)} · ${ago(createdAt)}` }),
      );
      part.filled(others.length);
    },
  };
}

/** @param {string} handle */
function partyList(handle) {
  const known = parties(handle);
  const part = listing(
    'lobby-parties',
    'Parties',
    'A party is a group with a chat, results, and tables for all its members.',
  );
  keyed(part.list, known, idOf, ({ id, members }) => {
    const others = members.filter((name) => name !== handle);
    return h(
      'li',
      null,
      h('a', {
        class: 'grow',
        href: `/parties/${id}`,
        text: others.length > 0 ? `You, ${others.join(', ')}` : 'Only you so far',
      }),
    );
  });
  part.filled(known.length);
  const link = field({ name: 'party', label: 'Party link', autocomplete: 'off', spellcheck: 'false' });
  const { element } = form({
    fields: { party: link },
    text: 'Go to the party',
    submit: async () => {
      const id = /pty_[0-9a-f]{32}/.exec(link.input.value)?.[0];
      if (!id)
        throw new Wrong('party', 'This is not the link of a party. Such a link ends with pty_ and letters and digits.');
      await go(`/parties/${id}`);
    },
  });
  part.element.classList.add('parties');
  part.element.append(
    actButton('New party', () => newParty(handle)),
    h('details', { class: 'fold' }, h('summary', { text: 'I have a link' }), element),
  );
  return part.element;
}

/** @param {string} handle */
async function newParty(handle) {
  const { partyId } = await post('/api/parties');
  rememberParty(handle, { id: partyId, members: [handle] });
  await go(`/parties/${partyId}`);
}
