// The viewer's actions that the board does not show, each a plain button. While the list or the board has the focus,
// digits choose.

import { h, keyed, setAttribute, setText } from '../lib/dom.js';

/**
 * @param {(action: Api.Action) => void} act
 */
export function actionList(act) {
  const list = h('ol', { class: 'actions', 'aria-label': 'What you can do' });
  const heading = h('h2', { text: 'What you can do' });
  const element = h('section', { class: 'panel actions-panel', hidden: true }, heading, list);
  /** @type {Api.Action[]} */
  let legal = [];
  /** @type {(string | null)[]} the key of each action */
  let digits = [];
  let busy = false;

  /** @param {Api.Action | undefined} action */
  function choose(action) {
    if (action && !busy) act(action);
  }

  return {
    element,
    /** @param {string} digit */
    choose: (digit) => (digits.includes(digit) ? choose(legal[digits.indexOf(digit)]) : undefined),
    /**
     * @param {Api.Action[]} actions
     * @param {boolean} underWay
     * @param {(action: Api.Action) => string} label
     * @param {(action: Api.Action) => string | null} [digit] the digit of an action; without it, its place in the list
     */
    update(actions, underWay, label, digit) {
      legal = actions;
      busy = underWay;
      const labels = actions.map(label);
      digits = actions.map((action, place) => (digit ? digit(action) : place < 9 ? String(place + 1) : null));
      if (element.hidden) return;
      setText(heading, actions.length > 0 ? 'What you can do' : 'Nothing to do now');
      keyed(
        list,
        actions.map((action) => ({ action, key: JSON.stringify(action) })),
        ({ key }) => key,
        ({ action }) => h('li', null, h('button', { type: 'button', on: { click: () => choose(action) } })),
        (item, _, place) => {
          const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
          setText(button, labels[place] ?? '');
          setAttribute(button, 'aria-disabled', busy ? 'true' : null);
          setAttribute(button, 'aria-keyshortcuts', digits[place]);
          setAttribute(button, 'data-place', digits[place]);
        },
      );
    },
  };
}
