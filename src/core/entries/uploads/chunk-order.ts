import type { ChunkedUpload, UploadChunk } from '../../../storage/accounts/accounts.ts';

/** An offset in bytes (desktop clients of ownCloud), or a number that counts the chunks (of Nextcloud before 3.10). */
const PADDED = /^\d{16}$/;
/** First and last byte of a chunk (old Android apps). */
const RANGE = /^(\d{1,16})-\d{1,16}$/;
const COUNT = /^\d{1,15}$/;

/** What the name of a chunk tells of its position. */
interface NamedPosition {
  /** `offset`: of its first byte. `count`: one more than that of the chunk before it. `padded`: one of the two. */
  readonly kind: 'offset' | 'count' | 'padded';
  readonly value: number;
}

/** A chunk that a client begins to send. */
export interface NewChunk {
  readonly name: string;
  /** Where its first byte belongs, if the client has told that in addition to the name. */
  readonly offset: number | undefined;
}

/** Where a chunk belongs in the content. */
export interface ChunkPlace {
  /** Offset of its first byte. */
  readonly start: number;
  /** Position among the chunks, from 1. */
  readonly number: number;
  /** True if it is the last complete chunk, sent again. */
  readonly isRepeat: boolean;
}

/** True for a name that {@link placeOf} understands. */
export function isChunkName(name: string): boolean {
  return positionIn(name) !== undefined;
}

/**
 * Decides where a chunk belongs: after the last complete chunk, or in its place.
 * @param last the last complete chunk
 * @returns undefined if neither name nor offset allow that
 */
export function placeOf(
  chunk: NewChunk,
  { offset }: Pick<ChunkedUpload, 'offset'>,
  last: UploadChunk | undefined,
): ChunkPlace | undefined {
  const position = positionIn(chunk.name);
  if (!position) return undefined;
  const startsAt = (start: number): boolean => chunk.offset === undefined || chunk.offset === start;
  const before = last && positionIn(last.name);
  if (last && before && isSame(position, before) && startsAt(offset - last.size))
    return { start: offset - last.size, number: last.number, isRepeat: true };
  const chunks = last?.number ?? 0;
  const isNext = isOffset(position, before, offset) || isCount(position, before, chunks);
  if (!isNext || !startsAt(offset)) return undefined;
  return { start: offset, number: chunks + 1, isRepeat: false };
}

function isSame(one: NamedPosition, other: NamedPosition): boolean {
  return one.kind === other.kind && one.value === other.value;
}

/** True if the name is the offset of the next chunk. */
function isOffset(
  { kind, value }: NamedPosition,
  before: NamedPosition | undefined,
  offset: number,
): boolean {
  return kind !== 'count' && (before?.kind ?? kind) === kind && value === offset;
}

/** True if the name is the number of the next chunk. Clients begin with 0 or 1. */
function isCount({ kind, value }: NamedPosition, before: NamedPosition | undefined, chunks: number): boolean {
  if (kind === 'offset' || (before?.kind ?? kind) !== kind) return false;
  if (!before) return value <= 1;
  return value === before.value + 1 && (kind === 'count' || before.value <= chunks);
}

function positionIn(name: string): NamedPosition | undefined {
  if (PADDED.test(name)) return { kind: 'padded', value: Number(name) };
  const first = RANGE.exec(name)?.[1];
  if (first !== undefined) return { kind: 'offset', value: Number(first) };
  return COUNT.test(name) ? { kind: 'count', value: Number(name) } : undefined;
}
