/**
 * Mutation test: `npm run test:mutation -- [FOLDER…]`, such as `src/http`; without one, all folders of
 * `scripts/mutation/folders.ts`, which takes hours. Puts one small fault after the other into the code and runs the
 * tests that reach it. A fault that no test notices is written out: it wants a test, or a line in
 * `scripts/mutation/equal.yaml` if nobody could notice it.
 *
 * What was found is kept in `coverage/mutation`; the next run tests only what has changed since.
 */
import './mocha-files.ts';
import { Stryker } from '@stryker-mutator/core';
import { FOLDERS } from './folders.ts';
import { type Mutant, survivors, tableRow } from './report.ts';

const STORE = 'coverage/mutation';

async function run(name: string): Promise<readonly Mutant[]> {
  const folder = FOLDERS[name];
  if (folder === undefined)
    throw new Error(`no such folder: ${name}; there are ${Object.keys(FOLDERS).join(', ')}`);
  return new Stryker({
    configFile: 'scripts/config/stryker.json',
    mutate: [...folder.mutate],
    testFiles: [...folder.tests],
    incremental: true,
    incrementalFile: `${STORE}/${name.replaceAll('/', '-')}.json`,
  }).runMutationTest();
}

const names = process.argv.slice(2);
const rows: string[] = [];
for (const name of names.length === 0 ? Object.keys(FOLDERS) : names) {
  const mutants = await run(name);
  process.stdout.write(survivors(mutants));
  rows.push(tableRow(name, mutants));
}
process.stdout.write(rows.join(''));
