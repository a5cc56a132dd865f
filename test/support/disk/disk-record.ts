import fs from 'node:fs';
import promises from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';

/** Duration of a sync in turns of the event loop, so that code that does not await it visibly overtakes it. */
const TURNS_OF_A_SYNC = 20;

/** A recorded event, recorded when it ends. Paths are absolute. */
export type DiskEvent =
  | { readonly kind: 'write' | 'remove' | 'make'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  /** `begun`: number of events before the sync started. The sync does not cover later events. */
  | { readonly kind: 'sync'; readonly path: string; readonly begun: number }
  /** `path` of the write-ahead log. A transaction that changes no row is not recorded. */
  | { readonly kind: 'commit'; readonly path: string }
  /** An HTTP response of any server in this process. */
  | { readonly kind: 'answer'; readonly status: number };

type Around = (call: (...args: unknown[]) => unknown, args: readonly unknown[], self: unknown) => unknown;

/**
 * Records, in order, the writes of this process through `node:fs`, its commits through better-sqlite3, and the
 * responses of its servers. Create it before the database is opened, and call `putBack()` at the end.
 */
export class DiskRecord {
  readonly events: DiskEvent[] = [];
  /** Error of every sync; undefined: syncs succeed. */
  failure: Error | undefined;
  readonly #undo: (() => void)[] = [];
  readonly #paths = new Map<unknown, string>();
  readonly #counted = new WeakMap<object, number>();
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  #whenHeld: () => void = () => undefined;

  private constructor() {
    this.#recordOpening();
    this.#recordNames();
    this.#recordCommits();
    this.#wrap(http.ServerResponse.prototype, ['writeHead'], (call, args) => {
      this.events.push({ kind: 'answer', status: Number(args[0]) });
      return call(...args);
    });
  }

  static async begin(): Promise<DiskRecord> {
    const record = new DiskRecord();
    const handle = await promises.open('.', 'r');
    record.#recordBytes(Object.getPrototypeOf(handle));
    await handle.close();
    syncBuiltinESMExports();
    return record;
  }

  /** Blocks every sync from now on until it is released. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Releases all syncs, and stops blocking. */
  release(): void {
    this.#isHeld = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Releases only the longest-waiting sync. */
  releaseOne(): void {
    this.#waiting.shift()?.();
  }

  /** Resolves as soon as a sync is blocked. */
  held(): Promise<void> {
    if (this.#waiting.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenHeld = resolve;
    });
  }

  /** True if everything committed so far has been synced since. */
  isSynced(): boolean {
    const commit = this.events.findLastIndex(({ kind }) => kind === 'commit');
    const log = this.events[commit];
    return (
      log?.kind !== 'commit' ||
      this.events.some((event) => event.kind === 'sync' && event.path === log.path && event.begun > commit)
    );
  }

  putBack(): void {
    this.release();
    for (const undo of this.#undo.splice(0)) undo();
    syncBuiltinESMExports();
  }

  #recordOpening(): void {
    this.#wrap(fs, ['openSync'], (call, args) => this.#opened(call(...args), args));
    this.#wrap(fs, ['open'], (call, args) =>
      call(...args.slice(0, -1), (error: unknown, file: unknown) => {
        if (!error) this.#opened(file, args);
        answer(args, error, file);
      }),
    );
    this.#wrap(promises, ['open'], async (call, args) => {
      const handle = await call(...args);
      this.#opened(fileOf(handle), args);
      return handle;
    });
  }

  #opened(file: unknown, [path]: readonly unknown[]): unknown {
    this.#paths.set(file, String(path));
    return file;
  }

  #recordBytes(handles: object): void {
    const written = (file: unknown) => this.events.push({ kind: 'write', path: this.#pathOf(file) });
    this.#wrap(fs, ['writeSync', 'writevSync', 'write', 'writev'], (call, args) => {
      written(args[0]);
      return call(...args);
    });
    this.#wrap(handles, ['write', 'writev', 'writeFile', 'appendFile'], (call, args, handle) => {
      written(fileOf(handle));
      return call(...args);
    });
    this.#wrap(fs, ['fsyncSync', 'fdatasyncSync'], (call, args) => {
      const begun = this.events.length;
      if (this.failure) throw this.failure;
      call(...args);
      this.events.push({ kind: 'sync', path: this.#pathOf(args[0]), begun });
    });
    this.#wrap(fs, ['fsync', 'fdatasync'], (call, args) => {
      const real = () =>
        new Promise<void>((resolve, reject) => {
          call(args[0], (error: Error | null) => (error ? reject(error) : resolve()));
        });
      void this.#sync(args[0], real).then(
        () => answer(args, null),
        (error: unknown) => answer(args, error),
      );
    });
    this.#wrap(handles, ['sync', 'datasync'], (call, args, handle) =>
      this.#sync(fileOf(handle), async () => {
        await call(...args);
      }),
    );
  }

  async #sync(file: unknown, real: () => Promise<void>): Promise<void> {
    const begun = this.events.length;
    const path = this.#pathOf(file);
    if (this.#isHeld) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        this.#whenHeld();
      });
    } else for (let turns = 0; turns < TURNS_OF_A_SYNC; turns += 1) await turn();
    if (this.failure) throw this.failure;
    await real();
    this.events.push({ kind: 'sync', path, begun });
  }

  #recordNames(): void {
    const renamed = ([path, to]: readonly unknown[]) =>
      this.events.push({ kind: 'rename', path: String(path), to: String(to) });
    const removed = ([path]: readonly unknown[]) => this.events.push({ kind: 'remove', path: String(path) });
    const made = (top: unknown, [path]: readonly unknown[]) => {
      if (typeof top !== 'string') return;
      for (let folder = String(path); folder.length >= top.length; folder = dirname(folder))
        this.events.push({ kind: 'make', path: folder });
    };
    this.#after(['rename'], (_, args) => renamed(args));
    this.#after(['rm', 'unlink'], (_, args) => removed(args));
    this.#after(['mkdir'], made);
  }

  /** Calls `note` after a function that changes names has completed, in its promise and its synchronous form. */
  #after(names: readonly string[], note: (result: unknown, args: readonly unknown[]) => void): void {
    this.#wrap(promises, names, async (call, args) => {
      const result = await call(...args);
      note(result, args);
      return result;
    });
    this.#wrap(
      fs,
      names.map((name) => `${name}Sync`),
      (call, args) => {
        const result = call(...args);
        note(result, args);
        return result;
      },
    );
  }

  #recordCommits(): void {
    const memory = new BetterSqlite(':memory:');
    const statements: unknown = Object.getPrototypeOf(memory.prepare('SELECT 1'));
    memory.close();
    if (typeof statements !== 'object' || statements === null)
      throw new Error('statements have no prototype');
    const noting: Around = (call, args, self) => {
      const result = call(...args);
      if (isStatement(self) && self.source !== COUNT)
        this.#noteCommit(self.database, /^\s*ROLLBACK/i.test(self.source));
      return result;
    };
    this.#wrap(statements, ['run', 'get', 'all'], noting);
  }

  #noteCommit(database: BetterSqlite.Database, isUndone: boolean): void {
    if (database.inTransaction) return;
    const count = changesOf(database);
    const before = this.#counted.get(database) ?? 0;
    this.#counted.set(database, count);
    if (count > before && !isUndone) this.events.push({ kind: 'commit', path: `${database.name}-wal` });
  }

  #pathOf(file: unknown): string {
    return this.#paths.get(file) ?? `descriptor ${String(file)}`;
  }

  #wrap(target: object, names: readonly string[], around: Around): void {
    for (const name of names) {
      const real: unknown = Reflect.get(target, name);
      if (typeof real !== 'function') throw new Error(`${name} is no function`);
      const wrapped = function (this: unknown, ...args: unknown[]): unknown {
        return around((...passed) => Reflect.apply(real, this, passed), args, this);
      };
      Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real));
      Reflect.set(target, name, wrapped);
      this.#undo.push(() => Reflect.set(target, name, real));
    }
  }
}

/** Calls the callback in the last argument. */
function answer(args: readonly unknown[], ...results: readonly unknown[]): void {
  const callback = args.at(-1);
  if (typeof callback === 'function') Reflect.apply(callback, undefined, results);
}

function fileOf(handle: unknown): unknown {
  return typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
}

function isStatement(value: unknown): value is BetterSqlite.Statement {
  return typeof value === 'object' && value !== null && 'source' in value && 'database' in value;
}

const COUNT = 'SELECT total_changes()';
const counters = new WeakMap<BetterSqlite.Database, BetterSqlite.Statement<[], number>>();

/** Number of rows changed through this connection so far, including changes by triggers. */
function changesOf(database: BetterSqlite.Database): number {
  const counter = counters.get(database) ?? database.prepare<[], number>(COUNT).pluck();
  counters.set(database, counter);
  return counter.get() ?? 0;
}
