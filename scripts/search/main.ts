/**
 * Benchmark of searches: makes an office of documents with long texts, whose words are as frequent as those of a
 * language, and prints how long twenty searches take three users who may read all of it, 1 %, and 500 shared folders,
 * and how long a listing takes while the index is made. `--data DIR` keeps the office there, and uses the one that
 * is there already; `--documents N` makes a smaller one; `--repeats N` is how often each search is measured. Exit codes: 0
 * whatever the figures are, 1 if the server could not run or answered wrongly, 2 for a wrong command line.
 */
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { machineLine, runBench, workFolders } from '../bench/script.ts';
import { UsageError } from '../bench/settings.ts';
import { DATABASE, withCore } from '../scale/office/make.ts';
import { RunningOffice } from '../scale/running-office.ts';
import { Language } from './language.ts';
import { listBeside, searchCore, searchOverHttp } from './measure.ts';
import { makeSearchOffice } from './office.ts';
import { queriesIn } from './queries.ts';

const LEAST_DOCUMENTS = 1000;

/** The options of the command line. @throws {UsageError} */
function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      documents: { type: 'string', default: '100000' },
      data: { type: 'string' },
      repeats: { type: 'string', default: '20' },
    },
  });
  const [documents, repeats] = [Number(values.documents), Number(values.repeats)];
  const isRight =
    Number.isSafeInteger(documents) &&
    documents >= LEAST_DOCUMENTS &&
    Number.isSafeInteger(repeats) &&
    repeats > 0;
  if (!isRight) throw new UsageError('--documents must be a whole number from 1000, --repeats one from 1');
  return { documents, repeats, data: values.data };
}

function firstFolder(database: string): number {
  const sqlite = new BetterSqlite(database, { readonly: true });
  try {
    const find = sqlite.prepare<[], number>("SELECT id FROM entries WHERE name = 'Ordner 0'").pluck();
    return find.get() ?? 0;
  } finally {
    sqlite.close();
  }
}

await runBench('bench:search', async ({ undo, note, print }) => {
  const { documents, repeats, data } = readOptions(process.argv.slice(2));
  const { kept, folder } = await workFolders(data, undo);
  const language = new Language();
  const office = await makeSearchOffice(kept, documents, { language, note });
  const directory = join(folder, 'copy');
  await cp(office, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  print(machineLine());
  const queries = queriesIn(language);
  note('searching in the core');
  await withCore(directory, async (dms) => print(await searchCore(dms, queries, repeats)));
  const running = await RunningOffice.start(directory, undo);
  note('searching over HTTP');
  print(await searchOverHttp(running, queries, repeats));
  note('listing while the index is made');
  const database = join(directory, DATABASE);
  print(await listBeside(running, database, firstFolder(database)));
  await running.stop();
});
