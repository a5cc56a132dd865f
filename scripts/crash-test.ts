/**
 * Kills `dms serve` with SIGKILL at random moments under a mixed load and compares what is there afterwards with what
 * was acknowledged: `npm run test:crash -- [KILLS] [SEED]`. Ends with 1 if anything was lost, corrupted or made up.
 */
import { readdir } from 'node:fs/promises';
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

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const random = new Random(seed);
const total: Damage = { lost: [], corrupt: [], phantom: [] };

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

/** What SQLite itself finds wrong, and uploads that were left over. */
async function inspect(dataDirectory: string): Promise<string[]> {
  const database = new BetterSqlite(join(dataDirectory, 'dms.sqlite'), { readonly: true });
  const faults = [
    database.pragma('integrity_check', { simple: true }),
    ...arrayOf(database.pragma('foreign_key_check')),
  ];
  database.close();
  const left = await readdir(join(dataDirectory, 'incoming'));
  return [...faults.filter((fault) => fault !== 'ok').map((fault) => JSON.stringify(fault)), ...left];
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
  for (let kill = 1; kill <= kills; kill += 1) {
    await round(service, writers, clientsNow());
    await service.restart();
    await examine(writers, clientsNow());
    if (kill % 10 === 0) console.log(`${String(kill)} kills: ${String(size(total))} faults`);
  }
  const faults = await inspect(service.dataDirectory);
  for (const [kind, list] of Object.entries(total)) for (const what of list) console.log(`${kind}: ${what}`);
  for (const fault of faults) console.log(`fault: ${fault}`);
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  console.log(
    `${String(kills)} kills, ${String(acknowledged)} operations acknowledged: ${String(total.lost.length)} lost, ${String(total.corrupt.length)} corrupt, ${String(total.phantom.length)} phantom, ${String(faults.length)} other faults`,
  );
  process.exitCode = size(total) + faults.length === 0 ? 0 : 1;
} finally {
  await service.dispose();
}
