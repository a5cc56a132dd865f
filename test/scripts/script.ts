import assert from 'node:assert/strict';
import { type Finished, run } from '../support/process.ts';

/** Runs a file of `scripts/` with node, to its end. @param environment in addition to that of the tests */
export function runScript(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return run(process.execPath, [`scripts/${name}.ts`, ...args], { environment });
}

/** Asserts that a script which compares a service with acknowledged operations ran, and found nothing. */
export function assertNothingFound({ code, stdout, stderr }: Finished): void {
  const reports = stdout.match(/ acknowledged.*$/gm) ?? [];
  assert.ok(reports.length > 0, `${stdout}${stderr}`);
  const nothing = /^ acknowledged(?:, \d+ refused)?: 0 lost, 0 corrupt, 0 phantom, 0 other faults$/;
  for (const report of reports) assert.ok(nothing.test(report), stdout + stderr);
  assert.equal(code, 0, `${stdout}${stderr}`);
}
