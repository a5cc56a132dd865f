import { existsSync, mkdirSync, renameSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '../../model/durations.ts';
import type { Folders } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database/database.ts';
import { syncDirectory } from '../../storage/disk/disk.ts';
import {
  ContentRows,
  type Finding,
  hasFile,
  type Inspection,
  type InspectionStep,
  type Source,
} from '../../storage/inspection/inspection.ts';
import { unreadable } from './unreadable.ts';

/**
 * Minimum age of an orphan. A younger file may belong to an upload whose row is not written yet. The sweep uses the
 * same time.
 */
const GRACE_MS = HOUR_MS;
/** Number of files looked up per query. */
const SLICE = 1000;
/** Pause before orphans are checked again: the sweep deletes a row before its file. */
const BETWEEN_LOOKS_MS = 250;
const NAME = /^[0-9a-f]{64}$/;
/** Maximum number of folders `blobs/ab/cd`. */
const ALL_FOLDERS = 256 * 256;

/** Dependencies and options of {@link orphanInspection}. */
interface Dependencies {
  /** The data directory. */
  readonly directory: string;
  readonly folders: Folders;
  /** Milliseconds UTC. */
  readonly now: () => number;
}

/** Finds files below `blobs/` that belong to no content. Repairing moves them to `lost+found/`. */
export function orphanInspection(deps: Dependencies): Inspection {
  return {
    subject: 'files of contents',
    unit: 'folders',
    find: (source) => new OrphanCheck(deps, source).find(),
  };
}

class OrphanCheck {
  readonly #deps: Dependencies;
  readonly #rows: ContentRows;

  constructor(deps: Dependencies, source: Source) {
    this.#deps = deps;
    this.#rows = new ContentRows(source);
  }

  async *find(): AsyncGenerator<InspectionStep, void> {
    const total = Math.min(ALL_FOLDERS, await this.#rows.totals().then(({ count }) => count));
    let done = 0;
    let slice: string[] = [];
    const faults: Finding[] = [];
    const namesIn = (folder: string): Promise<string[]> =>
      readdir(folder).catch((error: unknown) => {
        faults.push(this.#unreadable(folder, error));
        return [];
      });
    for await (const folder of this.#deps.folders.list(namesIn)) {
      done += 1;
      for (const name of await namesIn(folder)) slice.push(join(folder, name));
      if (slice.length < SLICE && faults.length === 0) continue;
      const findings = [...faults.splice(0), ...(await this.#findingsOf(slice))];
      yield { done, total: Math.max(done, total), findings };
      slice = [];
    }
    yield { done, total: done, findings: [...faults, ...(await this.#findingsOf(slice))] };
  }

  /** @throws {Error} `error` itself, if its cause is not this folder */
  #unreadable(folder: string, error: unknown): Finding {
    const what = unreadable(error);
    if (what === undefined) throw error;
    return { kind: 'content_damaged', what, place: relative(this.#deps.directory, folder) };
  }

  async #findingsOf(paths: readonly string[]): Promise<Finding[]> {
    const orphans = await this.#orphansAmong(paths);
    if (orphans.length === 0) return [];
    await pause(BETWEEN_LOOKS_MS);
    return (await this.#orphansAmong(orphans)).map((path) => ({
      kind: 'orphan_file',
      what: 'belongs to no content',
      place: relative(this.#deps.directory, path),
      mend: (database) => moveAside(database, path, this.#deps),
    }));
  }

  /** Files without a row or in the wrong folder, last changed at least an hour ago. */
  async #orphansAmong(paths: readonly string[]): Promise<string[]> {
    const names = paths.map((path) => basename(path)).filter((name) => NAME.test(name));
    const unknown = new Set(await this.#rows.unknown(names));
    return paths.filter((path) => {
      const name = basename(path);
      if (!unknown.has(name) && path === this.#deps.folders.path(name)) return false;
      return isOld(statSync(path, { throwIfNoEntry: false }), this.#deps.now());
    });
  }
}

function isOld(found: Stats | undefined, now: number): found is Stats {
  return found !== undefined && now - found.ctimeMs >= GRACE_MS;
}

/**
 * Moves a file to `lost+found/`, unless it belongs to a content by now. No row can be added during the transaction, but
 * an upload may place the same content at the path before its row. Therefore young files stay, and the file is moved
 * back if it was replaced after it was examined.
 */
function moveAside(database: Database, path: string, { directory, folders, now }: Dependencies): void {
  const name = basename(path);
  const found = statSync(path, { throwIfNoEntry: false });
  const isUsed = path === folders.path(name) && hasFile(database, name);
  if (isUsed || !isOld(found, now())) return;
  const shelter = join(directory, 'lost+found');
  mkdirSync(shelter, { recursive: true, mode: 0o700 });
  const target = freePath(join(shelter, name));
  renameSync(path, target);
  if (statSync(target).ino !== found.ino) renameSync(target, path);
  for (const folder of [shelter, directory, dirname(path)]) syncDirectory(folder);
}

function freePath(path: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${path}.${String(number)}`;
    if (!existsSync(free)) return free;
  }
}
