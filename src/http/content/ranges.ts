/** Byte range; `start` and `end` are both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum number of ranges in one request, and of ranges that overlap another one. A request with more is probably an
 * attack; RFC 9110 §14.2 allows a server to ignore its `Range`.
 */
const MAX_RANGES = 50;
const MAX_OVERLAPS = 2;

const SPEC = /^[\t ]*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))[\t ]*$/;

type Spec = ByteRange | 'unsatisfiable' | 'malformed';

function parseSpec(text: string, size: number): Spec {
  const groups = SPEC.exec(text)?.groups;
  if (groups === undefined) return 'malformed';
  if (groups['suffix'] !== undefined) {
    const length = Math.min(Number(groups['suffix']), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(groups['first']);
  const last = groups['last'] === '' ? Number.POSITIVE_INFINITY : Number(groups['last']);
  if (last < start) return 'malformed';
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(last, size - 1) };
}

function countOverlaps(ranges: readonly ByteRange[]): number {
  const ordered = [...ranges].sort((a, b) => a.start - b.start);
  let reached = -1;
  let count = 0;
  for (const { start, end } of ordered) {
    if (start <= reached) count += 1;
    reached = Math.max(reached, end);
  }
  return count;
}

/**
 * Parses a `Range` header (RFC 9110 §14.1.2).
 * @param size length of the content in bytes
 * @returns the ranges in header order, clipped to the content. `unsatisfiable` (416) if all of them are outside the
 * content. Undefined if the header must be ignored: it is malformed, uses another unit, or has more than 50 ranges or
 * more than 2 overlapping ones.
 */
export function parseRanges(
  header: string,
  size: number,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const list = /^bytes=(.*)$/i.exec(header.trim())?.[1];
  if (list === undefined) return undefined;
  const texts = list.split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0 || texts.length > MAX_RANGES) return undefined;
  const ranges: ByteRange[] = [];
  for (const text of texts) {
    const spec = parseSpec(text, size);
    if (spec === 'malformed') return undefined;
    if (spec !== 'unsatisfiable') ranges.push(spec);
  }
  if (ranges.length === 0) return 'unsatisfiable';
  return countOverlaps(ranges) > MAX_OVERLAPS ? undefined : ranges;
}
