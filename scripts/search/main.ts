/**
 * Benchmark of searches: creates an office of documents with long texts, whose word frequencies are those of a natural
 * language. Prints how long twenty searches take for three users, who may read everything, 1 %, and 500 shared folders,
 * and how long a listing takes while the index is built.
 *
 * - `--data DIR` keeps the office in that directory and reuses an existing one.
 * - `--documents N` makes a smaller office.
 * - `--repeats N` sets the number of measurements of each search.
 *
 * Exit codes: 0 if everything ran, whatever the figures; 1 if the server could not run or sent a wrong response; 2 for
 * a wrong command line.
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

/** Parses the command line. @throws {UsageError} */
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

await runBench('bench:search', async ({ cleanups, note, print }) => {
  const { documents, repeats, data } = readOptions(process.argv.slice(2));
  const { kept, folder } = await workFolders(data, cleanups);
  const language = new Language();
  const office = await makeSearchOffice(kept, documents, { language, note });
  const directory = join(folder, 'copy');
  await cp(office, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  print(machineLine());
  const queries = queriesIn(language);
  note('searching in the core');
  await withCore(directory, async (dms) => print(await searchCore(dms, queries, repeats)));
  const running = await RunningOffice.start(directory, cleanups);
  note('searching over HTTP');
  print(await searchOverHttp(running, queries, repeats));
  note('listing while the index is made');
  const database = join(directory, DATABASE);
  print(await listBeside(running, database, firstFolder(database)));
  await running.stop();
});
