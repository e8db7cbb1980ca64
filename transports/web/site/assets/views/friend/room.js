// The waiting room of a friendly table: its link, and the house as a way out.

import { post } from '../../lib/api.js';
import { copy } from '../../lib/copy.js';
import { h, setText } from '../../lib/dom.js';
import { friendLink } from '../../lib/friend.js';
import { kindOf } from '../../lib/kinds.js';
import * as session from '../../lib/session.js';
import { actButton, field, persist } from '../forms.js';
import { levelField } from '../play.js';

/**
 * @param {Api.TableView} table
 * @returns {HTMLElement[]}
 */
export function room(table) {
  const own = table.seats.find(({ seat }) => seat === table.mySeat);
  const href = friendLink(table, own?.guest ? own.guestName : session.current()?.handle);
  return [link(href), ...(table.mySeat === 0 ? [house(table)] : [])];
}

/** @param {string} href */
function link(href) {
  const told = h('span', { class: 'quiet small', role: 'status' });
  const shown = field({ name: 'link', label: 'The link', readonly: true, value: href, class: 'code' });
  shown.input.addEventListener('focus', () => shown.input.select());
  const copies = h('button', {
    type: 'button',
    class: 'primary',
    text: 'Copy the link',
    on: { click: () => void copy(told, href) },
  });
  const shares = h('button', { type: 'button', text: 'Share', on: { click: () => void share() } });

  async function share() {
    try {
      await navigator.share({ title: 'Turnstone', url: href });
    } catch {
      // The person has closed the sheet: the link can still be copied.
      setText(told, '');
    }
  }

  return h(
    'section',
    { class: 'panel', 'aria-label': 'Invitation' },
    shown.element,
    h('p', { class: 'row' }, copies, typeof navigator.share === 'function' && shares, told),
    h('p', {
      class: 'quiet small',
      text: 'Your friend types a name and sits down. You need not watch this page: its title says “● Your move” when it is.',
    }),
  );
}

/** @param {Api.TableView} table */
function house({ id, kind }) {
  const level = levelField();
  level.element.hidden = true;
  void kindOf(kind)
    .then((known) => (level.element.hidden = !known?.levels.length))
    .catch(() => {});
  const sits = actButton('Let the house play', async () => {
    const body = level.element.hidden ? {} : { level: Number(level.input.value) };
    await persist(() => post(`/api/tables/${id}/fill`, body));
  });
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'house-plays' },
    h('h2', { id: 'house-plays', text: 'No one comes?' }),
    h('p', { class: 'quiet', text: 'The house takes the open seats, and the game begins at once.' }),
    level.element,
    sits,
  );
}
