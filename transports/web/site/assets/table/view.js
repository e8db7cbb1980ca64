// The page of a table.

import { boardOf } from '../boards/index.js';
import { announce } from '../lib/announce.js';
import { arrivals } from '../lib/arrivals.js';
import { confirm } from '../lib/dialog.js';
import { h, setAttribute, setText } from '../lib/dom.js';
import { chips } from '../lib/format.js';
import { isFriendly } from '../lib/friend.js';
import { played } from '../lib/kinds.js';
import { clockNote } from '../lib/notes.js';
import { attention } from '../lib/notify.js';
import { levelAt, levelWord } from '../lib/levels.js';
import { forgetPractice } from '../lib/practising.js';
import { still } from '../lib/prefs.js';
import { go, reload } from '../lib/router.js';
import * as session from '../lib/session.js';
import { actionList } from './actions.js';
import { membersBeside } from './again.js';
import { chat } from './chat.js';
import { timeOf, turnClock } from './clock.js';
import { endCard } from './end.js';
import { focusKeeper } from './focus.js';
import { tableFoot } from './foot.js';
import { keys } from './keys.js';
import { LiveTable } from './live.js';
import { eventLog } from './log.js';
import { firstNews, newsOf } from './news.js';
import { playerAt, playersOf } from './players.js';
import { presses } from './press.js';
import { keepRoom } from './room.js';
import { outside } from './outside.js';
import { pastRounds } from './rounds.js';
import { rulesPanel } from './rules.js';
import { seatStrip } from './seats.js';
import { sentence } from './sentence.js';
import { Shown } from './shown.js';
import { tabs } from './tabs.js';
import { troubleLine } from './trouble.js';
import { waitingCard, waitingRoom } from './waiting.js';

/**
 * @param {import('../lib/router.js').Visit} visit
 * @returns {Promise<import('../lib/router.js').View>}
 */
export default async function tablePage({ params: [id = ''], signal }) {
  // The table is read before the server has answered who is signed in; it is read again if that is not the expected
  // member.
  const chats = session.expected();
  const early = new LiveTable(id, { chats, signal });
  early.begin();
  const member = await session.whoAmI().catch(() => null);
  const live = (member !== null) === chats ? early : new LiveTable(id, { chats: !chats, signal });
  // Another member sees another table.
  const stop = session.watch((now) => void (member && now && now.handle !== member.handle && reload()));
  signal.addEventListener('abort', stop);
  const page = new TablePage(live, member);
  void live.follow();
  return { title: await page.ready, element: page.element };
}

class TablePage {
  /** @type {import('../boards/contract.js').Board | null} */
  #board = null;
  /** @type {import('../boards/contract.js').BoardModule | null} */
  #module = null;
  /** The viewer's seat for which the waiting room is drawn. @type {number | null} */
  #room = null;
  /** How many events are drawn. */
  #told = 0;
  #loading = false;
  /** Whether it was the viewer's move when the board was last drawn. */
  #turn = false;
  #hinted = '';
  /** The kind of the table, once it is known. @type {Awaited<ReturnType<typeof played>> | null} */
  kind = null;
  /** The table's status when the balance was last read. */
  #chips = '';

