// The only string that these pages turn into a script address: the service worker's.

const WORKER = '/sw.js';

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('turnstone', {
  createScriptURL: (/** @type {string} */ url) => {
    if (url !== WORKER) throw new TypeError('only the service worker');
    return url;
  },
});

/** @returns {string} the worker's address, trusted if the browser requires that */
export function workerAddress() {
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
