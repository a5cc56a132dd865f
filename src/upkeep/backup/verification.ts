import { access, constants, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { DatabaseImage } from '../../storage/database/database-image.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import {
  DamagedError,
  type ListedBlob,
  type Repository,
  type SnapshotReader,
  sizeOf,
} from '../../storage/repository/repository.ts';
import { inParallel } from '../parallel.ts';

/** A damaged or missing file of a repository. */
export interface RepositoryFault {
  /** Path within the repository. */
  readonly file: string;
  /** For example `is missing`. */
  readonly reason: string;
  /** Names of the snapshots that cannot be restored completely. */
  readonly snapshots: readonly string[];
}

/** Result of {@link verify}. */
export interface Verification {
  readonly snapshots: number;
  readonly contents: number;
  readonly faults: readonly RepositoryFault[];
}

/** Options of {@link verify}. */
export interface VerifyOptions {
  /** Whether to read every byte of all contents. */
  readonly deep: boolean;
  readonly report: ReportProgress;
  /** Throws if the work must end. */
  readonly check?: () => void;
}

const READERS = 4;

/**
 * Verifies all snapshots of a repository. Database pieces are always read completely. Of contents stored as files, the
 * size is compared; with `deep`, every byte. With `deep`, SQLite also checks the assembled database of the newest
 * snapshot.
 */
export async function verify(repository: Repository, options: VerifyOptions): Promise<Verification> {
  return new Verifier(repository, options).run();
}

class Verifier {
  readonly #repository: Repository;
  readonly #options: VerifyOptions;
  /**
   * Path of the fault for each file checked; undefined if the file has no fault. Snapshots share most of their files.
   */
  readonly #seen = new Map<string, string | undefined>();
  readonly #faults = new Map<string, { reason: string; snapshots: Set<string> }>();
  readonly #contents = new Set<string>();
  /** Lists whose files have no fault. Snapshots share most of their lists. */
  readonly #wholeLists = new Set<string>();
  /** Number of faults found in snapshots so far; a fault counts once per snapshot. */
  #found = 0;

  constructor(repository: Repository, options: VerifyOptions) {
    this.#repository = repository;
    this.#options = options;
  }

  async run(): Promise<Verification> {
    const newestFirst = (await this.#repository.snapshots()).toReversed();
    for (const [index, { name }] of newestFirst.entries())
      await this.#expectNoFault(name, async () => {
        const snapshot = await this.#repository.read(name);
        await this.#readSnapshot(name, snapshot);
        if (this.#options.deep && index === 0) await this.#checkDatabase(snapshot);
      });
    return {
      snapshots: newestFirst.length,
      contents: this.#contents.size,
      faults: [...this.#faults].map(([file, { reason, snapshots }]) => ({
        file,
        reason,
        snapshots: [...snapshots],
      })),
    };
  }

  async #readSnapshot(name: string, snapshot: SnapshotReader): Promise<void> {
    const { manifest } = snapshot;
    for (const list of manifest.database.lists)
      await this.#unlessWhole(name, list, async () => {
        await inParallel(await snapshot.piecesIn(list), READERS, (piece) =>
          this.#once(name, piece, async () => {
            await this.#repository.objects.get(piece);
          }),
        );
      });
    for (const list of manifest.blobs.lists)
      await this.#unlessWhole(name, list, async () => {
        await inParallel(await snapshot.blobsIn(list), READERS, (blob) =>
          this.#once(name, blob.sha256, () => this.#readBlob(blob)),
        );
      });
    const { key } = manifest;
    if (key !== null)
      await this.#once(name, key, async () => {
        const path = this.#repository.keyPath(key);
        if ((await sizeOf(path)) === undefined) throw new DamagedError(`keys/${key}`, 'is missing');
        if ((await hashFile(path)) !== key) throw new DamagedError(`keys/${key}`, 'is damaged');
      });
  }

  async #readBlob({ sha256, sizeBytes }: ListedBlob): Promise<void> {
    const path = this.#repository.blobs.path(sha256);
    const file = `blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
    const size = await sizeOf(path);
    if (size === undefined) throw new DamagedError(file, 'is missing');
    if (size !== sizeBytes)
      throw new DamagedError(file, `has ${String(size)} bytes instead of ${String(sizeBytes)}`);
    if (this.#options.deep && (await hashOf(path)) !== sha256) throw new DamagedError(file, 'is damaged');
    this.#contents.add(sha256);
    this.#options.report({
      step: 'verifying',
      done: this.#contents.size,
      total: undefined,
      unit: 'contents',
    });
  }

  async #checkDatabase(snapshot: SnapshotReader): Promise<void> {
    const file = await this.#temporary();
    try {
      await snapshot.writeDatabase(file, (done) => {
        const total = snapshot.manifest.database.bytes;
        this.#options.report({ step: 'putting the database together', done, total, unit: 'bytes' });
      });
      const image = new DatabaseImage(file);
      const [fault] = image.faults();
      image.close();
      if (fault !== undefined) throw new DamagedError('the database', `is damaged: ${fault}`);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Checks a list and its files, unless the list was without fault in another snapshot. */
  async #unlessWhole(name: string, list: string, look: () => Promise<void>): Promise<void> {
    if (this.#wholeLists.has(list)) return;
    const before = this.#found;
    await this.#expectNoFault(name, look);
    if (this.#found === before) this.#wholeLists.add(list);
  }

  /**
   * A path in the repository. If its folder is not writable (a read-only disk) or missing (a copy without empty
   * folders), a path in the system's temporary folder.
   */
  async #temporary(): Promise<string> {
    const file = this.#repository.files.temporary();
    const isWritable = await access(dirname(file), constants.W_OK).then(
      () => true,
      () => false,
    );
    return isWritable ? file : join(tmpdir(), `dms-${basename(file)}`);
  }

  /** Checks a file once, even if many snapshots share it. */
  async #once(name: string, key: string, look: () => Promise<void>): Promise<void> {
    const seen = this.#seen.get(key);
    if (seen !== undefined) {
      this.#faults.get(seen)?.snapshots.add(name);
      this.#found += 1;
    }
    if (this.#seen.has(key)) return;
    this.#options.check?.();
    this.#seen.set(key, undefined);
    const file = await this.#expectNoFault(name, look);
    this.#seen.set(key, file);
  }

  /** @returns the path of the fault; undefined if there is none */
  async #expectNoFault(name: string, look: () => Promise<void>): Promise<string | undefined> {
    try {
      await look();
      return undefined;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      this.#note(name, error.file, error.message.slice(error.file.length + 1));
      return error.file;
    }
  }

  #note(name: string, file: string, reason: string): void {
    this.#found += 1;
    const fault = this.#faults.get(file) ?? { reason, snapshots: new Set() };
    fault.snapshots.add(name);
    this.#faults.set(file, fault);
  }
}

/** @returns undefined if the file cannot be read */
async function hashOf(path: string): Promise<string | undefined> {
  return hashFile(path).catch(() => undefined);
}
