// The daily challenge: one deal for all members, and their results.

import { get, post } from '../lib/api.js';
import { fill, h, keyed, setAttribute, setText } from '../lib/dom.js';
import { chips, duration, number, sharedPlaces } from '../lib/format.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { refFor } from '../lib/refs.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { nowAndAgain, reader, soon } from '../lib/trouble.js';
import { actButton, persist } from './forms.js';
import { signInHere } from './member.js';
import { picture } from './pictures.js';

const STAKE = 10;
const DAY = 86_400_000;
/** @type {Record<string, string>} */
const RESULTS = { win: 'Won', draw: 'Draw', loss: 'Lost', playing: 'Playing' };

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function daily({ signal }) {
  const member = await session.whoAmI().catch(() => null);
  const all = await kinds().catch(() => []);
  const deal = h('section', { class: 'panel deal', 'aria-label': 'Today’s deal' });
  const rows = h('tbody');
  const none = h('p', { class: 'empty', text: '…' });
  const left = h('span', { class: 'number' });
  const read = reader(signal);
  let drawn = '';

  /** @param {Api.DailyBoardResponse} answer */
  function draw(answer) {
    const now = JSON.stringify([answer.dateKey, answer.mine]);
    if (now !== drawn) fill(deal, dealOf(answer, all, member));
    drawn = now;
    const places = sharedPlaces(answer.board, ({ result, plies }) => `${result} ${plies}`);
    keyed(
      rows,
      answer.board,
      ({ handle }) => handle,
      ({ handle }) => rankRow(handle, handle === member?.handle, member !== null),
      (element, entry, place) => {
        setText(element.children[0], entry.result === 'playing' ? '–' : String(places[place]));
        setText(element.children[2], RESULTS[entry.result] ?? entry.result);
        setText(element.children[3], entry.plies === null ? '–' : number(entry.plies));
      },
    );
    none.hidden = answer.board.length > 0;
    setText(none, 'No one has played it yet.');
  }

  function count() {
    setText(left, duration(DAY - (Date.now() % DAY)));
  }
  const timer = setInterval(count, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
  count();
  await soon(nowAndAgain(30_000, signal, () => read(() => get('/api/daily'), draw)));
  return {
    title: 'Daily deal',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: 'Daily deal' }),
      h('p', null, 'One deal a day, the same for everybody. The next one comes in ', left, ', at midnight UTC.'),
      deal,
      h(
        'section',
        { 'aria-labelledby': 'daily-board' },
        h('h2', { id: 'daily-board', text: 'Daily board' }),
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'daily-board' },
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
                h('th', { scope: 'col', text: 'Result' }),
                h('th', { scope: 'col', class: 'number', text: 'Moves' }),
              ),
            ),
            rows,
          ),
        ),
        none,
      ),
    ),
  };
}

/**
 * @param {Api.DailyBoardResponse} answer
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {session.Member | null} member
 */
function dealOf({ dateKey, kind, seedHash, mine }, all, member) {
  const known = all.find((one) => one.kind === kind);
  return [
    h(
      'div',
      { class: 'row' },
      picture(known?.gameId ?? ''),
      h(
        'div',
        { class: 'grow' },
        h('h2', { text: nameIn(all, { kind, gameId: kind }) }),
        h('p', { class: 'quiet', text: `${dateKey} · stake ${chips(STAKE)}${known ? ` · ${known.description}` : ''}` }),
      ),
    ),
    h('p', { class: 'row' }, way(kind, mine, member)),
    h(
      'details',
      { class: 'fold' },
      h('summary', { text: 'Fingerprint of the deal' }),
      h('p', {
        text: 'The deal was fixed at the start of the day, and this is its SHA-256. The seed is revealed after midnight; replays are verified with it.',
      }),
      h('p', { class: 'code', text: seedHash }),
    ),
  ];
}

/**
 * @param {string} kind
 * @param {Api.DailyBoardResponse['mine']} mine
 * @param {session.Member | null} member
 */
function way(kind, mine, member) {
  if (!member)
    return [
      h('a', { class: 'button primary', href: signInHere(), text: 'Sign in to play it' }),
      h('a', { href: '/join', text: 'Join with an invitation' }),
    ];
  if (!mine) return actButton('Play today’s deal', () => play(kind), { class: 'primary' });
  if (mine.result === null)
    return h('a', { class: 'button primary', href: `/tables/${mine.tableId}`, text: 'Continue at your table' });
  return [
    h('strong', { text: `${RESULTS[mine.result]}${mine.plies === null ? '' : ` in ${number(mine.plies)} moves`}.` }),
    h('a', { class: 'button', href: `/tables/${mine.tableId}`, text: 'See your table' }),
    h('a', { class: 'button', href: `/tables/${mine.tableId}/replay`, text: 'Replay' }),
  ];
}

/** @param {string} kind */
async function play(kind) {
  const clientRef = refFor('daily', [kind, new Date().toISOString().slice(0, 10)]);
  const { tableId } = await persist(() => post('/api/tables', { kind, daily: true, clientRef }));
  session.chipsMoved();
  await go(`/tables/${tableId}`);
}

/**
 * @param {string} handle
 * @param {boolean} mine
 * @param {boolean} linked
 */
function rankRow(handle, mine, linked) {
  const line = h(
    'tr',
    null,
    h('td', { class: 'place' }),
    h(
      'th',
      { scope: 'row' },
      linked ? h('a', { class: 'name', href: `/players/${handle}`, text: handle }) : handle,
      mine && ' (you)',
    ),
    h('td'),
    h('td', { class: 'number' }),
  );
  setAttribute(line, 'class', mine ? 'mine' : null);
  return line;
}
