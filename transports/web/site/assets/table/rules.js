// The rules of the game, beside the board.

import { fill, h } from '../lib/dom.js';
import { paragraphs } from '../views/words.js';

export function rulesPanel() {
  const element = h('div', { class: 'rules', tabindex: 0, role: 'region', 'aria-label': 'Rules' });
  let told = '';
  return {
    element,
    /** @param {{ description: string, rules: string }} kind */
    tell(kind) {
      if (told === kind.rules) return;
      told = kind.rules;
      fill(element, h('p', { text: kind.description }), paragraphs(told));
    },
  };
}
