/* The details of an entry are its comments and its dead properties. This file counts their bytes. */

/**
 * Bytes of the details of an entry that do not count towards the quota of the home
 * (docs/build/contract/users.md §20).
 */
const FREE_BYTES = 4096;

/**
 * SQL expression: bytes of the details of an entry.
 * @param id SQL expression for the id of the entry
 */
export function detailBytes(id: string): string {
  return `(coalesce((SELECT octet_length(comments) FROM documents WHERE entry_id = ${id}), 0) +
    coalesce((SELECT sum(octet_length(namespace) + octet_length(name) + octet_length(xml)) FROM properties
      WHERE entry_id = ${id}), 0))`;
}

/**
 * SQL expression: the part of {@link detailBytes} that counts towards the quota of the home. The first 4 KiB are free:
 * a document that fits can still store the times that Windows sets, and sizes match what users expect.
 * @param id SQL expression for the id of the entry
 */
export function countedDetailBytes(id: string): string {
  return `max(0, ${detailBytes(id)} - ${String(FREE_BYTES)})`;
}

/** Same as {@link countedDetailBytes}, for a given number of bytes. */
export function countedBytes(bytes: number): number {
  return Math.max(0, bytes - FREE_BYTES);
}
