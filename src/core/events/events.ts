import { busy, DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { letOthersRun } from '../../storage/long-work.ts';
import { type Access, assertCurrent, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { Audience, type Event } from './audience.ts';
import { Changes } from './changes.ts';
import { NewsIds } from './news-ids.ts';

export type { Event };

const MAX_STREAMS = 1000;
const MAX_STREAMS_OF_USER = 10;
/** News that are kept for clients that come back. */
const MAX_KEPT = 120;
/** The news of so many ticks are one: a folder is told at most that often. */
const TICK_MS = 1000;
/** Whether credentials have expired is looked at each so many ticks. */
const LOOK_EVERY = 5;
const KEEP_ALIVE_EVERY = 25;
/** Ticks for which changes are collected after the last client has gone, in case that it comes back. */
const LINGER = 60;

/** What a client is told at one time. */
export interface News {
  /** To be named by a client that comes back. */
  readonly id: string;
  /** Empty: only to keep the connection. */
  readonly events: readonly Event[];
}

/** A client that listens. Neither function may throw. */
export interface Listener {
  readonly tell: (news: News) => void;
  /** Nothing more is told. */
  readonly end: () => void;
}

interface Stream {
  readonly actor: UserActor;
  readonly listener: Listener;
}

/** Tells clients what has changed, each what its user may read. */
export class Events {
  readonly #context: Context;
  readonly #audience: Audience;
  readonly #tickMs: number;
  readonly #streams = new Set<Stream>();
  #pending = new Changes();
  /** The latest news, the oldest first. */
  readonly #kept: Changes[] = [];
  /** Replaced when it is not known what has changed before. */
  #ids: NewsIds;
  /** The number of the latest news, of whomever, since then. */
  #number = 0;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #idleTicks = 0;
  #isTelling = false;
  #isStopped = false;

  constructor(context: Context, parts: { readonly access: Access }, tickMs = TICK_MS) {
    this.#context = context;
    this.#ids = new NewsIds(context.randomBytes);
    this.#audience = new Audience(context, parts);
    this.#tickMs = tickMs;
    context.database.closeFirst({
      close: () => {
        this.stop();
        return Promise.resolve();
      },
    });
  }

  /**
   * Tells a client from now on what changes, until it goes, its credentials end, or the service stops. The first news are
   * told at once.
   * @param lastId of the latest news that the client has got before, if it has come back
   * @returns to be called when the client has gone
   * @throws {DmsError} unauthenticated | forbidden | throttled: too many clients of the user, or of all
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

  /** Ends all streams, for good. */
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
    // What has changed before is not known, so nobody can go on from there.
    this.#ids = new NewsIds(this.#context.randomBytes);
    this.#number = 0;
    this.#kept.length = 0;
    this.#pending = new Changes();
    this.#context.database.lookAtOtherProcesses();
    this.#context.database.feed.listen((change) => this.#pending.add(change));
    this.#timer = setInterval(() => void this.#tick(), this.#tickMs).unref();
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#context.database.feed.listen(undefined);
  }

  /** What was told since the client was there last. */
  #missed(user: UserActor, lastId: string): readonly Event[] {
    const last = this.#ids.numberOf(lastId);
    if (last === undefined || this.#number - last > this.#kept.length) return [{ kind: 'reset' }];
    const changes = new Changes();
    for (const kept of this.#kept.slice(this.#kept.length - (this.#number - last))) changes.addAll(kept);
    return this.#audience.of(changes)(user);
  }

  async #tick(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      this.#ticks += 1;
      this.#idleTicks = this.#streams.size > 0 ? 0 : this.#idleTicks + 1;
      if (this.#idleTicks > LINGER) this.#pause();
      else await this.#look();
    } catch (error) {
      // What has changed is lost. Clients that come back look at everything.
      this.#context.log.error({ err: error }, 'telling of changes failed');
      this.#endAll();
    } finally {
      this.#isTelling = false;
    }
  }

  async #look(): Promise<void> {
    this.#context.database.lookAtOtherProcesses();
    if (!this.#pending.isEmpty) await this.#tellPending();
    if (this.#ticks % LOOK_EVERY === 0) for (const stream of this.#streams) this.#assertCurrent(stream);
    if (this.#ticks % KEEP_ALIVE_EVERY === 0)
      for (const { listener } of this.#streams) listener.tell({ id: this.#id, events: [] });
  }

  async #tellPending(): Promise<void> {
    const changes = this.#pending;
    this.#pending = new Changes();
    this.#number += 1;
    this.#kept.push(changes);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    const ids = this.#ids;
    const number = this.#number;
    const eventsOf = this.#audience.of(changes);
    // Streams that begin meanwhile get an id that is past these news, so these must not be left out for them.
    for (const stream of [...this.#streams]) {
      await letOthersRun();
      if (!this.#streams.has(stream)) continue;
      const isSignedOut = changes.isEverything || changes.isOfAccount(stream.actor.userId);
      const events = eventsOf(stream.actor);
      if (events.length === 0 && !isSignedOut) continue;
      if (this.#assertCurrent(stream)) stream.listener.tell({ id: ids.of(number), events });
    }
  }

  /** Ends a stream whose user may not act any more. @returns false if it did */
  #assertCurrent(stream: Stream): boolean {
    try {
      assertCurrent(this.#context, stream.actor);
      return true;
    } catch (error) {
      if (!(error instanceof DmsError)) throw error;
      this.#streams.delete(stream);
      stream.listener.end();
      return false;
    }
  }

  #endAll(): void {
    this.#pause();
    for (const { listener } of this.#streams) listener.end();
    this.#streams.clear();
  }
}
