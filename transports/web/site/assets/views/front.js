// The front page. The document contains it (site/front.html): this module adds the data from the API, and the first
// board is one press away.

import { get, pause } from '../lib/api.js';
import { fill, h, keyed, setText } from '../lib/dom.js';
import { number } from '../lib/format.js';
import * as session from '../lib/session.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';
import { picture } from './pictures.js';
import { goOnOffer, practiceButton, practiceTiles, prepare } from './play.js';

/** Games that most people know and a newcomer can play at once. */
const FIRST = 'connect-four-vs-house';
const FIRST_GAME = 'connect-four';
/** How long a page that is being left waits before it sends further requests, in milliseconds. */
const LEAVING = 3_000;
/** The maximum number of rows of the listings, and of the leaderboard here. */
const MOST = 100;

/** The page in its place, if it was requested; it is used once. */
let standing = document.getElementById('front-page');
/** The page's template, if another page was requested. */
const written = standing?.cloneNode(true) ?? templated();

function templated() {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById('front-template'));
  return /** @type {Element} */ (template.content.firstElementChild);
}

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function front({ signal }) {
  const shown = standing !== null;
  const element = standing ?? /** @type {HTMLElement} */ (written.cloneNode(true));
  standing = null;
  const leaves = play(part(element, '#front-play'));
  doors(part(element, '.doors'), signal);
  const tiles = practiceTiles(signal);
  const offer = goOnOffer(signal);
  part(element, '.hero-play').after(offer.element);
  part(element, '.tiles').replaceWith(tiles.element);
  // If a press is being carried out, the numbers wait: the connection is for the table.
  const line = leaves ? pause(LEAVING, signal).catch(() => {}) : Promise.resolve();
  const live = line.then(() => liveNumbers(part(element, '.live'), signal));
  const ready = Promise.all([tiles.ready, offer.ready, live]);
  void ready.then(() => warmUp(signal));
  if (!shown) await soon(ready, 500);
  return { title: 'Turnstone', element };
}

/**
 * @param {HTMLElement} element
 * @param {string} selector
 * @returns {HTMLElement}
 */
function part(element, selector) {
  return /** @type {HTMLElement} */ (element.querySelector(selector));
}

/**
 * Makes the document's button act; an earlier press is carried out.
 * @param {HTMLElement} button
 * @returns {boolean} whether there was such a press
 */
function play(button) {
  const focused = document.activeElement === button;
  const live = practiceButton(FIRST, button.textContent ?? '', button.className);
  live.addEventListener('click', () => prepare(FIRST_GAME));
  button.parentElement?.replaceWith(live);
  if (focused) live.querySelector('button')?.focus();
  const pressed = button.dataset['pressed'] !== undefined;
  if (pressed) live.querySelector('button')?.click();
  return pressed;
}

/**
 * The entry links: for guests to join and to sign in, for members to the lobby.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
function doors(element, signal) {
  const guests = [...element.children];
  const stop = session.watch((member) => {
    element.classList.remove('for-guests');
    fill(
      element,
      member ? h('a', { class: 'button', href: '/lobby', text: `To the lobby, ${member.handle}` }) : guests,
    );
  });
  signal.addEventListener('abort', stop);
}

/**
 * The numbers of running tables, and the tables that can be watched.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 */
function liveNumbers(element, signal) {
  const read = reader(signal);
  const playing = figure(part(element, '[data-figure=playing]'), ['table being played', 'tables being played']);
  const open = figure(part(element, '[data-figure=open]'), ['open table', 'open tables']);
  const members = figure(part(element, '[data-figure=members]'), [
    'member on the leaderboard',
    'members on the leaderboard',
  ]);
  const list = part(element, '.watchable');
  return nowAndAgain(30_000, signal, async () => {
    await Promise.all([
      read(
        () => get('/api/tables/playing'),
        ({ tables }) => {
          playing(tables.length);
          keyed(list, tables.slice(0, 6), tableId, watchable);
        },
      ),
      read(
        () => get('/api/tables/open'),
        ({ tables }) => open(tables.length),
      ),
      read(
        () => get('/api/leaderboard', { query: { limit: MOST } }),
        ({ leaderboard }) => members(leaderboard.length),
      ),
    ]);
    // Nothing empty is shown.
    element.hidden = !element.querySelector('.figures > :not([hidden])');
  });
}

/** @param {{ id: string }} table */
function tableId({ id }) {
  return id;
}

/**
 * A number with its words: for one, and for any other number.
 * @param {HTMLElement} element
 * @param {[one: string, many: string]} words
 * @returns {(value: number) => void}
 */
function figure(element, [one, many]) {
  const count = part(element, 'dd');
  const name = part(element, 'dt > *');
  return (value) => {
    element.hidden = value === 0;
    setText(count, value >= MOST ? `${number(MOST)}+` : number(value));
    setText(name, value === 1 ? one : many);
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
      href: `/tables/${id}`,
      'aria-label': `Watch ${label}: ${seats.join(', ')}`,
      text: 'Watch',
    }),
  );
}

/**
 * Preloads the first board.
 * @param {AbortSignal} signal
 */
function warmUp(signal) {
  const timer = setTimeout(() => prepare(FIRST_GAME), 300);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
