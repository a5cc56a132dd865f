import { badRequest } from '../protocol/protocol.ts';

/** One condition of a list: a lock token that covers the resource, or its entity tag; either may be negated. */
export interface Condition {
  readonly not: boolean;
  readonly kind: 'token' | 'etag';
  /** The token without its brackets, the entity tag with its quotes. */
  readonly value: string;
}

/** Conditions that must all hold for one resource. */
export interface ConditionList {
  /** The URL of the resource; undefined for the one that the request is about. */
  readonly tag: string | undefined;
  readonly conditions: readonly Condition[];
}

/** A parsed `If` header: it holds when one of its lists does. */
export type IfHeader = readonly ConditionList[];

/** What the `If` header is compared with: how a resource is now. */
export interface ResourceState {
  /** Undefined for folders and for what does not exist. */
  readonly etag: string | undefined;
  /** Tokens of all locks that cover the resource. */
  readonly tokens: ReadonlySet<string>;
}

const SPACE = /[ \t]*/y;
const TAG = /<([^<>\s]+)>/y;
const NOT = /not(?=[ \t]*[<[])/iy;
const ETAG = /\[[ \t]*((?:W\/)?"[^"]*")[ \t]*\]/y;
/** Names no lock, ever: `(Not <DAV:no-lock>)` holds for all resources (RFC 4918 §10.4.8). */
const NO_LOCK = 'DAV:no-lock';

/** Reads a text piece by piece. */
class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.take(SPACE);
    return this.#position === this.#text.length;
  }

  /** What `pattern` (sticky) matches here, its group or the whole, and goes behind it. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  takeCharacter(character: string): boolean {
    this.take(SPACE);
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }
}

function parseCondition(scanner: Scanner): Condition {
  scanner.take(SPACE);
  const not = scanner.take(NOT) !== undefined;
  scanner.take(SPACE);
  const token = scanner.take(TAG);
  if (token !== undefined) return { not, kind: 'token', value: token };
  const etag = scanner.take(ETAG);
  if (etag === undefined) throw badRequest('The If header is malformed.');
  return { not, kind: 'etag', value: etag };
}

function parseList(scanner: Scanner, tag: string | undefined): ConditionList {
  const conditions: Condition[] = [];
  while (!scanner.takeCharacter(')')) conditions.push(parseCondition(scanner));
  if (conditions.length === 0) throw badRequest('The If header is malformed.');
  return { tag, conditions };
}

/** Parses an `If` header (RFC 4918 §10.4.2): lists without a tag, or lists behind the tag of a resource. @throws {Refusal} 400 */
export function parseIf(text: string): IfHeader {
  const scanner = new Scanner(text);
  const lists: ConditionList[] = [];
  let tag: string | undefined;
  while (!scanner.atEnd) {
    if (scanner.takeCharacter('(')) {
      lists.push(parseList(scanner, tag));
    } else {
      const next = scanner.take(TAG);
      const mixed = lists.length > 0 && tag === undefined;
      if (next === undefined || mixed || !scanner.takeCharacter('('))
        throw badRequest('The If header is malformed.');
      tag = next;
      lists.push(parseList(scanner, tag));
    }
  }
  if (lists.length === 0) throw badRequest('The If header is empty.');
  return lists;
}

/** All lock tokens in the header: the client submits them, whatever becomes of the conditions (RFC 4918 §10.4.1). */
export function submittedTokens(lists: IfHeader): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const { conditions } of lists) {
    for (const { kind, value } of conditions) if (kind === 'token' && value !== NO_LOCK) tokens.add(value);
  }
  return tokens;
}

function holds({ not, kind, value }: Condition, state: ResourceState): boolean {
  const matches = kind === 'token' ? state.tokens.has(value) : state.etag === value;
  return matches !== not;
}

/** Whether one of the lists holds; `stateOf` says how the resource of a tag is now (RFC 4918 §10.4.3). */
export function evaluateIf(lists: IfHeader, stateOf: (tag: string | undefined) => ResourceState): boolean {
  return lists.some(({ tag, conditions }) => {
    const state = stateOf(tag);
    return conditions.every((condition) => holds(condition, state));
  });
}
