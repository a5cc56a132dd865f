import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../src/cli/terminal/output.ts';
import { dms, type Finished, type ServiceProcess } from '../../test/support/process.ts';
import { Appender, beginAppends, compareLines } from './appender.ts';
import { Client } from './client.ts';
import { flipEachKind } from './flipped-bytes.ts';
import { closest, type Damage, damageCount, type State } from './model.ts';
import { Random } from './random.ts';
import { type FaultScenario, letWork, Round } from './round.ts';
import { checkStored } from './stored-data.ts';
import { UndoWriter } from './undo/undo-writer.ts';
import { VISITED_FOLDER, Visitors } from './visitors.ts';
import { Writer } from './writer.ts';

const WRITERS = 8;
const APPENDERS = 4;
/** Approximate duration of a start, which is interrupted at a random moment within it. */
const START_MS = 500;

/** For each writer, the states that were possible during some period. */
export type Past = readonly (readonly State[])[];

interface TrialOptions {
  readonly seed: number;
  /** Number of writers that undo their changes, in addition to the others. Default: none. */
  readonly undoWriters?: number;
}

/**
 * Puts a service under load and interrupts it repeatedly and without warning. After each interruption, compares its
 * data with the acknowledged operations.
 */
export class Trial {
  readonly #random: Random;
  readonly #service: ServiceProcess;
  readonly #account: { readonly login: string; readonly token: string };
  readonly #writers: readonly Writer[];
  readonly #appenders: readonly Appender[];
  readonly #visitors: Visitors;
  readonly #workers: readonly { readonly acknowledged: number; readonly refused: number }[];
  readonly #counts = { lost: 0, corrupt: 0, phantom: 0, fault: 0 };
  #rounds = 0;
  /** Path of this round's document that lines are appended to. */
  #counter: string | undefined;

