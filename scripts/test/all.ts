/**
 * All tests: `npm test [-- OPTION OF MOCHA…]`. First builds the binary for this system. The tests that start `dms` start
 * this binary: users run it, and it starts in half the processor time of the sources. Set `DMS_BINARY` to test an
 * existing binary. Where no binary can be built, the tests start the sources.
 *
 * Exit codes: 1 if a test or the build fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TARGETS } from '../build/targets.ts';

const BUILD = fileURLToPath(new URL('../build/main.ts', import.meta.url));
// The slow files first: no worker may be left with one of them at the end.
const FILES = ['test/**/*.slow.test.ts', 'test/**/!(*.slow).test.ts'];
const MOCHA = ['--config', 'scripts/config/mocha.json', '--fail-zero'];

/** @returns whether the program ended with exit code 0 */
async function run(program: string, args: readonly string[], env = process.env): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  await once(child, 'exit');
  return child.exitCode === 0;
}

/** The environment with the binary to test; undefined if the build fails. */
async function environment(): Promise<NodeJS.ProcessEnv | undefined> {
  const { arch, env, platform } = process;
  const target = TARGETS.find((each) => each.platform === platform && each.arch === arch);
  if (target === undefined || env['DMS_BINARY'] !== undefined) return env;
  const isBuilt = await run(process.execPath, [BUILD, target.name]);
  return isBuilt ? { ...env, DMS_BINARY: `dist/dms-${target.name}` } : undefined;
}

const env = await environment();
process.exitCode = env && (await run('mocha', [...MOCHA, ...process.argv.slice(2), ...FILES], env)) ? 0 : 1;
