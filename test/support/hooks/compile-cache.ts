import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const DIRECTORY = fileURLToPath(new URL('../../../node_modules/.cache/dms-tests', import.meta.url));

/*
 * Every process and thread of the test run loads the same TypeScript modules. With this cache one of them compiles a
 * module, and the others read the result. The measurement of coverage is precise without a cache only.
 */
const isWanted = process.env['NODE_V8_COVERAGE'] === undefined;
if (isWanted) {
  enableCompileCache(DIRECTORY);
  // For the programs that the tests start.
  process.env['NODE_COMPILE_CACHE'] = DIRECTORY;
}

/** Hooks around every test file. A worker of mocha is killed, so it must write what it has compiled before. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    if (isWanted) flushCompileCache();
  },
};
