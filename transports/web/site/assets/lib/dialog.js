// Confirmation dialogs: few, and only for what cannot be undone.

import { h } from './dom.js';

/**
 * Asks for a yes. Escape means no, and the control for no has the focus first.
 * @param {{ title: string, text: string, yes: string, no?: string }} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, no = 'Back' }) {
  return new Promise((resolve) => {
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'question', on: { close: () => done(dialog.returnValue === 'yes') } },
      h('h2', { id: 'question', text: title }),
      h('p', { text }),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', autofocus: true, text: no, on: { click: () => dialog.close('no') } }),
        h('button', { type: 'button', class: 'danger', text: yes, on: { click: () => dialog.close('yes') } }),
      ),
    );

    /** @param {boolean} sure */
    function done(sure) {
      dialog.remove();
      resolve(sure);
    }

    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Shows a text.
 * @param {string} title
 * @param {import('./dom.js').Child[]} content
 */
export function inform(title, ...content) {
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'information', on: { close: () => dialog.remove() } },
    h('h2', { id: 'information', text: title }),
    content,
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', autofocus: true, text: 'Close', on: { click: () => dialog.close() } }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
