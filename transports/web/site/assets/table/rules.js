// The rules of the game, beside the board.

import { h, setText } from '../lib/dom.js';

export function rulesPanel() {
  const description = h('p');
  const rules = h('p');
  return {
    element: h('div', { class: 'rules', tabindex: 0, role: 'region', 'aria-label': 'Rules' }, description, rules),
    /** @param {{ description: string, rules: string }} kind */
    tell(kind) {
      setText(description, kind.description);
      setText(rules, kind.rules);
    },
  };
}
