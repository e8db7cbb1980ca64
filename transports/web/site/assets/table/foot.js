// Below everything else of a table: leave it, share it, get notified.

import { ApiError } from '../lib/api.js';
import { copy, linkTo } from '../lib/copy.js';
import { confirm } from '../lib/dialog.js';
import { h, setText } from '../lib/dom.js';
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
    if (!table || !(await confirm(question(table)))) return;
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
    /** @param {Api.TableView} table */
    update(table) {
      const seated = table.mySeat >= 0 && !table.state.terminal;
      leave.hidden = !seated;
      keyboard.hidden = !seated;
      setText(leave, table.status === 'waiting' ? 'Leave the table' : 'Give up');
      share.hidden = table.practice || table.status !== 'playing' || table.visibility === 'private';
      notify.hidden = !seated || !askable;
      program.hidden = !seated || table.practice || table.status !== 'playing' || !live.chats;
    },
  };
}

/** @param {Api.TableView} table */
function question({ status, practice }) {
  if (status === 'waiting') return { title: 'Leave this table?', text: 'Your stake is returned.', yes: 'Leave' };
  const text = practice ? 'The game counts as lost.' : 'The game counts as lost, and so does your stake.';
  return { title: 'Give up this game?', text, yes: 'Give up' };
}
