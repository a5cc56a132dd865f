/*
 * Around all tests, in each worker of Stryker. Its runner lets no hanging test fail, and takes what a `before` hook
 * reaches for reached by the test that ran last, in another file. Both are mended here.
 */

/** A mutant that makes a test hang is then found by mocha, without a new worker. */
const LONGEST_TEST_MS = 15_000;

type Counts = Record<string, number>;

declare global {
  /** What Stryker's runner and the mutated code share. */
  var __stryker__:
    | { currentTestId?: string; mutantCoverage?: { perTest: Record<string, Counts> } }
    | undefined;
}

const marked = new Map<string, Mocha.Suite>();

/** What the `before` hooks of the suite reach is counted under a name of its own. */
function mark(suite: Mocha.Suite): void {
  const id = `before ${suite.fullTitle()}`;
  suite.beforeAll(() => {
    if (globalThis.__stryker__) globalThis.__stryker__.currentTestId = id;
  });
  const hooks: unknown = Reflect.get(suite, '_beforeAll');
  // The hook that was added last goes first.
  if (Array.isArray(hooks)) hooks.unshift(hooks.pop());
  marked.set(id, suite);
  for (const test of suite.tests) test.timeout(LONGEST_TEST_MS);
  for (const inner of suite.suites) mark(inner);
}

/** What a `before` hook reaches is reached by each test of its suite. */
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

// Stryker's worker would pass over a promise that nobody awaits. Here, as in mocha, it fails the test.
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
