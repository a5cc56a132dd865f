import type { Actor, UserActor } from '../../../src/model/people/actor.ts';
import type { CoreFixture } from '../accounts.ts';
import { makeFolder, write } from '../tree.ts';

/** The users, and a generator of unique names. */
export interface ChangeFixture {
  readonly core: CoreFixture;
  readonly admin: UserActor;
  readonly ann: UserActor;
  /** A user without any relation to Ann. */
  readonly ben: UserActor;
  readonly fresh: (word: string) => string;
}

/** A change of the core that a test can run as any actor. */
export interface Change {
  /** Actions that the change adds to the log, oldest first. */
  readonly leaves: readonly string[];
  /** Required actor; default: Ann. */
  readonly by?: 'admin' | 'system';
  /** Set if every user may make the change to their own data, or everyone without signing in. */
  readonly open?: 'to users' | 'to everybody';
  /** Creates the objects to change. @returns the change */
  set(fixture: ChangeFixture): Promise<(actor: Actor) => unknown>;
}

/** Creates a document in Ann's home. @returns its id */
export function newDocument({ core, ann, fresh }: ChangeFixture, content = 'one'): Promise<number> {
  return write(core.dms, ann, fresh('file'), content);
}

/** Creates a folder in Ann's home. @returns its id */
export function newFolder({ core, ann, fresh }: ChangeFixture): Promise<number> {
  return makeFolder(core.dms, ann, fresh('folder'));
}

/** A change of one of Ann's new documents. */
export function ofDocument(
  leaves: readonly string[],
  change: (fixture: ChangeFixture, actor: Actor, id: number) => unknown,
  lay: (fixture: ChangeFixture) => Promise<number> = newDocument,
): Change {
  return {
    leaves,
    async set(fixture) {
      const id = await lay(fixture);
      return (actor) => change(fixture, actor, id);
    },
  };
}
