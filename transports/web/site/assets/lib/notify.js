// Title and icon say when it is the viewer's move, and a notification where the page is hidden and the person allows it.

const CALM = '/icon.svg';
const MARKED =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23b45309'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23fff'/%3E%3C/svg%3E";
const SIGN = '● Your move · ';

let marked = false;

/**
 * Marks title and icon while it is the viewer's turn at a table.
 * @param {import('../table/live.js').LiveTable} live
 */
export function attention(live) {
  live.addEventListener('change', () => {
    const mine = Boolean(live.table?.state.yourTurn);
    if (mine && !marked && document.hidden) notify(document.title);
    mark(mine);
  });
  live.signal.addEventListener('abort', () => mark(false));
}

/** @param {boolean} mine */
function mark(mine) {
  marked = mine;
  const icon = document.querySelector('link[rel=icon]');
  const href = mine ? MARKED : CALM;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  setTitle(document.title.replace(SIGN, ''));
}

/**
 * Sets the page's title; the sign stays in front of it as long as it is the viewer's move.
 * @param {string} title
 */
export function setTitle(title) {
  const wanted = marked ? SIGN + title : title;
  if (document.title !== wanted) document.title = wanted;
}

/** @param {string} title */
function notify(title) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification('Your move', { body: title, icon: CALM, tag: location.pathname });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
  });
}

/** Whether the person can still be asked for leave to notify. */
export function mayAsk() {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks for leave to notify. */
export async function askLeave() {
  return (await Notification.requestPermission()) === 'granted';
}
