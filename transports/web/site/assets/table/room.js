// The height that is left for the board, so that the whole table is visible without scrolling: `--room` on the page, in
// pixels. Boards take their sizes from it.

/** Below this height a board scrolls rather than shrinks, in pixels. */
const LEAST = 320;
/** The free space below the board, in pixels. */
const RIM = 8;

/**
 * Keeps the measure up to date as long as the page lives.
 * @param {HTMLElement} page
 * @param {HTMLElement} host the parent of the board
 * @param {HTMLElement[]} above the elements that may change the start of the board
 * @param {AbortSignal} signal ends it
 */
export function keepRoom(page, host, above, signal) {
  let room = 0;
  function measure() {
    if (!page.isConnected) return;
    const top = host.getBoundingClientRect().top + scrollY;
    const now = Math.max(LEAST, Math.floor(innerHeight - top - RIM));
    if (now === room) return;
    room = now;
    page.style.setProperty('--room', `${room}px`);
  }
  const watcher = new ResizeObserver(measure);
  for (const element of above) watcher.observe(element);
  addEventListener('resize', measure, { signal });
  signal.addEventListener('abort', () => watcher.disconnect());
}