  /**
   * @param {LiveTable} live
   * @param {session.Member | null} member
   */
  constructor(live, member) {
    this.live = live;
    this.shown = new Shown(live, still);
    this.heading = h('h1', { class: 'game-name' });
    this.says = h('p', { class: 'sentence', tabindex: -1 });
    this.clock = turnClock();
    this.stake = h('span', { class: 'stake number' });
    this.hintLine = h('p', { class: 'hint', role: 'status' });
    this.seats = seatStrip();
    this.host = h('div', { class: 'host' });
    this.actions = actionList((action) => void this.act(action));
    this.log = eventLog();
    this.talk = chat({ say: (body) => live.say(body), mayWrite: false });
    this.end = endCard(live.signal);
    this.past = pastRounds();
    this.foot = tableFoot(live);
    this.join = h('button', {
      type: 'button',
      class: 'primary',
      hidden: true,
      on: { click: () => void this.sitDown() },
    });
    /** The pressed element, marked until the response is drawn. @type {Element | null} */
    this.pressed = null;
    this.watching = watchingCard();
    this.waiting = waitingCard();
    this.rules = rulesPanel();
    this.side = tabs(
      [
        { id: 'log', label: 'Log', panel: this.log.element },
        { id: 'rules', label: 'Rules', panel: this.rules.element },
        // Last, because it grows with the number of unread messages.
        ...(member ? [{ id: 'chat', label: 'Chat', panel: this.talk.element }] : []),
      ],
      live.id,
    );
    this.now = h('div', { class: 'now' }, this.waiting.element, this.watching, this.actions.element);
    const bar = h(
      'div',
      { class: 'state-bar' },
      this.says,
      h('div', { class: 'state-facts' }, this.heading, this.clock, this.stake, this.join),
    );
    const trouble = h('div', { class: 'table-troubles' }, troubleLine(live), clockNote(live.id));
    this.element = h(
      'div',
      { class: 'table-page' },
      bar,
      trouble,
      this.seats.element,
      h('div', { class: 'middle' }, this.host, this.hintLine, this.past.element),
      h('div', { class: 'side' }, this.now, this.side.element, this.foot.element, this.end.element),
    );
    this.presses = presses(this.element, {
      locked: () => this.shown.busy,
      revealed: () => this.shown.skip(),
      plies: () => live.table?.state.plies ?? 0,
      hint: (text) => setText(this.hintLine, text),
    });
    const above = [this.element, bar, trouble, this.seats.element];
    keepRoom(this.element, this.host, { above, sheet: this.end.kept }, live.signal);
    this.clock.addEventListener('soon', () => this.shown.table?.state.yourTurn && this.foot.effect.low());
    attention(this.shown);
    arrivals(live, () => this.foot.effect.play([], true));
    // Names are in the log, the chat, the result and on boards.
    live.addEventListener('renamed', () => void reload());
    keys(live, { choose: this.actions.choose, show: this.side.show, chatInput: this.talk.input });
    this.drawn = focusKeeper(this.element, () => (this.end.element.hidden ? this.says : this.end.element));
    this.shown.addEventListener('change', () => this.drawn(() => this.draw()));
    /** The title, when there is something to see. @type {Promise<string>} */
    this.ready = new Promise((resolve) => {
      this.shown.addEventListener('change', () => void this.prepare().then(resolve), { once: true });
      live.addEventListener('trouble', () => resolve('Table'), { once: true });
      live.addEventListener('end', (event) => void this.stop(/** @type {any} */ (event).detail, resolve));
    });
  }

  /** Loads what the first drawing needs. */
  async prepare() {
    const table = this.live.table;
    if (!table) return 'Table';
    const [kind] = await Promise.all([played(table.kind, table.gameId), this.load()]);
    this.kind = kind;
    setText(this.heading, kind.label);
    this.rules.tell(kind);
    this.waiting.tell(kind, table);
    this.drawn(() => this.draw());
    return kind.label;
  }

  /** Loads the board, once there is a view to draw. */
  async load() {
    const table = this.live.table;
    // A cancelled table has no more to draw than a waiting one.
    if (this.#loading || !table?.state.view || table.state.view.phase === 'waiting') return;
    this.#loading = true;
    this.#module = await boardOf(table.gameId);
    this.#board = this.#module.create({
      act: (action) => void this.act(action),
      player: (seat) => playerAt(this.players(), seat),
      mySeat: table.mySeat,
      plays: table.mySeat >= 0,
      hint: (text) => this.hint(text),
      announce,
      still,
      past: () => this.shown.events,
    });
    this.live.signal.addEventListener('abort', () => this.#board?.destroy?.());
    const { element } = this.#board;
    const module = this.#module;
    this.drawn(() => this.host.replaceChildren(element));
    // A first drawing has no news.
    this.#told = Infinity;
    this.shown.open(module);
    const prompt = this.says.textContent ?? '';
    announce(firstNews(this.shown.events, { table, players: this.players(), module, prompt }));
  }

