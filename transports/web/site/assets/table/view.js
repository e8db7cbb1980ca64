// The page of a table.

import { boardOf } from '../boards/index.js';
import { ApiError } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { h, setText } from '../lib/dom.js';
import { chips } from '../lib/format.js';
import { labelOf } from '../lib/kinds.js';
import { attention } from '../lib/notify.js';
import { still } from '../lib/prefs.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { practise } from '../views/play.js';
import { actionList } from './actions.js';
import { chat } from './chat.js';
import { turnClock } from './clock.js';
import { endCard } from './end.js';
import { keys } from './keys.js';
import { LiveTable } from './live.js';
import { leaveButton } from './leave.js';
import { eventLog } from './log.js';
import { playerAt, playersOf, tell } from './players.js';
import { seatStrip } from './seats.js';
import { sentence } from './sentence.js';
import { tabs } from './tabs.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function tablePage({ params: [id = ''], signal }) {
  const member = await session.whoAmI().catch(() => null);
  const live = new LiveTable(id, { chats: member !== null, signal });
  const parts = frame(live, member);
  const first = new Promise((resolve) => {
    live.addEventListener('change', resolve, { once: true });
    live.addEventListener('end', resolve, { once: true });
  });
  void live.follow();
  await first;
  return { title: await parts.title(), element: parts.element, wide: true };
}

/**
 * @param {LiveTable} live
 * @param {session.Member | null} member
 */
function frame(live, member) {
  const heading = h('h1', { class: 'only-read' });
  const says = h('p', { class: 'sentence' });
  const clock = turnClock();
  const stake = h('span', { class: 'stake number' });
  const trouble = h('p', { class: 'trouble-line', role: 'status', hidden: true });
  const hintLine = h('p', { class: 'hint', role: 'status' });
  const seats = seatStrip();
  const host = h('div', { class: 'host' });
  const actions = actionList(act);
  const log = eventLog();
  const talk = chat({ say: (body) => live.say(body), mayWrite: false });
  const end = endCard({ again });
  const leave = leaveButton(live);
  const join = h('button', {
    type: 'button',
    class: 'primary',
    hidden: true,
    text: 'Take a seat',
    on: { click: sitDown },
  });
  const side = tabs([
    { id: 'log', label: 'Log', panel: log.element },
    ...(member ? [{ id: 'chat', label: 'Chat', panel: talk.element }] : []),
  ]);
  const element = h(
    'div',
    { class: 'table-page' },
    heading,
    h('div', { class: 'state-bar' }, says, clock, stake),
    trouble,
    seats.element,
    h('div', { class: 'middle' }, host, hintLine),
    h('div', { class: 'side' }, end.element, join, actions.element, side.element, leave.element),
  );
  attention(live);
  keys(live, { choose: actions.choose, show: side.show, chatInput: talk.input });

  /** @type {import('../boards/contract.js').Board | null} */
  let board = null;
  /** @type {import('../boards/contract.js').BoardModule | null} */
  let module = null;
  let loading = false;
  let told = 0;
  let first = true;

  /** @param {Api.Action} action */
  function act(action) {
    setText(hintLine, '');
    live.act(action).catch((error) => {
      if (!live.signal.aborted) setText(hintLine, error.message);
    });
  }

  async function sitDown() {
    join.disabled = true;
    try {
      await live.join();
    } catch (error) {
      setText(hintLine, /** @type {Error} */ (error).message);
    } finally {
      join.disabled = false;
    }
  }

  async function again() {
    const table = live.table;
    if (!table) return;
    if (table.practice && table.kind) await practise(table.kind).catch((error) => setText(hintLine, error.message));
    else await go(`/new?kind=${table.kind}&stake=${table.stake}`);
  }

  async function load() {
    const table = live.table;
    if (loading || !table?.state.view || table.status === 'waiting') return;
    loading = true;
    module = await boardOf(table.gameId);
    board = module.create({
      act,
      player: (seat) => playerAt(playersOf(live.table?.seats ?? [], live.table?.mySeat ?? -1), seat),
      mySeat: table.mySeat,
      hint: (text) => setText(hintLine, text),
      announce,
      still,
    });
    host.replaceChildren(board.element);
    live.signal.addEventListener('abort', () => board?.destroy?.());
    draw();
  }

  function draw() {
    const table = live.table;
    if (!table) return;
    const players = playersOf(table.seats, table.mySeat);
    const fresh = live.events.slice(told);
    told = live.events.length;
    if (!first) for (const event of fresh) if (event.type !== 'turn') announce(tell(event, players));
    const { state } = table;
    if (board && module && state.view) {
      const legalActions = state.legalActions;
      const drawn = {
        view: state.view,
        legalActions,
        terminal: state.terminal,
        outcome: state.outcome ?? [],
        events: first ? [] : fresh,
        busy: live.busy,
      };
      board.update(drawn);
      actions.update(legalActions, live.busy, (action) => module?.label(action, state.view) ?? action.type);
      setText(says, sentence(table, players, module.prompt?.(drawn)));
      first = false;
    } else {
      setText(says, sentence(table, players));
      actions.element.hidden = true;
      void load();
    }
    if (!state.yourTurn) actions.element.classList.toggle('idle', true);
    else actions.element.classList.remove('idle');
    if (state.terminal) actions.element.hidden = true;
    clock.until = state.terminal ? null : state.turnDeadlineAt;
    setText(stake, table.practice ? 'Practice' : chips(table.stake));
    seats.update(table, players);
    log.update(live.events, players);
    talk.update(live.messages);
    talk.allow(table.mySeat >= 0);
    side.count('chat', live.messages.length);
    end.update(table, players);
    leave.update(table);
    join.hidden = !(table.status === 'waiting' && table.mySeat < 0);
  }

  live.addEventListener('change', draw);
  live.addEventListener('trouble', (event) => {
    const error = /** @type {CustomEvent<ApiError | null>} */ (event).detail;
    trouble.hidden = error === null;
    setText(trouble, error === null ? '' : troubleText(error));
  });
  live.addEventListener('end', (event) => {
    const error = /** @type {CustomEvent<ApiError>} */ (event).detail;
    if (live.table) {
      trouble.hidden = false;
      setText(trouble, error.status === 401 ? 'Your session has ended. Sign in to go on.' : error.message);
      return;
    }
    heading.classList.remove('only-read');
    setText(heading, error.status === 401 ? 'Sign in to see this table' : 'This table cannot be shown');
    element.replaceChildren(
      heading,
      h('p', {
        text:
          error.status === 401
            ? 'Running tables are shown to members and to whoever plays at them.'
            : 'It does not exist, it is private, or it has ended long ago.',
      }),
      h(
        'p',
        null,
        h('a', { href: '/signin', text: 'Sign in' }),
        ' · ',
        h('a', {
          href: `/tables/${encodeURIComponent(live.path.split('/').at(-1) ?? '')}/replay`,
          text: 'Look for its replay',
        }),
      ),
    );
  });

  return {
    element,
    async title() {
      const table = live.table;
      const title = table ? await labelOf(table.kind, table.gameId) : 'Table';
      if (table) setText(heading, title);
      return title;
    },
  };
}

/** @param {ApiError} error */
function troubleText(error) {
  if (error.status === 0) return 'The server cannot be reached. Trying again; nothing is lost.';
  if (error.code === 'seat_delegated')
    return 'A program plays your seat now. When its grant ends, the seat is yours again.';
  if (error.status === 429) return `Too many requests at once. Going on in ${error.retryAfter} s.`;
  return 'The server is busy or starting. Trying again; nothing is lost.';
}
