// The results of a party's members.

import { h, keyed, setText } from '../../lib/dom.js';
import { number, signed, tone } from '../../lib/format.js';
import { nameIn } from '../../lib/kinds.js';

/** @param {import('../../lib/kinds.js').Kind[]} all */
export function standingPanel(all) {
  const rows = h('tbody');
  const together = h('p', { class: 'quiet small' });
  const reigns = h('ul', { class: 'list' });
  const heads = ['Net', 'Won', 'Played'].map((text) => h('th', { scope: 'col', class: 'number', text }));
  const element = h(
    'section',
    { class: 'panel', 'aria-labelledby': 'party-standing' },
    h('h2', { id: 'party-standing', text: 'Standing' }),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'party-standing' },
      h(
        'table',
        { class: 'plain' },
        h('thead', null, h('tr', null, h('th', { scope: 'col', text: 'Member' }), heads)),
        rows,
      ),
    ),
    together,
    reigns,
  );
  return {
    element,
    /** @param {Api.PartyView} view */
    draw({ standing }) {
      keyed(rows, standing.rows, ({ name }) => name, standingRow, tellStanding);
      setText(together, `Finished tables together: ${number(standing.tablesTogether)}.`);
      keyed(
        reigns,
        standing.reigns,
        ({ gameId }) => gameId,
        () => h('li'),
        (line, { gameId, championName, length }) =>
          setText(
            line,
            `${championName} has won ${nameIn(all, { kind: null, gameId })} ${number(length)} times in a row.`,
          ),
      );
    },
  };
}

/** @typedef {Api.PartyView['standing']['rows'][number]} Row */

/** @param {Row} row */
function standingRow({ name }) {
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, h('span', { class: 'name', text: name })),
    h('td'),
    h('td', { class: 'number' }),
    h('td', { class: 'number' }),
  );
}

/**
 * @param {HTMLTableRowElement} line
 * @param {Row} row
 */
function tellStanding({ cells }, { net, wins, played }) {
  const [, chips, won, all] = cells;
  if (!chips || !won || !all) return;
  setText(chips, signed(net));
  chips.className = `number ${tone(net)}`;
  setText(won, number(wins));
  setText(all, number(played));
}
