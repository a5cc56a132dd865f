import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { ServiceProcess } from '../../test/support/process.ts';
import { Appender, beginAppends } from './appender.ts';
import { Client } from './client.ts';
import { compare, type Damage, damageCount } from './model.ts';
import { Random } from './random.ts';
import type { Round } from './round.ts';
import { Writer } from './writer.ts';

const WRITERS = 8;
const APPENDERS = 4;
const LONGEST_ROUND_MS = 1200;
/** About the duration of a start. */
const START_MS = 500;

interface BlobRow {
  readonly sha256: string;
  readonly content: Buffer | null;
}

/**
 * A service under load that is ended again and again in a way it does not expect. Afterwards its data are compared with
 * what it has acknowledged.
 */
export class Trial {
  readonly #random: Random;
  readonly #service: ServiceProcess;
  readonly #account: { readonly login: string; readonly token: string };
  readonly #writers: readonly Writer[];
  readonly #appenders: readonly Appender[];
  readonly #counts = { lost: 0, corrupt: 0, phantom: 0, fault: 0 };
  #rounds = 0;

  private constructor(service: ServiceProcess, account: { login: string; token: string }, seed: number) {
    this.#service = service;
    this.#account = account;
    this.#random = new Random(seed);
    this.#writers = Array.from({ length: WRITERS }, () => new Writer(this.#random));
    this.#appenders = Array.from(
      { length: APPENDERS },
      (_, index) => new Appender(`a${String(index)}`, index % 2 === 0 ? 'webdav' : 'rest'),
    );
  }

  /** Makes the user and the folders. */
  static async begin(service: ServiceProcess, seed: number): Promise<Trial> {
    const trial = new Trial(service, await service.createAdmin('admin', 'as safe as houses'), seed);
    for (const client of [...trial.#clients(), trial.#client('appends')]) await client.makeFolder();
    return trial;
  }

  /** Faults so far, of all kinds. */
  get faultCount(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Ends the service at least `count` times with `end`, starts it again each time, and compares its data. A fault that
   * keeps it from starting or answering ends this early.
   * @param end the service does not run afterwards, and its data directory can be read
   * @returns how many times it was ended
   */
  async run(count: number, end: () => Promise<void>): Promise<number> {
    let ended = 0;
    try {
      while (ended < count) {
        await this.#round(end);
        ended += 1 + (await this.#restart(end));
        await this.#compare();
        console.log(`${String(ended)} times: ${String(this.faultCount)} faults`);
      }
      await this.#finish();
    } catch (error) {
      this.#note('fault', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return ended;
  }

  /** Puts the service under load for a random time, and then ends it. */
  async #round(end: () => Promise<void>): Promise<void> {
    const round: Round = { isEnding: false, isOver: false };
    const clients = this.#clients();
    const appends = this.#client('appends');
    this.#rounds += 1;
    const path = this.#document();
    await beginAppends(appends, path);
    const work = [
      ...this.#writers.map((writer, index) => writer.work(clients[index] ?? appends, round)),
      ...this.#appenders.map((appender) => appender.work(appends, path, round)),
    ];
    const working = Promise.all(
      work.map((one) => one.catch((error: unknown) => this.#note('fault', String(error)))),
    );
    await sleep(20 + this.#random.below(LONGEST_ROUND_MS));
    round.isEnding = true;
    await end();
    round.isOver = true;
    await working;
  }

  /**
   * Starts the service again. One start in five is ended, too, and a second one follows.
   * @returns number of ended starts: 0 or 1
   */
  async #restart(end: () => Promise<void>): Promise<number> {
    const isEnded = this.#random.below(5) === 0;
    if (isEnded) {
      this.#service.launch();
      await sleep(this.#random.below(START_MS));
      await end();
    }
    await this.#service.restart();
    return isEnded ? 1 : 0;
  }

  /**
   * Compares the data of the service, which runs again, with the possible states. The state with the least damage
   * counts; each writer continues from it.
   */
  async #compare(): Promise<void> {
    const clients = this.#clients();
    for (const [index, writer] of this.#writers.entries()) {
      const found = await clients[index]?.read();
      if (!found) continue;
      const [best] = writer
        .possible()
        .map((state) => ({ state, damage: compare(state, found) }))
        .sort((one, other) => damageCount(one.damage) - damageCount(other.damage));
      if (!best) continue;
      this.#add(best.damage, `writer ${String(index)}`);
      // Without damage the model's state is kept: `found` does not tell what lies in the folders of the trash.
      writer.continueFrom(damageCount(best.damage) === 0 ? best.state : found);
    }
    const damage: Damage = { lost: [], corrupt: [], phantom: [] };
    const text = await this.#client('appends')
      .text(this.#document())
      .then((read) => read.text)
      .catch((error: unknown) => String(error));
    for (const appender of this.#appenders) appender.compare(text, damage);
    this.#add(damage, this.#document());
    const remaining = await readdir(join(this.#service.dataDirectory, 'incoming'));
    for (const name of remaining) this.#note('fault', `incoming/${name} was not removed`);
  }

  /**
   * Stops the service, checks the database with SQLite's own checks, and every blob against its SHA-256, those of
   * entries in the trash included.
   */
  async #finish(): Promise<void> {
    const exit = await this.#service.kill('SIGTERM');
    if (exit.code !== 0) this.#note('fault', `after SIGTERM the exit code was ${String(exit.code)}`);
    const { dataDirectory } = this.#service;
    const database = new BetterSqlite(join(dataDirectory, 'dms.sqlite'), { readonly: true });
    const found = [
      database.pragma('integrity_check', { simple: true }),
      ...[database.pragma('foreign_key_check')].flat(),
    ];
    for (const fault of found) if (fault !== 'ok') this.#note('fault', JSON.stringify(fault));
    const rows = database.prepare<[], BlobRow>(
      'SELECT DISTINCT b.sha256, content FROM blobs b JOIN versions USING (sha256)',
    );
    for (const { sha256, content } of rows.all()) {
      const path = join(dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      const bytes = content ?? (await readFile(path).catch(() => undefined));
      if (!bytes) this.#note('lost', `blob ${sha256}`);
      else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        this.#note('corrupt', `blob ${sha256}`);
    }
    database.close();
  }

  /** Prints the counts. @param ends what the service went through, such as "50 kills" */
  report(ends: string): void {
    const acknowledged = [...this.#writers, ...this.#appenders].reduce(
      (sum, one) => sum + one.acknowledged,
      0,
    );
    const { lost, corrupt, phantom, fault } = this.#counts;
    console.log(
      `${ends}, ${String(acknowledged)} operations acknowledged: ` +
        `${String(lost)} lost, ${String(corrupt)} corrupt, ${String(phantom)} phantom, ${String(fault)} other faults`,
    );
  }

  #add(damage: Damage, where: string): void {
    for (const kind of ['lost', 'corrupt', 'phantom'] as const)
      for (const item of damage[kind]) this.#note(kind, `${where}: ${item}`);
  }

  #note(kind: 'lost' | 'corrupt' | 'phantom' | 'fault', item: string): void {
    this.#counts[kind] += 1;
    console.log(`${kind}: ${item}`);
  }

  /** The service has another port after each start. */
  #clients(): Client[] {
    return this.#writers.map((_, index) => this.#client(`w${String(index)}`));
  }

  #client(folder: string): Client {
    const { login, token } = this.#account;
    return new Client(this.#service.url, login, token, folder);
  }

  /** The document of this round that lines are appended to. */
  #document(): string {
    return `counter-${String(this.#rounds)}`;
  }
}
