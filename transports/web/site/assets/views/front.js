import { h } from '../lib/dom.js';
import { practiceButton } from './play.js';

/** @returns {import('../lib/router.js').View} */
export default function front() {
  return {
    title: 'Turnstone',
    element: h(
      'div',
      null,
      h('h1', { text: 'Turnstone' }),
      practiceButton('tic-tac-toe-vs-house', 'Play now', 'primary'),
    ),
  };
}
