import { allows, READ } from '../../../model/entries/permissions.ts';
import { busy, notFound } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import type { Content } from '../../../storage/blobs/blobs.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import { type Access, assertCurrent, requesterOf, requireUser } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import { RoundRobinQueue } from '../../round-robin-queue.ts';
import { atOneMoment, type TreeMoment } from '../../tree-moment.ts';
import { type ArchivedEntry, type ArchivePlan, planArchive } from './archive-plans.ts';
import { type Archive, PendingArchives } from './pending-archives.ts';

/** Time in which an archive can be downloaded. */
const LIFETIME_MS = 5 * 60_000;
const MAX_DOWNLOADS_OF_USER = 3;
const PENDING_LIMITS = { ofRequester: 8, entries: 250_000 };
/** Entries checked before other requests run. */
const SLICE = 200;

/** An archive that is being downloaded. */
export interface OpenedArchive extends ArchivePlan {
  /**
   * Content of a document in the archive.
   * @throws {DmsError} not_found (the version is gone, or the actor can no longer read it) | unauthenticated
   */
  content(entry: ArchivedEntry): Content;
  /** Must be called when the download has ended, whether or not it succeeded. */
  close(): void;
}

interface Dependencies {
  readonly access: Access;
}

/** Source of permissions and versions: the tree now, or at an earlier moment. */
type Source = Pick<TreeMoment, 'access'> & { readonly tables: Pick<TreeMoment['tables'], 'versions'> };

/** Downloads of many entries as one archive. */
export class Archives {
  readonly #context: Context;
  readonly #source: Source;
  /** One at a time, because each reads from a snapshot. */
  readonly #plans = new RoundRobinQueue(message('archives_at_once'));
  readonly #openings = new RoundRobinQueue(message('archives_at_once'));
  readonly #pending = new PendingArchives(PENDING_LIMITS);
  /** Number of running downloads, by requester. */
  readonly #downloads = new Map<number, number>();

  constructor(context: Context, { access }: Dependencies) {
    this.#context = context;
    this.#source = { access, tables: context.tables };
  }

  /**
   * Creates an archive of these entries and all entries beneath them, with the head of each document. Omits entries
   * that the actor cannot read.
   * @throws {DmsError} unauthenticated | forbidden | invalid (ids: none that can be read, or too many entries) |
   * throttled
   */
  async create(actor: Actor, ids: readonly number[]): Promise<Archive> {
    const user = requireUser(actor, 'read');
    const requester = requesterOf(user);
    const plan = await this.#plans.run(requester, () => planArchive(this.#context, user, ids));
    const now = this.#context.now();
    const archive = { ...plan, id: this.#newId(), expiresAt: now + LIFETIME_MS, requester };
    this.#pending.add(archive, now);
    return archive;
  }

  /**
   * Opens an archive for the user who created it. Omits entries that the actor can no longer read.
   * @throws {DmsError} unauthenticated | forbidden | not_found (also for an archive of another user) | throttled
   */
  async open(actor: Actor, id: number): Promise<OpenedArchive> {
    const user = requireUser(actor, 'read');
    const requester = requesterOf(user);
    const archive = this.#pending.get(id);
    if (archive?.requester !== requester || archive.expiresAt <= this.#context.now()) throw notFound();
    const running = this.#downloads.get(requester) ?? 0;
    if (running >= MAX_DOWNLOADS_OF_USER)
      throw busy(message('archive_downloads_too_many', { maximum: MAX_DOWNLOADS_OF_USER }));
    this.#downloads.set(requester, running + 1);
    try {
      const entries = await this.#openings.run(requester, () => this.#readable(user, archive.entries));
      if (entries.length === 0) throw notFound();
      return {
        name: archive.name,
        entries,
        content: (entry) => this.#content(user, entry),
        close: () => this.#closed(requester),
      };
    } catch (error) {
      this.#closed(requester);
      throw error;
    }
  }

  /** The entries that the user can read, all judged at the same moment. */
  #readable(user: UserActor, entries: readonly ArchivedEntry[]): Promise<readonly ArchivedEntry[]> {
    return atOneMoment(this.#context, async (tree) => {
      const readable: ArchivedEntry[] = [];
      for (const [index, entry] of entries.entries()) {
        if (index % SLICE === SLICE - 1) await yieldToRequests();
        if (reads(tree, user, entry)) readable.push(entry);
      }
      return readable;
    });
  }

  #content(user: UserActor, entry: ArchivedEntry): Content {
    assertCurrent(this.#context, user);
    const { id, version = 0 } = entry;
    const found = reads(this.#source, user, entry)
      ? this.#source.tables.versions.find(id, version)
      : undefined;
    if (!found || found.size !== entry.size) throw notFound();
    return this.#context.blobs.open(found.sha256);
  }

  #closed(requester: number): void {
    const running = this.#downloads.get(requester) ?? 1;
    if (running > 1) this.#downloads.set(requester, running - 1);
    else this.#downloads.delete(requester);
  }

  /** Six random bytes, so that users cannot infer other users' archives from the ids of their own. */
  #newId(): number {
    return this.#context.randomBytes(6).readUIntBE(0, 6);
  }
}

/** True if the user can read an entry of an archive, in the version that the archive has. */
function reads({ access, tables }: Source, user: UserActor, { id, version }: ArchivedEntry): boolean {
  if (!allows(access.permissions(user, id), READ)) return false;
  return version === undefined || tables.versions.find(id, version) !== undefined;
}
