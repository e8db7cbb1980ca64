// Forfeit, withdraw or leave: always asked once.

import { ApiError } from '../lib/api.js';
import { confirm } from '../lib/dialog.js';
import { h, setText } from '../lib/dom.js';

/** @param {import('./live.js').LiveTable} live */
export function leaveButton(live) {
  const problem = h('span', { class: 'loss small', role: 'alert' });
  const button = h('button', { type: 'button', class: 'danger', on: { click: ask } });
  const element = h('div', { class: 'leave', hidden: true }, button, problem);

  async function ask() {
    const table = live.table;
    if (!table) return;
    const waiting = table.status === 'waiting';
    const sure = await confirm(
      waiting
        ? { title: 'Leave this table?', text: 'Your stake goes back to you.', yes: 'Leave' }
        : {
            title: 'Give up this game?',
            text: table.practice ? 'The game counts as lost.' : 'The game counts as lost, and what you put in with it.',
            yes: 'Give up',
          },
    );
    if (!sure) return;
    try {
      await live.forfeit();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(problem, error.message);
    }
  }

  return {
    element,
    /** @param {Api.TableView} table */
    update(table) {
      element.hidden = table.mySeat < 0 || table.state.terminal;
      setText(button, table.status === 'waiting' ? 'Leave the table' : 'Give up');
    },
  };
}
