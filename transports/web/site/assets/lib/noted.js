// The commitments that this browser saw while games ran: a replay is compared with them afterwards.

import * as prefs from './prefs.js';

const KEPT = 300;

/** @returns {[string, string][]} table and commitment, oldest first */
function all() {
  try {
    return JSON.parse(prefs.read('commitments') ?? '[]');
  } catch {
    return [];
  }
}

/**
 * Stores a running table's commitment, the first one that is seen.
 * @param {Api.TableView} table
 */
export function note({ id, seedCommit, state }) {
  if (!seedCommit || state.terminal) return;
  const known = all();
  if (known.some(([table]) => table === id)) return;
  prefs.write('commitments', JSON.stringify([...known, [id, seedCommit]].slice(-KEPT)));
}

/**
 * @param {string} id
 * @returns {string | null}
 */
export function noted(id) {
  return all().find(([table]) => table === id)?.[1] ?? null;
}
