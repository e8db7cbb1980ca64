// Panels of which one is shown (the tabs pattern of the ARIA Authoring Practices).

import { h, setText } from '../lib/dom.js';

/**
 * @param {{ id: string, label: string, panel: HTMLElement }[]} items
 * @param {string} name under which this tab of the browser keeps which panel is shown, and what was seen
 */
export function tabs(items, name) {
  const before = kept(name);
  const counts = new Map(items.map(({ id }) => [id, { seen: before.seen[id] ?? 0, now: 0 }]));
  const buttons = items.map(({ id, label }) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `panel-${id}`,
        class: 'tab',
        on: { click: () => show(id) },
      },
      h('span', { text: label }),
      h('span', { class: 'unread number' }),
    ),
  );
  const list = h(
    'div',
    { role: 'tablist', class: 'tablist', 'aria-label': 'Beside the board', on: { keydown: turn } },
    buttons,
  );
  const panels = items.map(({ id, panel }) =>
    h('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` }, panel),
  );
  const element = h('section', { class: 'panel tabs' }, list, panels);
  let shown = items.some(({ id }) => id === before.shown) ? before.shown : (items[0]?.id ?? '');
  draw(shown);

  /** @param {string} id */
  function show(id) {
    if (!counts.has(id)) return;
    draw(id);
    const count = counts.get(id);
    if (count) count.seen = count.now;
    keep();
    unread();
  }

  /** @param {string} id */
  function draw(id) {
    shown = id;
    items.forEach((item, place) => {
      const on = item.id === id;
      buttons[place]?.setAttribute('aria-selected', String(on));
      if (buttons[place]) buttons[place].tabIndex = on ? 0 : -1;
      if (panels[place]) panels[place].hidden = !on;
      if (on) item.panel.querySelectorAll('ol').forEach((scrolled) => (scrolled.scrollTop = scrolled.scrollHeight));
    });
  }

  function keep() {
    const seen = Object.fromEntries([...counts].map(([id, count]) => [id, count.seen]));
    try {
      sessionStorage.setItem(`turnstone.tabs.${name}`, JSON.stringify({ shown, seen }));
    } catch {
      // Without storage a reload begins with the first panel.
    }
  }

  /** @param {KeyboardEvent} event */
  function turn(event) {
    const place = items.findIndex(({ id }) => id === shown);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = items[(place + step + items.length) % items.length];
    if (step === 0 || !next) return;
    show(next.id);
    buttons[(place + step + items.length) % items.length]?.focus();
  }

  function unread() {
    items.forEach(({ id }, place) => {
      const count = counts.get(id);
      const fresh = count && id !== shown ? count.now - count.seen : 0;
      const mark = buttons[place]?.lastElementChild;
      if (mark) setText(mark, fresh > 0 ? ` (${fresh} new)` : '');
    });
  }

  return {
    element,
    show,
    /**
     * The number of items of a panel: new ones since it was last shown are counted on its tab.
     * @param {string} id
     * @param {number} now
     */
    count(id, now) {
      const count = counts.get(id);
      if (!count) return;
      count.now = now;
      if (id === shown && count.seen !== now) {
        count.seen = now;
        keep();
      }
      unread();
    },
  };
}

/**
 * @param {string} name
 * @returns {{ shown: string, seen: Record<string, number> }}
 */
function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`turnstone.tabs.${name}`) ?? '{"shown":"","seen":{}}');
  } catch {
    return { shown: '', seen: {} };
  }
}
