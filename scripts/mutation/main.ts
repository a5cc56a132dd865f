/**
 * Mutation test: `npm run test:mutation -- [FOLDER…]`, for example `src/http`; without a folder, all folders of
 * `scripts/mutation/folders.ts`, which takes hours. Applies one mutant at a time and runs the tests that reach it.
 * Prints every mutant that no test detects. Such a mutant needs a new test, or an entry in
 * `scripts/mutation/equivalent-mutants.yaml` if it does not change the behaviour.
 *
 * Results are stored in `coverage/mutation`; the next run tests only what has changed since.
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
