// Play a person: one press on a game begins a search. The numbers say how many members wait for what.

import { h, keyed, setText } from '../../lib/dom.js';
import { chips } from '../../lib/format.js';
import { nameIn } from '../../lib/kinds.js';
import { look, usual } from '../../lib/queue.js';
import { go } from '../../lib/router.js';
import { actButton } from '../forms.js';
import { picture } from '../pictures.js';
import { row, tellRow } from '../rows.js';

/**
 * @param {import('../../lib/kinds.js').Kind[]} all
 */
export function people(all) {
  const tiles = h('ul', { class: 'tiles people' });
  const others = h('ul', { class: 'list', 'aria-label': 'Waiting on other terms' });
  const element = h(
    'section',
    { class: 'lobby-people', 'aria-labelledby': 'lobby-people' },
    h(
      'div',
      { class: 'row' },
      h('h2', { id: 'lobby-people', text: 'Play a person' }),
      h('span', { class: 'quiet small', text: 'live, rated, no stake' }),
      h('a', { class: 'small', href: '/match', text: 'Change', 'aria-label': 'Change the terms' }),
    ),
    tiles,
    others,
  );
  const games = all.filter(({ openEligible }) => openEligible);
  let drawn = false;
  return {
    element,
    /** @param {Api.QueueLengths} answer */
    update({ kinds }) {
      const waiting = (/** @type {import('../../lib/kinds.js').Kind} */ game) =>
        kinds.find((one) => isUsual(one, game))?.waiting ?? 0;
      // The games for which somebody waits come first. Later no tile moves away from a pointer.
      if (!drawn) games.sort((one, other) => waiting(other) - waiting(one));
      drawn = true;
      keyed(
        tiles,
        games,
        ({ kind }) => kind,
        tile,
        (element, game) => tellTile(element, waiting(game)),
      );
      const rest = kinds.filter((one) => !games.some((game) => isUsual(one, game)));
      keyed(
        others,
        rest,
        ({ kind, stake, seats, rated }) => `${kind} ${stake} ${seats} ${rated}`,
        (one) => otherRow(one, all),
        (element, { seats, stake, rated, waiting }) =>
          tellRow(element, {
            line: `${seats} players · ${stake ? chips(stake) : 'no stake'} · ${rated ? 'rated' : 'not rated'} · ${waiting} waiting`,
          }),
      );
      others.hidden = rest.length === 0;
    },
  };
}

/**
 * @param {Api.QueueLength} length
 * @param {import('../../lib/kinds.js').Kind} game
 */
function isUsual({ kind, stake, seats, rated }, game) {
  return kind === game.kind && stake === 0 && rated && seats === (game.seats ?? game.mostSeats);
}

/** @param {import('../../lib/kinds.js').Kind} game */
function tile({ kind, gameId, label }) {
  const act = actButton('', () => begin(usual(kind)), { class: 'tile' });
  act.firstElementChild?.append(
    picture(gameId, kind),
    h(
      'span',
      { class: 'tile-words' },
      h('span', { class: 'tile-name', text: label }),
      h('span', { class: 'waits small' }),
    ),
  );
  return h('li', null, act);
}

/**
 * @param {HTMLElement} element
 * @param {number} count
 */
function tellTile(element, count) {
  const words = element.querySelector('.waits');
  if (words) setText(words, count === 0 ? '' : `${count} waiting`);
}

/**
 * @param {Api.QueueLength} wanted
 * @param {import('../../lib/kinds.js').Kind[]} all
 */
function otherRow({ kind, stake, seats, rated }, all) {
  const gameId = all.find((one) => one.kind === kind)?.gameId ?? '';
  const title = nameIn(all, { kind, gameId });
  const wanted = { kind, stake, seats, rated, fallback: /** @type {const} */ ('none') };
  return row({
    gameId,
    title,
    actions: actButton('Play', () => begin(wanted), { label: `Play ${title} on these terms` }),
  });
}

/** @param {import('../../lib/queue.js').Wanted} wanted */
async function begin(wanted) {
  await look(wanted);
  await go('/match');
}
