import { busy, DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import { type Access, assertCurrent, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Audience, type Event } from './audience.ts';
import { Changes } from './changes.ts';
import { EventIds } from './event-ids.ts';

export type { Event };

const MAX_STREAMS = 1000;
const MAX_STREAMS_OF_USER = 10;
/** Maximum number of event batches kept for clients that reconnect. */
const MAX_KEPT = 120;
/**
 * Interval at which changes are sent. Changes within one tick become one event batch, so a folder is reported at most
 * this often.
 */
const TICK_MS = 1000;
/** Ticks between two checks for expired credentials. */
const CREDENTIAL_CHECK_TICKS = 5;
const KEEP_ALIVE_TICKS = 25;
/** Ticks for which changes are still collected after the last client has disconnected, in case it reconnects. */
const LINGER_TICKS = 60;

/** One message to a client. */
export interface EventBatch {
  /** A client that reconnects sends this id. */
  readonly id: string;
  /** Empty: only keeps the connection alive. */
  readonly events: readonly Event[];
}

/** A connected client. Neither function may throw. */
export interface Listener {
  readonly tell: (batch: EventBatch) => void;
  /** Called once, after the last event batch. */
  readonly end: () => void;
}

interface Stream {
  readonly actor: UserActor;
  readonly listener: Listener;
}

/** Sends changes to clients, limited to what each user may read. */
export class Events {
  readonly #context: Context;
  readonly #audience: Audience;
  readonly #tickMs: number;
  readonly #streams = new Set<Stream>();
  #pending = new Changes();
  /** Latest changes, oldest first. */
  readonly #kept: Changes[] = [];
  /** Replaced when earlier changes are unknown. */
  #ids: EventIds;
  /** Number of the latest event batch for any user, since `#ids` was created. */
  #number = 0;
  /** Time until which the ends of shares and locks are reported, in milliseconds UTC. */
  #reportedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #idleTicks = 0;
  #isTelling = false;
  #isStopped = false;

  constructor(context: Context, deps: { readonly access: Access }, tickMs = TICK_MS) {
    this.#context = context;
    this.#ids = new EventIds(context.randomBytes);
    this.#audience = new Audience(context, deps);
    this.#tickMs = tickMs;
    context.database.closeBeforeDatabase({
      close: () => {
        this.stop();
        return Promise.resolve();
      },
    });
  }

  /**
   * Sends changes to a client until the client disconnects, its credentials expire, or the service stops. The first
   * event batch is sent immediately.
   * @param lastId id of the latest event batch that a reconnecting client has received
   * @returns a function to call when the client has disconnected
   * @throws {DmsError} unauthenticated | forbidden | throttled: too many clients, of the user or in total
   */
  subscribe(actor: Actor, listener: Listener, lastId?: string): () => void {
    const user = requireUser(actor, 'read');
    this.#assertRoom(user);
    this.#begin();
    const stream = { actor: user, listener };
    this.#streams.add(stream);
    listener.tell({ id: this.#id, events: lastId === undefined ? [] : this.#missed(user, lastId) });
    return () => this.#streams.delete(stream);
  }

  /** Ends all streams and refuses new ones. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#context.database.feed.listen(undefined);
    for (const { listener } of this.#streams) listener.end();
    this.#streams.clear();
  }

  get #id(): string {
    return this.#ids.of(this.#number);
  }

  #assertRoom({ userId }: UserActor): void {
    if (this.#isStopped) throw busy(message('stopping'));
    if (this.#streams.size >= MAX_STREAMS) throw busy(message('streams_at_once'));
    const own = [...this.#streams].filter(({ actor }) => actor.userId === userId);
    if (own.length >= MAX_STREAMS_OF_USER)
      throw busy(message('streams_too_many', { maximum: MAX_STREAMS_OF_USER }));
  }

  #begin(): void {
    this.#idleTicks = 0;
    if (this.#timer) return;
    // Earlier changes are unknown, so no client can resume from before this point.
    this.#ids = new EventIds(this.#context.randomBytes);
    this.#number = 0;
    this.#kept.length = 0;
    this.#pending = new Changes();
    this.#context.database.lookAtOtherProcesses();
    this.#reportedUntil = this.#context.now();
    this.#context.database.feed.listen((change) => {
      // Housekeeping deletes what has ended before, which no user notices.
      const hasEnded = 'expiresAt' in change && (change.expiresAt ?? Infinity) <= this.#reportedUntil;
      if (!hasEnded) this.#pending.add(change);
    });
    this.#timer = setInterval(() => void this.#tick(), this.#tickMs).unref();
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#context.database.feed.listen(undefined);
  }

  /** The events since the last event batch that the client received. */
  #missed(user: UserActor, lastId: string): readonly Event[] {
    const last = this.#ids.numberOf(lastId);
    if (last === undefined || this.#number - last > this.#kept.length) return [{ kind: 'reset' }];
    const changes = new Changes();
    for (const kept of this.#kept.slice(this.#kept.length - (this.#number - last))) changes.addAll(kept);
    return this.#audience.of(changes, { before: undefined, after: this.#pending })(user);
  }

  async #tick(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      this.#ticks += 1;
      this.#idleTicks = this.#streams.size > 0 ? 0 : this.#idleTicks + 1;
      if (this.#idleTicks > LINGER_TICKS) this.#pause();
      else await this.#look();
    } catch (error) {
      if (this.#isStopped) return;
      // The changes are lost. Clients that reconnect reload everything.
      this.#context.log.error({ err: error }, 'sending change events failed');
      this.#endAll();
    } finally {
      this.#isTelling = false;
    }
  }

  async #look(): Promise<void> {
    this.#context.database.lookAtOtherProcesses();
    this.#addEnded();
    if (!this.#pending.isEmpty) await this.#tellPending();
    if (this.#ticks % CREDENTIAL_CHECK_TICKS === 0)
      for (const stream of this.#streams) this.#assertCurrent(stream);
    if (this.#ticks % KEEP_ALIVE_TICKS === 0)
      for (const { listener } of this.#streams) listener.tell({ id: this.#id, events: [] });
  }

  /** Shares and locks end without a change of the database. */
  #addEnded(): void {
    const { locks, shareChanges } = this.#context.tables;
    const [from, to] = [this.#reportedUntil, this.#context.now()];
    for (const change of shareChanges.expired(from, to)) this.#pending.add(change);
    for (const ended of locks.listEnded(from, to))
      this.#pending.add({ of: 'lock', ...ended, expiresAt: null });
    this.#reportedUntil = to;
  }

  async #tellPending(): Promise<void> {
    const changes = this.#pending;
    this.#pending = new Changes();
    const tops = changes.isEverything ? [] : changes.tops();
    if (tops.length > 0) changes.addBeneath(await this.#context.tables.shareChanges.beneath(tops));
    if (this.#isStopped) return;
    const eventsOf = this.#audience.of(changes, { before: this.#kept.at(-1), after: this.#pending });
    this.#number += 1;
    this.#kept.push(changes);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    const ids = this.#ids;
    const number = this.#number;
    // Copy of the set: streams that begin during the loop get an id after this event batch, so they may be skipped.
    for (const stream of [...this.#streams]) {
      await yieldToRequests();
      const { userId } = stream.actor;
      // The stream would go on with the earlier rights. The next one begins with `reset`.
      if (changes.has({ of: 'rights', userId })) this.#end(stream);
      if (!this.#streams.has(stream)) continue;
      const isSignedOut = changes.isEverything || changes.has({ of: 'account', userId });
      const events = eventsOf(stream.actor);
      if (events.length === 0 && !isSignedOut) continue;
      if (this.#assertCurrent(stream)) stream.listener.tell({ id: ids.of(number), events });
    }
  }

  /**
   * Ends a stream whose user may no longer act.
   * @returns false if the stream was ended
   */
  #assertCurrent(stream: Stream): boolean {
    try {
      assertCurrent(this.#context, stream.actor);
      return true;
    } catch (error) {
      if (!(error instanceof DmsError)) throw error;
      this.#end(stream);
      return false;
    }
  }

  #end(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.listener.end();
  }

  #endAll(): void {
    this.#pause();
    for (const { listener } of this.#streams) listener.end();
    this.#streams.clear();
  }
}
