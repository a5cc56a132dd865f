/**
 * Flip test: `npm run test:flips -- [FLIPS] [SEED]`. Changes one byte at a time in the database of a small office, and
 * checks whether `dms check --deep` finds it. Prints what was changed if not: columns without redundant data, and
 * unused space in the file. The exit code is 1 if a check fails instead of reporting damage.
 */
import { readFileSync } from 'node:fs';
import { flipSome } from './flips.ts';
import { makeSmallOffice } from './office.ts';

const count = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const office = await makeSmallOffice();
try {
  const bytes = readFileSync(office.database).length;
  console.log(`seed ${String(seed)}: ${String(count)} flips of ${String(bytes)} bytes`);
  const { found, missed, failed } = await flipSome(office, { count, seed });
  console.log(`found: ${String(found)}`);
  const sorted = [...missed].sort(([, one], [, other]) => other - one);
  for (const [what, times] of sorted) console.log(`not found: ${String(times)} × ${what}`);
  for (const text of failed) console.log(`failed: ${text}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await office.remove();
}
