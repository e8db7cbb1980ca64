// A browser opens six connections to a server, and each stream or pending poll holds one. So that pages in many tabs do
// not block each other, only three of them do that at a time beside the member's stream; the others poll periodically.
// Browsers offer locks only over https and on loopback: elsewhere the tabs that are visible have the slots.

const SLOTS = 3;

/**
 * A slot for one stream or pending poll: a function that releases it, or null if all are taken.
 * @param {AbortSignal} signal
 * @returns {Promise<(() => void) | null>}
 */
export async function pollingSlot(signal) {
  if (!navigator.locks) return document.visibilityState === 'visible' ? () => {} : null;
  for (let slot = 0; slot < SLOTS && !signal.aborted; slot += 1) {
    const release = await take(`turnstone.poll.${slot}`);
    if (release) return release;
  }
  return null;
}

/**
 * @param {string} name
 * @returns {Promise<(() => void) | null>}
 */
function take(name) {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return void resolve(null);
      return new Promise((release) => resolve(() => release(undefined)));
    });
  });
}
