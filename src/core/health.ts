import type { Actor } from '../model/actor.ts';
import { countAll, type Statistics } from '../storage/statistics.ts';
import type { Access } from './access/access.ts';
import type { Context } from './context.ts';

/** Whether the service can do its work. */
export interface HealthReport {
  readonly ok: boolean;
  /** The database answers and can be written. */
  readonly database: boolean;
  /** The data directory can be written and is not full. */
  readonly dataDirectory: boolean;
}

/** Room in bytes (RFC 4331). */
export interface Quota {
  readonly used: number;
  readonly available: number;
}

/** What {@link Health} works with. */
interface Parts {
  readonly access: Access;
  /** Space that is kept free, in bytes. */
  readonly reserveBytes: number;
}

/** How the service is, and how much room there is. */
export class Health {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Tries what everything rests on. Never throws. */
  check(): HealthReport {
    const database = this.#works(() => {
      this.#context.database.transaction(() => undefined);
    });
    const dataDirectory = this.#works(() => {
      if (this.#context.blobs.room(this.#parts.reserveBytes) < 0)
        throw new Error('the disk is full but for the reserve');
      this.#context.blobs.assertWritable();
    });
    return { ok: database && dataDirectory, database, dataDirectory };
  }

  /** How much there is. For the command line. */
  statistics(): Statistics {
    return countAll(this.#context.database);
  }

  /** Of the home that a folder lies in, or of the disk where there is no quota. @throws {DmsError} not_found */
  quota(actor: Actor, folderId: number): Quota {
    const { standing } = this.#parts.access.folder(actor, folderId);
    const usage =
      standing.ownerId === null ? undefined : this.#context.tables.users.findUsage(standing.ownerId);
    const room = Math.max(0, this.#context.blobs.room(this.#parts.reserveBytes));
    if (!usage) return { used: 0, available: room };
    const left = usage.quotaBytes === null ? room : Math.max(0, usage.quotaBytes - usage.usedBytes);
    return { used: usage.usedBytes, available: Math.min(room, left) };
  }

  #works(attempt: () => void): boolean {
    try {
      attempt();
      return true;
    } catch (error) {
      this.#context.log.error({ err: error }, 'health check failed');
      return false;
    }
  }
}
