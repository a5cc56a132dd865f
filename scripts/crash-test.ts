/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`. Kills `dms serve` with SIGKILL at random moments while
 * 8 writers change documents, and compares the data after each restart with the acknowledged operations. The
 * exit code is 1 if data is lost, corrupt, or there without having been written ("phantom").
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { ServiceProcess } from '../test/support/process.ts';
import { Client } from './crash/client.ts';
import { compare, type Damage, damageCount } from './crash/model.ts';
import { Random } from './crash/random.ts';
import { Writer } from './crash/writer.ts';

const WRITERS = 8;
const LONGEST_ROUND_MS = 1200;
/** About the duration of a start. */
const START_MS = 500;

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const random = new Random(seed);
const total: Damage = { lost: [], corrupt: [], phantom: [] };
const faults: string[] = [];

/**
 * Compares the folder of each writer with its possible states. The state with the least damage counts; the
 * writer continues from it.
 */
async function compareStates(writers: readonly Writer[], clients: readonly Client[]): Promise<void> {
  for (const [index, writer] of writers.entries()) {
    const found = await clients[index]?.read();
    if (!found) continue;
    const [best] = writer
      .possible()
      .map((state) => ({ state, damage: compare(state, found) }))
      .sort((one, other) => damageCount(one.damage) - damageCount(other.damage));
    if (!best) continue;
    for (const kind of ['lost', 'corrupt', 'phantom'] as const) {
      total[kind].push(...best.damage[kind].map((item) => `writer ${String(index)}: ${item}`));
    }
    // Without damage the model's state is kept: in `found`, a document without a title of its own has its
    // name as title.
    writer.continueFrom(damageCount(best.damage) === 0 ? best.state : found);
  }
}

async function round(
  service: ServiceProcess,
  writers: readonly Writer[],
  clients: readonly Client[],
): Promise<void> {
  let isOver = false;
  const working = Promise.all(
    writers.map((writer, index) => {
      const client = clients[index];
      return client ? writer.work(client, () => isOver) : Promise.resolve();
    }),
  );
  await Promise.race([sleep(20 + random.below(LONGEST_ROUND_MS)), working]);
  await service.kill('SIGKILL');
  isOver = true;
  await working;
}

/**
 * Starts the service again. One start in five is killed, and a second one follows.
 * @returns number of killed starts: 0 or 1
 */
async function restart(service: ServiceProcess): Promise<number> {
  const isKilled = random.below(5) === 0;
  if (isKilled) {
    service.launch();
    await sleep(random.below(START_MS));
    await service.kill('SIGKILL');
  }
  await service.restart();
  const remaining = await readdir(join(service.dataDirectory, 'incoming'));
  faults.push(...remaining.map((name) => `incoming/${name} was not removed`));
  return isKilled ? 1 : 0;
}

/**
 * Checks the database with SQLite's own checks, and every blob against its SHA-256, those of entries in the
 * trash included.
 */
async function checkData(dataDirectory: string): Promise<void> {
  const database = new BetterSqlite(join(dataDirectory, 'dms.sqlite'), { readonly: true });
  const found = [
    database.pragma('integrity_check', { simple: true }),
    ...arrayOf(database.pragma('foreign_key_check')),
  ];
  faults.push(...found.filter((fault) => fault !== 'ok').map((fault) => JSON.stringify(fault)));
  const rows = database.prepare<[], BlobRow>(
    'SELECT DISTINCT b.sha256, content FROM blobs b JOIN versions USING (sha256)',
  );
  for (const { sha256, content } of rows.all()) {
    const path = join(dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const bytes = content ?? (await readFile(path).catch(() => undefined));
    if (!bytes) total.lost.push(`blob ${sha256}`);
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      total.corrupt.push(`blob ${sha256}`);
  }
  database.close();
}

interface BlobRow {
  readonly sha256: string;
  readonly content: Buffer | null;
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

const service = await ServiceProcess.start();
try {
  console.log(
    `seed ${String(seed)}: ${String(kills)} kills, ${String(WRITERS)} writers, ${service.dataDirectory}`,
  );
  const { login, token } = await service.createAdmin('admin', 'as safe as houses');
  const writers = Array.from({ length: WRITERS }, () => new Writer(random));
  const clientsNow = (): Client[] =>
    writers.map((_, index) => new Client(service.url, login, token, `w${String(index)}`));
  for (const client of clientsNow()) await client.makeFolder();
  let killed = 0;
  while (killed < kills) {
    await round(service, writers, clientsNow());
    killed += 1 + (await restart(service));
    await compareStates(writers, clientsNow());
    console.log(`${String(killed)} kills: ${String(damageCount(total) + faults.length)} faults`);
  }
  const exit = await service.kill('SIGTERM');
  if (exit.code !== 0) faults.push(`after SIGTERM the exit code was ${String(exit.code)}`);
  await checkData(service.dataDirectory);
  for (const [kind, list] of Object.entries(total)) for (const item of list) console.log(`${kind}: ${item}`);
  for (const fault of faults) console.log(`fault: ${fault}`);
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const { lost, corrupt, phantom } = total;
  console.log(
    `${String(killed)} kills, ${String(acknowledged)} operations acknowledged: ` +
      `${String(lost.length)} lost, ${String(corrupt.length)} corrupt, ${String(phantom.length)} phantom, ` +
      `${String(faults.length)} other faults`,
  );
  process.exitCode = damageCount(total) + faults.length === 0 ? 0 : 1;
} finally {
  await service.dispose();
}
