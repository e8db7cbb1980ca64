// The height that is left for the board, so that the whole table is visible without scrolling: `--room` on the page, in
// pixels. Boards take their sizes from it.

/** Below this height a board scrolls rather than shrinks, in pixels, and as a share of a low window. */
const LEAST = 320;
const LEAST_SHARE = 0.75;
/** The free space below the board, in pixels. */
const RIM = 8;

/**
 * Keeps the measure up to date as long as the page lives.
 * @param {HTMLElement} page
 * @param {HTMLElement} host the parent of the board
 * @param {{ above: HTMLElement[], sheet: HTMLElement }} around the elements that may change the start of the board, and
 * what always stays visible of the sheet over its end
 * @param {AbortSignal} signal ends it
 */
export function keepRoom(page, host, { above, sheet }, signal) {
  let room = 0;
  function measure() {
    if (!page.isConnected) return;
    const top = host.getBoundingClientRect().top + scrollY;
    const least = Math.min(LEAST, innerHeight * LEAST_SHARE);
    const now = Math.floor(Math.max(least, innerHeight - top - RIM - covered(sheet, host)));
    if (now === room) return;
    room = now;
    page.style.setProperty('--room', `${room}px`);
  }
  const watcher = new ResizeObserver(measure);
  for (const element of [...above, sheet]) watcher.observe(element);
  addEventListener('resize', measure, { signal });
  signal.addEventListener('abort', () => watcher.disconnect());
}

/**
 * How much of the window a sheet covers below the board, in pixels. A sheet beside the board covers nothing of it.
 * @param {HTMLElement} sheet
 * @param {HTMLElement} host
 */
function covered(sheet, host) {
  const { height, left } = sheet.getBoundingClientRect();
  const card = /** @type {HTMLElement} */ (sheet.parentElement);
  const below = getComputedStyle(card).position === 'sticky' && left < host.getBoundingClientRect().right;
  return height > 0 && below ? height + 2 * RIM : 0;
}
