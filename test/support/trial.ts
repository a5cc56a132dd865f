/** Extent of a trial: `small` before each change lands, `full` before a release. */
type TrialSize = 'small' | 'full';

/** Parameters of the body of a trial. */
export interface Trial {
  readonly size: TrialSize;
  /** Seed of all random choices, shown in the title. Equal seeds make equal choices. */
  readonly seed: number;
  /** Returns the value for the size of this run. */
  readonly bySize: <T>(small: T, full: T) => T;
}

const MINUTE_MS = 60_000;
const SEEDS = 1_000_000;

/** Size and seed come from `scripts/test/trials.ts`, which validates them. */
const size: TrialSize = process.env['TRIAL_SIZE'] === 'full' ? 'full' : 'small';
const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % SEEDS);

/**
 * Describes a trial: a test with random choices or a duration of minutes, in a file `*.trial.ts` (`npm run
 * test:trials`).
 * @param minutes maximum total duration of the trial's tests, for each size: a bound for a trial that hangs, several
 *   times what a busy machine needs; without `small` the trial runs only with `full`
 */
export function trial(
  title: string,
  minutes: { readonly small?: number; readonly full: number },
  body: (this: Mocha.Suite, trial: Trial) => void,
): void {
  const limitMinutes = minutes[size];
  if (limitMinutes === undefined) {
    process.stdout.write(`not run with --size ${size}: ${title}\n`);
    return;
  }
  describe(`${title} (size ${size}, seed ${String(seed)})`, function () {
    const limit = limitMinutes * MINUTE_MS;
    let end = Number.POSITIVE_INFINITY;
    this.timeout(limit);
    before(() => {
      end = Date.now() + limit;
    });
    beforeEach(function () {
      this.currentTest?.timeout(Math.max(1, end - Date.now()));
    });
    body.call(this, { size, seed, bySize: (small, full) => (size === 'full' ? full : small) });
  });
}
