// For Node only: running the turnstone program.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Replay } from './api.js';
import type { Finding } from './verify.js';

export { DevServer, type DevServerOptions, type Span } from './dev.js';

/** For `verify`: replays a match with the program `turnstone verify`, from $TURNSTONE or the search path if not named.
 * */
export function replayWith(program = process.env['TURNSTONE'] || 'turnstone'): (bundle: Replay) => Promise<Finding> {
  return async (bundle) => {
    const folder = await mkdtemp(join(tmpdir(), 'turnstone-'));
    try {
      const file = join(folder, 'bundle.json');
      await writeFile(file, JSON.stringify(bundle));
      return await new Promise((resolve) => {
        execFile(program, ['verify', file], { timeout: 60_000 }, (error, out, err) => {
          const missing = `there is no program ${program}: name it in $TURNSTONE`;
          const words = out.trim() || err.trim() || (error?.code === 'ENOENT' ? missing : String(error));
          const code = error ? error.code : 0;
          resolve({ name: 'replay', holds: code === 0 ? true : code === 1 ? false : null, words });
        });
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}
