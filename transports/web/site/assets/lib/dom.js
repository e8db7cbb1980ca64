// Creates elements from data. Text stays text: no HTML is ever built from a string.

/** @typedef {Node | string | number | null | undefined | false | readonly any[]} Child */

/**
 * What an element is made with: `class`, `text`, `style` (custom properties and plain ones), `on` (listeners), `data`;
 * all else are attributes (`true` sets one, `false`, `null` and `undefined` leave it out).
 * @typedef {{
 *   class?: string | false | null,
 *   text?: string | number,
 *   style?: Record<string, string | number>,
 *   on?: Record<string, (event: any) => void>,
 *   data?: Record<string, string | number>,
 *   [attribute: string]: any,
 * }} Props
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  append(element, children);
  return /** @type {any} */ (element);
}

/**
 * Sets attributes, listeners and styles of an element; unchanged attributes are not touched.
 * @param {HTMLElement | SVGElement} element
 * @param {Props | null} [props]
 */
export function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === 'text') setText(element, String(value));
    else if (name === 'on')
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === 'data') for (const [key, item] of Object.entries(value)) element.dataset[key] = String(item);
    else if (name === 'style')
      for (const [key, item] of Object.entries(value)) element.style.setProperty(key, String(item));
    else setAttribute(element, name, value);
  }
}

/**
 * Sets an attribute, or removes it. ARIA attributes have the value `true` as text.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else {
    const text = value !== true ? String(value) : name.startsWith('aria-') ? 'true' : '';
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Sets a text if it has changed, so that nothing is announced or selected again.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Sets the children of an element to those of a list, in its order: an existing key keeps its element and the focus.
 * @template Item
 * @param {Element} parent
 * @param {Iterable<Item>} items
 * @param {(item: Item, index: number) => string | number} keyOf
 * @param {(item: Item, index: number) => Element} create
 * @param {(element: any, item: Item, index: number) => void} [update]
 */
export function keyed(parent, items, keyOf, create, update) {
  const wanted = [...items].map((item, index) => ({ item, key: String(keyOf(item, index)) }));
  const focused = document.activeElement;
  const known = new Map([...parent.children].map((child) => [child.getAttribute('data-key'), child]));
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key, child] of known) if (key === null || !keys.has(key)) child.remove();
  let next = parent.firstElementChild;
  wanted.forEach(({ item, key }, index) => {
    let element = known.get(key);
    if (!element) {
      element = create(item, index);
      element.setAttribute('data-key', key);
    }
    update?.(element, item, index);
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  });
  // A moved element loses the focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement && parent.contains(focused))
    focused.focus({ preventScroll: true });
}

/**
 * Keeps the end of a growing list in view, unless the reader has scrolled back.
 * @param {HTMLElement} list
 * @returns {() => void} to be called when it has grown
 */
export function followEnd(list) {
  let atEnd = true;
  list.addEventListener('scroll', () => (atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40));
  // In the next frame: a layout at once would be done twice.
  return () => void (atEnd && requestAnimationFrame(() => (list.scrollTop = list.scrollHeight)));
}

/**
 * Text only for screen readers.
 * @param {string} text
 */
export function onlyRead(text) {
  return h('span', { class: 'only-read', text });
}

/**
 * The classes of an element: those that are not falsy.
 * @param {(string | false | null | undefined)[]} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(' ');
}
