/*
 * Hooks around all tests, in each worker of Stryker. They work around two defects of its runner: a hanging test does
 * not fail, and code that a `before` hook reaches is attributed to the test that ran last, in another file.
 */

/** With this timeout, mocha itself fails a test that a mutant makes hang. Stryker then needs no new worker. */
const LONGEST_TEST_MS = 15_000;

type Counts = Record<string, number>;

declare global {
  /** State shared by Stryker's runner and the mutated code. */
  var __stryker__:
    | { currentTestId?: string; mutantCoverage?: { perTest: Record<string, Counts> } }
    | undefined;
}

const marked = new Map<string, Mocha.Suite>();

/** Counts the coverage of the suite's `before` hooks under a separate id. */
function mark(suite: Mocha.Suite): void {
  const id = `before ${suite.fullTitle()}`;
  suite.beforeAll(() => {
    if (globalThis.__stryker__) globalThis.__stryker__.currentTestId = id;
  });
  const hooks: unknown = Reflect.get(suite, '_beforeAll');
  // Moves the hook that was added last to the front.
  if (Array.isArray(hooks)) hooks.unshift(hooks.pop());
  marked.set(id, suite);
  for (const test of suite.tests) test.timeout(LONGEST_TEST_MS);
  for (const inner of suite.suites) mark(inner);
}

/** Attributes the coverage of a `before` hook to each test of its suite. */
function spread(perTest: Record<string, Counts>): void {
  for (const [id, suite] of marked) {
    const counts = perTest[id];
    if (counts === undefined) continue;
    Reflect.deleteProperty(perTest, id);
    suite.eachTest((test) => {
      const own = (perTest[test.fullTitle()] ??= {});
      for (const [mutant, count] of Object.entries(counts)) own[mutant] = (own[mutant] ?? 0) + count;
    });
  }
}

// Stryker's worker would ignore an unhandled rejection. Here it fails the test, as in mocha.
process.on('unhandledRejection', (error) => {
  throw error;
});

export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    if (marked.size === 0) for (const suite of this.test?.parent?.suites ?? []) mark(suite);
  },
  afterAll() {
    spread(globalThis.__stryker__?.mutantCoverage?.perTest ?? {});
  },
};
