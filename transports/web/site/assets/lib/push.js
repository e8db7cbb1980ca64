// Web push: this browser is notified of a move at a slow table also when no page is open.

import { ApiError, get, post, remove } from './api.js';
import * as prefs from './prefs.js';
import { workerAddress } from './trusted.js';

/** The preference with the handle of the member who wants to be notified here. */
const WANTED = 'notified';

/** Browsers notify only on pages that cannot be changed on the way: over https, and on this machine. */
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
 * Whether the server notifies this browser for this member. The browser alone does not know: the server forgets its
 * browsers when a member's sessions end, and another member may have signed in here.
 * @param {string} handle
 */
export async function confirmed(handle) {
  const made = await subscription();
  if (!made || (prefs.read(WANTED) ?? handle) !== handle) return false;
  try {
    await send(made);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  prefs.write(WANTED, handle);
  return true;
}

/**
 * Subscribes this browser again after a sign-in, if this member wants that and the browser allows it.
 * @param {string} handle
 */
export async function renew(handle) {
  if (!able() || Notification.permission !== 'granted' || prefs.read(WANTED) !== handle) return;
  await subscribe(handle);
}

/**
 * Asks the person, then the browser, then the server.
 * @param {string} handle the member's
 * @returns {Promise<string>} the obstacle, or an empty text
 */
export async function subscribe(handle) {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'This browser does not allow the page to show notifications. You can change that in its settings for this site.';
  const { publicKey } = await get('/api/push/key');
  await navigator.serviceWorker.register(workerAddress());
  const registration = await navigator.serviceWorker.ready;
  /** @type {PushSubscription} */
  let made;
  try {
    made = await addressFor(registration.pushManager, publicKey);
  } catch {
    return 'This browser did not get an address from its push service. Some browsers have none, or switch it off.';
  }
  try {
    await send(made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  prefs.write(WANTED, handle);
  return '';
}

/**
 * The browser's address. One that was made with another key of the server is replaced.
 * @param {PushManager} manager
 * @param {string} publicKey
 */
async function addressFor(manager, publicKey) {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

/** @param {PushSubscription} made */
async function send(made) {
  const { endpoint, keys } = made.toJSON();
  await post('/api/push/subscribe', { subscription: { endpoint, keys } });
}

/** The person does not want notifications here any more. */
export async function stop() {
  prefs.write(WANTED, null);
  await unsubscribe();
}

/** Removes this browser from the account's list. The next sign-in adds it again. */
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
