// Finished tables, newest first. Each page has an address.

import { get } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { date, signed, tone } from '../lib/format.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { reader, soon } from '../lib/trouble.js';
import { forMembers } from './member.js';

const PAGE = 20;
const RESULTS = { win: 'Won', draw: 'Draw', loss: 'Lost' };

export default forMembers('History', 'This page lists your finished tables.', async ({ query, signal }, member) => {
  const all = await kinds().catch(() => []);
  const body = h('div', { class: 'tall' }, h('p', { class: 'quiet', text: '…' }));
  const before = query.get('before');
  await soon(
    reader(signal)(
      () => get('/api/me/history', { query: { limit: PAGE, before } }),
      ({ hands }) => fill(body, pageOf(hands, all, before)),
      (error) => fill(body, h('p', { text: error.message })),
    ),
  );
  return {
    title: 'History',
    element: h(
      'div',
      null,
      h('h1', { id: 'history', text: 'History' }),
      h(
        'p',
        null,
        'A game’s name links to its replay, which anybody with the link can verify. ',
        h('a', { href: `/players/${member.handle}`, text: 'Your card' }),
        ' shows the public ones.',
      ),
      body,
    ),
  };
});

/**
 * @param {Api.Hand[]} hands
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {string | null} before
 */
function pageOf(hands, all, before) {
  const oldest = hands.at(-1)?.settledAt ?? null;
  return [
    hands.length === 0
      ? h('p', { class: 'empty', text: before ? 'Nothing older.' : 'You have not finished a table for chips yet.' })
      : h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'history' },
          h(
            'table',
            { class: 'plain' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                ['Game', 'With'].map((text) => h('th', { scope: 'col', text })),
                h('th', { scope: 'col', class: 'number', text: 'Chips' }),
              ),
            ),
            h(
              'tbody',
              null,
              hands.map((hand) => handRow(hand, nameIn(all, hand))),
            ),
          ),
        ),
    h(
      'nav',
      { class: 'row', 'aria-label': 'Pages of the history' },
      before && h('a', { class: 'button', href: '/history', text: 'Newest' }),
      hands.length >= PAGE &&
        oldest !== null &&
        h('a', { class: 'button', href: `/history?before=${oldest}`, text: 'Older' }),
    ),
  ];
}

/**
 * @param {Api.Hand} hand
 * @param {string} label
 */
function handRow({ tableId, result, outcome, opponents, net, settledAt }, label) {
  const when = settledAt === null ? '' : date(settledAt);
  return h(
    'tr',
    null,
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `/tables/${tableId}/replay`, 'aria-label': `${label}, ${when}: replay`, text: label }),
      h('span', {
        class: 'row-line quiet small',
        text: [RESULTS[outcome ?? result], when].filter(Boolean).join(' · '),
      }),
    ),
    h(
      'td',
      null,
      opponents.length === 0
        ? 'the bank'
        : opponents.map((name, place) => [
            place > 0 && ', ',
            name === 'house' || name.startsWith('gone-')
              ? name
              : h('a', { class: 'name', href: `/players/${name}`, text: name }),
          ]),
    ),
    h('td', { class: `number ${tone(net)}`, text: signed(net) }),
  );
}
