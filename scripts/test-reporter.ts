import { relative } from 'node:path';
import Mocha from 'mocha';
import { missingFor, withAdvice } from '../test/support/needs.ts';

/**
 * Mocha's `spec` reporter. At the end it also names what this machine lacks, once each, with the number of tests that
 * were not run for it. The very last line is `N passed, N failed, N skipped` from the run's own counts, so that a
 * machine can read the result without knowing mocha's words.
 */
class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const missing = new Map<string, number>();
    const count = (test: Mocha.Test): void => {
      for (const need of missingFor(test.fullTitle())) missing.set(need, (missing.get(need) ?? 0) + 1);
    };
    runner.on('pending', count);
    runner.on('fail', (test, error: { readonly file?: unknown }) => {
      count(test);
      // A file that cannot be loaded, or in which a worker died, is named nowhere else.
      if (typeof error.file === 'string') test.title += ` (${relative('.', error.file)})`;
    });
    runner.once('end', () => {
      if (missing.size > 0) console.log('  Missing for some tests (programs are looked for in PATH):\n');
      for (const [need, tests] of missing) console.log(`  - ${withAdvice(need)}: ${tests} not run`);
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(`\n${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
}

export { CountingReporter as default };
