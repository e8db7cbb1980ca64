// The bet: fold, check or call, and raise to one of the legal amounts, chosen by a slider or its marks.

import { dress, h, keyed, setAttribute, setText } from '../lib/dom.js';
import { chips, number } from '../lib/format.js';
import { find } from './contract.js';

/**
 * An action in words, with what it costs.
 * @param {Api.Action} action
 * @param {any} view
 */
export function wordsOf(action, view) {
  const seat = view.seats[view.toAct[0]];
  if (action.type === 'fold') return 'Fold';
  if (action.type === 'check') return 'Check';
  if (!seat) return action.type;
  if (action.type === 'call') {
    const owed = view.currentBet - seat.bet;
    return owed >= seat.stack ? `Call ${number(seat.stack)}, all in` : `Call ${number(owed)}`;
  }
  const words = `${view.currentBet === 0 ? 'Bet' : 'Raise to'} ${number(action['to'])}`;
  return action['to'] === seat.bet + seat.stack ? `${words}, all in` : words;
}

/**
 * The name of an amount on its mark.
 * @param {number} to
 * @param {any} view
 * @param {number} place among the legal amounts
 */
function markName(to, view, place) {
  const seat = view.seats[view.toAct[0]];
  if (to === seat.bet + seat.stack) return 'All in';
  const pot = view.pot + view.currentBet - seat.bet;
  if (place === 0) return 'Least';
  if (to === view.currentBet + pot) return 'Pot';
  return 'Half pot';
}

/** @param {import('./contract.js').BoardContext} context */
export function betControl(context) {
  /** @type {import('./contract.js').BoardState | null} */
  let now = null;
  /** @type {Api.Action[]} */
  let raises = [];
  let chosen = 0;
  let turn = '';
  const fold = control('fold', () => press('fold'));
  const call = control('call', () => press('call'));
  const raise = control('raise', () => press('raise'));
  const slider = h('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': 'Raise to',
    on: { input: () => choose(Number(slider.value)) },
  });
  const marks = h('div', { class: 'bet-marks', role: 'group', 'aria-label': 'Amounts' });
  const element = h(
    'section',
    { class: 'bet-control board-bar', 'aria-label': 'Your bet' },
    h('div', { class: 'bet-amount' }, slider, marks),
    h('div', { class: 'bet-buttons' }, fold, call, raise),
  );

  /** @param {string} what */
  function press(what) {
    if (!now || now.busy) return;
    const legal = now.legalActions;
    if (legal.length === 0) return context.hint('It is not your move.');
    if (what === 'fold') {
      const action = find(legal, { type: 'fold' });
      return action ? context.act(action) : context.hint('Checking is free: you need not fold.');
    }
    if (what === 'call') {
      const action = find(legal, { type: 'check' }) ?? find(legal, { type: 'call' });
      return action && context.act(action);
    }
    const action = raises[chosen];
    if (action) context.act(action);
    else context.hint('No raise is possible here.');
  }

  /** @param {number} place */
  function choose(place) {
    chosen = place;
    if (now) draw(now);
  }

  /** @param {import('./contract.js').BoardState} state */
  function draw({ legalActions, view, busy }) {
    const idle = legalActions.length === 0 || busy;
    const free = find(legalActions, { type: 'check' });
    const owed = find(legalActions, { type: 'call' });
    const action = raises[chosen];
    setText(fold, 'Fold');
    setText(call, free ? 'Check' : owed ? wordsOf(owed, view) : 'Check or call');
    setText(raise, action ? wordsOf(action, view) : 'Raise');
    setAttribute(fold, 'aria-disabled', idle || !find(legalActions, { type: 'fold' }) ? 'true' : null);
    setAttribute(call, 'aria-disabled', idle ? 'true' : null);
    setAttribute(raise, 'aria-disabled', idle || !action ? 'true' : null);
    dress(slider, {
      max: Math.max(raises.length - 1, 0),
      disabled: raises.length < 2,
      'aria-valuetext': action ? `${chips(action['to'])}, ${markName(action['to'], view, chosen).toLowerCase()}` : null,
    });
    slider.value = String(chosen);
    element.style.setProperty('--marks', String(Math.max(raises.length, 1)));
    keyed(
      marks,
      raises,
      (_, place) => place,
      (_, place) =>
        h(
          'button',
          { type: 'button', class: 'mark-button', on: { click: () => choose(place) } },
          h('span', { class: 'small' }),
          h('span', { class: 'number' }),
        ),
      (button, { to }, place) => {
        setText(button.firstElementChild, markName(to, view, place));
        setText(button.lastElementChild, number(to));
        setAttribute(button, 'aria-pressed', String(place === chosen));
      },
    );
  }

  return {
    element,
    /** @param {import('./contract.js').BoardState} state */
    update(state) {
      now = state;
      raises = state.legalActions.filter(({ type }) => type === 'raise');
      const present = JSON.stringify(raises);
      if (present !== turn) chosen = 0;
      turn = present;
      draw(state);
    },
  };
}

/**
 * @param {string} name
 * @param {() => void} pressed
 */
function control(name, pressed) {
  return h('button', { type: 'button', class: `bet-${name}`, on: { click: pressed } });
}
