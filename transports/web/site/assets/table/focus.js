// Keeps the focus: if drawing removes the focused control, the focus moves to the element to read next, and returns
// with the control.

/**
 * @param {HTMLElement} page
 * @param {() => HTMLElement} next the element to read if the control is gone
 */
export function focusKeeper(page, next) {
  /** The removed control. @type {HTMLElement | null} */
  let gone = null;
  /** The element that has the focus instead. @type {HTMLElement | null} */
  let stand = null;

  /** @param {HTMLElement} focused */
  function keep(focused) {
    const now = document.activeElement;
    const lost = now === null || now === document.body || now === focused;
    if (!lost || seen(focused) || !page.isConnected) return;
    // The substitute may be removed too: then the original control still gets the focus back.
    if (focused !== stand) gone = focused;
    stand = next();
    stand.focus({ preventScroll: true });
  }

  /**
   * Draws, and keeps the focus in the page if it was there.
   * @param {() => void} draw
   */
  return function drawn(draw) {
    const focused = document.activeElement;
    const inside = focused instanceof HTMLElement && page.contains(focused);
    draw();
    if (!inside) return;
    if (gone && focused === stand && seen(gone)) gone.focus({ preventScroll: true });
    else keep(focused);
    // A board may draw in the next frame.
    requestAnimationFrame(() => keep(focused));
  };
}

/** @param {HTMLElement} element */
function seen(element) {
  return element.isConnected && element.checkVisibility();
}
