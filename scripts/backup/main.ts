/**
 * Benchmark of backups: creates an office, and prints
 *
 * - how long these commands take while the service is running: `dms backup`, a second backup after 100 changes,
 *   `--verify --deep`, `dms check --deep` and `dms restore`,
 * - how many bytes they store,
 * - how long another user waits for a small document during that time.
 *
 * `--data DIR` keeps the office in that directory and reuses an existing one. `--documents N` and `--mib N` set its
 * size (default: 100000 and 10240). Exit codes: 0 if everything ran, whatever the figures; 1 if a command failed; 2 for
 * a wrong command line.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { dms, type Finished } from '../../test/support/process.ts';
import { machineLine, runBench, workFolders } from '../bench/script.ts';
import { UsageError } from '../bench/settings.ts';
import { align } from '../bench/table.ts';
import { KEEPER } from '../scale/office/people.ts';
import { RunningOffice } from '../scale/running-office.ts';
import { content, documentPath, makeBackupOffice } from './office.ts';

const CHANGES = 100;
const MIB = 2 ** 20;
const GET_EVERY_MS = 5;
const resultSchema = z.object({ added_bytes: z.number().optional() });

/** Parses the command line. @throws {UsageError} */
function readOptions() {
  const { values } = parseArgs({
    options: {
      documents: { type: 'string', default: '100000' },
      mib: { type: 'string', default: '10240' },
      data: { type: 'string' },
    },
  });
  const [documents, mib] = [Number(values.documents), Number(values.mib)];
  if (![documents, mib].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new UsageError('--documents and --mib must be whole numbers from 1');
  return { documents, bytes: mib * MIB, data: values.data };
}

/** Measures how long a user waits for a small document, repeatedly until `stop` is called. */
function watch(running: RunningOffice): { stop: () => Promise<number[]> } {
  const visitor = running.visitor(KEEPER);
  const waits: number[] = [];
  const state = { isStopped: false };
  const watching = (async () => {
    while (!state.isStopped) {
      const began = performance.now();
      await visitor.ask('GET', documentPath(0));
      waits.push(performance.now() - began);
      await pause(GET_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      state.isStopped = true;
      await watching;
      return waits.toSorted((one, other) => one - other);
    },
  };
}

async function row(
  title: string,
  running: RunningOffice,
  work: () => Promise<Finished | undefined>,
): Promise<string[]> {
  const watching = watch(running);
  const began = performance.now();
  const done = await work();
  const seconds = (performance.now() - began) / 1000;
  const waits = await watching.stop();
  if (done && done.code !== 0) throw new Error(`${title}: exit code ${String(done.code)}\n${done.stderr}`);
  const { added_bytes: added } = resultSchema.parse(JSON.parse(done?.stdout ?? '{}'));
  const at = (part: number): string => (waits[Math.ceil(waits.length * part) - 1] ?? 0).toFixed(1);
  return [
    title,
    seconds.toFixed(1),
    added === undefined ? '–' : (added / MIB).toFixed(1),
    at(0.5),
    at(0.99),
    at(1),
    '',
  ];
}

await runBench('bench:backup', async ({ cleanups, note, print }) => {
  const { data, ...size } = readOptions();
  const { kept, folder } = await workFolders(data, cleanups);
  const office = await makeBackupOffice(kept, size, note);
  const running = await RunningOffice.start(office, cleanups);
  const destination = join(folder, 'backup');
  const rows: string[][] = [];
  const measure = async (title: string, work: () => Promise<Finished | undefined>): Promise<void> => {
    note(title);
    rows.push(await row(title, running, work));
  };
  const command = (...args: string[]) => dms([...args, '--data-dir', office, '--json', '--quiet']);
  await measure('quiet, 10 s', () => pause(10_000).then(() => undefined));
  await measure('first backup', () => command('backup', destination));
  const visitor = running.visitor(KEEPER);
  const apart = Math.floor(size.documents / CHANGES);
  for (let index = 0; index < CHANGES; index += 1)
    await visitor.put(documentPath(index * apart), content(`${String(Date.now())} ${String(index)}`, 50_000));
  await measure(`second backup, ${String(CHANGES)} changes`, () => command('backup', destination));
  await measure('third backup, --verify --deep', () => command('backup', destination, '--verify', '--deep'));
  await measure('check --deep', () => command('check', '--deep'));
  const restored = join(folder, 'restored');
  await measure('restore', () => dms(['restore', destination, '--data-dir', restored, '--json', '--quiet']));
  await running.stop();
  print(machineLine());
  const head = ['', 'seconds', 'MiB added', 'GET p50 (ms)', 'p99 (ms)', 'longest (ms)', ''];
  print(align([head, ...rows]));
});
