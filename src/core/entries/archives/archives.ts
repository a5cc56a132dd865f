import { allows, READ } from '../../../model/entries/permissions.ts';
import { busy, invalid, notFound } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import type { Content } from '../../../storage/blobs/blobs.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import { type Access, assertCurrent, requesterOf, requireUser } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import { EarlierTree } from '../../history/history.ts';
import { RoundRobinQueue } from '../../round-robin-queue.ts';
import { atOneMoment, type TreeMoment } from '../../tree-moment.ts';
import { type ArchivedEntry, type ArchivePlan, planArchive } from './archive-plans.ts';
import { planEarlierArchive } from './earlier-plans.ts';
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
type Source = Pick<TreeMoment, 'access'> & {
  readonly tables: Pick<TreeMoment['tables'], keyof TreeMoment['tables'] & keyof Context['tables']>;
};

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
   * @param at milliseconds UTC; if set, the archive has the names, the versions and the members of folders of that time,
   * also those that are in the trash now as far as the actor sees them there
   * @throws {DmsError} unauthenticated | forbidden | invalid (at: in the future; ids: none that can be read, or too many
   * entries) | throttled
   */
  async create(actor: Actor, ids: readonly number[], at?: number): Promise<Archive> {
    const user = requireUser(actor, 'read');
    const requester = requesterOf(user);
    if (at !== undefined && at > this.#context.now()) throw invalid('at', 'in_future');
    const plan = await this.#plans.run(requester, () =>
      at === undefined
        ? planArchive(this.#context, user, ids)
        : planEarlierArchive(this.#context, user, ids, at),
    );
    const now = this.#context.now();
    const isEarlier = at !== undefined;
    const archive = { ...plan, id: this.#newId(), expiresAt: now + LIFETIME_MS, requester, isEarlier };
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
      const entries = await this.#openings.run(requester, () => this.#readable(user, archive));
      if (entries.length === 0) throw notFound();
      return {
        name: archive.name,
        entries,
        content: (entry) => this.#content(user, archive, entry),
        close: () => this.#closed(requester),
      };
    } catch (error) {
      this.#closed(requester);
      throw error;
    }
  }

  /** The entries that the user can read, all judged at the same moment. */
  #readable(user: UserActor, archive: Archive): Promise<readonly ArchivedEntry[]> {
    return atOneMoment(this.#context, async (tree) => {
      const readable: ArchivedEntry[] = [];
      for (const [index, entry] of archive.entries.entries()) {
        if (index % SLICE === SLICE - 1) await yieldToRequests();
        if (reads(tree, user, archive, entry)) readable.push(entry);
      }
      return readable;
    });
  }

  #content(user: UserActor, archive: Archive, entry: ArchivedEntry): Content {
    assertCurrent(this.#context, user);
    const { id, version = 0 } = entry;
    const found = reads(this.#source, user, archive, entry)
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
function reads(source: Source, user: UserActor, { isEarlier }: Archive, entry: ArchivedEntry): boolean {
  const { access, tables } = source;
  const { id, version } = entry;
  const mayRead = isEarlier
    ? new EarlierTree(source).readable(user, id) !== undefined
    : allows(access.permissions(user, id), READ);
  return mayRead && (version === undefined || tables.versions.find(id, version) !== undefined);
}
