/** A part of a statement, and the values of its question marks. */
export type Part = readonly [sql: string, ...values: (string | number | bigint)[]];

/** Properties of entries. An entry matches if it has all the properties that are given. */
export interface EntryFilter {
  readonly kind?: 'file' | 'folder' | undefined;
  /** The name has one of these extensions, which are given without the dot. */
  readonly extensions?: readonly string[] | undefined;
  /** The media type is one of these: `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[] | undefined;
  /** Last changed at this time or later, in milliseconds UTC. */
  readonly after?: number | undefined;
  /** Last changed before this time, in milliseconds UTC. */
  readonly before?: number | undefined;
  /** A document of more than this many bytes. */
  readonly larger?: number | undefined;
  /** A document of fewer than this many bytes. */
  readonly smaller?: number | undefined;
}

/** Conditions on `e`, the row in `entries`, and `v`, the row of the head in `versions`. */
export function conditionsOf(filter: EntryFilter): Part[] {
  const { kind, after, before, larger, smaller, extensions, mimeTypes } = filter;
  const conditions: Part[] = [];
  if (kind !== undefined) conditions.push(['e.is_folder = ?', kind === 'folder' ? 1 : 0]);
  if (after !== undefined) conditions.push(['e.updated_at >= ?', after]);
  if (before !== undefined) conditions.push(['e.updated_at < ?', before]);
  if (larger !== undefined) conditions.push(['v.size_bytes > ?', larger]);
  if (smaller !== undefined) conditions.push(['v.size_bytes < ?', smaller]);
  if (extensions)
    conditions.push(
      anyLike(
        'e.name',
        extensions.map((extension) => `%.${likeText(extension)}`),
      ),
    );
  if (mimeTypes)
    conditions.push(
      anyLike(
        'v.mime_type',
        mimeTypes.map((type) => likeText(type).replace(/\*$/, '%')),
      ),
    );
  return conditions;
}

function anyLike(column: string, patterns: readonly string[]): Part {
  const either = patterns.map(() => `${column} LIKE ? ESCAPE '\\'`);
  return [`(${either.join(' OR ') || 'FALSE'})`, ...patterns];
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
