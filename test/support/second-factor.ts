import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import type { Database } from '../../src/storage/database/database.ts';

/** The code that an authenticator shows at this time, in milliseconds UTC. @param secret in base 32 */
export function totpCode(secret: string, at: number): string {
  return new TOTP({ secret }).generate({ timestamp: at });
}

/** A six-digit code that differs from this one. */
export function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** The code in the most recently queued mail; mails must still be in the queue. */
export function mailedCode(database: Pick<Database, 'prepare'>): string {
  const letter = database
    .prepare<[], { text: string }>(
      "SELECT body_text AS text FROM mails WHERE kind = 'two_factor_code' ORDER BY id DESC LIMIT 1",
    )
    .get();
  const [code] = /\b\d{6}\b/.exec(letter?.text ?? '') ?? [];
  assert.ok(code !== undefined, 'no code was sent');
  return code;
}
