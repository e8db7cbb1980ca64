// The parties of a member that this browser knows: the server has no list of them. Only ids and names are stored.

import * as prefs from './prefs.js';

/** @typedef {{ id: string, members: string[] }} KnownParty */

const MOST = 20;

/**
 * @param {string} handle of the member
 * @returns {KnownParty[]} the one seen last comes first
 */
export function parties(handle) {
  try {
    return JSON.parse(prefs.read(`parties.${handle}`) ?? '[]');
  } catch {
    return [];
  }
}

/**
 * @param {string} handle
 * @param {KnownParty} party
 */
export function rememberParty(handle, party) {
  const others = parties(handle).filter(({ id }) => id !== party.id);
  prefs.write(`parties.${handle}`, JSON.stringify([party, ...others].slice(0, MOST)));
}

/**
 * @param {string} handle
 * @param {string} id
 */
export function forgetParty(handle, id) {
  const others = parties(handle).filter((party) => party.id !== id);
  prefs.write(`parties.${handle}`, others.length > 0 ? JSON.stringify(others) : null);
}
