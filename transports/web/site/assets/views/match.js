// Quick match: the terms of a search, and the wait for other players.

import { pause, serverNow } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { fill, h, setText } from '../lib/dom.js';
import { capital, chips, duration } from '../lib/format.js';
import { kinds, nameIn } from '../lib/kinds.js';
import { askLeave, begins, mayAsk } from '../lib/notify.js';
import { ask, forget, look, search, stop, ticket as readTicket } from '../lib/queue.js';
import { go } from '../lib/router.js';
import { pollingSlot } from '../lib/slots.js';
import { reader } from '../lib/trouble.js';
import { effects } from '../table/effects.js';
import { actButton } from './forms.js';
import { forMembers } from './member.js';
import { termsForm } from './match/terms.js';
import { picture } from './pictures.js';
import { openPractice } from './play.js';

/** The wait of a long-poll, in seconds: less than what proxies usually allow. */
const WAIT = 45;
/** The interval of a tab without a slot for a long-poll, in milliseconds: a ticket lives for longer without a request. */
const NOW_AND_THEN = 4_000;

/** Why a search ended without a table. @type {Record<NonNullable<Api.Ticket['reason']>, string>} */
const ENDS = {
  cancelled: 'You stopped looking.',
  replaced: 'You began another search for this game, in another tab or on another device.',
  left: 'You were away for a moment, so the search ended.',
  expired: 'No one came for a long time.',
  elsewhere: 'Another search of yours has found a game: it is among your tables in the lobby.',
  chips: 'You have too few chips for this stake now. Stake less, or play without chips.',
  paused: 'You have paused, so no table with a stake can begin. You can still play without one.',
  quota: 'You have reached the limit of tables. Finish or leave one first.',
  account: 'Your account cannot play now.',
};

export default forMembers('Play a person', 'Members are matched with each other here.', async (visit) => {
  const all = await kinds().catch(() => []);
  const begun = search();
  const element = h('div', { class: 'narrow' });
  if (begun) waiting(element, begun, all, visit.signal);
  else terms(element, all, visit.query.get('kind'), visit.signal);
  return { title: begun ? 'Looking for a player' : 'Play a person', element };
});

/**
 * @param {HTMLElement} element
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {string | null} kind
 * @param {AbortSignal} signal
 */
function terms(element, all, kind, signal) {
  fill(
    element,
    h('h1', { text: 'Play a person' }),
    h('p', { text: 'You are matched with another member, of a similar rating if possible. The game begins at once.' }),
    termsForm(all, kind, async (wanted) => {
      await look(wanted);
      const begun = search();
      if (begun) waiting(element, begun, all, signal);
    }),
  );
}

/**
 * Looks for players until there is a table, or the search has ended.
 * @param {HTMLElement} element
 * @param {import('../lib/queue.js').Search} begun
 * @param {import('../lib/kinds.js').Kind[]} all
 * @param {AbortSignal} signal ends when the person leaves the page
 */
function waiting(element, begun, all, signal) {
  const { wanted } = begun;
  const gameId = all.find(({ kind }) => kind === wanted.kind)?.gameId ?? '';
  const label = nameIn(all, { kind: wanted.kind, gameId });
  const effect = effects();
  const since = h('span', { class: 'match-time number', text: duration(0) });
  const told = h('span', { class: 'quiet small', role: 'status' });
  let from = serverNow();
  const timer = setInterval(() => setText(since, duration(serverNow() - from)), 1_000);
  signal.addEventListener('abort', () => clearInterval(timer));
  const notifies = h('button', {
    type: 'button',
    text: 'Notify me',
    hidden: !mayAsk(),
    on: { click: () => void allow() },
  });
  const heading = h('h1', { tabindex: -1, text: 'Looking for somebody to play' });
  fill(
    element,
    heading,
    h(
      'section',
      { class: 'panel match', 'aria-label': 'Your search' },
      h(
        'div',
        { class: 'row' },
        picture(gameId, wanted.kind),
        h('p', { class: 'grow' }, h('strong', { text: label }), h('br'), h('span', { text: termsOf(wanted) })),
        since,
      ),
      h('p', {
        class: 'quiet small',
        text: 'First those whose rating is near yours; the longer you wait, the further away.',
      }),
      wanted.fallback === 'house' && h('p', { class: 'quiet small', text: 'If no one comes soon, the house plays.' }),
      h(
        'div',
        { class: 'row' },
        actButton('Play the house instead', () => leave(async () => `/tables/${await openPractice(wanted.kind)}`)),
        actButton('Stop looking', () => leave(async () => '/lobby')),
      ),
    ),
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'match-away' },
      h('h2', { id: 'match-away', text: 'You need not watch this page' }),
      h('p', { class: 'quiet', text: 'Keep it open: its title says when the game begins.' }),
      h('div', { class: 'row' }, effect.elements, notifies, told),
    ),
  );
  heading.focus({ preventScroll: true });
  void follow();

  async function allow() {
    setText(told, await askLeave());
    notifies.hidden = true;
  }

  /**
   * Ends the search and goes elsewhere, unless there is a table already: the page goes there.
   * @param {() => Promise<string>} path
   */
  async function leave(path) {
    const id = search()?.ticketId;
    if (id && !(await stop(id))) return;
    forget();
    await go(await path(), { replace: true });
  }

  async function follow() {
    const read = reader(signal);
    /** @type {Api.Ticket | null} */
    let now = null;
    /** @param {Api.Ticket} answer */
    const take = (answer) => (now = answer);
    const first = () => (begun.ticketId ? readTicket(begun.ticketId, undefined, signal) : ask(begun));
    let reads = await read(first, take, gone);
    while (reads && now && /** @type {Api.Ticket} */ (now).state === 'waiting') {
      const { ticketId, createdAt } = /** @type {Api.Ticket} */ (now);
      from = createdAt;
      const slot = await pollingSlot(signal);
      if (!slot) await pause(NOW_AND_THEN, signal).catch(() => {});
      reads = await read(() => readTicket(ticketId, slot ? WAIT : undefined, signal), take, gone);
      slot?.();
    }
    if (reads && now) await ended(now);
  }

  /** @param {Api.Ticket} found */
  async function ended({ tableId, reason }) {
    // The person stopped it here, and is on the way.
    if (!search()) return;
    forget();
    if (!tableId) return over(reason ? ENDS[reason] : 'The search has ended.');
    announce('The game begins.');
    begins('The game begins.');
    effect.play([], true);
    await go(`/tables/${tableId}`, { replace: true });
  }

  /** @param {import('../lib/api.js').ApiError} error */
  function gone(error) {
    forget();
    over(error.status === 404 ? 'The search has ended.' : error.message);
  }

  /** @param {string} why */
  function over(why) {
    clearInterval(timer);
    const again = async () => {
      await look(wanted);
      const next = search();
      if (next) waiting(element, next, all, signal);
    };
    const title = h('h1', { tabindex: -1, text: 'No longer looking' });
    fill(
      element,
      title,
      h('p', { text: why }),
      h(
        'p',
        { class: 'row' },
        actButton('Look again', again, { class: 'primary' }),
        h('a', { class: 'button', href: '/lobby', text: 'To the lobby' }),
      ),
    );
    title.focus({ preventScroll: true });
    announce(why);
  }
}

/**
 * The terms of a search in words.
 * @param {import('../lib/queue.js').Wanted} wanted
 */
function termsOf({ stake, seats, rated }) {
  const words = [
    seats ? `${seats} players` : '',
    'live',
    rated ? 'rated' : 'not rated',
    stake ? chips(stake) : 'no stake',
  ];
  return capital(words.filter(Boolean).join(', '));
}
