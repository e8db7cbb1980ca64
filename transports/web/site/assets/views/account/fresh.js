// A new recovery code without the old one, for members who have not confirmed the first.

import { post } from '../../lib/api.js';
import * as session from '../../lib/session.js';

/**
 * Makes a new code, and stays signed in with it.
 * @param {string} handle
 * @returns {Promise<string>}
 */
export async function freshCode(handle) {
  session.hold(true);
  try {
    const { recoveryCode } = await post('/api/recovery/rotate');
    // The old sessions have ended, this one too: the new code starts one again.
    await post('/api/recover', { handle, recoveryCode });
    await session.signedIn();
    return recoveryCode;
  } finally {
    session.hold(false);
  }
}
