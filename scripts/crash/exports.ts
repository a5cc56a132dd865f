import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { dms, type Finished, type ServiceProcess } from '../../test/support/process.ts';
import { type Damage, isLasting, isTaken, type ModelDocument, type State } from './model.ts';
import type { Random } from './random.ts';
import type { Past, Trial } from './trial.ts';

/** Approximate duration of an export. */
const EXPORT_MS = 2000;

const exported = z.object({ omitted: z.array(z.object({ path: z.string() })) });

/** Options for the exports of a trial. */
interface ExportOptions {
  /** Directory of the exports. It need not exist. */
  readonly directory: string;
  readonly random: Random;
  /** True: an export may fail, and what it wrote may be lost, until it is run again. */
  readonly mayFail?: boolean;
}

/**
 * Exports of the home of the service under trial. Some are killed, and run again into the same directory once the
 * service is back. An export has each document as it was at some time, and all that existed the whole time.
 */
export class TrialExports {
  readonly #service: ServiceProcess;
  readonly #trial: Trial;
  readonly #options: ExportOptions;
  /** Directory of the current export. A new one each time, because a power cut may bring back a removed one. */
  #directory = '';
  #running: Promise<Finished> | undefined;
  /** Ends the record of the states since the export first began. */
  #endRecord: (() => Past) | undefined;
  /** The states since an export began that must be run again. */
  #unfinished: Past | undefined;
  #begun = 0;
  readonly #counts = { whole: 0, killed: 0, failed: 0, again: 0 };

  constructor(service: ServiceProcess, trial: Trial, options: ExportOptions) {
    this.#service = service;
    this.#trial = trial;
    this.#options = options;
  }

  /** Results of the exports, for the report. */
  get summary(): string {
    const { whole, killed, failed, again } = this.#counts;
    return `${String(whole)} exports, ${String(killed)} killed, ${String(failed)} failed, ${String(again)} run again`;
  }

