// Practice: choose a game and play against the house. No account is needed.

import { boardOf } from '../boards/index.js';
import { ApiError, get, newRef, newSeed, patiently, post } from '../lib/api.js';
import { readEarly } from '../lib/early.js';
import { h, keyed, setText } from '../lib/dom.js';
import { isFriendly } from '../lib/friend.js';
import { kindOf, kinds } from '../lib/kinds.js';
import { BEST, chooseLevel, chosenLevel, levelOptions } from '../lib/levels.js';
import { tellClock } from '../lib/notes.js';
import { forgetPractice, practice, rememberPractice } from '../lib/practising.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { reader, soon } from '../lib/trouble.js';
import { actButton, field } from './forms.js';
import { picture } from './pictures.js';

/** Kinds known to have levels: a first press need not wait for the list of all kinds. */
const LEVELLED = new Set(['connect-four-vs-house']);

/**
 * Loads the page of a table and a board, so that they are ready when the table is.
 * @param {string} [gameId] of the board, as soon as it is known
 */
export function prepare(gameId) {
  void import('../table/view.js').catch(() => {});
  if (gameId) void boardOf(gameId).catch(() => {});
}

/**
 * Opens a practice table. A member's practice table belongs to the member, a visitor's to a guest.
 * @param {string} kind
 * @param {number} [level] of the house; by default the one that was chosen last
 * @returns {Promise<string>} its id
 */
export async function openPractice(kind, level = chosenLevel()) {
  prepare();
  kindOf(kind)
    .then((known) => prepare(known?.gameId))
    .catch(() => {});
  const weaker = level !== BEST && (LEVELLED.has(kind) || (await kindOf(kind))?.levels.length);
  const made = await opened(weaker ? { kind, level } : { kind });
  readEarly(made.tableId, session.expected());
  tellClock(made.tableId);
  // Opening the table does not wait for the name of its game.
  void kindOf(kind)
    .catch(() => undefined)
    .then((known) => rememberPractice(made.tableId, known?.label ?? kind));
  return made.tableId;
}

/**
 * Opens a friendly table: its seats are for people who get its link.
 * @param {{ kind: string, seats?: number | undefined, name: string }} wanted `name`: of a guest who opens it, or empty
 * @returns {Promise<string>} its id
 */
export async function openFriendly({ kind, seats, name }) {
  prepare();
  const known = await kindOf(kind);
  const level = known?.levels.length ? { level: chosenLevel() } : {};
  // Members have their handle.
  const named = name && !session.expected() ? { name } : {};
  const several = known?.seats ? { seats } : {};
  const { tableId } = await opened({ kind, open: true, ...several, ...level, ...named });
  tellClock(tableId);
  rememberPractice(tableId, known?.label ?? kind);
  return tableId;
}

/**
 * Does not wait for the session: a browser that has been signed in tries as a member first.
 * @param {Record<string, unknown>} wanted
 * @returns {Promise<{ tableId: string }>}
 */
async function opened(wanted) {
  const clientRef = newRef();
  const clientSeed = newSeed();
  if (session.expected()) {
    try {
      return await patiently(() => post('/api/tables', { ...wanted, practice: true, clientRef, clientSeed }), {
        attempts: 4,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.ended();
    }
  }
  return patiently(() => post('/api/practice', { ...wanted, clientRef, clientSeed }), { attempts: 4 });
}

/** @param {string} kind */
async function practise(kind) {
  await go(`/tables/${await openPractice(kind)}`);
}

/**
 * A button that opens a practice table of a kind.
 * @param {string} kind
 * @param {string} text
 * @param {string} [className]
 * @param {string} [label] its name if the text alone does not name the game
 */
export function practiceButton(kind, text, className = '', label) {
  return actButton(text, () => practise(kind), { class: className, label });
}

/**
 * Offers to continue the practice game of this browser, if it is still running. The server is asked; until it answers,
 * and without such a game, the offer is hidden.
 * @param {AbortSignal} signal
 */
export function goOnOffer(signal) {
  const link = h('a', { class: 'button', text: 'Continue your game' });
  const words = h('span', { class: 'quiet small' });
  const element = h('p', { class: 'row go-on', hidden: true }, link, words);
  const known = practice();
  return { element, ready: known ? ask(known).catch(() => {}) : Promise.resolve() };

  /** @param {import('../lib/practising.js').Practice} known */
  async function ask({ id, label }) {
    try {
      const table = await patiently(() => get(`/api/tables/${encodeURIComponent(id)}`, { signal }), { attempts: 3 });
      if (table.state.terminal || table.mySeat < 0) return forgetPractice(id);
      link.href = `/tables/${id}`;
      setText(words, `${label}, ${isFriendly(table) ? 'with a friend' : 'for practice'}: ${stateOf(table)}`);
      element.hidden = false;
    } catch (error) {
      // It ended long ago, or this browser has lost its seat.
      if (error instanceof ApiError && (error.status === 401 || error.status === 404)) forgetPractice(id);
    }
  }
}

/** @param {Api.TableView} table */
function stateOf({ status, state }) {
  if (status === 'waiting') return 'it waits for players.';
  return state.yourTurn ? 'it is your move.' : 'it is still running.';
}

/**
 * All kinds as tiles, each a button that opens a practice table. The list is filled when the kinds are known.
 * @param {AbortSignal} signal
 * @param {{ described?: boolean }} [options]
 */
export function practiceTiles(signal, { described = false } = {}) {
  const element = h('ul', { class: described ? 'tiles described' : 'tiles' });
  const ready = reader(signal)(kinds, (all) => {
    keyed(
      element,
      // Against the house it is the same game as its twin.
      all.filter(({ kind }) => kind !== 'holdem-open'),
      ({ kind }) => kind,
      ({ kind, gameId, label, description }) => {
        const act = actButton('', () => practise(kind), { class: 'tile' });
        act.firstElementChild?.append(
          picture(gameId, kind),
          h('span', { class: 'tile-name', text: label }),
          described ? h('span', { class: 'tile-words quiet small', text: description }) : '',
        );
        return h('li', null, act);
      },
    );
  });
  return { element, ready };
}

/**
 * How well the house plays. The choice holds for all practice tables until it is changed.
 * @param {string} [help]
 */
export function levelField(help) {
  const level = field({
    name: 'level',
    label: 'Level of the house',
    ...(help && { help }),
    tag: 'select',
    options: levelOptions,
  });
  level.input.value = String(chosenLevel());
  level.input.addEventListener('change', () => chooseLevel(Number(level.input.value)));
  return level;
}

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function play({ signal }) {
  const tiles = practiceTiles(signal, { described: true });
  const offer = goOnOffer(signal);
  const level = levelField('Games of luck have no levels.');
  await soon(Promise.all([tiles.ready, offer.ready]));
  return {
    title: 'Play now',
    element: h(
      'div',
      null,
      h('h1', { text: 'Play now' }),
      h(
        'p',
        null,
        'Practice against the house: no account, no chips. Choose a game. Or ',
        h('a', { href: '/friend', text: 'play a friend' }),
        ' by a link.',
      ),
      offer.element,
      level.element,
      tiles.element,
    ),
  };
}
