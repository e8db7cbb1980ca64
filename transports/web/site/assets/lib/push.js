// Web push: this browser is notified of a move at a slow table also when no page is open.

import { ApiError, get, post, remove } from './api.js';
import { workerAddress } from './trusted.js';

/** Browsers notify only on pages that nobody on the way can change: over https, and on this machine. */
export const UNSAFE = 'Browsers show notifications only on pages over https. This page was loaded over plain http.';

/** Whether this browser supports notifications. */
export function able() {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether the person has denied permission in the browser's settings. */
export function refused() {
  return able() && Notification.permission === 'denied';
}

/** @returns {Promise<PushSubscription | null>} */
export async function subscription() {
  if (!able()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the person, then the browser, then the server.
 * @returns {Promise<string>} the obstacle, or an empty text
 */
export async function subscribe() {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'This browser does not allow the page to show notifications. You can change that in its settings for this site.';
  const { publicKey } = await get('/api/push/key');
  await navigator.serviceWorker.register(workerAddress());
  const registration = await navigator.serviceWorker.ready;
  /** @type {PushSubscription} */
  let made;
  try {
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    return 'This browser did not get an address from its push service. Some browsers have none, or switch it off.';
  }
  try {
    const { endpoint, keys } = made.toJSON();
    await post('/api/push/subscribe', { subscription: { endpoint, keys } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return '';
}

/** Removes this browser from the account's list. */
export async function unsubscribe() {
  const made = await subscription();
  if (!made) return;
  try {
    await remove('/api/push/subscribe', { endpoint: made.endpoint });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  await made.unsubscribe();
}
