// Style sheets that only some pages need.

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Adds a style sheet to the page, once; resolves when it is loaded. A page without one is still usable.
 * @param {URL} url
 * @returns {Promise<void>}
 */
export function sheet(url) {
  let loaded = asked.get(url.href);
  if (!loaded) {
    loaded = new Promise((resolve) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = url.href;
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => resolve());
      document.head.append(link);
    });
    asked.set(url.href, loaded);
  }
  return loaded;
}
