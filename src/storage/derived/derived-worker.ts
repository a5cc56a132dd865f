/** Worker module of the thread that writes all derived data: search index, texts, thumbnails and their tasks. */

import os from 'node:os';
import type BetterSqlite from 'better-sqlite3';
import { codeOf } from '../../model/errors/error-code.ts';
import { serveJobs } from '../threads/thread-jobs.ts';
import { DerivedWriter, type WriterJob, type WriterResult } from './derived-writer.ts';
import { connectWriter, deleteBroken, identityOf } from './files.ts';

/** A writer that recreates its files when they are broken or deleted. */
class LastingWriter {
  readonly #file: string;
  #identity = '';
  #sqlite: BetterSqlite.Database | undefined;
  #writer: DerivedWriter | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  run(job: WriterJob): WriterResult {
    if (job.do === 'check') {
      this.#deleteBroken();
      return undefined;
    }
    try {
      return this.#open().run(job);
    } catch (error) {
      // A full disk or a lock of another program is no reason to check the files.
      if (!isSuspicious(error) || !this.#deleteBroken()) throw error;
      return this.#open().run(job);
    }
  }

  #deleteBroken(): boolean {
    this.#close();
    return deleteBroken(this.#file);
  }

  #open(): DerivedWriter {
    if (this.#writer && this.#identity === identityOf(this.#file)) return this.#writer;
    this.#close();
    this.#sqlite = connectWriter(this.#file);
    this.#identity = identityOf(this.#file);
    this.#writer = new DerivedWriter(this.#sqlite);
    return this.#writer;
  }

  #close(): void {
    this.#sqlite?.close();
    this.#writer = undefined;
  }
}

function isSuspicious(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|ERROR|NOTADB)/.test(codeOf(error) ?? '');
}

serveJobs((file) => {
  // On Linux this applies to this thread only: requests have priority. Not lower, because searches wait for the newest
  // changes.
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  const writer = new LastingWriter(file);
  return { run: (job: WriterJob) => writer.run(job) };
});
