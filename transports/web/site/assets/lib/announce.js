// Announcements for screen readers: each once, politely, or assertively for an error.

/** @type {Record<'polite' | 'assertive', HTMLElement | null>} */
const regions = { polite: null, assertive: null };
/** @type {string[]} */
let waiting = [];
let timer = 0;

/** @param {'polite' | 'assertive'} manner */
function region(manner) {
  let element = regions[manner];
  if (!element) {
    element = document.createElement('div');
    element.className = 'only-read';
    element.setAttribute('aria-live', manner);
    element.setAttribute('role', manner === 'polite' ? 'log' : 'alert');
    if (manner === 'polite') element.setAttribute('aria-label', 'What happens');
    document.body.append(element);
    regions[manner] = element;
  }
  return element;
}

/**
 * Announces a text. Texts of the same moment are read as one; an older text is removed after a while.
 * @param {string} text
 */
export function announce(text) {
  if (text === '') return;
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const line = document.createElement('p');
    line.textContent = waiting.join('. ').replace(/\.\./g, '.');
    waiting = [];
    const log = region('polite');
    log.append(line);
    while (log.children.length > 5) log.firstElementChild?.remove();
  }, 60);
}

/** @param {string} text */
export function alert(text) {
  region('assertive').textContent = text;
}

region('polite');
region('assertive');
