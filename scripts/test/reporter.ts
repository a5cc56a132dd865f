import { relative } from 'node:path';
import Mocha from 'mocha';
import { missingFor, withAdvice } from '../../test/support/needs.ts';

const SLOWEST_FILES = 10;

/**
 * Mocha's `spec` reporter with a summary: the slowest files, and the missing prerequisites of this machine, each with
 * the number of tests that were not run because of it. The last line is `N passed, N failed, N skipped` with the counts
 * of the run, so that a program can read the result without parsing mocha's output. The line starts with the reporter
 * option `prefix`.
 */
class CountingReporter extends Mocha.reporters.Spec {
  readonly #missing = new Map<string, number>();
  /** Milliseconds of tests and hooks, by file path. */
  readonly #durations = new Map<string, number>();

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const started = Date.now();
    for (const event of ['test end', 'hook end'])
      runner.on(event, (runnable: Mocha.Runnable) => this.#addDuration(runnable));
    runner.on('pending', (test) => this.#countMissing(test));
    runner.on('fail', (test, error: { readonly file?: unknown }) => {
      this.#countMissing(test);
      // Nothing else names a file that cannot be loaded or in which a worker died.
      if (typeof error.file === 'string') test.title += ` (${relative('.', error.file)})`;
    });
    runner.once('end', () => {
      this.#printDurations(Date.now() - started);
      this.#printMissing();
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      // Mocha counts a file without tests as a failure (`failZero`), but the worker does not report the reason.
      const empty = runner.failures - failures;
      if (empty > 0) console.log(`  Files without a test: ${empty}`);
      const failed = Math.max(failures, runner.failures);
      console.log(`\n${prefixIn(options)}${passes} passed, ${failed} failed, ${pending} skipped`);
    });
  }

  #addDuration({ file, duration = 0 }: Mocha.Runnable): void {
    if (file !== undefined) this.#durations.set(file, (this.#durations.get(file) ?? 0) + duration);
  }

  #countMissing(test: Mocha.Test): void {
    for (const need of missingFor(test.fullTitle()))
      this.#missing.set(need, (this.#missing.get(need) ?? 0) + 1);
  }

  #printDurations(elapsedMs: number): void {
    const slowest = [...this.#durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST_FILES);
    const total = [...this.#durations.values()].reduce((sum, duration) => sum + duration, 0);
    console.log('  Slowest files, in seconds of tests and hooks:\n');
    for (const [file, duration] of slowest) console.log(`  ${seconds(duration)} ${relative('.', file)}`);
    const files = String(this.#durations.size);
    console.log(`  ${seconds(total)} all ${files} files, in ${seconds(elapsedMs).trim()} of the clock\n`);
  }

  #printMissing(): void {
    if (this.#missing.size > 0) console.log('  Missing for some tests (programs are looked for in PATH):\n');
    for (const [need, tests] of this.#missing) console.log(`  - ${withAdvice(need)}: ${tests} not run`);
  }
}

function prefixIn({ reporterOptions }: Mocha.MochaOptions): string {
  const options: unknown = reporterOptions;
  if (typeof options !== 'object' || options === null || !('prefix' in options)) return '';
  return `${String(options.prefix)} `;
}

/** @returns for example `  12.3` */
function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1).padStart(7);
}

export { CountingReporter as default };
