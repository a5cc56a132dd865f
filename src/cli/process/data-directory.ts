import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import type { Logger } from '../../log.ts';
import { useNewDataDirectory } from '../../program/native.ts';
import { Incoming } from '../../storage/blobs/blobs.ts';
import {
  bringUp,
  copyAside,
  removePartsOfCopies,
  type SchemaStatus,
  schemaStatus,
} from '../../storage/connection/schema.ts';
import { FileLock } from '../../storage/disk/file-lock.ts';
import { networkFileSystemOf } from '../../storage/disk/network-file-system.ts';
import { Reserve } from '../../storage/disk/reserve.ts';
import { UNFINISHED } from '../../upkeep/unfinished.ts';
import { CommandError } from '../terminal/output.ts';
import { createDirectories, narrow, reasonOf } from './owned-paths.ts';
import { refuseOthers } from './owner.ts';

/** The data directory of a configuration. All data of the service is in it. */
export class DataDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the database file. */
  readonly database: string;
  /** Room for changes when the disk is full. */
  readonly reserve: Reserve;
  readonly #mayBeOnNetwork: boolean;

  constructor({ config, log }: { readonly config: Config; readonly log: Logger }) {
    this.path = resolve(config.data_dir);
    this.database = join(this.path, 'dms.sqlite');
    this.#mayBeOnNetwork = config.network_data_dir === 'allow';
    this.reserve = new Reserve(this.path, config.limits.reserve_bytes, log);
  }

  /**
   * Creates the directory if it is missing. Shuts it to all users but its owner, with the files and folders in
   * it; what lies deeper is out of their reach then.
   * @returns true if the directory was open to other users
   * @throws {CommandError} when the operating system refuses, or a restore into it was interrupted
   */
  create(): boolean {
    this.#assertWhole();
    this.refuseNetwork();
    refuseOthers(this);
    try {
      createDirectories(this.path);
    } catch (error) {
      throw new CommandError(`cannot create the data directory ${this.path} (${reasonOf(error)})`);
    }
    useNewDataDirectory();
    const wasOpen = narrow(this.path);
    for (const entry of readdirSync(this.path, { withFileTypes: true }))
      if (entry.isFile() || entry.isDirectory()) narrow(join(this.path, entry.name));
    return wasOpen;
  }

  /** @throws {CommandError} if the directory is on a network file system, and the configuration does not allow that */
  refuseNetwork(): void {
    const type = this.#mayBeOnNetwork ? undefined : networkFileSystemOf(this.path);
    if (type === undefined) return;
    throw new CommandError(
      `${this.path} is on a network file system (${type}), where a database can break: ` +
        'use a disk of this machine, or set network_data_dir to allow',
    );
  }

  /**
   * Takes the lock of the directory.
   * @returns undefined if another process holds it
   * @throws {CommandError} a restore into the directory was interrupted
   */
  lock(): FileLock | undefined {
    this.reserve.giveToOpen();
    const lock = FileLock.acquire(join(this.path, 'serve.lock'));
    try {
      // A restore may have begun, and died, since the directory was looked at.
      if (lock) this.#assertWhole();
      return lock;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** Keeps a `dms serve` that starts from deleting the contents that `work` receives. */
  receive<T>(work: () => Promise<T>): Promise<T> {
    return new Incoming(this.path).use(work);
  }

  #assertWhole(): void {
    if (!existsSync(join(this.path, UNFINISHED))) return;
    throw new CommandError(
      `${this.path} is not whole: run "dms restore" again, which goes on where it ended`,
    );
  }

  /** As {@link schemaStatus}. On a full disk it takes what SQLite needs for that from the reserve. */
  schema(options: { readonly readonly?: boolean } = {}): Promise<SchemaStatus> {
    this.reserve.giveToOpen();
    return schemaStatus(this.database, options);
  }

  /**
   * Migrates the database up to and including the step `to`; without `to`, to the latest step. A database
   * that is not new is copied first.
   * @returns the names of the steps taken, and the path of the copy
   * @throws {CommandError} there are contents, but their database is gone
   */
  async migrate(to?: string): Promise<{ taken: readonly string[]; copy: string | undefined }> {
    const { applied, pending } = await this.schema();
    const [next] = pending;
    const isDone = next === undefined || (to !== undefined && applied.includes(to));
    if (isDone) return { taken: [], copy: undefined };
    if (applied.length === 0) this.#assertNoContents();
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const copies = `${this.database}.before-`;
    const copy = applied.length === 0 ? undefined : `${copies}${next}-${stamp}`;
    removePartsOfCopies(copies);
    if (copy !== undefined) await copyAside(this.database, copy);
    return { taken: await bringUp(this.database, to), copy };
  }

  /** A new database names none of the contents that are there, so the sweep would delete all of them. */
  #assertNoContents(): void {
    const blobs = join(this.path, 'blobs');
    if (!existsSync(blobs) || readdirSync(blobs).every((name) => name.length !== 2)) return;
    throw new CommandError(
      `${this.path} has contents, but no database: bring it back with "dms restore" into another directory, ` +
        `or move ${blobs} away to begin anew`,
    );
  }
}

/** The lock of a data directory. */
export type HeldDirectory = FileLock;
