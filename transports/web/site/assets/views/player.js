// A member's public card. Everything on it is the member's own text, and shown as text.

import { get } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { date, signed, tone } from '../lib/format.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { ratingText } from '../lib/ratings.js';
import { reader, soon } from '../lib/trouble.js';
import { forMembers } from './member.js';
import { row, tellRow } from './rows.js';

export default forMembers(
  'Member',
  'Only members can see members’ cards.',
  async ({ params: [handle = ''], signal }, member) => {
    const element = h('div', { class: 'narrow' }, h('h1', { text: handle }));
    const all = await kinds().catch(() => []);
    const mine = handle === member.handle;
    await soon(
      reader(signal)(
        () => Promise.all([get(`/api/players/${encodeURIComponent(handle)}`), mine ? ownResults() : new Map()]),
        ([player, results]) => fill(element, card(player, all, mine, results)),
        (error) =>
          fill(
            element,
            h('h1', { text: 'No such member' }),
            h('p', {
              text: error.status === 404 ? 'No member has this handle. An erased account has no card.' : error.message,
            }),
            h('p', null, h('a', { href: '/leaderboard', text: 'To the leaders' })),
          ),
      ),
    );
    return { title: handle, element };
  },
);

/** @type {Record<Api.PlayerResponse['tables'][number]['status'], string>} */
const STATUS = {
  waiting: 'waiting for players',
  playing: 'being played',
  settled: 'finished',
  cancelled: 'called off',
};
const RESULTS = { win: 'you won', draw: 'a draw', loss: 'you lost' };

/** @returns {Promise<Map<string, string>>} */
async function ownResults() {
  /** @type {{ hands: Api.Hand[] }} */
  const { hands } = await get('/api/me/history', { query: { limit: 50 } });
  return new Map(hands.map(({ tableId, result, outcome }) => [tableId, RESULTS[outcome ?? result]]));
}

/**
 * @param {Api.PlayerResponse} player
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {boolean} mine
 * @param {Map<string, string>} results of the tables whose end the viewer knows
 */
function card({ handle, bio, memberSince, chips, messenger, ratings, agents, tables }, all, mine, results) {
  return [
    h('div', { class: 'row heading-row' }, h('span', { class: 'big-face' }, face(handle)), h('h1', { text: handle })),
    bio && h('p', { class: 'bio', text: bio }),
    h(
      'dl',
      { class: 'facts' },
      h('dt', { text: 'Member since' }),
      h('dd', { text: date(memberSince) }),
      h('dt', { text: 'Net chips' }),
      h('dd', { class: `number ${tone(chips)}`, text: signed(chips) }),
      messenger !== null && [h('dt', { text: 'Messenger' }), h('dd', { text: messenger })],
    ),
    h(
      'p',
      { class: 'row' },
      mine
        ? h('a', { class: 'button', href: '/account', text: 'Change your card' })
        : h('a', { class: 'button primary', href: `/new?invited=${handle}`, text: `Invite ${handle} to a table` }),
    ),
    ratings.length > 0 && [h('h2', { text: 'Ratings' }), ratingList(ratings, all)],
    agents.length > 0 && [
      h('h2', { text: 'Agents' }),
      h(
        'ul',
        { class: 'list' },
        agents.map(({ name, wins, losses }) =>
          h(
            'li',
            null,
            h('span', { class: 'grow', text: name }),
            h('span', { class: 'quiet number', text: `${wins} won, ${losses} lost` }),
          ),
        ),
      ),
    ],
    h('h2', { text: 'Public tables' }),
    tables.length === 0
      ? h('p', { class: 'empty', text: 'None yet.' })
      : h(
          'ul',
          { class: 'list' },
          tables.map((table) => {
            const title = nameIn(all, table);
            const settled = table.status === 'settled';
            const verb = settled ? 'Replay' : table.status === 'playing' && !mine ? 'Watch' : 'Open';
            const line = row({
              gameId: table.gameId,
              title,
              actions: h('a', {
                class: 'button',
                href: settled ? `/tables/${table.id}/replay` : `/tables/${table.id}`,
                'aria-label': `${verb} ${title}, ${date(table.createdAt)}`,
                text: verb,
              }),
            });
            const words = results.get(table.id) ?? STATUS[table.status];
            tellRow(line, { line: `${words} · ${date(table.createdAt)}` });
            return line;
          }),
        ),
  ];
}

/**
 * @param {Api.PlayerResponse['ratings']} ratings
 * @param {import('../lib/kinds.js').Kind[]} all
 */
function ratingList(ratings, all) {
  return h(
    'ul',
    { class: 'list' },
    ratings.map(({ gameId, rating, provisional, wins, draws, losses }) =>
      h(
        'li',
        null,
        h(
          'span',
          { class: 'grow' },
          h('a', { href: `/leaderboard?game=${gameId}`, text: nameIn(all, { kind: null, gameId }) }),
          h('span', { class: 'row-line quiet small', text: `${wins} won, ${draws} drawn, ${losses} lost` }),
        ),
        h('strong', { class: 'number', text: ratingText({ rating, provisional }) }),
      ),
    ),
  );
}
