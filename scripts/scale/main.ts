/**
 * Benchmark of growth: builds a small and a large office, and prints the cost of the same work in both, how long
 * another user waits while the server performs long operations in the large office, and the throughput for 200 users at
 * work (docs/build/performance.md §2).
 *
 * - `--data DIR` keeps the offices in that directory and reuses existing ones.
 * - `--documents N` makes the large office smaller.
 * - `--only rows,waits,crowd` measures only some parts.
 * - `--seconds N` sets how long the users work.
 *
 * Exit codes: 0 if everything ran, whatever the figures; 1 if the server could not run or sent a wrong response; 2 for
 * a wrong command line.
 */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanups } from '../bench/cleanups.ts';
import { median } from '../bench/measure.ts';
import { type Bench, machineLine, runBench, workFolders } from '../bench/script.ts';
import { measureClosedLoop, measureOncePerSecond } from './crowd.ts';
import { GROUP_ROWS } from './group-rows.ts';
import { FAILED, LONG_WORKS, measureBeside } from './long-works.ts';
import { bringUpToDate, makeOffice } from './office/make.ts';
import { largeShape, type Shape, SMALL } from './office/shape.ts';
import { crowdTable, type RowFigures, rowTable, waitTable } from './report.ts';
import { ROWS } from './rows.ts';
import { RunningOffice } from './running-office.ts';
import { readScaleOptions } from './settings.ts';

/** Number of measured starts, after one for warming up. */
const STARTS = 3;

/** A working copy of an office. */
interface Copy {
  readonly shape: Shape;
  readonly directory: string;
}

async function copyOf(
  offices: string,
  shape: Shape,
  { folder, note }: Pick<Bench, 'note'> & { folder: string },
): Promise<Copy> {
  const office = await makeOffice(offices, shape, note);
  const directory = join(folder, `copy-${String(shape.documents)}`);
  await cp(office, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await bringUpToDate(directory);
  return { shape, directory };
}

async function startTime({ directory }: Copy, cleanups: Cleanups): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number <= STARTS; number += 1) {
    const office = await RunningOffice.start(directory, cleanups);
    await office.stop();
    if (number > 0) times.push(office.startMs);
  }
  return median(times);
}

/** Measures each row in both offices in direct succession, so that both see about the same load by other programs. */
async function measureRows(small: Copy, large: Copy, { cleanups, note }: Bench): Promise<RowFigures[]> {
  const rows = [
    {
      title: 'start to first answer',
      small: await startTime(small, cleanups),
      large: await startTime(large, cleanups),
    },
  ];
  const [ofSmall, ofLarge] = [
    await RunningOffice.start(small.directory, cleanups),
    await RunningOffice.start(large.directory, cleanups),
  ];
  await Promise.all([ofSmall.settle(), ofLarge.settle()]);
  for (const { title, measure } of [...ROWS, ...GROUP_ROWS]) {
    note(title);
    rows.push({ title, small: await measure(ofSmall), large: await measure(ofLarge) });
  }
  await Promise.all([ofSmall.stop(), ofLarge.stop()]);
  return rows;
}

async function measureWaits({ shape, directory }: Copy, { cleanups, note }: Bench): Promise<string> {
  const measured = [];
  let office = await RunningOffice.start(directory, cleanups);
  await office.settle();
  for (const work of LONG_WORKS) {
    const title = work.title(shape);
    note(title);
    if (work.isAfterStart) {
      await office.stop();
      office = await RunningOffice.start(directory, cleanups, 'info');
    }
    measured.push({ title, ...(await measureBeside(office, shape, work)) });
  }
  await office.stop();
  if (measured.some(({ notes }) => notes.startsWith(FAILED))) process.exitCode = 1;
  return waitTable(measured);
}

async function measureCrowd(
  { shape, directory }: Copy,
  seconds: number,
  { cleanups, note }: Bench,
): Promise<string> {
  const office = await RunningOffice.start(directory, cleanups);
  note('many users at work');
  const closedLoop = await measureClosedLoop(office, shape, seconds);
  const oncePerSecond = await measureOncePerSecond(office, shape, seconds);
  await office.stop();
  return crowdTable([
    { title: 'each again as soon as answered', ...closedLoop },
    { title: 'each once a second', ...oncePerSecond },
  ]);
}

await runBench('bench:scale', async (bench) => {
  const { documents, data, only, seconds } = readScaleOptions(process.argv.slice(2));
  const { kept, folder } = await workFolders(data, bench.cleanups);
  const small = await copyOf(kept, SMALL, { folder, note: bench.note });
  const large = await copyOf(kept, largeShape(documents), { folder, note: bench.note });
  bench.print(machineLine());
  if (only.includes('rows'))
    bench.print(rowTable(await measureRows(small, large, bench), [small.shape, large.shape]));
  if (only.includes('crowd')) bench.print(await measureCrowd(large, seconds, bench));
  // This part runs last, because it changes the office most.
  if (only.includes('waits')) bench.print(await measureWaits(large, bench));
});
