// The ratings of a game: people, bots, agents and the house, with the viewer's own row marked.

import { get } from '../../lib/api.js';
import { h, keyed, setText } from '../../lib/dom.js';
import { face } from '../../lib/face.js';
import { number } from '../../lib/format.js';
import { levelWord } from '../../lib/levels.js';
import { ratingText } from '../../lib/ratings.js';
import { go } from '../../lib/router.js';
import { reader, soon } from '../../lib/trouble.js';
import { actButton, field } from '../forms.js';

/** @type {[of: string, text: string][]} */
const GROUPS = [
  ['', 'All players'],
  ['people', 'People'],
  ['bots', 'Bots'],
  ['agents', 'Agents'],
  ['house', 'The house'],
];
const PAGE = 50;

/**
 * @param {import('../../lib/kinds.js').Kind[]} all
 * @param {URLSearchParams} query
 * @param {string | null} me the viewer's handle
 * @param {AbortSignal} signal
 */
export async function ratingsOf(all, query, me, signal) {
  /** @type {Map<string, string>} */
  const games = new Map(all.filter(({ openEligible }) => openEligible).map(({ gameId, label }) => [gameId, label]));
  const wanted = query.get('game') ?? '';
  const gameId = games.has(wanted) ? wanted : games.has('connect-four') ? 'connect-four' : ([...games.keys()][0] ?? '');
  const group = GROUPS.some(([of]) => of === query.get('of')) ? (query.get('of') ?? '') : '';
  const game = field({ name: 'game', label: 'Game', tag: 'select', options: [...games] });
  const of = field({ name: 'of', label: 'Who', tag: 'select', options: GROUPS });
  game.input.value = gameId;
  of.input.value = group;
  const choice = h('div', { class: 'row ratings-choice', on: { change: choose } }, game.element, of.element);
  const body = h('tbody');
  const own = h('p', { class: 'reserved' });
  const none = h('p', { class: 'empty', text: '…' });
  const more = actButton('Show more', async () => draw(await ask(cursor)));
  more.hidden = true;
  /** @type {Api.RatedRow[]} */
  const rows = [];
  /** @type {string | null} */
  let cursor = null;
  await soon(reader(signal)(() => ask(null), draw));
  return [
    h('p', {
      text: 'Everybody begins at 1500. Rated games change the ratings of those who play; a question mark says that there were few so far.',
    }),
    choice,
    own,
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Ratings' },
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
            h('th', { scope: 'col', text: 'Player' }),
            h('th', { scope: 'col', class: 'number', text: 'Games' }),
            h('th', { scope: 'col', class: 'number', text: 'Rating' }),
          ),
        ),
        body,
      ),
    ),
    none,
    more,
  ];

  function choose() {
    const chosen = new URLSearchParams({ game: game.input.value, ...(of.input.value && { of: of.input.value }) });
    void go(`/leaderboard?${chosen}`, { replace: true, stay: true });
  }

  /**
   * @param {string | null} after
   * @returns {Promise<Api.Ratings>}
   */
  function ask(after) {
    return get('/api/ratings', { query: { gameId, of: group || undefined, limit: PAGE, cursor: after }, signal });
  }

  /** @param {Api.Ratings} answer */
  function draw({ ratings, nextCursor, me: mine }) {
    rows.push(...ratings);
    cursor = nextCursor;
    more.hidden = nextCursor === null;
    keyed(
      body,
      rows,
      ({ of: kind, name, agentId, level }) => agentId ?? `${kind} ${name} ${level}`,
      (one) => ratedRow(one, one.name === me && one.ownerHandle === null && one.of !== 'house', me !== null),
    );
    none.hidden = rows.length > 0;
    setText(none, 'No one has played a rated game of it yet.');
    setText(own, ownWords(mine));
  }
}

/** @param {Api.RatedRow | null} mine */
function ownWords(mine) {
  if (!mine) return '';
  const place = mine.rank === null ? 'You have no place yet' : `You are number ${mine.rank}`;
  const games = mine.games === null ? '' : `, after ${number(mine.games)} rated ${mine.games === 1 ? 'game' : 'games'}`;
  return `${place}: ${ratingText(mine)}${games}.`;
}

/**
 * @param {Api.RatedRow} one
 * @param {boolean} mine
 * @param {boolean} linked member cards are for members
 */
function ratedRow(one, mine, linked) {
  const { rank, of, name, ownerHandle, level, games } = one;
  const member = of === 'people' || of === 'bots';
  const words = of === 'house' ? `the house, ${levelWord(level ?? 0)}` : name;
  return h(
    'tr',
    { class: mine && 'mine' },
    h('td', { class: 'place', text: rank ?? '–' }),
    h(
      'th',
      { scope: 'row' },
      member && [face(name), ' '],
      member && linked ? h('a', { class: 'name', href: `/players/${name}`, text: words }) : words,
      mine && ' (you)',
      of === 'bots' && [' ', h('span', { class: 'badge', text: 'bot' })],
      ownerHandle !== null && h('span', { class: 'row-line quiet small', text: `agent of ${ownerHandle}` }),
    ),
    h('td', { class: 'number', text: games === null ? '–' : number(games) }),
    h('td', { class: 'number', text: ratingText(one) }),
  );
}
