import type { Page, PageRequest } from '../../model/entries/page.ts';
import type { Undo, UndoScope, UndoSkip } from '../../model/entries/undo.ts';
import { busy, DmsError, forbidden, invalid, notFound } from '../../model/errors/errors.ts';
import { type Message, type MessageData, message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import {
  type Access,
  actorOf,
  capabilitiesOf,
  commit,
  confinedTo,
  mayAdminister,
  requireUser,
} from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { UndoPreview, UndoRun } from './undo-run.ts';
import type { UndoProgress } from './undo-work.ts';

/** Time without a step after which the process of an undo is taken for dead. Its longest step takes some seconds. */
const ABANDONED_MS = 60_000;

/** What a caller wants to take back. Times in milliseconds UTC. */
export type UndoRequest =
  | {
      readonly kind: 'changes';
      /** Undefined: with `ip` the changes of all users, otherwise those of the caller. */
      readonly login?: string | undefined;
      readonly tokenId?: number | undefined;
      readonly ip?: string | undefined;
      readonly since: number;
      /** Default: now. */
      readonly until?: number | undefined;
      readonly folderId?: number | undefined;
      /** True: also entries that others have changed since. */
      readonly isForced?: boolean | undefined;
    }
  | { readonly kind: 'folder'; readonly folderId: number; readonly at: number }
  | { readonly kind: 'undo'; readonly undoId: number };

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly undoRun: UndoRun;
}

/**
 * Takes back many changes: those of a user, with a token or from an address since a time; all of a folder since a time;
 * or another undo. Nothing is destroyed by it: an earlier content becomes the newest version, and what was new goes to
 * the trash. What others have changed since stays.
 *
 * Users take back their own changes with the permissions that they have now. Administrators take back those of all users,
 * with the permissions of the office.
 */
export class Undos {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** Ids of the undos that this process works at. */
  readonly #running = new Map<number, Promise<void>>();
  /** Why undos of this process stopped, by id: a full disk cannot record it. */
  readonly #stops = new Map<number, MessageData>();
  #isStopped = false;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Records an undo, in one transaction with its entry in the activity. {@link Undos.run} does the work.
   * @throws {DmsError} unauthenticated | forbidden | not_found (folder, undo) | invalid (login, since, until, at,
   * folder_id) | throttled: another undo of the user has not ended
   */
  begin(actor: Actor, request: UndoRequest): Promise<Undo> {
    return commit(this.#context, actor, () => {
      const { tables, now } = this.#context;
      const { user, scope, isOffice } = this.#plan(actor, request);
      const other = tables.undos
        .unfinished()
        .find((undo) => undo.userId === user.userId && this.#seen(undo).stop === null);
      if (other) throw busy(message('undo_running', { undo: other.id }));
      const position = this.#deps.activity.position();
      const isOperator = user.credential.kind === 'operator';
      const values = { scope, userId: user.userId, isOffice, isOperator, position, beganAt: now() };
      const id = tables.undos.insert(values);
      const folder = scope.kind === 'folder' ? tables.entries.find(scope.folderId) : undefined;
      this.#deps.activity.record(user, 'undo', this.#textOf(id, scope), folder);
      return this.#existing(id);
    });
  }

  /**
   * What an undo would do now, without doing it.
   * @throws {DmsError} as {@link Undos.begin}
   */
  preview(actor: Actor, request: UndoRequest): Promise<UndoPreview> {
    // The answer names entries.
    requireUser(actor, 'read');
    const { user, scope, isOffice } = this.#plan(actor, request);
    const position = this.#deps.activity.position();
    return this.#deps.undoRun.preview(user, { scope, isOffice, position, beganAt: this.#context.now() });
  }

