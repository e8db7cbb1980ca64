// A table that waits for its players: the game, and how the others can join.

import { copy, linkTo } from '../lib/copy.js';
import { h, setText } from '../lib/dom.js';
import { chips } from '../lib/format.js';

/** The game, in place of the later actions. */
export function waitingCard() {
  const name = h('h2');
  const words = h('p');
  const facts = h('p', { class: 'quiet small' });
  const element = h('section', { class: 'panel', 'aria-label': 'Game to be played', hidden: true }, name, words, facts);
  return {
    element,
    /**
     * @param {{ label: string, description: string }} kind
     * @param {Api.TableView} table
     */
    tell({ label, description }, { stake, pace, seatsTotal, practice }) {
      setText(name, label);
      setText(words, description);
      const turns = pace === 'daily' ? 'days for a turn' : 'short turns';
      const terms = practice ? 'for fun, no chips' : `${chips(stake)} each`;
      setText(facts, `${seatsTotal} seats · ${terms} · ${turns}`);
    },
  };
}

/**
 * Shown in the board's place until all seats are taken.
 * @param {Api.TableView} table
 */
export function waitingRoom(table) {
  if (table.practice && table.mySeat >= 0) return friendlyRoom(table);
  const { mySeat, visibility, invitedHandle, gameId, practice } = table;
  const how = practice
    ? 'Sit down, and the game begins when all seats are taken. It is for fun: no chips move.'
    : mySeat < 0
      ? 'Take a seat and the game begins when all are taken. Your stake is held by the table until it ends.'
      : visibility === 'private'
        ? `The game begins when ${invitedHandle ?? 'everybody'} has sat down.`
        : 'The game begins when all seats are taken. Members who have the address of this page can sit down.';
  const told = h('span', { role: 'status' });
  const copies = h('button', {
    type: 'button',
    text: 'Copy the link',
    on: { click: () => void copy(told, linkTo(location.pathname, gameId)) },
  });
  return h(
    'div',
    { class: 'waiting-room' },
    h('p', { text: how }),
    visibility !== 'private' && !practice && h('p', { class: 'row' }, copies, told),
  );
}

/**
 * A friendly table that waits, for those who sit there: its parts are loaded only then.
 * @param {Api.TableView} table
 */
function friendlyRoom(table) {
  const element = h('div', { class: 'friendly-room' });
  void import('../views/friend/room.js').then(({ room }) => element.append(...room(table))).catch(() => {});
  return element;
}
