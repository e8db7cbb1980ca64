// Battleship: two waters. Ships are placed on the viewer's own, and shots go to the other's.

import { dress, h, setText } from '../lib/dom.js';
import { capital } from '../lib/format.js';
import { find, whyNot } from './contract.js';
import { placing } from './battleship-placing.js';
import { waters } from './battleship-waters.js';
import { cellName } from './grid.js';

const COLUMNS = 10;

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const watching = context.mySeat < 0;
    const mine = watching ? 0 : context.mySeat;
    const near = waters(context, mine, pressNear);
    const far = waters(context, 1 - mine, pressFar);
    const dock = placing(context, near, () => now);
    const news = h('p', { class: 'ships-news' });
    const element = h(
      'div',
      { class: 'board ships' },
      h('div', { class: 'ships-foot' }, news, watching ? null : dock.element),
      h('div', { class: 'ships-waters' }, near.element, far.element),
    );

    /**
     * @param {number} cell
     * @param {MouseEvent} event
     */
    function pressNear(cell, event) {
      if (!now || now.busy) return;
      if (!watching && now.legalActions.some(({ type }) => type === 'place')) return dock.press(cell, event);
      const otherwise = now.view.phase === 'place' ? 'Your ships are placed.' : 'Shoot at the other waters.';
      context.hint(now.view.phase === 'shoot' ? whyNot(now, context, otherwise) : endOr(otherwise));
    }

    /** @param {string} otherwise */
    function endOr(otherwise) {
      return now?.terminal || watching ? whyNot(/** @type {any} */ (now), context, otherwise) : otherwise;
    }

    /** @param {number} cell */
    function pressFar(cell) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'shoot', cell });
      if (action) context.act(action);
      else if (now.view.phase === 'place') context.hint(endOr('Shooting begins when both fleets are placed.'));
      else context.hint(whyNot(now, context, 'This cell was shot at.'));
    }

    return {
      element,
      update(state) {
        now = state;
        const { view } = state;
        dress(element, { data: { phase: view.phase } });
        const ships = (watching ? null : view.ships) ?? view.seats[mine].ships;
        near.update(state, [...ships, ...dock.sent(state)]);
        far.update(state, view.seats[1 - mine].ships);
        dock.update();
        setText(news, tellNews(view, context));
      },
      destroy: dock.destroy,
    };
  },

  whole: true,
  seated: true,

  label(action, view) {
    if (action.type === 'auto') return 'Place the rest at random';
    if (action.type === 'shoot') return `Shoot at ${cellName(action['cell'], COLUMNS)}`;
    const name = capital(view.fleet[action['ship']]?.name ?? 'ship');
    return `${name} at ${cellName(action['cell'], COLUMNS)}, ${action['dir'] === 'h' ? 'across' : 'down'}`;
  },

  prompt({ view, legalActions }) {
    const next = legalActions.find(({ type }) => type === 'place');
    if (!next) return 'Your move: shoot at a cell of the other waters.';
    const { name, length } = view.fleet[next['ship']];
    return `Place your ${name}: ${length} cells.`;
  },
  news: ({ type }) => (type === 'dealt' ? 'Each player places a fleet' : null),
};

/**
 * The progress of placing, then the newest shot.
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function tellNews(view, context) {
  const { lastShot, seats, fleet } = view;
  if (!lastShot) {
    const placed = seats.map(
      (/** @type {any} */ { seat, placed }) => `${context.player(seat).name} has placed ${placed} of ${fleet.length}`,
    );
    return view.phase === 'place'
      ? `${placed.join(', ')}.`
      : `${context.player(view.start).name} shoots first. A hit does not give another shot.`;
  }
  const what = lastShot.result === 'sunk' ? `the ${fleet[lastShot.ship].name} is sunk` : lastShot.result;
  return `${context.player(lastShot.seat).name} shot at ${cellName(lastShot.cell, COLUMNS)}: ${what}.`;
}

export default board;
