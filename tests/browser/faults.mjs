// Faults of a drawn page that a rule can find.

/**
 * Runs in the page. Texts that are cut or lie over another text or over the edge of their control, controls that are
 * out of the page, and light grounds in the dark scheme.
 * @param {'light' | 'dark'} scheme
 * @returns {string[]}
 */
export function faults(scheme) {
  const found = [];
  const name = (element) =>
    `<${element.tagName.toLowerCase()} ${element.className?.baseVal ?? element.className}> ${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}`;
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.only-read, [hidden]') &&
    // For screen readers alone.
    !(element.clientWidth === 1 && element.clientHeight === 1);
  const inside = document.querySelector('dialog[open]') ?? document.body;
  const texts = [];
  const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !(element instanceof HTMLElement) || !shown(element)) continue;
    if (['OPTION', 'SCRIPT', 'STYLE', 'TEXTAREA'].includes(element.tagName)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const at of range.getClientRects()) if (at.width > 1 && at.height > 1) texts.push({ element, at });
  }

  // A word of usual length that is broken without a hyphen. Long ones may be handles, and codes are no words. What is longer
  // than a handle without a space is broken anywhere.
  const inLongText = (data, index) => {
    const [before, after] = [data.slice(0, index).match(/\S*$/), data.slice(index).match(/^\S*/)];
    return before[0].length + after[0].length > 22;
  };
  for (const element of new Set(texts.map(({ element }) => element))) {
    for (const node of element.closest('code, .code') ? [] : element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const { 0: word, index } of node.data.matchAll(/(?<![\p{L}\d])[\p{L}\d]{2,14}(?![\p{L}\d])/gu)) {
        if (inLongText(node.data, index)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
        if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`broken word: ${word} in ${name(element)}`);
      }
    }
  }

  // A text that its box or an ancestor cuts.
  for (const { element, at } of texts) {
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const out = Math.max(edge.left - at.left, at.right - edge.right);
      const below = Math.max(edge.top - at.top, at.bottom - edge.bottom);
      if (style.textOverflow === 'ellipsis' && out > 1.5) break;
      if (['hidden', 'clip'].includes(style.overflowX) && out > 1.5) {
        found.push(`cut: ${name(element)} by ${Math.round(out)} px in ${name(box)}`);
        break;
      }
      if (['hidden', 'clip'].includes(style.overflowY) && below > 4) {
        found.push(`cut below: ${name(element)} by ${Math.round(below)} px in ${name(box)}`);
        break;
      }
      if (['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY)) break;
      if (
        box.matches('button, .button, .badge, .panel, .tile, td, th, input') &&
        style.display !== 'inline' &&
        out > 1.5
      ) {
        found.push(`over the edge: ${name(element)} by ${Math.round(out)} px of ${name(box)}`);
        break;
      }
    }
  }

  // Texts over each other, in the same layer.
  const layer = (element) => {
    for (let box = element; box; box = box.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) return box;
    return null;
  };
  const scrolls = (element) => {
    for (let box = element; box && box !== document.body; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowY + getComputedStyle(box).overflowX)) return box;
    return null;
  };
  /** The part of a text that is drawn. */
  const clipped = ({ element, at }) => {
    let { left, right, top, bottom } = at;
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      if (!['hidden', 'clip'].includes(getComputedStyle(box).overflowX)) continue;
      const edge = box.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  const placed = texts
    .map((text) => ({ ...text, at: clipped(text), layer: layer(text.element), scroller: scrolls(text.element) }))
    .filter(({ scroller, at }) => {
      if (!scroller) return true;
      const edge = scroller.getBoundingClientRect();
      return (
        at.top >= edge.top - 1 && at.bottom <= edge.bottom + 1 && at.left >= edge.left - 1 && at.right <= edge.right + 1
      );
    })
    .sort((one, other) => one.at.top - other.at.top);
  placed.forEach((one, place) => {
    for (const other of placed.slice(place + 1)) {
      if (other.at.top > one.at.bottom - 3) break;
      const wide = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
      const high = Math.min(one.at.bottom, other.at.bottom) - other.at.top;
      if (one.layer !== other.layer || wide < 2 || high < 4) continue;
      if (one.element === other.element) continue;
      found.push(`over each other: ${name(one.element)} and ${name(other.element)}`);
    }
  });

  // Controls over each other, in the same layer.
  const controls = [...inside.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter(shown)
    .flatMap((element) => {
      const [inLayer, scroller] = [layer(element), scrolls(element)];
      // A link in a text may have parts of two lines.
      return [...element.getClientRects()].map((at) => ({ element, at, layer: inLayer, scroller }));
    })
    .filter(({ at }) => at.width > 0 && at.height > 0);
  controls.forEach((one, place) => {
    for (const other of controls.slice(place + 1)) {
      if (one.layer !== other.layer || one.scroller !== other.scroller) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left);
      const high = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top);
      if (wide > 2 && high > 2) found.push(`controls over each other: ${name(one.element)} and ${name(other.element)}`);
    }
  });

  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    found.push(`the page is ${scrollWidth} px wide in ${clientWidth}`);
    for (const { element, at } of texts)
      if (at.right > clientWidth + 1 && !scrolls(element)) found.push(`out at the right: ${name(element)}`);
  }

  if (scheme === 'dark') {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    for (const element of inside.querySelectorAll('*')) {
      const at = element.getBoundingClientRect();
      // Cards have their colours in both schemes.
      if (at.width * at.height < 1_500 || !shown(element) || element.matches('.card, .memory-card')) continue;
      const { backgroundColor } = getComputedStyle(element);
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      if (alpha > 200 && Math.min(red, green, blue) > 170)
        found.push(`light in dark: ${name(element)} ${backgroundColor}`);
    }
  }
  return [...new Set(found)];
}
