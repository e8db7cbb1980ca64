// References for requests that must take effect once (`clientRef`): the same contents get the same reference until they
// are done, also after a reload of the page.

import { newRef } from './api.js';

/**
 * @param {string} name the name of the request
 * @param {unknown} contents the contents that distinguish requests; no credential, because they are stored
 * @returns {string}
 */
export function refFor(name, contents) {
  const wanted = JSON.stringify(contents);
  const known = recall(name);
  if (known && JSON.stringify(known.contents) === wanted) return known.ref;
  const ref = newRef();
  store(name, JSON.stringify({ ref, contents }));
  return ref;
}

/**
 * A request that is not known to be done.
 * @param {string} name
 * @returns {{ ref: string, contents: any } | null}
 */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`turnstone.ref.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} name */
export function done(name) {
  store(name, null);
}

/**
 * @param {string} name
 * @param {string | null} text
 */
function store(name, text) {
  try {
    if (text === null) sessionStorage.removeItem(`turnstone.ref.${name}`);
    else sessionStorage.setItem(`turnstone.ref.${name}`, text);
  } catch {
    // Without storage, a reference lasts as long as the request.
  }
}