  /**
   * In every second round, on average, starts an export that may be killed, and lets it run for a random time or to its
   * end.
   */
  async begin(): Promise<void> {
    const { directory, random } = this.#options;
    if (this.#running !== undefined || this.#unfinished !== undefined || random.below(2) === 0) return;
    this.#begun += 1;
    this.#directory = join(directory, String(this.#begun));
    this.#endRecord = this.#trial.record();
    this.#running = this.#export(random.below(2) === 0 ? 1 + random.below(EXPORT_MS) : undefined);
    if (random.below(3) === 0) await this.ended();
    else await sleep(random.below(EXPORT_MS));
  }

  /** Waits until the current export has ended. */
  async ended(): Promise<void> {
    await this.#running;
  }

  /** Waits until the current export has ended, and compares its files. */
  async settle(): Promise<void> {
    if (!this.#running) return;
    const finished = await this.#running;
    this.#running = undefined;
    const past = this.#endRecord?.() ?? [];
    const isFinal = this.#isWhole(finished) && this.#options.mayFail !== true;
    // What a power cut has left of an export counts only once the command has been run again.
    if (this.#options.mayFail !== true) await this.#compare(past, isFinal ? { past, finished } : undefined);
    if (isFinal) await this.#remove();
    else this.#unfinished = past;
  }

  /** Runs an unfinished export again, and compares it. The service must be running. */
  async finish(): Promise<void> {
    const earlier = this.#unfinished;
    if (!earlier) return;
    this.#unfinished = undefined;
    this.#counts.again += 1;
    const endRecord = this.#trial.record();
    const finished = await this.#export();
    const past = endRecord();
    if (!this.#isWhole(finished))
      this.#trial.fault(`dms export ended with ${String(finished.code)}: ${finished.stderr}`);
    const known = past.map((states, writer) => [...states, ...(earlier[writer] ?? [])]);
    await this.#compare(known, { past, finished });
    await this.#remove();
  }

  #export(killAfterMs?: number): Promise<Finished> {
    return dms(['export', `${this.#trial.login}:/`, this.#directory, '--json', '--quiet'], {
      cwd: this.#service.directory,
      ...(killAfterMs === undefined ? {} : { killAfterMs }),
    });
  }

  /** True if an export ran to its end, perhaps without some entries that were changed meanwhile. */
  #isWhole({ code, stdout, stderr }: Finished): boolean {
    if (code === 0 || (code === 1 && stdout !== '')) this.#counts.whole += 1;
    else if (code === null) this.#counts.killed += 1;
    else {
      this.#counts.failed += 1;
      if (this.#options.mayFail !== true || code !== 1)
        this.#trial.fault(`dms export ended with ${String(code)}: ${stderr}`);
    }
    return code === 0 || (code === 1 && stdout !== '');
  }

  /**
   * Compares the files of an export.
   * @param known possible states since the export first began
   * @param whole the run that ended, with the possible states since its start; undefined if it was killed
   */
  async #compare(known: Past, whole: { past: Past; finished: Finished } | undefined): Promise<void> {
    const omitted = new Set(whole ? omittedFrom(whole.finished) : []);
    for (const [writer, states] of known.entries()) {
      const folder = `w${String(writer)}`;
      const found = await filesIn(join(this.#directory, folder));
      const damage = strangeIn(found, states);
      const prefix = `${this.#trial.login}:/${folder}/`;
      const isOmitted = (path: string): boolean => omitted.has(prefix + path);
      if (whole) damage.lost.push(...missingIn(found, whole.past[writer] ?? [], isOmitted));
      this.#trial.add(damage, `export of ${folder}`);
    }
  }

  #remove(): Promise<void> {
    return rm(this.#directory, { recursive: true, force: true });
  }
}

function omittedFrom({ stdout }: Finished): string[] {
  return exported.parse(JSON.parse(stdout)).omitted.map(({ path }) => path);
}

/** Documents and folders below a directory that need not exist. */
async function filesIn(directory: string): Promise<State> {
  const documents = new Map<string, ModelDocument>();
  const folders = new Set<string>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(directory, file).replaceAll(sep, '/');
    if (entry.isDirectory()) folders.add(path);
    else {
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      documents.set(path, { versions: [sha256], title: null });
    }
  }
  return { documents, folders, trash: [] };
}

/** The current version of a document in each of the states that have it. */
function headsAt(states: readonly State[], path: string): Set<string | undefined> {
  return new Set(
    states
      .filter((state) => isTaken(state, path))
      .map(({ documents }) => documents.get(path)?.versions.at(-1)),
  );
}

/** Documents and folders that were never there, and contents that no document had at its path. */
function strangeIn(found: State, states: readonly State[]): Damage {
  const damage: Damage = { lost: [], corrupt: [], phantom: [] };
  for (const [path, { versions }] of found.documents) {
    const heads = headsAt(states, path);
    if (heads.size === 0) damage.phantom.push(path);
    else if (!heads.has(versions[0])) damage.corrupt.push(path);
  }
  for (const path of found.folders)
    if (!states.some(({ folders }) => folders.has(path))) damage.phantom.push(`${path}/`);
  return damage;
}

/** Documents and folders that were there the whole time, and are missing or older. */
function missingIn(found: State, states: readonly State[], isOmitted: (path: string) => boolean): string[] {
  const [first] = states;
  if (!first) throw new Error('there is no state to compare with');
  const missing = [...first.folders].filter((path) => isLasting(states, path) && !found.folders.has(path));
  for (const path of first.documents.keys()) {
    if (!isLasting(states, path)) continue;
    const heads = headsAt(states, path);
    const content = found.documents.get(path)?.versions[0];
    const isAllowed =
      content !== undefined ? heads.has(content) || isOmitted(path) : heads.size > 1 && isOmitted(path);
    if (!isAllowed) missing.push(path);
  }
  return missing;
}
