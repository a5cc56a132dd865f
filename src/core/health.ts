import type { Actor } from '../model/actor.ts';
import type { UserTable } from '../storage/accounts/users.ts';
import type { Blobs } from '../storage/blobs/blobs.ts';
import { countAll, type Statistics } from '../storage/statistics.ts';
import type { Access } from './access/access.ts';
import type { Place } from './browse/tree.ts';
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

/** How the service is, and how much room there is. */
export class Health {
  readonly #context: Context;
  readonly #access: Access;
  readonly #blobs: Blobs;
  readonly #users: UserTable;
  readonly #reserveBytes: number;

  constructor(context: Context, access: Access, blobs: Blobs, users: UserTable, reserveBytes: number) {
    this.#context = context;
    this.#access = access;
    this.#blobs = blobs;
    this.#users = users;
    this.#reserveBytes = reserveBytes;
  }

  /** Tries what everything rests on. Never throws. */
  check(): HealthReport {
    const database = this.#works(() => {
      this.#context.database.transaction(() => undefined);
    });
    const dataDirectory = this.#works(() => {
      if (this.#blobs.room(this.#reserveBytes) < 0) throw new Error('the disk is full but for the reserve');
      this.#blobs.assertWritable();
    });
    return { ok: database && dataDirectory, database, dataDirectory };
  }

  /** How much there is. For the command line. */
  statistics(): Statistics {
    return countAll(this.#context.database);
  }

  /** Of the home that a folder lies in, or of the disk where there is no quota. @throws {DmsError} not_found */
  quota(actor: Actor, place: Place): Quota {
    const { standing } = this.#access.folder(actor, place === 'mount_root' ? 0 : place.entry.id);
    const usage = standing.ownerId === null ? undefined : this.#users.findUsage(standing.ownerId);
    const room = Math.max(0, this.#blobs.room(this.#reserveBytes));
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
