import type { Random } from '../../../scripts/crash/random.ts';
import type { LockDepth } from '../../../src/model/entries/lock.ts';
import { type Answer, type DavClient, lockInfo } from '../client.ts';
import type { FixedDocument, LockFixture, RefusedLock } from './lock-fixture.ts';
import { type Interval, ModelLock, type Write } from './lock-model.ts';

/** User, clients and token of a {@link Requester}. */
export interface Credentials {
  readonly user: string;
  readonly dav: DavClient;
  /** URL of REST, without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** Sends the requests of a user and records their results. */
export class Requester {
  readonly #fixture: LockFixture;
  readonly #random: Random;
  readonly #access: Credentials;

  constructor(fixture: LockFixture, random: Random, access: Credentials) {
    this.#fixture = fixture;
    this.#random = random;
    this.#access = access;
  }

  /** Runs `work` and measures its interval. */
  async timed<T>(work: () => Promise<T>): Promise<Interval & { readonly answer: T }> {
    const sent = Date.now();
    const answer = await work();
    return { sent, answered: Date.now(), answer };
  }

  /** Sends a change of a document over REST, which submits no tokens. @returns see {@link Requester.write} */
  async ask(
    method: string,
    path: string,
    document: FixedDocument,
    body: FormData | string,
  ): Promise<Interval | undefined> {
    const { url, token } = this.#access;
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    };
    const { sent, answered, answer } = await this.timed(async () => {
      const response = await fetch(`${url}${path}`, { method, headers, body });
      return { status: response.status, text: await response.text() };
    });
    const wasLocked = answer.status === 403 && /"message":"is locked by /.test(answer.text);
    const other = wasLocked ? 'locked' : `${answer.status}: ${answer.text}`;
    const write = {
      user: this.#access.user,
      what: `${method} ${document.path} by ${this.#access.user} over REST`,
    };
    return this.note(
      { ...write, changes: [document.path], submitted: [], sent, answered },
      answer.status === 200 ? 'done' : other,
    );
  }

  /** Sends a change with or without tokens. @returns its interval; undefined when it was refused */
  async write(
    method: string,
    path: string,
    changes: readonly string[],
    asked: { readonly headers?: Record<string, string>; readonly body?: string } = {},
  ): Promise<Interval | undefined> {
    const submitted = this.#keys(changes);
    const headers = { ...asked.headers, ...this.#ifHeader(submitted, path) };
    const { sent, answered, answer } = await this.timed(() =>
      this.#access.dav.ask(method, path, { ...asked, headers }),
    );
    const what = `${method} ${path} by ${this.#access.user} with [${headers.If ?? ''}]`;
    return this.note(
      { user: this.#access.user, what, changes, submitted, sent, answered },
      outcomeOf(method, answer),
    );
  }

  /** Requests a lock. @returns the lock, or the requested lock when another one blocked it; undefined for a fault */
  async takeLock(path: string, depth: LockDepth): Promise<ModelLock | RefusedLock | undefined> {
    const scope = this.#random.next() < 0.6 ? 'exclusive' : 'shared';
    const headers = { Depth: depth, Timeout: `Second-${1 + this.#random.below(3)}` };
    const { sent, answered, answer } = await this.timed(() =>
      this.#access.dav.ask('LOCK', path, { headers, body: lockInfo(scope) }),
    );
    if (isLocked(answer)) return { path, depth, scope, sent, answered };
    const { status, text } = answer;
    const token = /^<(.+)>$/.exec(String(answer.headers['lock-token']))?.[1];
    if (token === undefined || (status !== 200 && status !== 201)) {
      this.#fixture.faults.push(`LOCK ${path} answered ${status}: ${text}`);
      return undefined;
    }
    const taken = { sent, answered, seconds: secondsOf(text) };
    const lock = new ModelLock({ token, user: this.#access.user, path, depth, scope }, taken);
    this.#fixture.model.locks.push(lock);
    return lock;
  }

  /** Records the result of a change. @returns see {@link Requester.write} */
  note(write: Omit<Write, 'outcome'>, outcome: string): Interval | undefined {
    if (outcome !== 'done' && outcome !== 'locked' && outcome !== 'precondition_failed') {
      this.#fixture.faults.push(`${write.what} answered ${outcome}`);
      return undefined;
    }
    this.#fixture.writes.push({ ...write, outcome });
    return outcome === 'done' ? { sent: write.sent, answered: write.answered } : undefined;
  }

  /** Usually locks that allow the changes; sometimes none, sometimes an ended lock or that of another user. */
  #keys(changes: readonly string[]): ModelLock[] {
    const { model } = this.#fixture;
    const dice = this.#random.next();
    if (dice < 0.3) return [];
    const sent = Date.now();
    const candidates = changes.map((path) =>
      model
        .covering(path)
        .slice(-20)
        .filter(
          (lock) =>
            dice < 0.4 || (lock.user === this.#access.user && lock.possibly({ sent, answered: sent })),
        ),
    );
    return [...new Set(candidates.flatMap((locks) => this.#random.pick(locks) ?? []))];
  }

  #ifHeader(keys: readonly ModelLock[], path: string): Record<string, string> {
    const [key] = keys;
    if (!key) return {};
    if (keys.length === 1 && key.covers(path) && this.#random.next() < 0.5) return { If: `(<${key.token}>)` };
    return {
      If: keys.map(({ path: root, token }) => `<${this.#access.dav.at(root)}> (<${token}>)`).join(' '),
    };
  }
}

/** Remaining seconds of a new lock; without a token, of the first lock in the response. */
export function secondsOf(text: string, token?: string): number {
  const shown = text.split('<d:activelock>').slice(1);
  const own = token === undefined ? shown[0] : shown.find((one) => one.includes(token));
  return Number(/<d:timeout>Second-(\d+)</.exec(own ?? '')?.[1]);
}

/** True if a lock blocked the request, on the resource or on a member (RFC 4918 §9.6.1, §9.10.9). */
function isLocked({ status, text }: Answer): boolean {
  return status === 423 || (status === 207 && text.includes('HTTP/1.1 423'));
}

function outcomeOf(method: string, answer: Answer): string {
  const { status, text } = answer;
  if (isLocked(answer)) return 'locked';
  if (status === 412) return 'precondition_failed';
  const isDone =
    method === 'PROPPATCH'
      ? status === 207 && text.includes('HTTP/1.1 200 OK')
      : status === 201 || status === 204;
  return isDone ? 'done' : `${status}: ${text}`;
}
