// Title and icon show when it is the viewer's move or a rematch is offered. If the page is hidden and the person allows
// it, a notification says so, too.

import { UNSAFE } from './push.js';

const CALM = '/icon.svg';
const MARKED =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23b45309'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23fff'/%3E%3C/svg%3E";
const TURN = '● Your move · ';
const BEGUN = '● The game begins · ';

let marked = false;
/** The player who offers a rematch. @type {string | null} */
let offering = null;
/** Whether a game has begun while the page was hidden. */
let begun = false;
/** The sign in front of the title now. */
let sign = '';

/**
 * Marks title and icon while it is the viewer's turn at a table.
 * @param {import('../table/shown.js').Shown} shown
 */
export function attention(shown) {
  shown.addEventListener('change', () => {
    const mine = Boolean(shown.table?.state.yourTurn);
    if (mine && !marked && document.hidden) notify('Your move', document.title);
    marked = mine;
    mark();
  });
  shown.signal.addEventListener('abort', () => {
    marked = false;
    mark();
  });
}

/**
 * Marks title and icon while another player offers a rematch.
 * @param {string | null} name
 */
export function offered(name) {
  if (name === offering) return;
  offering = name;
  if (name !== null && document.hidden) notify(`${name} offers a rematch`, document.title);
  mark();
}

/**
 * Marks title and icon of a hidden page until it is looked at: the game for which it waits begins.
 * @param {string} words
 */
export function begins(words) {
  if (!document.hidden) return;
  begun = true;
  notify(words, document.title);
  document.addEventListener('visibilitychange', seen, { once: true });
  mark();
}

function seen() {
  begun = false;
  mark();
}

function mark() {
  const icon = document.querySelector('link[rel=icon]');
  const href = marked || begun || offering !== null ? MARKED : CALM;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  setTitle(document.title.slice(sign.length));
}

/**
 * Sets the page's title. The sign stays in front of it while it is the viewer's move or a rematch is offered.
 * @param {string} title
 */
export function setTitle(title) {
  sign = marked ? TURN : begun ? BEGUN : offering !== null ? `${offering} offers a rematch · ` : '';
  if (document.title !== sign + title) document.title = sign + title;
}

/**
 * @param {string} what
 * @param {string} title
 */
function notify(what, title) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(what, { body: title, icon: CALM, tag: location.pathname });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
  });
}

/** Whether the person can still be asked for permission to notify, or told why not. */
export function mayAsk() {
  return !isSecureContext || ('Notification' in window && Notification.permission === 'default');
}

/**
 * Asks for permission to notify.
 * @returns {Promise<string>} the result as a sentence
 */
export async function askLeave() {
  if (!isSecureContext) return UNSAFE;
  const allowed = (await Notification.requestPermission()) === 'granted';
  return allowed ? 'You will be notified while this page is open.' : 'The browser does not allow it.';
}
