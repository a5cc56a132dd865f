import { DAY_MS } from '../../../model/durations.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { LongQueries } from '../../database/long-queries.ts';

/** Conditions for outdated versions; all must be true. Times in milliseconds UTC. */
export interface Outdated {
  /** Minimum number of newer versions of the document; at least 1, because a head is never outdated. */
  readonly newerVersions: number;
  /** Latest time at which the next version replaced the version. */
  readonly replacedUntil: number;
  /**
   * If set, the next version must be from the same day; or from the same week, if it replaced the version at this time
   * or earlier. Undefined: the next version may be from any time.
   */
  readonly thinnedByWeekUntil: number | undefined;
}

/** Number of outdated versions. */
export interface OutdatedTotal {
  readonly versions: number;
  /** Total size of the contents that no other version of any document uses, in bytes. */
  readonly bytes: number;
}

interface Values {
  newer: number;
  until: number;
  isThinned: 0 | 1;
  weekUntil: number;
}

const day = (time: string) => `(${time} / ${String(DAY_MS)})`;
/** Weeks start on Monday; day 0 was a Thursday. */
const week = (time: string) => `((${day(time)} + 3) / 7)`;

/**
 * SQL: the outdated versions `v` of the documents `d`. `s` is the version that replaced `v`. The later of both times
 * counts, because one of them may come from a wrong clock.
 */
const OUTDATED = `CROSS JOIN versions v ON v.document_id = d.entry_id AND v.number <
    (SELECT n.number FROM versions n WHERE n.document_id = d.entry_id ORDER BY n.number DESC LIMIT 1 OFFSET :newer - 1)
  CROSS JOIN versions s ON s.document_id = v.document_id AND s.number =
    (SELECT n.number FROM versions n WHERE n.document_id = v.document_id AND n.number > v.number
     ORDER BY n.number LIMIT 1)
  WHERE v.comment = '' AND max(v.created_at, s.created_at) <= :until
    AND (NOT :isThinned OR ${day('v.created_at')} = ${day('s.created_at')}
      OR (max(v.created_at, s.created_at) <= :weekUntil AND ${week('v.created_at')} = ${week('s.created_at')}))`;

const LIST = `SELECT entry_id AS id, EXISTS (
    SELECT 1 FROM (SELECT p.entry_id) d ${OUTDATED}) AS isOutdated
  FROM documents p WHERE entry_id > :after AND version > 1 ORDER BY entry_id LIMIT :limit`;

/** Versions that no retention rule keeps. Heads and versions with a comment are never outdated. */
export class OutdatedVersions {
  readonly #longQueries: LongQueries;
  readonly #delete: Statement<[Values & { id: number; limit: number }], { number: number; size: number }>;
  readonly #total: Statement<[Values], OutdatedTotal>;

  constructor(database: Database) {
    this.#longQueries = database.longQueries;
    this.#delete = database.prepare(
      `DELETE FROM versions WHERE document_id = :id AND number IN (
         SELECT v.number FROM documents d ${OUTDATED} AND d.entry_id = :id ORDER BY v.number LIMIT :limit)
       RETURNING number, size_bytes AS size`,
    );
    this.#total = database.prepare(
      `WITH outdated AS MATERIALIZED (SELECT v.sha256, v.size_bytes FROM documents d ${OUTDATED}),
         contents AS (SELECT sha256, size_bytes, count(*) AS versions FROM outdated GROUP BY sha256)
       SELECT (SELECT count(*) FROM outdated) AS versions, coalesce(sum(size_bytes), 0) AS bytes FROM contents c
       WHERE versions = (SELECT count(*) FROM versions v WHERE v.sha256 = c.sha256)`,
    );
  }

  /**
   * The next documents with more than one version, by id, without blocking.
   * @param after id of the last document of the previous slice; 0 for the first slice
   * @throws {DmsError} unavailable
   */
  list(outdated: Outdated, after: number, limit: number): Promise<{ id: number; isOutdated: 0 | 1 }[]> {
    return this.#longQueries.all({ sql: LIST, values: [{ ...valuesOf(outdated), after, limit }] });
  }

  /** Deletes the oldest outdated versions of a document. @returns the deleted versions, in any order */
  deleteSome(id: number, outdated: Outdated, limit: number): { number: number; size: number }[] {
    return this.#delete.all({ ...valuesOf(outdated), id, limit });
  }

  /** Counts all outdated versions. Reads whole tables, so the run time grows with the database. */
  total(outdated: Outdated): OutdatedTotal {
    return this.#total.get(valuesOf(outdated)) ?? { versions: 0, bytes: 0 };
  }
}

function valuesOf({ newerVersions, replacedUntil, thinnedByWeekUntil }: Outdated): Values {
  return {
    newer: newerVersions,
    until: replacedUntil,
    isThinned: thinnedByWeekUntil === undefined ? 0 : 1,
    weekUntil: thinnedByWeekUntil ?? 0,
  };
}
