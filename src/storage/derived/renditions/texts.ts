import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type BetterSqlite from 'better-sqlite3';
import type { RenditionState, TextResult } from '../../../model/entries/rendition.ts';

/** Status of the text of a content. */
export interface TextStatus {
  readonly state: Exclude<RenditionState, 'pending'>;
  /** Reason for the failure, as one sentence. */
  readonly reason: string | null;
}

/** The texts of contents by hash. Copies and restored versions therefore have their text immediately. */
export class Texts {
  readonly #find: BetterSqlite.Statement<[string], Buffer | null>;
  readonly #findStatus: BetterSqlite.Statement<[string], TextStatus>;
  readonly #sqlite: BetterSqlite.Database;

  /** @param sqlite a connection to the search file */
  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
    this.#find = sqlite.prepare<[string], Buffer | null>('SELECT text FROM texts WHERE sha256 = ?').pluck();
    this.#findStatus = sqlite.prepare('SELECT state, reason FROM texts WHERE sha256 = ?');
  }

  /** @returns undefined if there is no text, or reading was not attempted yet */
  find(sha256: string): string | undefined {
    const text = this.#find.get(sha256);
    return text ? zstdDecompressSync(text).toString() : undefined;
  }

  /** @returns undefined if reading was not attempted yet */
  status(sha256: string): TextStatus | undefined {
    return this.#findStatus.get(sha256);
  }

  /** Runs inside the caller's transaction. */
  save(sha256: string, result: TextResult): void {
    const text = result.state === 'ready' ? zstdCompressSync(result.text) : null;
    const reason = result.state === 'failed' ? result.reason : null;
    this.#sqlite
      .prepare('INSERT OR REPLACE INTO texts (sha256, state, reason, text) VALUES (?, ?, ?, ?)')
      .run(sha256, result.state, reason, text);
  }
}
