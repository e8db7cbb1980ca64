// A new recovery code without the old one, for members who have not confirmed the first.

import { post } from '../../lib/api.js';
import * as session from '../../lib/session.js';

/**
 * Makes a new code. All other sessions end.
 * @returns {Promise<string>}
 */
export async function freshCode() {
  session.hold(true);
  try {
    // The response sets a new cookie for this session. A sign-in with the new code would confirm it.
    const { recoveryCode } = await post('/api/recovery/rotate');
    await session.signedIn();
    return recoveryCode;
  } finally {
    session.hold(false);
  }
}
