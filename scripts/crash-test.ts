/**
 * Kills `dms serve` with SIGKILL at random moments under a mixed load and compares what is there afterwards with what
 * was acknowledged: `npm run test:crash -- [KILLS] [SEED]`. Ends with 1 if anything was lost, corrupted or made up.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { ServiceProcess } from '../test/support/process.ts';
import { Client } from './crash/client.ts';
import { compare, type Damage, size } from './crash/model.ts';
import { Random } from './crash/random.ts';
import { Writer } from './crash/writer.ts';

const WRITERS = 8;
const LONGEST_ROUND_MS = 1200;
/** About as long as a start takes. */
const START_MS = 500;

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const random = new Random(seed);
const total: Damage = { lost: [], corrupt: [], phantom: [] };
const faults: string[] = [];

/** Compares each writer's folder with what may be there, and goes on from the likeliest. */
async function examine(writers: readonly Writer[], clients: readonly Client[]): Promise<void> {
  for (const [index, writer] of writers.entries()) {
    const found = await clients[index]?.read();
    if (!found) continue;
    const [best] = writer
      .possible()
      .map((state) => ({ state, damage: compare(state, found) }))
      .sort((one, other) => size(one.damage) - size(other.damage));
    if (!best) continue;
    for (const kind of ['lost', 'corrupt', 'phantom'] as const) {
      total[kind].push(...best.damage[kind].map((what) => `writer ${String(index)}: ${what}`));
    }
    // Titles that were never set follow the name; the model keeps what it knows.
    writer.settle(size(best.damage) === 0 ? best.state : found);
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

/** Starts the service again; one time in five it is killed in the middle of that, too. @returns how often */
async function restart(service: ServiceProcess): Promise<number> {
  const isKilled = random.below(5) === 0;
  if (isKilled) {
    service.launch();
    await sleep(random.below(START_MS));
    await service.kill('SIGKILL');
  }
  await service.restart();
  const left = await readdir(join(service.dataDirectory, 'incoming'));
  faults.push(...left.map((name) => `incoming/${name} was left over`));
  return isKilled ? 1 : 0;
}

/** What SQLite itself finds wrong, and bytes that are not what their name says: those in the trash are among them. */
async function inspect(dataDirectory: string): Promise<void> {
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
  for (const client of clientsNow()) await client.begin();
  let killed = 0;
  while (killed < kills) {
    await round(service, writers, clientsNow());
    killed += 1 + (await restart(service));
    await examine(writers, clientsNow());
    console.log(`${String(killed)} kills: ${String(size(total) + faults.length)} faults`);
  }
  const exit = await service.kill('SIGTERM');
  if (exit.code !== 0) faults.push(`SIGTERM ended it with ${String(exit.code)}`);
  await inspect(service.dataDirectory);
  for (const [kind, list] of Object.entries(total)) for (const what of list) console.log(`${kind}: ${what}`);
  for (const fault of faults) console.log(`fault: ${fault}`);
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  console.log(
    `${String(killed)} kills, ${String(acknowledged)} operations acknowledged: ${String(total.lost.length)} lost, ${String(total.corrupt.length)} corrupt, ${String(total.phantom.length)} phantom, ${String(faults.length)} other faults`,
  );
  process.exitCode = size(total) + faults.length === 0 ? 0 : 1;
} finally {
  await service.dispose();
}
