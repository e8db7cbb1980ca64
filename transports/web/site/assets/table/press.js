// One press is one decision: a press counts only for the position that was drawn when it began.

/** The position of a press that began while the input was locked. */
const LOCKED = -1;
const GONE_ON = 'The game has moved on meanwhile. Look again, then choose.';

/**
 * Watches the presses on a page. The first one while a result is revealed shows the result, and nothing else.
 * @param {HTMLElement} page
 * @param {{ locked: () => boolean, revealed: () => void, plies: () => number, hint: (text: string) => void }} table
 */
export function presses(page, { locked, revealed, plies, hint }) {
  /** The count of plies when the present press began. @type {number | null} */
  let begun = null;
  /** The last pressed element. @type {Element | null} */
  let control = null;

  /** @param {Event} event */
  function begin(event) {
    begun = locked() ? LOCKED : plies();
    control = event.target instanceof Element ? event.target.closest('button, input') : null;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    // A key that is held down is one press, however often the system repeats it.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && decides(event)) event.preventDefault();
    else begin(event);
    // A digit presses another element than the focused one.
    if (/^\d$/.test(event.key)) control = null;
    if (['Enter', ' ', 'Escape'].includes(event.key)) revealed();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    // A screen reader's script clicks without a press before it: it counts for the drawn position.
    if (begun === null) begin(event);
    const stale = begun === LOCKED || begun !== plies();
    revealed();
    queueMicrotask(() => setTimeout(() => (begun = null)));
    if (!stale || !decides(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (begun !== LOCKED) hint(GONE_ON);
  }

  page.addEventListener('pointerdown', begin, { capture: true });
  page.addEventListener('pointercancel', () => (begun = null), { capture: true });
  page.addEventListener('keydown', key, { capture: true });
  page.addEventListener('keyup', () => setTimeout(() => (begun = null)), { capture: true });
  page.addEventListener('click', click, { capture: true });

  return {
    /** The position for which the present press counts; null if it counts for none. */
    position() {
      if (begun === null) return locked() ? null : plies();
      return begun === LOCKED ? null : begun;
    },
    /** The last pressed element. */
    control: () => control,
  };
}

/**
 * Whether an event is on a control of the game: the board, the list of actions, the card at the end.
 * @param {Event} event
 */
function decides({ target }) {
  return target instanceof Element && target.closest('.host, .now, .end') !== null;
}
