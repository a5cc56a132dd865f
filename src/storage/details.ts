/** What comments and dead properties of an entry may take before they count as bytes of the home (docs/build/contract/users.md §20). */
const FREE_BYTES = 4096;

/** SQL: bytes of the comments and dead properties of an entry. `id` is an expression for the id of the entry. */
export function detailBytes(id: string): string {
  return `(coalesce((SELECT octet_length(comments) FROM documents WHERE entry_id = ${id}), 0) +
    coalesce((SELECT sum(octet_length(namespace) + octet_length(name) + octet_length(xml)) FROM properties
      WHERE entry_id = ${id}), 0))`;
}

/**
 * SQL: how many of them count as bytes of the home. Some are free, so that a document which fits can also have the times
 * that Windows sets, and sizes are what users expect.
 */
export function countedDetails(id: string): string {
  return `max(0, ${detailBytes(id)} - ${String(FREE_BYTES)})`;
}

/** As {@link countedDetails}, of a number of bytes. */
export function countedOf(bytes: number): number {
  return Math.max(0, bytes - FREE_BYTES);
}
