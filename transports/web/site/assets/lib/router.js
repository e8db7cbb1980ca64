// Maps addresses to views. Every page has an address, and every link is a link.

import { h } from './dom.js';
import { pathHere } from './here.js';

/**
 * What a view is made with. `signal` ends when the person goes elsewhere.
 * @typedef {{ params: string[], query: URLSearchParams, hash: string, signal: AbortSignal }} Visit
 */

/**
 * What a view is: its title, its element (with one h1), and whether it wants the whole width.
 * @typedef {{ title: string, element: HTMLElement }} View
 */

/** @typedef {(visit: Visit) => Promise<View> | View} MakeView */

/** All addresses. */
const ANY = /^/;
/** @type {[RegExp, () => Promise<MakeView>][]} */
const routes = [];
/** @type {AbortController | null} */
let present = null;
/** @type {(view: View, how: { first: boolean, stay: boolean }) => void} */
let show = () => {};
let shown = false;

/**
 * @param {string} template as "/tables/:id"
 * @param {() => Promise<{ default: MakeView }>} load
 */
export function route(template, load) {
  const pattern = template.replace(/:[a-z]+/g, '([^/]+)');
  routes.push([new RegExp(`^${pattern}/?$`), async () => (await load()).default]);
}

/**
 * The page of every unknown address. A link to such an address is left to the browser: it may be a document.
 * @param {() => Promise<{ default: MakeView }>} load
 */
export function otherwise(load) {
  routes.push([ANY, async () => (await load()).default]);
}

/**
 * Goes to a page of this site.
 * @param {string} path
 * @param {{ replace?: boolean, stay?: boolean }} [options] `replace`: in the history, in place of the present page; `stay`:
 * the window is not scrolled, and the new page reports itself
 */
export function go(path, { replace = false, stay = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  return visit(stay);
}

/** Draws the present page again. */
export function reload() {
  return visit();
}

async function visit(stay = false) {
  present?.abort(new DOMException('left', 'AbortError'));
  const controller = new AbortController();
  present = controller;
  const url = new URL(location.href);
  for (const [pattern, load] of routes) {
    const found = pattern.exec(url.pathname);
    if (!found) continue;
    try {
      const make = await load();
      if (controller.signal.aborted) return;
      const params = found.slice(1).map(decodeURIComponent);
      const view = await make({ params, query: url.searchParams, hash: url.hash.slice(1), signal: controller.signal });
      if (controller.signal.aborted) return;
      show(view, { first: !shown, stay });
      shown = true;
    } catch (error) {
      if (controller.signal.aborted) return;
      show(unloaded(), { first: !shown, stay: false });
      throw error;
    }
    return;
  }
}

/**
 * The page when a page's own scripts cannot be loaded: no network, or a newer version on the server.
 * @returns {View}
 */
function unloaded() {
  const again = h('button', { type: 'button', class: 'primary', text: 'Load it again' });
  again.addEventListener('click', () => location.reload());
  return {
    title: 'Not loaded',
    element: h(
      'div',
      { class: 'narrow' },
      h('h1', { text: 'This page could not be loaded' }),
      h('p', { text: 'The network may be gone, or there is a newer version of these pages.' }),
      again,
    ),
  };
}

/**
 * Starts: draws the address, and handles links and the back button.
 * @param {(view: View, how: { first: boolean, stay: boolean }) => void} draw
 */
export function start(draw) {
  show = draw;
  addEventListener('popstate', () => void visit());
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      link.target ||
      link.hasAttribute('download')
    )
      return;
    const url = new URL(link.href);
    const path = pathHere(link.href, location.origin);
    if (path === null || !routes.some(([pattern]) => pattern !== ANY && pattern.test(url.pathname))) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    void go(path);
  });
  return visit();
}