  /**
   * Why something does not react; the next event removes it.
   * @param {string} text
   */
  hint(text) {
    this.#hinted = text;
    setText(this.hintLine, text);
  }

  players() {
    const table = this.live.table;
    return playersOf(table?.seats ?? [], table?.mySeat ?? -1);
  }

  /**
   * Sends an action; an action with a question of the board is confirmed first.
   * @param {Api.Action} action
   */
  async act(action) {
    const state = this.state();
    const plies = this.presses.position();
    if (plies === null) return;
    this.pressed = this.presses.control();
    const question = state && this.#module?.question?.(action, state);
    if (question && !(await confirm(question))) return;
    setText(this.hintLine, '');
    try {
      await this.live.act(action, plies);
    } catch (error) {
      if (!this.live.signal.aborted) setText(this.hintLine, /** @type {Error} */ (error).message);
    }
  }

  async sitDown() {
    if (this.join.getAttribute('aria-disabled')) return;
    setAttribute(this.join, 'aria-disabled', 'true');
    try {
      await this.live.join();
    } catch (error) {
      setText(this.hintLine, /** @type {Error} */ (error).message);
    } finally {
      setAttribute(this.join, 'aria-disabled', null);
    }
  }

  /**
   * The state for the board.
   * @param {Api.GameEvent[]} [events]
   * @returns {import('../boards/contract.js').BoardState | null}
   */
  state(events = []) {
    const { table, busy } = this.shown;
    const { pending } = this.live;
    if (!table?.state.view) return null;
    const { view, legalActions, terminal, outcome } = table.state;
    return { view, legalActions, terminal, outcome: outcome ?? [], events, busy, pending };
  }

