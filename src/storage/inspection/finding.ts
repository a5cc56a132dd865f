import type { Database, SqlValue } from '../database/database.ts';

/** Kinds of faults in the data (docs/build/contract/command-line.md §25). */
export type FaultKind =
  | 'database'
  | 'foreign_key'
  | 'tree'
  | 'head'
  | 'trash'
  | 'home'
  | 'name_key'
  | 'used'
  | 'mount_name'
  | 'activity_place'
  | 'version_size'
  | 'media_type'
  | 'search_index'
  | 'content_missing'
  | 'content_size'
  | 'content_damaged'
  | 'content_unknown'
  | 'orphan_file'
  | 'key';

/** An entry, or one version of a document. */
export interface EntryRef {
  readonly id: number;
  readonly version?: number | undefined;
}

/**
 * Repairs data that can be derived from the rest. Runs inside a transaction, possibly twice. Changes nothing if the
 * data is already correct.
 */
export type Mend = (database: Database) => void;

/** A repair by a single statement. */
export function statement(sql: string, values: Values): Mend {
  return (database) => {
    database.prepare<unknown[]>(sql).run(...values);
  };
}

/** A content that is stored in a file. */
export interface FileContent {
  readonly sha256: string;
  readonly size: number;
}

/** A fault in the data. */
export interface Finding {
  readonly kind: FaultKind;
  /** Description of the fault; completes a sentence that starts with the place. */
  readonly what: string;
  /** The affected entries, or at least the first of them. */
  readonly entries?: readonly EntryRef[];
  /** Another affected object: a user, a table, a file. */
  readonly place?: string;
  /** Undefined if the data cannot be derived from the rest. */
  readonly mend?: Mend;
  /** A content whose file is missing or damaged; the same content from another source repairs it. */
  readonly content?: FileContent;
}

/** Findings of one step of an inspection. */
export interface InspectionStep {
  /** Number of objects checked so far, and their total. */
  readonly done: number;
  readonly total: number;
  readonly findings: readonly Finding[];
}

/** Values of the parameters of a statement; named parameters are in an object. */
export type Values = readonly (SqlValue | Readonly<Record<string, SqlValue>>)[];

/** Runs queries. Each query sees one committed state; a later query may see a later state. */
export interface Source {
  /** Path of the database. */
  readonly file: string;
  all<Row>(sql: string, values?: Values): Promise<Row[]>;
}

/** A check of one part of the data, in steps. */
export interface Inspection {
  /** The part of the data that is checked, such as `documents and folders`. */
  readonly subject: string;
  /** Unit of the numbers of a {@link InspectionStep}: `bytes`, or a plural noun. */
  readonly unit: string;
  find(source: Source): AsyncGenerator<InspectionStep, void>;
}
