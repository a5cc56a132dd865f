import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import type { Logger } from '../../log.ts';
import { allowEmptyDataDirectory } from '../../program/native.ts';
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
import { RESTORE_MARKER } from '../../upkeep/restore-marker.ts';
import { CommandError } from '../terminal/output.ts';
import { createDirectories, narrow, reasonOf } from './owned-paths.ts';
import { refuseOthers } from './owner.ts';

/** The data directory of a configuration. It contains all data of the service. */
export class DataDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the database file. */
  readonly database: string;
  /** Reserved disk space for changes on a full disk. */
  readonly reserve: Reserve;
  readonly #mayBeOnNetwork: boolean;

  constructor({ config, log }: { readonly config: Config; readonly log: Logger }) {
    this.path = resolve(config.data_dir);
    this.database = join(this.path, 'dms.sqlite');
    this.#mayBeOnNetwork = config.network_data_dir === 'allow';
    this.reserve = new Reserve(this.path, config.limits.reserve_bytes, log);
  }

  /**
   * Creates the directory if it is missing. Removes the permissions of other users from the directory and the files and
   * folders directly in it. Other users then cannot reach deeper levels.
   * @returns true if other users had permissions on the directory
   * @throws {CommandError} if the system does not allow it, or a restore into the directory was interrupted
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
    allowEmptyDataDirectory();
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
      `${this.path} is on a network file system (${type}), which can damage a database: ` +
        'use a disk of this machine, or set network_data_dir to allow',
    );
  }

  /**
   * Acquires the lock of the directory.
   * @returns undefined if another process holds the lock
   * @throws {CommandError} if a restore into the directory was interrupted
   */
  lock(): FileLock | undefined {
    this.reserve.releaseToOpen();
    const lock = FileLock.acquire(join(this.path, 'serve.lock'));
    try {
      // A restore may have started and died since the last check.
      if (lock) this.#assertWhole();
      return lock;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /**
   * True if another process holds the lock: usually `dms serve`. Changes nothing, and holds the lock only for a moment,
   * because a service that is about to start needs it.
   */
  isInUse(): boolean {
    const file = join(this.path, 'serve.lock');
    if (!existsSync(file)) return false;
    const lock = FileLock.acquire(file, 'shared');
    lock?.release();
    return lock === undefined;
  }

  /** Runs `work`, which receives contents in a folder of its own ({@link Incoming.use}). */
  receive<T>(work: (incoming: Incoming) => Promise<T>): Promise<T> {
    return new Incoming(this.path).use(work);
  }

  #assertWhole(): void {
    if (!existsSync(join(this.path, RESTORE_MARKER))) return;
    throw new CommandError(
      `${this.path} is incomplete: run "dms restore" again to continue the interrupted restore`,
    );
  }

  /** See {@link schemaStatus}. On a full disk, uses the reserve for the space that SQLite needs. */
  schema(options: { readonly readonly?: boolean } = {}): Promise<SchemaStatus> {
    this.reserve.releaseToOpen();
    return schemaStatus(this.database, options);
  }

  /**
   * Migrates the database up to and including the step `to`; by default up to the latest step. Copies the database
   * first, unless it is new.
   * @returns the names of the steps applied, and the path of the copy
   * @throws {CommandError} if there are contents but no database
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

  /** A new database refers to none of the existing contents, so the sweep would delete all of them. */
  #assertNoContents(): void {
    const blobs = join(this.path, 'blobs');
    if (!existsSync(blobs) || readdirSync(blobs).every((name) => name.length !== 2)) return;
    throw new CommandError(
      `${this.path} has contents, but no database: restore a backup into another directory with "dms restore", ` +
        `or move ${blobs} away to start with an empty database`,
    );
  }
}

export type HeldDirectory = FileLock;
