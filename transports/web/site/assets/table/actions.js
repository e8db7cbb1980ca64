// What the viewer can do, each thing a plain button. The digits choose from the list.

import { h, keyed, setAttribute, setText } from '../lib/dom.js';

/**
 * @param {(action: Api.Action) => void} act
 */
export function actionList(act) {
  const list = h('ol', { class: 'actions', 'aria-label': 'What you can do' });
  const heading = h('h2', { text: 'What you can do' });
  const element = h('section', { class: 'panel actions-panel' }, heading, list);
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
    choose: (digit) => choose(legal[digits.indexOf(digit)]),
    /**
     * @param {Api.Action[]} actions
     * @param {boolean} underWay
     * @param {(action: Api.Action) => string} label
     */
    update(actions, underWay, label) {
      legal = actions;
      busy = underWay;
      const labels = actions.map(label);
      digits = digitsOf(labels);
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

/**
 * The digit that chooses each action: the number of its place on the board, where all of them name one (so that a pit keeps
 * its key), otherwise its place in the list.
 * @param {string[]} labels
 * @returns {(string | null)[]}
 */
function digitsOf(labels) {
  const named = labels.map((label) => /^(.*?)(\d+)$/.exec(label));
  const beginnings = new Set(named.map((found) => found?.[1]));
  if (beginnings.size !== 1 || beginnings.has(undefined)) {
    return labels.map((_, place) => (place < 9 ? String(place + 1) : null));
  }
  return named.map((found) => (found?.[2]?.length === 1 ? found[2] : null));
}
