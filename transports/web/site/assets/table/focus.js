// Focus that is never lost: where a drawing takes away the control that has it, it goes to what is to be read next, and
// comes back with the control.

/**
 * @param {HTMLElement} page
 * @param {() => HTMLElement} next what is to be read where the control is gone
 */
export function focusKeeper(page, next) {
  /** The control that was taken away. @type {HTMLElement | null} */
  let gone = null;
  /** What has the focus in its place. @type {HTMLElement | null} */
  let stand = null;

  /** @param {HTMLElement} focused */
  function keep(focused) {
    const now = document.activeElement;
    const lost = now === null || now === document.body || now === focused;
    if (!lost || seen(focused) || !page.isConnected) return;
    // What stands in may be taken away too: then the control from before is still the one to come back to.
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
    // A board may draw with the next frame.
    requestAnimationFrame(() => keep(focused));
  };
}

/** @param {HTMLElement} element */
function seen(element) {
  return element.isConnected && element.checkVisibility();
}
