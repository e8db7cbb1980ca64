// The front page: what this is, and the first board one press away.

import { boardOf } from '../boards/index.js';
import { get } from '../lib/api.js';
import { fill, h, keyed, setText } from '../lib/dom.js';
import { number } from '../lib/format.js';
import * as session from '../lib/session.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';
import { picture } from './pictures.js';
import { goOnOffer, practiceButton, practiceTiles } from './play.js';
import { scene } from './scene.js';

/** What most people know and a newcomer can play at once. */
const FIRST = 'connect-four-vs-house';
/** The listings' longest answer, and how many members the board of leaders tells at most. */
const MOST = 100;

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function front({ signal }) {
  const tiles = practiceTiles(signal);
  const live = liveNumbers(signal);
  const offer = goOnOffer(signal);
  await soon(Promise.all([tiles.ready, live.ready, offer.ready]), 500);
  warmUp();
  return {
    title: 'Turnstone',
    element: h(
      'div',
      { class: 'front' },
      h(
        'section',
        { class: 'hero' },
        h(
          'div',
          { class: 'hero-words' },
          h('h1', { text: 'Games with nothing hidden' }),
          h('p', {
            class: 'lead',
            text: 'Cards, dice and boards, against people, programs or the house, for play-money chips. Every deal is sealed before the first move and opened after the last, so that anybody can check it.',
          }),
          h(
            'div',
            { class: 'hero-play' },
            practiceButton(FIRST, 'Play now', 'primary big'),
            h('span', { class: 'quiet small', text: 'Connect four against the house: no account, no chips.' }),
          ),
          offer.element,
          doors(signal),
        ),
        scene(),
      ),
      h(
        'section',
        { 'aria-labelledby': 'front-games' },
        h('h2', { id: 'front-games', text: 'Or choose your game' }),
        tiles.element,
      ),
      live.element,
      howItIsChecked(),
    ),
  };
}

/**
 * The ways in: for strangers to join and to sign in, for members to the lobby.
 * @param {AbortSignal} signal
 */
function doors(signal) {
  const element = h('p', { class: 'row doors' });
  const stop = session.watch((member) =>
    fill(
      element,
      member
        ? h('a', { class: 'button', href: '/lobby', text: `To the lobby, ${member.handle}` })
        : [
            h('a', { class: 'button', href: '/join', text: 'Join with an invitation' }),
            h('a', { class: 'button plain', href: '/signin', text: 'Sign in' }),
          ],
    ),
  );
  signal.addEventListener('abort', stop);
  return element;
}

/**
 * How much goes on, and the tables that can be watched.
 * @param {AbortSignal} signal
 */
function liveNumbers(signal) {
  const read = reader(signal);
  const playing = figure(['table being played', 'tables being played']);
  const open = figure(['open table', 'open tables']);
  const members = figure(['member on the leaderboard', 'members on the leaderboard'], '/leaderboard');
  const list = h('ul', { class: 'list watchable' });
  const none = h('p', { class: 'empty' });
  const ready = nowAndAgain(30_000, signal, () =>
    Promise.all([
      read(
        () => get('/api/tables/playing'),
        ({ tables }) => {
          playing.set(tables.length);
          keyed(list, tables.slice(0, 6), tableId, watchable);
          setText(none, tables.length > 0 ? '' : 'No public table is being played just now. Yours could be the first.');
        },
      ),
      read(
        () => get('/api/tables/open'),
        ({ tables }) => open.set(tables.length),
      ),
      read(
        () => get('/api/leaderboard', { query: { limit: MOST } }),
        ({ leaderboard }) => members.set(leaderboard.length),
      ),
    ]),
  );
  const element = h(
    'section',
    { class: 'panel live', 'aria-labelledby': 'front-live' },
    h('h2', { id: 'front-live', text: 'Just now' }),
    h('dl', { class: 'figures' }, playing.element, open.element, members.element),
    list,
    none,
    h('p', {
      class: 'quiet small',
      text: 'Members watch tables in play. The replay of a finished table is open to everyone who has its link.',
    }),
  );
  return { element, ready };
}

/** @param {{ id: string }} table */
function tableId({ id }) {
  return id;
}

/**
 * A number with its words: for one, and for any other number.
 * @param {[one: string, many: string]} words
 * @param {string} [href]
 */
function figure([one, many], href) {
  const count = h('dd', { class: 'number', text: '–' });
  const name = href ? h('a', { href, text: many }) : h('span', { text: many });
  return {
    element: h('div', null, h('dt', null, name), count),
    /** @param {number} value */
    set: (value) => {
      setText(count, value >= MOST ? `${number(MOST)}+` : number(value));
      setText(name, value === 1 ? one : many);
    },
  };
}

/** @param {Api.PlayingTable} table */
function watchable({ id, kind, gameId, label, seats }) {
  return h(
    'li',
    null,
    picture(gameId, kind),
    h(
      'span',
      { class: 'grow' },
      h('strong', { text: label }),
      h('br'),
      h('span', { class: 'quiet small', text: seats.join(', ') }),
    ),
    h('a', {
      class: 'button',
      href: !session.expected() ? `/signin?back=/tables/${id}` : `/tables/${id}`,
      'aria-label': `Watch ${label}: ${seats.join(', ')}`,
      text: 'Watch',
    }),
  );
}

function howItIsChecked() {
  const steps = [
    ['Sealed', 'Before the first move, the fingerprint of the shuffle is shown to all. It cannot be changed any more.'],
    ['Played', 'People and programs have the same moves and the same clock, and see the same of the table.'],
    [
      'Opened',
      'After the end the shuffle is shown. The replay page compares it with the fingerprint; a program plays the game again.',
    ],
  ];
  return h(
    'section',
    { 'aria-labelledby': 'front-check' },
    h('h2', { id: 'front-check', text: 'Every game can be checked, the house included' }),
    h(
      'ol',
      { class: 'steps' },
      steps.map(([title, text]) => h('li', null, h('h3', { text: title }), h('p', { class: 'quiet', text }))),
    ),
  );
}

/** The first board is fetched before it is asked for. */
function warmUp() {
  setTimeout(() => void boardOf('connect-four').catch(() => {}), 300);
}
