import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TreeState } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';

const PREFIX = 'urn:dms:sync';
const NONE = '-';
/** Number of parts of a token after its prefix. */
const PARTS = 6;
/** Length of a signature, in hexadecimal digits. */
const SIGNATURE_DIGITS = 40;

/** The rest of a report that was truncated. */
export interface Rest {
  /** The state up to which the report tells the changes. */
  readonly until: TreeState;
  readonly isDeep: boolean;
  /** Key of the last change that was told. */
  readonly after: string;
}

/** What a client knows of a collection. */
export interface Known {
  /** The state that it knows; undefined: none. */
  readonly base: TreeState | undefined;
  readonly rest: Rest | undefined;
}

/** What a token is valid for, except the state. */
export interface TokenScope {
  readonly userId: number;
  readonly collectionId: number;
  /** Names from the mount root to the collection. */
  readonly path: readonly string[];
  /** Rights of the user on the collection and beneath it. */
  readonly rights: string;
}

/**
 * Writes and reads sync tokens. A token is signed, so that no user can ask for the changes since a state that this user
 * did not see. It is unknown if anything but the state of the tree has changed since it was issued.
 */
export class SyncTokens {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The token of what a client knows. @throws {Error} before the numbers of changes begin */
  issue(scope: TokenScope, { base, rest }: Known): string {
    const { treeHistory } = this.#context.tables;
    const runId = treeHistory.clock()?.runId ?? 0;
    const secret = treeHistory.run(runId)?.secret;
    if (secret === undefined) throw new Error('the numbers of changes have not begun');
    const kind = rest?.isDeep === true ? 'i' : '1';
    const known = [textOf(base), ...(rest ? [textOf(rest.until), kind, rest.after] : [NONE, NONE, NONE])];
    const signed = [PREFIX, String(runId), ...known].join(':');
    return `${signed}:${signature(secret, scope, signed)}`;
  }

  /** What a client with this token knows. Undefined: its state is unknown, or it is not a token for this scope. */
  read(scope: TokenScope, token: string): Known | undefined {
    const parts = token.startsWith(`${PREFIX}:`) ? token.slice(PREFIX.length + 1).split(':') : [];
    if (parts.length !== PARTS) return undefined;
    const [runId = '', first = '', last = '', kind, after = '', signed = ''] = parts;
    const run = this.#run(runId);
    if (!run || !isEqual(signature(run.secret, scope, token.slice(0, -signed.length - 1)), signed))
      return undefined;
    const base = stateOf(first);
    const until = stateOf(last);
    if ([base, until].some((state) => state && !this.#isKnown(state, run.endedAt))) return undefined;
    return { base, rest: until && { until, isDeep: kind === 'i', after } };
  }

  #run(id: string) {
    return /^\d{1,15}$/.test(id) ? this.#context.tables.treeHistory.run(Number(id)) : undefined;
  }

  #isKnown({ number }: TreeState, endedAt: number | null): boolean {
    const clock = this.#context.tables.treeHistory.clock();
    return clock !== undefined && number > clock.forgotten && number <= (endedAt ?? clock.number);
  }
}

function textOf(state: TreeState | undefined): string {
  return state ? `${String(state.number)}.${String(state.lastId)}` : NONE;
}

function stateOf(text: string): TreeState | undefined {
  if (text === NONE) return undefined;
  const [number, lastId] = text.split('.');
  return { number: Number(number), lastId: Number(lastId) };
}

function signature(secret: Buffer, scope: TokenScope, signed: string): string {
  const { userId, collectionId, path, rights } = scope;
  const text = JSON.stringify([signed, userId, collectionId, path, rights]);
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, SIGNATURE_DIGITS);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
