import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inspection } from './finding.ts';

/** Length of the key, in bytes. */
const LENGTH = 32;

/** The file `secret.key`: the encryption key of the secrets of authenticator apps. */
export const keyInspection: Inspection = {
  subject: 'the key',
  unit: 'files',
  async *find(source) {
    const path = join(dirname(source.file), 'secret.key');
    const length = statSync(path, { throwIfNoEntry: false })?.size;
    const needed = await source.all("SELECT 1 FROM second_factors WHERE method = 'totp' LIMIT 1");
    if (length === LENGTH || (length === undefined && needed.length === 0)) return;
    const what =
      length === undefined
        ? 'is missing, so users with an authenticator app cannot sign in'
        : `has ${String(length)} bytes instead of ${String(LENGTH)}`;
    yield { done: 1, total: 1, findings: [{ kind: 'key', what, place: 'secret.key' }] };
  },
};
