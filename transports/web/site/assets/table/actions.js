// What the viewer can do, each thing a plain button. The keys 1 to 9 choose from the list.

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
  let busy = false;

  /** @param {Api.Action | undefined} action */
  function choose(action) {
    if (action && !busy) act(action);
  }

  return {
    element,
    /** @param {number} place from 0 */
    choose: (place) => choose(legal[place]),
    /**
     * @param {Api.Action[]} actions
     * @param {boolean} underWay
     * @param {(action: Api.Action) => string} label
     */
    update(actions, underWay, label) {
      legal = actions;
      busy = underWay;
      setText(heading, actions.length > 0 ? 'What you can do' : 'Nothing to do now');
      keyed(
        list,
        actions.map((action) => ({ action, key: JSON.stringify(action) })),
        ({ key }) => key,
        ({ action }) => h('li', null, h('button', { type: 'button', on: { click: () => choose(action) } })),
        (item, { action }, place) => {
          const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
          setText(button, label(action));
          setAttribute(button, 'aria-disabled', busy ? 'true' : null);
          setAttribute(button, 'aria-keyshortcuts', place < 9 ? String(place + 1) : null);
          setAttribute(button, 'data-place', place < 9 ? String(place + 1) : null);
        },
      );
    },
  };
}