  draw() {
    const { table, events } = this.shown;
    if (!table) return;
    const players = this.players();
    this.drawBoard(table, players);
    const { state } = table;
    this.clock.time = timeOf(table);
    if (Object.values(state.bankMs ?? {}).some((left) => left > 0)) this.clock.classList.add('reserved-too');
    setText(this.stake, termsOf(table, this.kind ?? {}));
    this.seats.update(table, players, this.#module?.facts);
    // Each player is drawn once; a player alone needs no list of players.
    this.seats.element.hidden = this.#board !== null && (Boolean(this.#module?.seated) || alone(table));
    // A board that is still loading may have its own texts for the events.
    if (this.#module || !this.#loading) this.log.update(events, players, this.#module?.news);
    this.talk.update(this.live.messages);
    this.talk.allow(table.mySeat >= 0);
    const me = session.current()?.handle;
    this.side.count('chat', this.live.messages.filter(({ name }) => name !== me).length);
    if (table.practice && state.terminal) forgetPractice(table.id);
    if (this.kind) this.end.update(table, players, events, this.kind);
    this.past.update(table, events, membersBeside(table).length === 0);
    this.foot.update(table, this.#module);
    this.waiting.element.hidden = table.status !== 'waiting';
    const kept = table.invitedHandle && table.invitedHandle !== session.current()?.handle;
    this.join.hidden = !(table.status === 'waiting' && table.mySeat < 0 && !kept);
    setText(this.join, table.practice ? 'Sit down' : `Take a seat for ${chips(table.stake)}`);
    this.balance(table);
    this.watching.hidden = !(table.status === 'playing' && !state.terminal && table.mySeat < 0);
  }

  /**
   * Reads the balance again when chips have moved: a seat was taken or left, or the table has ended.
   * @param {Api.TableView} table
   */
  balance({ status, practice, mySeat, state }) {
    const now = [status, mySeat >= 0, state.terminal].join();
    const before = this.#chips;
    this.#chips = now;
    if (practice || now === before || (before === '' && status === 'playing' && !state.terminal)) return;
    session.chipsMoved();
  }

  /**
   * @param {Api.TableView} table
   * @param {Map<number, import('../boards/contract.js').Player>} players
   */
  drawBoard(table, players) {
    const module = this.#module;
    const { events } = this.shown;
    const fresh = events.slice(this.#told);
    const drawn = this.state(fresh);
    this.actions.element.hidden =
      !module || module.whole || table.state.terminal || table.status !== 'playing' || table.mySeat < 0;
    if (!this.#board || !module || !drawn) {
      setText(this.says, sentence(table, players, this.live.messages, events));
      if (table.status === 'waiting' && this.#room !== table.mySeat) this.host.replaceChildren(waitingRoom(table));
      this.#room = table.mySeat;
      if (table.status === 'cancelled') this.host.replaceChildren();
      if (!this.#loading) void this.load();
      return;
    }
    this.#told = events.length;
    this.drawPressed();
    if (fresh.length > 0 && this.hintLine.textContent === this.#hinted) this.hint('');
    const prompt = module.prompt?.(drawn) ?? 'Your move.';
    if (fresh.length > 0) this.foot.effect.play(fresh, table.state.yourTurn && !this.#turn);
    this.#turn = table.state.yourTurn;
    if (fresh.length > 0) announce(newsOf(fresh, { table, players, module, prompt }));
    this.#board.update(drawn);
    this.actions.update(
      drawn.legalActions,
      drawn.busy,
      (action) => module.label(action, drawn.view),
      module.digit ?? (module.whole ? () => null : undefined),
    );
    setText(this.says, this.shown.says || sentence(table, players, this.live.messages, events, prompt));
  }

  /** Marks the pressed control while its action is pending, and that the input is locked. */
  drawPressed() {
    const { busy } = this.shown;
    const { pending } = this.live;
    this.element.toggleAttribute('data-locked', busy);
    if (!this.pressed) return;
    this.pressed.toggleAttribute('data-pending', pending !== null);
    if (!pending) this.pressed = null;
  }

  /**
   * The table cannot be read any more: the session has ended, or the table does not exist.
   * @param {import('../lib/api.js').ApiError} error
   * @param {(title: string) => void} resolve
   */
  async stop(error, resolve) {
    const { table, open, id } = this.live;
    // Whoever watches without an account cannot read the end any more: it is in the replay.
    if (table && open && !table.state.terminal) return go(`/tables/${id}/replay`, { replace: true });
    if (table) return;
    const said = await outside(error, this.live.id, this.live.signal).catch(() => null);
    if (!said || this.live.signal.aborted) return;
    this.element.className = 'narrow';
    this.element.replaceChildren(...said.content);
    resolve(said.title);
  }
}

/**
 * The stake, or that none is played for, and how well the house plays.
 * @param {Api.TableView} table
 * @param {{ levels?: unknown[] }} kind
 */
function termsOf(table, kind) {
  const level = levelAt(table, kind);
  const free = table.rated ? 'Rated, no stake' : 'No stake';
  const practice = isFriendly(table) ? 'For fun' : 'Practice';
  const stake = table.practice ? practice : table.free ? free : chips(table.stake);
  return level === null ? stake : `${stake}, ${levelWord(level)}`;
}

/** @param {Api.TableView} table */
function alone({ seatsTotal, mySeat }) {
  return seatsTotal === 1 && mySeat === 0;
}

/** Shown to spectators in place of the actions. */
function watchingCard() {
  return h(
    'section',
    { class: 'panel watching', 'aria-label': 'You are watching', hidden: true },
    h('h2', { text: 'You are watching' }),
    h('p', { text: 'You see what the players show each other, as it happens.' }),
    h('p', { class: 'quiet', text: 'Hidden information is revealed in the replay, as soon as the game is over.' }),
    !session.expected() &&
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button', href: '/play', text: 'Play against the house' }),
        h('a', { class: 'button', href: '/join', text: 'Join with an invitation' }),
      ),
  );
}
