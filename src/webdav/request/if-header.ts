import { badRequest } from '../protocol/protocol.ts';

/**
 * One condition: a lock token that must cover the resource, or an entity tag that the resource must have. `Not` negates
 * the condition.
 */
export interface Condition {
  readonly not: boolean;
  readonly kind: 'token' | 'etag';
  /** Token without its angle brackets, or entity tag with its quotes. */
  readonly value: string;
}

/** Conditions on one resource, all of which must hold. */
export interface ConditionList {
  /** URI of the resource; undefined for the resource at the request path. */
  readonly tag: string | undefined;
  readonly conditions: readonly Condition[];
}

/** Parsed `If` header. Holds if at least one of its lists holds. */
export type IfHeader = readonly ConditionList[];

/** Current state of a resource, for comparison with the conditions. */
export interface ResourceState {
  /** Undefined for a folder, and for a resource that does not exist. */
  readonly etag: string | undefined;
  /** Tokens of all locks that cover the resource. */
  readonly tokens: ReadonlySet<string>;
}

const SPACE = /[ \t]*/y;
const TAG = /<([^<>\s]+)>/y;
const NOT = /not(?=[ \t]*[<[])/iy;
const ETAG = /\[[ \t]*((?:W\/)?"[^"]*")[ \t]*\]/y;
/** Token that no lock ever has, so `(Not <DAV:no-lock>)` holds for every resource (RFC 4918 §10.4.8). */
const NO_LOCK = 'DAV:no-lock';

/**
 * Maximum number of lists in one header. Each list requires a lookup of a path and its locks. Clients send one list per
 * lock that they hold on the resources to change.
 */
const MAX_LISTS = 100;

/** Left-to-right scanner over a text. */
class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** True if only white space is left. */
  get atEnd(): boolean {
    this.take(SPACE);
    return this.#position === this.#text.length;
  }

  /**
   * Matches a sticky pattern at the current position and advances past the match.
   * @returns the first group of the match, or the whole match; undefined if the pattern does not match
   */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position = pattern.lastIndex;
    return match[1] ?? match[0];
  }

  /**
   * Skips white space, then consumes `character` if it comes next.
   * @returns false if it does not; the white space stays skipped
   */
  takeCharacter(character: string): boolean {
    this.take(SPACE);
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }
}

function parseCondition(scanner: Scanner): Condition {
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

/**
 * Parses an `If` header (RFC 4918 §10.4.2). Either no list has a tag, or every list follows a tag; a tag applies to all
 * lists up to the next tag.
 * @throws {DavError} 400
 */
export function parseIf(text: string): IfHeader {
  const scanner = new Scanner(text);
  const lists: ConditionList[] = [];
  let tag: string | undefined;
  while (!scanner.atEnd) {
    if (scanner.takeCharacter('(')) {
      lists.push(parseList(scanner, tag));
    } else {
      const nextTag = scanner.take(TAG);
      const isMixed = lists.length > 0 && tag === undefined;
      if (nextTag === undefined || isMixed || !scanner.takeCharacter('('))
        throw badRequest('The If header is malformed.');
      tag = nextTag;
      lists.push(parseList(scanner, tag));
    }
  }
  if (lists.length === 0) throw badRequest('The If header is empty.');
  if (lists.length > MAX_LISTS) throw badRequest(`At most ${MAX_LISTS} lists are allowed in an If header.`);
  return lists;
}

/**
 * All lock tokens in the header. The client submits each token, even if its condition does not hold (RFC 4918 §10.4.1).
 */
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

/**
 * True if at least one of the lists holds (RFC 4918 §10.4.3).
 * @param stateOf returns the current state of the resource that a tag names
 */
export function evaluateIf(lists: IfHeader, stateOf: (tag: string | undefined) => ResourceState): boolean {
  return lists.some(({ tag, conditions }) => {
    const state = stateOf(tag);
    return conditions.every((condition) => holds(condition, state));
  });
}