  /**
   * Does the work of an undo that has not ended, in slices between which other requests run. A run that was interrupted
   * starts again, and finds what is done already.
   * @param report called after each slice
   * @throws {DmsError} not_found | storage_full | unavailable | unauthenticated (the account was disabled) | forbidden
   */
  async run(id: number, report?: (progress: UndoProgress) => void): Promise<Undo> {
    const undo = this.#existing(id);
    if (undo.endedAt !== null) return undo;
    const running = this.#running.get(id) ?? this.#start(undo, report);
    await running.finally(() => this.#running.delete(id));
    return this.#existing(id);
  }

  /** As {@link Undos.run}, without waiting for it. Errors are in the log, and in the record of the undo. */
  runInBackground(id: number): void {
    this.run(id).catch((error: unknown) => {
      if (!this.#isStopped) this.#context.log.error({ err: error, undo: id }, 'an undo was interrupted');
    });
  }

  /** Interrupts all undos after the slice that they are at. The next start of the service continues them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#running.values());
  }

  /** Continues what a stop of the service interrupted. For the start of the service. */
  resumeAll(): void {
    for (const { id, isOperator, userId } of this.#context.tables.undos.unfinished())
      if (!isOperator && userId !== null) this.runInBackground(id);
  }

  /**
   * Continues an undo that an error or a stop has interrupted.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  resume(actor: Actor, id: number): Undo {
    requireUser(actor, 'write');
    const undo = this.get(actor, id);
    if (undo.endedAt === null) this.runInBackground(id);
    return undo;
  }

  /** @throws {DmsError} unauthenticated | forbidden | not_found (also for the undo of another user) */
  get(actor: Actor, id: number): Undo {
    const user = requireUser(actor, 'read');
    const undo = this.#context.tables.undos.find(id);
    if (!undo || confinedTo(user) !== undefined) throw notFound();
    if (undo.userId !== user.userId && !mayAdminister(user)) throw notFound();
    return this.#seen(undo);
  }

  /** A page of the undos of the caller, for administrators of all users, newest first. */
  list(actor: Actor, { page, perPage }: PageRequest): Page<Undo> {
    const user = requireUser(actor, 'read');
    if (confinedTo(user) !== undefined) throw notFound();
    const { undos } = this.#context.tables;
    const userId = mayAdminister(user) ? null : user.userId;
    const items = undos.list(userId, perPage, (page - 1) * perPage).map((undo) => this.#seen(undo));
    return { items, total: undos.count(userId) };
  }

  /**
   * A page of the entries that an undo left, or put back under another name, with the reasons.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  notes(actor: Actor, id: number, { page, perPage }: PageRequest): Page<UndoSkip> {
    this.get(actor, id);
    const { undos } = this.#context.tables;
    return { items: undos.listSkips(id, perPage, (page - 1) * perPage), total: undos.countSkips(id) };
  }

  #plan(actor: Actor, request: UndoRequest): { user: UserActor; scope: UndoScope; isOffice: boolean } {
    const user = requireUser(actor, 'write');
    if (confinedTo(user) !== undefined) throw notFound();
    switch (request.kind) {
      case 'changes':
        return { user, ...this.#planChanges(user, request) };
      case 'folder': {
        const { at } = request;
        this.#assertPast('at', at);
        const { entry } = this.#deps.access.folder(user, request.folderId, undefined, 'write');
        return { user, scope: { kind: 'folder', folderId: entry.id, at }, isOffice: false };
      }
      case 'undo': {
        const { isOffice: wasOffice, endedAt, userId } = this.get(user, request.undoId);
        // The undo of another user is taken back as the changes of that user are.
        const isOffice = wasOffice || userId !== user.userId;
        if (isOffice && !mayAdminister(user)) throw forbidden(message('undo_of_others'));
        if (endedAt === null) throw busy(message('undo_running', { undo: request.undoId }));
        return { user, scope: request, isOffice };
      }
    }
  }

  #planChanges(
    user: UserActor,
    request: Extract<UndoRequest, { kind: 'changes' }>,
  ): { scope: UndoScope; isOffice: boolean } {
    const { tokenId = null, ip = null, since, until = this.#context.now(), isForced = false } = request;
    const userId = this.#changer(user, request);
    this.#assertPast('since', since);
    if (until < since) throw invalid('until', 'time_order', { field: 'since' });
    const isOffice = mayAdminister(user) && userId !== user.userId;
    const folderId = request.folderId === undefined ? null : this.#folder(user, request.folderId, isOffice);
    return { scope: { kind: 'changes', userId, tokenId, ip, since, until, folderId, isForced }, isOffice };
  }

  /** Whose changes are taken back; null: of all users. */
  #changer(
    user: UserActor,
    { login, ip }: { readonly login?: string | undefined; readonly ip?: string | undefined },
  ): number | null {
    if (login === undefined) return ip !== undefined && mayAdminister(user) ? null : user.userId;
    const changer = this.#context.tables.users.findByLogin(login);
    if (changer?.id === user.userId) return user.userId;
    if (!mayAdminister(user)) throw forbidden(message('undo_of_others'));
    if (!changer) throw invalid('login', 'recipient_unknown', { login });
    return changer.id;
  }

  /** @returns the id of the folder */
  #folder(user: UserActor, id: number, isOffice: boolean): number {
    const folderId = id === 0 ? user.homeId : id;
    if (!isOffice) return this.#deps.access.folder(user, folderId, undefined, 'write').entry.id;
    if (this.#context.tables.entries.find(folderId)?.kind !== 'folder') throw notFound();
    return folderId;
  }

  #assertPast(field: string, time: number): void {
    if (time > this.#context.now()) throw invalid(field, 'in_future');
  }

  #start(undo: Undo, report?: (progress: UndoProgress) => void): Promise<void> {
    const isStopped = () => this.#isStopped;
    this.#stops.delete(undo.id);
    const running = this.#deps.undoRun
      .run({ undo, user: this.#runner(undo), report, isStopped })
      .catch((error: unknown) => {
        if (error instanceof DmsError) this.#stops.set(undo.id, error.reason);
        throw error;
      });
    this.#running.set(undo.id, running);
    return running;
  }

  #textOf(undo: number, scope: UndoScope): Message {
    const { entries, users } = this.#context.tables;
    if (scope.kind === 'undo') return message('undo_of_undo', { undo, other: scope.undoId });
    if (scope.kind === 'folder') {
      const name = entries.find(scope.folderId)?.name ?? '';
      return message('undo_of_folder', { undo, name, at: textOfTime(scope.at) });
    }
    const since = textOfTime(scope.since);
    const login = scope.userId === null ? undefined : users.find(scope.userId)?.login;
    return login === undefined
      ? message('undo_of_address', { undo, ip: scope.ip ?? '', since })
      : message('undo_of_user', { undo, user: login, since });
  }

  /** A process that was killed, and one with a full disk, could not record that its undo has stopped. */
  #seen(undo: Undo): Undo {
    const { endedAt, stop, activeAt, id } = undo;
    if (endedAt !== null || stop !== null || this.#running.has(id)) return undo;
    const isIdle = this.#context.now() - activeAt > ABANDONED_MS;
    return { ...undo, stop: this.#stops.get(id) ?? (isIdle ? message('undo_abandoned') : null) };
  }

  #existing(id: number): Undo {
    const undo = this.#context.tables.undos.find(id);
    if (!undo) throw notFound();
    return undo;
  }

  /** The user who began an undo, as they are now. The work goes on after the request and its session have ended. */
  #runner({ id, userId, isOffice }: Undo): UserActor {
    const user = userId === null ? undefined : this.#context.tables.users.find(userId);
    if (!user) throw notFound();
    // An undo with the permissions of the office must not outlast those of the user who began it.
    if (isOffice && !user.isAdmin) throw forbidden(message('no_longer_administrator'));
    const credential = { kind: 'operator' } as const;
    return { ...actorOf(user, { credential, capabilities: capabilitiesOf(user), ip: null }), undoId: id };
  }
}

function textOfTime(time: number): string {
  return new Date(time).toISOString();
}
