import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { TreeState } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';

const PREFIX = 'urn:dms:sync';
const NONE = '-';
/** The run, and what is encrypted. */
const TOKEN = /^urn:dms:sync:(\d{1,15}):((?:[\da-f]{2}){30,200})$/;
const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const NONCE = 12;
const TAG = 16;

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
 * Writes and reads sync tokens. A token is encrypted with the scope that it is valid for: no user can ask for the changes
 * since a state that this user did not see, and none learns when others have changed something. A token is unknown if
 * anything but the state of the tree has changed since it was issued. Equal states have equal tokens.
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
    return `${PREFIX}:${String(runId)}:${encrypted(known.join(':'), secret, textOfScope(runId, scope))}`;
  }

  /** What a client with this token knows. Undefined: its state is unknown, or it is not a token for this scope. */
  read(scope: TokenScope, token: string): Known | undefined {
    const [, runText, text] = TOKEN.exec(token) ?? [];
    const runId = Number(runText);
    const run = text === undefined ? undefined : this.#context.tables.treeHistory.run(runId);
    const known = run && text && decrypted(text, run.secret, textOfScope(runId, scope));
    if (!run || !known) return undefined;
    const [first = '', last = '', kind, after = ''] = known.split(':');
    const base = stateOf(first);
    const until = stateOf(last);
    if ([base, until].some((state) => state && !this.#isKnown(state, run.endedAt))) return undefined;
    return { base, rest: until && { until, isDeep: kind === 'i', after } };
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

function textOfScope(runId: number, { userId, collectionId, path, rights }: TokenScope): Buffer {
  return Buffer.from(JSON.stringify([runId, userId, collectionId, path, rights]));
}

/** @param scope authenticated, but not part of the result */
function encrypted(text: string, secret: Buffer, scope: Buffer): string {
  const nonce = createHmac('sha256', secret).update(scope).update(text).digest().subarray(0, NONCE);
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(scope);
  const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('hex');
}

/** Undefined if the text was not encrypted with this secret and scope. */
function decrypted(text: string, secret: Buffer, scope: Buffer): string | undefined {
  const bytes = Buffer.from(text, 'hex');
  const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE)).setAAD(scope);
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
