// The leaderboard: net chips won at tables.

import { get } from '../lib/api.js';
import { h, keyed, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { sharedPlaces, signed, tone } from '../lib/format.js';
import * as session from '../lib/session.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function leaderboard({ signal }) {
  const member = await session.whoAmI().catch(() => null);
  const rows = h('tbody');
  const mine = h('p', { class: 'reserved' });
  const none = h('p', { class: 'empty', text: '…' });
  const read = reader(signal);

  /** @param {Api.Leaderboard} answer */
  function draw({ leaderboard: leaders, me }) {
    const places = sharedPlaces(leaders, ({ chips }) => chips);
    keyed(
      rows,
      leaders,
      ({ handle }) => handle,
      ({ handle }) => leaderRow(handle, handle === member?.handle, member !== null),
      (element, { chips }, place) => {
        setText(element.children[0], String(places[place]));
        setText(element.children[2], signed(chips));
        element.children[2].className = `number ${tone(chips)}`;
      },
    );
    none.hidden = leaders.length > 0;
    setText(none, 'No one has finished a table yet.');
    const listed = places[leaders.findIndex(({ handle }) => handle === member?.handle)];
    if (me && member && (listed || me.chips !== 0))
      setText(mine, `You are number ${listed ?? me.rank}, with ${signed(me.chips)}.`);
    else if (me && member)
      setText(mine, `After your first finished table you stand here too; with 0 chips you would be number ${me.rank}.`);
    else if (!member) setText(mine, 'Members see their own place here.');
  }

  await soon(nowAndAgain(30_000, signal, () => read(() => get('/api/leaderboard', { query: { limit: 100 } }), draw)));
  return {
    title: 'Leaders',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { id: 'leaders', text: 'Leaders' }),
      h('p', {
        text: 'Chips won and lost at finished tables. Granted chips and rewards for invitations do not count.',
      }),
      mine,
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'leaders' },
        h(
          'table',
          { class: 'plain' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              h('th', { scope: 'col', text: 'Place' }),
              h('th', { scope: 'col', text: 'Member' }),
              h('th', { scope: 'col', class: 'number', text: 'Net chips' }),
            ),
          ),
          rows,
        ),
      ),
      none,
    ),
  };
}

/**
 * @param {string} handle
 * @param {boolean} mine
 * @param {boolean} linked member cards are for members
 */
function leaderRow(handle, mine, linked) {
  return h(
    'tr',
    { class: mine && 'mine' },
    h('td', { class: 'place' }),
    h(
      'th',
      { scope: 'row' },
      face(handle),
      ' ',
      linked ? h('a', { class: 'name', href: `/players/${handle}`, text: handle }) : handle,
      mine && ' (you)',
    ),
    h('td', { class: 'number' }),
  );
}
