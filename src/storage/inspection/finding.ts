import type { Database, SqlValue } from '../database/database.ts';

/** What can be wrong with the data of an office (docs/build/contract/command-line.md §25). */
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
 * Puts right what can be made from the rest. Runs inside a transaction, perhaps twice, and changes nothing where all is
 * right by now.
 */
export type Mend = (database: Database) => void;

/** A mend by one statement. */
export function statement(sql: string, values: Values): Mend {
  return (database) => {
    database.prepare<unknown[]>(sql).run(...values);
  };
}

/** A content whose bytes are in a file. */
export interface FileContent {
  readonly sha256: string;
  readonly size: number;
}

/** Something that was found wrong. */
export interface Finding {
  readonly kind: FaultKind;
  /** What is wrong, in words that follow the place. */
  readonly what: string;
  /** The entries concerned, or at least the first of them. */
  readonly entries?: readonly EntryRef[];
  /** What else it concerns: a user, a table, a file. */
  readonly place?: string;
  /** Undefined: it cannot be made from the rest. */
  readonly mend?: Mend;
  /** A content in a file that is missing or damaged, so that the same content from elsewhere heals it. */
  readonly content?: FileContent;
}

/** What was found in one piece of an inspection. */
export interface Piece {
  /** How much was looked at so far, and of how much. */
  readonly done: number;
  readonly total: number;
  readonly findings: readonly Finding[];
}

/** Values of the parameters of a statement; those with names in an object. */
export type Values = readonly (SqlValue | Readonly<Record<string, SqlValue>>)[];

/** Runs queries. Each sees one committed state, and another one may see a later state. */
export interface Source {
  /** Path of the database. */
  readonly file: string;
  all<Row>(sql: string, values?: Values): Promise<Row[]>;
}

/** One look at a part of the data, piece by piece. */
export interface Inspection {
  /** What is looked at, such as `documents and folders`. */
  readonly subject: string;
  /** What the numbers of a {@link Piece} count: `bytes`, or a noun in the plural. */
  readonly unit: string;
  find(source: Source): AsyncGenerator<Piece, void>;
}
