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

// The browser has replaced its address: the server learns the new one, and forgets the old one.
addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(replace(event.oldSubscription, event.newSubscription));
});

/**
 * @param {PushSubscription | null} old
 * @param {PushSubscription | null} given
 */
async function replace(old, given) {
  let made = given;
  if (!made) {
    const { publicKey } = await (await fetch('/api/push/key')).json();
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  }
  const { endpoint, keys } = made.toJSON();
  await send('POST', { subscription: { endpoint, keys } });
  if (old && old.endpoint !== endpoint) await send('DELETE', { endpoint: old.endpoint });
}

/**
 * @param {string} method
 * @param {object} body
 */
function send(method, body) {
  const headers = { 'Content-Type': 'application/json' };
  return fetch('/api/push/subscribe', { method, headers, body: JSON.stringify(body) });
}

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
