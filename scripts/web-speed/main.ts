/**
 * Benchmark of the pages in Chromium with its processor slowed four times, over an office network: time until a list is
 * usable, the next folder, and back; a folder of 10,000 documents; and the cost of other users. The report shows each
 * figure next to its maximum.
 *
 * - `--documents N` makes a smaller folder.
 * - `--rounds N` sets the number of measurements of each figure.
 * - `--office DIR` measures in a copy of an office that `npm run bench:scale -- --data` has kept.
 *
 * Exit codes: 0 if everything ran, whatever the figures; 1 if something could not run; 2 for a wrong command line.
 */
import { parseArgs } from 'node:util';
import { startService } from '../../test/support/service.ts';
import { openBrowser } from '../../test/web/support/browsers.ts';
import { officeOf } from '../../test/web/support/office.ts';
import { median } from '../bench/measure.ts';
import { machineLine, runBench } from '../bench/script.ts';
import { UsageError } from '../bench/settings.ts';
import { measureLargeFolder } from './large-folder.ts';
import { type Figure, makeOffice, measureFolders } from './measure.ts';
import { makeColleagues, measureOthers, measureStreams } from './others.ts';

/** Parses the command line. @throws {UsageError} */
function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      documents: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '5' },
      office: { type: 'string' },
    },
  });
  const [documents, rounds] = [Number(values.documents), Number(values.rounds)];
  if (!Number.isSafeInteger(documents) || documents < 300 || !Number.isSafeInteger(rounds) || rounds < 1)
    throw new UsageError('--documents must be a whole number from 300, --rounds one from 1');
  return { documents, rounds, office: values.office };
}

function lineOf([title, figures]: readonly [string, readonly Figure[]]): string {
  const values = figures.map(({ value }) => value);
  const { bar, unit } = figures[0] ?? { bar: undefined, unit: '' };
  const middle = median(values);
  const [wanted, mark] =
    bar === undefined ? ['–', ''] : [`${String(bar)} ${unit}`, middle <= bar ? 'met' : 'MISSED'];
  return `| ${title} | ${wanted} | ${middle.toFixed(1)} ${unit} | ${Math.max(...values).toFixed(1)} | ${mark} |`;
}

await runBench('bench:web', async ({ cleanups, note, print }) => {
  const { documents, rounds, office: dataDirectory } = readOptions(process.argv.slice(2));
  const service = await startService(
    dataDirectory === undefined ? {} : { office: { dataDirectory, admin: 'bench' } },
  );
  cleanups.add(() => service.stop());
  const browser = await openBrowser('chromium');
  cleanups.add(() => browser.close());
  note(`making an office with a folder of ${String(documents)} documents`);
  const office = await officeOf(service, service.admin);
  const places = await makeOffice(office, documents);
  const colleagues = await makeColleagues(service, office, places);
  const all = new Map<string, Figure[]>();
  for (let round = 1; round <= rounds; round++) {
    note(`round ${String(round)} of ${String(rounds)}`);
    const measured = [
      ...(await measureFolders({ browser, service })),
      ...(await measureLargeFolder({ browser, service }, places)),
      ...(await measureOthers({ browser, service }, office, places)),
      ...(await measureStreams(service, office, colleagues, places)),
    ];
    for (const figure of measured) all.set(figure.title, [...(all.get(figure.title) ?? []), figure]);
  }
  print(machineLine());
  print(
    [
      '| with the processor slowed four times | bar | median | most | |',
      '|---|---|---|---|---|',
      ...[...all].map(lineOf),
    ].join('\n'),
  );
});
