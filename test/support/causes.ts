import { endAll } from './end.ts';

/** The stack of what an error was caused by, and of what that was caused by in its turn. */
function causesOf(error: Error): string {
  if (!(error.cause instanceof Error)) return '';
  return `\nCaused by: ${error.cause.stack ?? error.cause.message}${causesOf(error.cause)}`;
}

/**
 * Hooks around every test. A worker of mocha passes only the stack of an error on, not its cause, which often says
 * most: so the stack gets it. Without workers mocha itself writes the cause.
 */
export const mochaHooks: Mocha.RootHookObject = {
  afterEach(this: Mocha.Context) {
    const error = this.currentTest?.err;
    if (error && process.env['MOCHA_WORKER_ID'] !== undefined)
      error.stack = `${error.stack ?? ''}${causesOf(error)}`;
  },
};

/** After the last test, in the process of the reporter. */
export const mochaGlobalTeardown = endAll;
