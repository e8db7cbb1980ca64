// Shows what the server pushes, and opens the table that it is about. It caches nothing and sees no page's requests.

import { pathHere } from './assets/lib/here.js';

addEventListener('push', (event) => {
  const { title, body, url, tableId } = event.data?.json() ?? {};
  event.waitUntil(
    registration.showNotification(title ?? 'Turnstone', {
      body: body ?? '',
      tag: tableId ?? 'turnstone',
      data: { url },
      icon: '/icon.svg',
    }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/lobby'));
});

/**
 * Opens a page of this site. Of the address only the path counts: the server may call itself by another name. A path that
 * leads to another origin is not followed.
 * @param {string} url
 */
async function open(url) {
  const { origin } = location;
  const goal = new URL(pathHere(new URL(url, origin).pathname, origin) ?? '/lobby', origin);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === goal.pathname);
  if (there) return there.focus();
  return clients.openWindow(goal.href);
}
