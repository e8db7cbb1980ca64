// Shows push notifications, and opens the table of a notification. It caches nothing and sees no requests of pages.

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
 * Opens a page of this site. Only the path of the address counts: the server may use another name for itself. A path
 * that leads to another origin is not followed.
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
