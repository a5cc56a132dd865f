import { MINUTE_MS } from '../../model/durations.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { AlarmAction, IncidentKind, NewIncident } from '../../model/people/incident.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { DocumentChange } from '../document-changes.ts';
import type { MailQueue } from '../mail/mail.ts';
import { Examiner } from './examiner.ts';
import { Incidents } from './incidents.ts';
import { type Sign, Suspicions } from './suspicions.ts';

/** Settings of the alarm. */
export interface AlarmSettings {
  /** `off`: nothing is counted. */
  readonly action: AlarmAction | 'off';
  /** Number of documents of one user at which the alarm rings. */
  readonly documents: number;
  /** Period in which they count, in minutes. */
  readonly minutes: number;
}

/** Number of documents of an incident that are stored by name. */
const MAX_EXAMPLES = 10;
/** The number of documents of an open incident is stored when it has risen by this factor, and by this number. */
const STEP = { factor: 1.1, documents: 10 };
/** Maximum number of documents of an incident that are counted. */
const MAX_COUNTED = 100_000;

/** What the alarm knows about one user. */
interface Watched {
  readonly suspicions: Suspicions;
  /** Who made the last change. */
  user: UserActor;
  /** Changes since the last examination. */
  changes: number;
  /** Documents of the open incident; undefined: no alarm has rung. */
  incident: { readonly documents: Set<number>; stored: number } | undefined;
}

interface Dependencies {
  readonly incidents: Incidents;
  readonly settings: AlarmSettings;
}

/**
 * Notices a user who changes many documents in minutes as ransomware does: whose contents no longer are what their names
 * say, which get one unknown extension, or which are deleted while unreadable ones are created
 * (docs/build/contract/alarm.md §42). Each change costs some microseconds, in memory. Contents are examined only after a
 * user has made as many changes as ring the alarm, one content at a time, and outside of requests.
 */
class Alarm {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #examiner: Examiner;
  readonly #watched = new Map<number, Watched>();
  /** Users whose changes are to be examined. */
  readonly #waiting = new Set<number>();
  #running: Promise<void> | undefined;
  #isClosed = false;
  #forgottenAt = 0;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#examiner = new Examiner(context);
    if (deps.settings.action === 'off') return;
    context.documentChanges.listen((change, at) => this.#count(change, at));
    context.database.closeBeforeDatabase(this);
  }

  /** Resolves when the changes so far are examined. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Ends the examination. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #count(change: DocumentChange, at: number): void {
    const { user } = change;
    // The command line is the administrator's, who imports and restores.
    if (user.credential.kind === 'operator') return;
    this.#forget(at);
    const known = this.#watched.get(user.userId);
    if (known?.incident && !this.#deps.incidents.isOpen(user.userId)) this.#watched.delete(user.userId);
    const watched = this.#watchedUser(user);
    watched.suspicions.add(change, at);
    watched.changes += 1;
    if (watched.suspicions.possible < this.#deps.settings.documents) return;
    if (watched.incident && watched.changes < STEP.documents) return;
    this.#waiting.add(user.userId);
    this.#running ??= this.#run();
  }

  #watchedUser(user: UserActor): Watched {
    const watched = this.#watched.get(user.userId) ?? {
      ...{ suspicions: new Suspicions(), user, changes: 0, incident: undefined },
    };
    watched.user = user;
    this.#watched.set(user.userId, watched);
    return watched;
  }

  /** Forgets changes that are too old, some times in each period: to look at all of them at each change would cost more. */
  #forget(now: number): void {
    const period = this.#deps.settings.minutes * MINUTE_MS;
    // The clock may have been set back.
    if (Math.abs(now - this.#forgottenAt) < period / 10) return;
    this.#forgottenAt = now;
    for (const [userId, { suspicions, incident }] of this.#watched) {
      suspicions.forgetBefore(now - period);
      if (suspicions.isEmpty && !incident) this.#watched.delete(userId);
    }
  }

  async #run(): Promise<void> {
    try {
      // The request that made the change goes on first.
      await yieldToRequests();
      for (const userId of this.#waiting) {
        this.#waiting.delete(userId);
        const watched = this.#watched.get(userId);
        if (!watched) continue;
        watched.changes = 0;
        await this.#examiner.examine(watched.suspicions);
        if (!this.#isClosed) await this.#ring(watched);
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the alarm could not examine changes');
    } finally {
      this.#running = undefined;
    }
  }

  async #ring(watched: Watched): Promise<void> {
    const { minutes, documents: limit, action } = this.#deps.settings;
    watched.suspicions.forgetBefore(this.#context.now() - minutes * MINUTE_MS);
    const signs = watched.suspicions.signs();
    const { incident } = watched;
    if (action === 'off' || (!incident && signs.length < limit)) return;
    const documents = incident?.documents ?? new Set();
    for (const { id } of signs) if (documents.size < MAX_COUNTED) documents.add(id);
    if (incident && documents.size < incident.stored * STEP.factor + STEP.documents) return;
    watched.incident = { documents, stored: documents.size };
    const isNew = await this.#deps.incidents.ring(this.#newIncident(watched, signs, action));
    if (!isNew) return;
    const facts = { user: watched.user.login, documents: documents.size, action };
    this.#context.log.warn(facts, 'many documents of a user are changed as ransomware does');
  }

  #newIncident({ user, incident }: Watched, signs: readonly Sign[], action: AlarmAction): NewIncident {
    const now = this.#context.now();
    return {
      userId: user.userId,
      kind: mainKind(signs),
      action,
      begunAt: signs[0]?.at ?? now,
      detectedAt: now,
      documents: incident?.stored ?? signs.length,
      examples: signs.slice(0, MAX_EXAMPLES).map(({ id, name }) => ({ id, name })),
      token: this.#tokenOf(user),
      ip: user.ip,
    };
  }

  #tokenOf({ credential }: UserActor): string | null {
    return credential.kind === 'token'
      ? (this.#context.tables.tokens.find(credential.id)?.name ?? null)
      : null;
  }
}

/** The most frequent kind. */
function mainKind(signs: readonly Sign[]): IncidentKind {
  const counts = new Map<IncidentKind, number>();
  for (const { kind } of signs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [main] = [...counts].toSorted(([, one], [, other]) => other - one);
  return main?.[0] ?? 'overwrites';
}

/** Creates the alarm, which counts committed changes of documents, and the incidents. */
export function createAlarm(
  context: Context,
  deps: { readonly activity: Pick<ActivityLog, 'record'>; readonly mailQueue: Pick<MailQueue, 'enqueue'> },
  settings: AlarmSettings,
) {
  const incidents = new Incidents(context, deps);
  return { alarm: new Alarm(context, { incidents, settings }), incidents };
}
