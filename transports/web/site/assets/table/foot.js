// Below everything else of a table: leave it, share it, get notified.

import { ApiError } from '../lib/api.js';
import { copy, linkTo } from '../lib/copy.js';
import { confirm } from '../lib/dialog.js';
import { h, setText } from '../lib/dom.js';
import { chips } from '../lib/format.js';
import { isFriendly } from '../lib/friend.js';
import { askLeave, mayAsk } from '../lib/notify.js';
import { effects } from './effects.js';
import { handOut, takeBack, whyNoKey } from './delegate.js';
import { keyHelp } from './keys.js';

const PROGRAM = {
  title: 'Let a program play?',
  text: 'You get a key for a program of yours, which then plays this seat for you. You can take the seat back at any time.',
  yes: 'Create the key',
};

/** @param {import('./live.js').LiveTable} live */
export function tableFoot(live) {
  const told = h('span', { class: 'quiet small', role: 'status' });
  const effect = effects();
  const leave = h('button', { type: 'button', class: 'danger', on: { click: () => void giveUp() } });
  const share = h('button', {
    type: 'button',
    text: 'Copy the link',
    on: { click: () => void copyLink() },
  });
  const notify = h('button', { type: 'button', text: 'Notify me when it is my move', on: { click: () => void ask() } });
  const program = h('button', { type: 'button', text: 'Let a program play', on: { click: () => void delegate() } });
  const keyboard = h('button', { type: 'button', text: 'Keys', on: { click: keyHelp } });
  const element = h('div', { class: 'row table-foot' }, effect.elements, share, notify, program, keyboard, leave, told);
  // The browser itself is asked once, because each time takes long.
  let askable = mayAsk();
  let out = false;
  /** @type {import('../boards/contract.js').BoardModule | null} */
  let module = null;

  async function copyLink() {
    await copy(told, linkTo(location.pathname, String(live.table?.gameId)));
  }

  async function ask() {
    setText(told, await askLeave());
    askable = false;
    notify.hidden = true;
  }

  async function delegate() {
    if (!out && !(await confirm(PROGRAM))) return;
    try {
      if (out) await takeBack(live);
      else await handOut(live);
      out = !out;
      setText(told, '');
    } catch (error) {
      setText(told, whyNoKey(error));
      out = true;
    }
    setText(program, out ? 'Take the seat back' : 'Let a program play');
  }

  async function giveUp() {
    const table = live.table;
    if (!table || !(await confirm(question(table, module)))) return;
    try {
      await live.forfeit();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(told, error.message);
    }
  }

  return {
    element,
    effect,
    /**
     * @param {Api.TableView} table
     * @param {import('../boards/contract.js').BoardModule | null} board
     */
    update(table, board) {
      module = board;
      const seated = table.mySeat >= 0 && !table.state.terminal;
      leave.hidden = !seated || costOf(table, module) === null;
      keyboard.hidden = !seated;
      setText(leave, table.status === 'waiting' ? 'Leave the table' : 'Give up');
      share.hidden = table.practice || table.status !== 'playing' || table.visibility === 'private';
      notify.hidden = !seated || !askable || (table.practice && !isFriendly(table));
      program.hidden = !seated || table.practice || table.status !== 'playing' || !live.chats;
    },
  };
}

/**
 * @param {Api.TableView} table
 * @param {import('../boards/contract.js').BoardModule | null} module
 */
function question(table, module) {
  if (table.status === 'waiting') {
    const text = table.practice ? 'If you made it, its link ends too.' : 'Your stake is returned.';
    return { title: 'Leave this table?', text, yes: 'Leave' };
  }
  const cost = costOf(table, module) ?? '';
  const text = table.practice ? `${cost} This is practice: no chips move.` : cost;
  return { title: 'Give up?', text, yes: 'Give up' };
}

/**
 * What giving up costs, as a sentence; null if the seat cannot give up any more.
 * @param {Api.TableView} table
 * @param {import('../boards/contract.js').BoardModule | null} module
 */
function costOf({ status, state, mySeat, practice, free, stake }, module) {
  if (status === 'playing' && module?.cost && state.view) return module.cost(state.view, mySeat);
  return practice || free
    ? 'The game counts as lost.'
    : `The game counts as lost, and with it your stake of ${chips(stake)}.`;
}
