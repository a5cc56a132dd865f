import assert from 'node:assert/strict';
import { run } from '../process.ts';

/** Number of tests in each suite of litmus 0.13. */
export const LITMUS = { basic: 16, copymove: 13, props: 30, locks: 41, http: 4 };

/** Over TLS, litmus skips one test: 100 Continue. */
export const LITMUS_OVER_TLS = { ...LITMUS, http: 3 };

/** Credentials, and a directory for its files. */
interface LitmusOptions {
  readonly login: string;
  readonly password: string;
  readonly directory: string;
}

/**
 * Runs a suite of litmus, which accepts every certificate.
 * @param url URL of a collection, with a trailing slash
 */
export async function assertLitmus(
  suite: string,
  count: number,
  url: string,
  { login, password, directory }: LitmusOptions,
): Promise<void> {
  const { stdout, stderr } = await run('litmus', [url, login, password], {
    cwd: directory,
    environment: { TESTS: suite },
  });
  const output = stdout + stderr;
  assert.match(output, new RegExp(`of ${count} tests run: ${count} passed, 0 failed`), output);
  assert.doesNotMatch(output, /WARNING/, output);
}
