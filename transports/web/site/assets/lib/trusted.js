// The only string that these pages make a script of: the address of the service worker.

const WORKER = '/sw.js';

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('turnstone', {
  createScriptURL: (/** @type {string} */ url) => {
    if (url !== WORKER) throw new TypeError('only the service worker');
    return url;
  },
});

/** @returns {string} the worker's address, trusted where the browser asks for that */
export function workerAddress() {
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
