/**
 * Trials: `npm run test:trials -- [--size small|full] [--seed N] [FILE…]`. Runs the tests that make random choices or
 * take minutes: random models, hostile contents, large files, kills, builds and packages (all `*.trial.ts`, or the
 * given files). The size `small`, the default, takes 8 to 20 minutes on two cores; `full` takes hours. The title of
 * each trial contains its seed; `--seed` repeats the same choices.
 *
 * Exit codes: 1 if a trial fails, 2 if the command line is wrong.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const SIZES = ['small', 'full'];
const ALL = 'test/**/*.trial.ts';

/** @throws {Error} if the command line is wrong */
function readCommandLine() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'small' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      // Options of mocha that `.ci/run` passes.
      'forbid-only': { type: 'boolean', default: false },
      'forbid-pending': { type: 'boolean', default: false },
    },
  });
  const { size, seed } = values;
  if (!SIZES.includes(size)) throw new Error(`--size must be small or full, not ${size}`);
  if (!/^\d{1,15}$/.test(seed)) throw new Error(`--seed must be a whole number, not ${seed}`);
  const flags = (['forbid-only', 'forbid-pending'] as const).filter((name) => values[name]);
  return { size, seed, files: positionals.length > 0 ? positionals : [ALL], flags };
}

async function run(): Promise<number> {
  let wanted: ReturnType<typeof readCommandLine>;
  try {
    wanted = readCommandLine();
  } catch (error) {
    console.error(`test:trials: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const mocha = [
    ...['--config', 'scripts/config/mocha.json', '--reporter-option', 'prefix=trials:'],
    ...wanted.flags.map((flag) => `--${flag}`),
  ];
  const child = spawn('mocha', [...mocha, ...wanted.files], {
    stdio: 'inherit',
    env: { ...process.env, TRIAL_SIZE: wanted.size, TRIAL_SEED: wanted.seed },
  });
  await once(child, 'exit');
  // Mocha's exit code is the number of failures.
  return child.exitCode === 0 ? 0 : 1;
}

process.exitCode = await run();
