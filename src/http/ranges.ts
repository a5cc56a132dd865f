/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** More ranges than this in one request are not an honest reader's (RFC 9110 §14.2 lets a server ignore them). */
const MOST_RANGES = 50;
/** Overlaps beyond this many, likewise. */
const MOST_OVERLAPS = 2;

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

function overlaps(ranges: readonly ByteRange[]): number {
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
 * The parts of a content of `size` bytes that a `Range` header asks for, in its order (RFC 9110 §14.1.2).
 * `unsatisfiable` when none of them lies within the content (416); undefined when the header is to be ignored: another
 * unit, malformed, too many ranges or ranges that lie on top of each other.
 */
export function parseRanges(
  header: string,
  size: number,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const list = /^bytes=(.*)$/i.exec(header.trim())?.[1];
  if (list === undefined) return undefined;
  const texts = list.split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0 || texts.length > MOST_RANGES) return undefined;
  const ranges: ByteRange[] = [];
  for (const text of texts) {
    const spec = parseSpec(text, size);
    if (spec === 'malformed') return undefined;
    if (spec !== 'unsatisfiable') ranges.push(spec);
  }
  if (ranges.length === 0) return 'unsatisfiable';
  return overlaps(ranges) > MOST_OVERLAPS ? undefined : ranges;
}
