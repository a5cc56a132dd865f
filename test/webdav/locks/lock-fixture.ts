import type { LockDepth, LockScope } from '../../../src/model/entries/lock.ts';
import { type Interval, LockModel, type ModelLock, type Write } from './lock-model.ts';

/** A document that is never moved, and the contents written to it. */
export interface FixedDocument {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly folderId: number;
  readonly contents: (Interval & { readonly content: string })[];
  readonly properties: (Interval & { readonly value: string })[];
}

/** A document that comes and goes; a worker removes it from the pool while using it. */
export interface Transient {
  readonly path: string;
  /** Undefined once another document may have the same content, or if the content is unknown. */
  readonly content: string | undefined;
}

/** A request for a lock itself. */
interface LockRequest extends Interval {
  readonly what: 'refresh' | 'unlock';
  readonly user: string;
  readonly lock: ModelLock;
  readonly done: boolean;
}

/** A refused lock. */
export interface RefusedLock extends Interval {
  readonly path: string;
  readonly depth: LockDepth;
  readonly scope: LockScope;
}

/** The locks that a user observed on a resource. */
interface Look extends Interval {
  readonly user: string;
  readonly path: string;
  readonly tokens: readonly string[];
  readonly count: number;
}

/** State shared by all workers: the folder, and everything known about it. */
export class LockFixture {
  readonly model = new LockModel();
  readonly root: string;
  readonly folders: readonly string[];
  readonly documents: readonly FixedDocument[];
  readonly transients: Transient[] = [];
  readonly writes: Write[] = [];
  readonly lockRequests: LockRequest[] = [];
  readonly refusedLocks: RefusedLock[] = [];
  readonly looks: Look[] = [];
  /** Responses that are wrong regardless of locks. */
  readonly faults: string[] = [];
  #names = 0;

  constructor(root: string, folders: readonly string[], documents: readonly FixedDocument[]) {
    this.root = root;
    this.folders = folders;
    this.documents = documents;
  }

  /** A name that was never used before. */
  unique(): string {
    this.#names += 1;
    return `n-${this.#names}`;
  }
}
