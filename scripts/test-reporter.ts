import Mocha from 'mocha';

/**
 * Mocha's `spec` reporter, and at the very end one line `N passed, N failed, N skipped` from the run's own counts,
 * so that a machine can read the result without knowing mocha's words.
 */
class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
}

export { CountingReporter as default };
