import type { LockDepth, LockScope } from '../../src/model/entries/lock.ts';
import { type Interval, LockModel, type ModelLock, type Write } from './lock-model.ts';

/** A document that stays where it is, with what was written to it. */
export interface FixedDocument {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly folderId: number;
  readonly contents: (Interval & { readonly content: string })[];
  readonly properties: (Interval & { readonly value: string })[];
}

/** Something that comes and goes; whoever works on it has taken it out of the pool. */
export interface Transient {
  readonly path: string;
  /** Undefined once another document may have the same, or where nobody knows it. */
  readonly content: string | undefined;
}

/** A request about a lock itself. */
interface LockRequest extends Interval {
  readonly what: 'refresh' | 'unlock';
  readonly user: string;
  readonly lock: ModelLock;
  readonly done: boolean;
}

/** A lock that was not given. */
export interface RefusedLock extends Interval {
  readonly path: string;
  readonly depth: LockDepth;
  readonly scope: LockScope;
}

/** What somebody saw of the locks on a resource. */
interface Look extends Interval {
  readonly user: string;
  readonly path: string;
  readonly tokens: readonly string[];
  readonly count: number;
}

/** What all workers share: the folder, and all that is known of it. */
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
  /** Answers that are wrong whatever was locked. */
  readonly faults: string[] = [];
  #names = 0;

  constructor(root: string, folders: readonly string[], documents: readonly FixedDocument[]) {
    this.root = root;
    this.folders = folders;
    this.documents = documents;
  }

  /** Never the same twice. */
  unique(): string {
    this.#names += 1;
    return `n-${this.#names}`;
  }
}