  private constructor(
    service: ServiceProcess,
    account: { login: string; token: string },
    { seed, undoWriters = 0 }: TrialOptions,
  ) {
    this.#service = service;
    this.#account = account;
    this.#random = new Random(seed);
    this.#writers = [
      ...Array.from({ length: WRITERS }, () => new Writer(this.#random)),
      ...Array.from({ length: undoWriters }, () => new UndoWriter(this.#random)),
    ];
    this.#appenders = Array.from(
      { length: APPENDERS },
      (_, index) => new Appender(`a${String(index)}`, index % 2 === 0 ? 'webdav' : 'rest'),
    );
    this.#visitors = new Visitors(this.#random);
    this.#workers = [...this.#writers, ...this.#appenders, this.#visitors];
  }

  /** Creates the user, the folders, and the contents for {@link Trial.flipBytes}. */
  static async begin(service: ServiceProcess, options: TrialOptions): Promise<Trial> {
    const trial = new Trial(service, await service.createAdmin('admin', 'as safe as houses'), options);
    for (const client of [...trial.#clients(), trial.client('appends')]) await client.makeFolder();
    await trial.#visitors.begin(trial.client(VISITED_FOLDER));
    await trial.#writeContentsToFlip();
    return trial;
  }

  /** Writes a content file and a content row for {@link Trial.flipBytes}, because a short trial may write neither. */
  async #writeContentsToFlip(): Promise<void> {
    const client = this.client('to-flip');
    await client.makeFolder();
    for (const [path, size] of Object.entries({ file: 100_000, row: 500 }))
      await client.perform({ kind: 'put', path, content: randomBytes(size), sha256: '' });
  }

  /** Login of the user in whose home the folders are. */
  get login(): string {
    return this.#account.login;
  }

  get writerCount(): number {
    return this.#writers.length;
  }

  /** Number of faults so far. */
  get faultCount(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Stops the service at least `count` times; each time restarts it, compares its data, and checks the data. A fault
   * that prevents the service from starting or responding ends the trial early.
   * @param scenario after it has ended a round, the service is stopped and its data directory readable
   * @returns how many times the service was stopped
   */
  async run(count: number, scenario: FaultScenario): Promise<number> {
    let ended = 0;
    await this.attempt(async () => {
      while (ended < count) {
        await this.round(scenario);
        ended += 1 + (await this.#restart(scenario));
        await this.compare();
        await this.check();
        await scenario.after?.();
        console.log(`${String(ended)} times: ${String(this.faultCount)} faults`);
      }
      await this.finish();
    });
    return ended;
  }

  /** Runs steps of the trial. An exception counts as a fault and skips the remaining steps. */
  async attempt(steps: () => Promise<void>): Promise<void> {
    try {
      await steps();
    } catch (error) {
      this.#note('fault', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /** Puts the service under load for a random time. */
  async round(scenario: FaultScenario): Promise<void> {
    const round = new Round(scenario);
    const clients = this.#clients();
    const appends = this.client('appends');
    this.#rounds += 1;
    const path = `counter-${String(this.#rounds)}`;
    this.#counter = (await beginAppends(appends, path, round)) ? path : undefined;
    const appenders = this.#counter === undefined ? [] : this.#appenders;
    const work = [
      ...this.#writers.map((writer, index) => writer.work(clients[index] ?? appends, round)),
      ...appenders.map((appender) => appender.work(appends, path, round)),
      this.#visitors.work(appends, this.#service.url, round),
    ];
    const working = Promise.all(
      work.map((one) => one.catch((error: unknown) => this.#note('fault', String(error)))),
    );
    await scenario.begin?.();
    await letWork(this.#random, () => this.#acknowledged);
    if (scenario.end) {
      round.isEnding = true;
      await scenario.end();
    }
    round.isOver = true;
    await working;
  }

  /**
   * Restarts the service. One start in five is itself interrupted, and a second start follows.
   * @returns number of interrupted starts: 0 or 1
   */
  async #restart(scenario: FaultScenario): Promise<number> {
    const isEnded = this.#random.below(5) === 0;
    if (isEnded) {
      await scenario.begin?.();
      this.#service.launch();
      await sleep(this.#random.below(START_MS));
      await scenario.end?.();
    }
    await this.#service.restart();
    return isEnded ? 1 : 0;
  }

  /**
   * Compares the data of the restarted service with the possible states. The state with the least damage counts, and
   * each writer continues from it.
   */
  async compare(): Promise<void> {
    const clients = this.#clients();
    for (const [index, writer] of this.#writers.entries()) {
      const found = await clients[index]?.read();
      if (!found) continue;
      const { state, damage } = closest(writer.possible(), found);
      this.add(damage, `writer ${String(index)}`);
      // Without damage, keep the model's state: `found` lacks the contents of folders in the trash.
      writer.continueFrom(damageCount(damage) === 0 ? state : found);
    }
    await this.#compareLines();
    this.add(await this.#visitors.compare(this.client(VISITED_FOLDER)), 'visitors');
    const remaining = await readdir(join(this.#service.dataDirectory, 'incoming'));
    // A visitor can continue an upload for a day.
    for (const name of remaining.filter((each) => !each.startsWith('upload-')))
      this.#note('fault', `incoming/${name} was not removed`);
  }

  async #compareLines(): Promise<void> {
    const path = this.#counter;
    if (path !== undefined) this.add(await compareLines(this.#appenders, this.client('appends'), path), path);
  }

  /** Runs `dms check --deep` on the data while the service is running. */
  async check(): Promise<void> {
    const { code, stdout, stderr } = await this.#check();
    if (code !== 0) this.#note('fault', `dms check --deep ended with ${String(code)}: ${stdout}${stderr}`);
  }

  /**
   * Flips one byte in each kind of content, and checks that `dms check --deep` finds it. The service must be stopped.
   */
  async flipBytes(): Promise<void> {
    for await (const path of flipEachKind(this.#service.dataDirectory)) {
      const { code } = await this.#check();
      if (code !== EXIT.damaged) this.#note('fault', `a changed byte in ${path} gave ${String(code)}`);
    }
    await this.check();
  }

  #check(): Promise<Finished> {
    return dms(['check', '--deep', '--quiet'], { cwd: this.#service.directory });
  }

  /** Records the states that a copy made from now on may contain. @returns ends the record */
  record(): () => Past {
    const ends = this.#writers.map((writer) => writer.record());
    return () => ends.map((end) => end());
  }

  /** Compares a service that runs on a copy with the possible states. @param name name of the copy, for the report */
  async compareCopy(copy: ServiceProcess, past: Past, name: string): Promise<void> {
    for (const [index, states] of past.entries()) {
      const found = await this.client(`w${String(index)}`, copy).read();
      this.add(closest(states, found).damage, `${name}, writer ${String(index)}`);
    }
  }

  /** Stops the service, and checks its stored data. */
  async finish(): Promise<void> {
    const exit = await this.#service.kill('SIGTERM');
    if (exit.code !== 0) this.#note('fault', `after SIGTERM the exit code was ${String(exit.code)}`);
    for (const { kind, item } of await checkStored(this.#service.dataDirectory)) this.#note(kind, item);
  }

  get #acknowledged(): number {
    return this.#workers.reduce((sum, one) => sum + one.acknowledged, 0);
  }

  /** Number of changes that the service has refused so far, as its scenario allows. */
  get refused(): number {
    return this.#workers.reduce((sum, one) => sum + one.refused, 0);
  }

  /** Undos of the writers, for the report. */
  get undoSummary(): string {
    const undos = this.#writers.flatMap((writer) => (writer instanceof UndoWriter ? writer.undos : []));
    const [done, refused] = (['done', 'refused'] as const).map((kind) =>
      undos.reduce((sum, each) => sum + each[kind], 0),
    );
    return `${String(done)} undos, ${String(refused)} rightly refused`;
  }

  /** Prints the counts. @param ends what happened to the service, for example "50 kills" */
  report(ends: string): void {
    const refused = this.refused > 0 ? `, ${String(this.refused)} refused` : '';
    const { lost, corrupt, phantom, fault } = this.#counts;
    console.log(
      `${ends}, ${String(this.#acknowledged)} operations acknowledged${refused}: ` +
        `${String(lost)} lost, ${String(corrupt)} corrupt, ${String(phantom)} phantom, ${String(fault)} other faults`,
    );
  }

  /** Reports damage. @param where name of the data, for the report */
  add(damage: Damage, where: string): void {
    for (const kind of ['lost', 'corrupt', 'phantom'] as const)
      for (const item of damage[kind]) this.#note(kind, `${where}: ${item}`);
  }

  /** Reports a fault. */
  fault(item: string): void {
    this.#note('fault', item);
  }

  #note(kind: 'lost' | 'corrupt' | 'phantom' | 'fault', item: string): void {
    this.#counts[kind] += 1;
    console.log(`${kind}: ${item}`);
  }

  /** Creates new clients, because the service has a different port after each start. */
  #clients(): Client[] {
    return this.#writers.map((_, index) => this.client(`w${String(index)}`));
  }

  /** A client of one folder; `w0`, `w1` and so on are those of the writers. */
  client(folder: string, service = this.#service): Client {
    const { login, token } = this.#account;
    return new Client(service.url, login, token, folder);
  }
}
