// Loads single modules of the pages' sources: the program serves them only as a bundle.
import { join } from 'node:path';

/**
 * Serves the sources of the pages to a page, below `/sources`: `await import('/sources/lib/dom.js')`.
 * @param {import('playwright-core').Page} page
 */
export function serveSources(page) {
  return page.route('**/sources/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(process.env.SITE, pathname.replace('/sources/', 'assets/')) });
  });
}
