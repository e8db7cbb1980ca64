// Title and icon say when it is the viewer's move.

const CALM = '/icon.svg';
const MARKED =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23b45309'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23fff'/%3E%3C/svg%3E";
const SIGN = '● Your move · ';

/**
 * Marks title and icon while it is the viewer's turn at a table.
 * @param {import('../table/live.js').LiveTable} live
 */
export function attention(live) {
  live.addEventListener('change', () => mark(Boolean(live.table?.state.yourTurn)));
  live.signal.addEventListener('abort', () => mark(false));
}

/** @param {boolean} mine */
function mark(mine) {
  const title = document.title.replace(SIGN, '');
  const wanted = mine ? SIGN + title : title;
  if (document.title !== wanted) document.title = wanted;
  const icon = document.querySelector('link[rel=icon]');
  const href = mine ? MARKED : CALM;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

/** Marks the title anew after a page has set it. */
export function keepTitle() {
  const icon = document.querySelector('link[rel=icon]');
  if (icon?.getAttribute('href') === MARKED && !document.title.startsWith(SIGN)) document.title = SIGN + document.title;
}
