import { endAll } from './end.ts';

/** The stacks of all causes of an error, recursively. */
function causesOf(error: Error): string {
  if (!(error.cause instanceof Error)) return '';
  return `\nCaused by: ${error.cause.stack ?? error.cause.message}${causesOf(error.cause)}`;
}

/**
 * Hooks around every test. A worker of mocha transfers only the stack of an error, not its cause, which is often the
 * most useful part. Therefore this hook appends the causes to the stack. Without workers, mocha prints the cause
 * itself.
 */
export const mochaHooks: Mocha.RootHookObject = {
  afterEach(this: Mocha.Context) {
    const error = this.currentTest?.err;
    if (error && process.env['MOCHA_WORKER_ID'] !== undefined)
      error.stack = `${error.stack ?? ''}${causesOf(error)}`;
  },
};

/** Runs after the last test, in the reporter's process. */
export const mochaGlobalTeardown = endAll;
