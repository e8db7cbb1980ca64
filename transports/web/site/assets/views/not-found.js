import { h } from '../lib/dom.js';

/** @returns {import('../lib/router.js').View} */
export default function notFound() {
  return {
    title: 'Not found',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: 'There is nothing here' }),
      h('p', { text: 'The address may be mistyped, or what was here has ended.' }),
      h('p', null, h('a', { href: '/', text: 'To the front page' })),
    ),
  };
}
