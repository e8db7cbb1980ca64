// The leaderboard: net chips won at tables, in all or this week, and the ratings of each game.

import { get } from '../lib/api.js';
import { h, keyed, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { kinds } from '../lib/kinds.js';
import { sharedPlaces, signed, tone } from '../lib/format.js';
import * as session from '../lib/session.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';
import { ratingsOf } from './leaderboard/ratings.js';

/** The lists, by their addresses. @type {[path: string, text: string][]} */
const LISTS = [
  ['/leaderboard', 'Chips'],
  ['/leaderboard?period=week', 'Chips this week'],
  ['/leaderboard?game=connect-four', 'Ratings'],
];

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function leaderboard({ query, signal }) {
  const member = await session.whoAmI().catch(() => null);
  const list = query.has('game') ? 2 : query.get('period') === 'week' ? 1 : 0;
  const content =
    list === 2
      ? await ratingsOf(await kinds().catch(() => []), query, member?.handle ?? null, signal)
      : await chipsWon(list === 1, member, signal);
  const links = LISTS.map(([href, text], place) =>
    h('a', { class: 'button', href, 'aria-current': place === list ? 'page' : null, text }),
  );
  return {
    title: 'Leaders',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { id: 'leaders', text: 'Leaders' }),
      h('nav', { class: 'row lists', 'aria-label': 'Lists' }, links),
      content,
    ),
  };
}

/**
 * @param {boolean} week
 * @param {session.Member | null} member
 * @param {AbortSignal} signal
 */
async function chipsWon(week, member, signal) {
  const rows = h('tbody');
  const mine = h('p', { class: 'reserved' });
  const none = h('p', { class: 'empty', text: '…' });
  const read = reader(signal);
  const list = { limit: 100, period: week ? 'week' : undefined };

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
    setText(none, week ? 'No one has finished a table this week.' : 'No one has finished a table yet.');
    const listed = places[leaders.findIndex(({ handle }) => handle === member?.handle)];
    if (me && member && (listed || me.chips !== 0))
      setText(mine, `You are number ${listed ?? me.rank}, with ${signed(me.chips)}.`);
    else if (me && member)
      setText(mine, `After your first finished table you stand here too; with 0 chips you would be number ${me.rank}.`);
    else if (!member) setText(mine, 'Members see their own place here.');
  }

  await soon(nowAndAgain(30_000, signal, () => read(() => get('/api/leaderboard', { query: list }), draw)));
  return [
    h('p', {
      text: `Chips won and lost at tables finished ${week ? 'since Monday' : 'so far'}. Granted chips and rewards for invitations do not count.`,
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
  ];
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
