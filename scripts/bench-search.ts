/**
 * Benchmark of searches: makes an office of documents with long texts, whose words are as frequent as those of a
 * language, and prints how long twenty searches take three users who may read all of it, 1 %, and 500 shared folders,
 * and how long a listing takes while the index is made. `--data DIR` keeps the office there, and uses the one that
 * is there already; `--documents N` makes a smaller one; `--repeats N` is how often each search is measured. Exit codes: 0
 * whatever the figures are, 1 if the server could not run or answered wrongly, 2 for a wrong command line.
 */
import { constants } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { describeMachine } from './bench/machine.ts';
import { Undo } from './bench/undo.ts';
import { DATABASE, withCore } from './scale/make.ts';
import { RunningOffice } from './scale/running-office.ts';
import { Language } from './search/language.ts';
import { listBeside, searchCore, searchOverHttp } from './search/measure.ts';
import { makeSearchOffice } from './search/office.ts';
import { queriesIn } from './search/queries.ts';

const LEAST_DOCUMENTS = 1000;
const undo = new Undo();

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => void undo.all().finally(() => process.exit(code)));
}

/** The options of the command line; undefined if it is wrong. */
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
  return isRight ? { documents, repeats, data: values.data } : undefined;
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

async function bench({ documents, repeats, data }: NonNullable<ReturnType<typeof readOptions>>) {
  const parent = resolve(data ?? tmpdir());
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'dms-search-'));
  undo.add(() => rm(folder, { recursive: true, force: true }));
  const language = new Language();
  const office = await makeSearchOffice(data === undefined ? folder : parent, documents, { language, note });
  const directory = join(folder, 'copy');
  await cp(office, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const { system, cores, processor, memoryMib } = describeMachine();
  print(`${system}, ${String(cores)} cores (${processor}), ${String(memoryMib)} MiB`);
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
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else {
    note('bench:search: --documents must be a whole number from 1000, --repeats one from 1');
    process.exitCode = 2;
  }
} catch (error) {
  note(String(error));
  process.exitCode = 1;
} finally {
  await undo.all();
}
