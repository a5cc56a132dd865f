import type { Actor, UserActor } from '../../src/model/people/actor.ts';
import type { CoreFixture } from './accounts.ts';
import { makeFolder, write } from './tree.ts';

/** Who is there, and names that are used once only. */
export interface ChangeFixture {
  readonly core: CoreFixture;
  readonly admin: UserActor;
  readonly ann: UserActor;
  /** Has nothing to do with Ann. */
  readonly ben: UserActor;
  readonly fresh: (word: string) => string;
}

/** A change of the core, ready to be asked for by anybody. */
export interface Change {
  /** Actions that it leaves in the log, oldest first. */
  readonly leaves: readonly string[];
  /** Who may do it; Ann when left out. */
  readonly by?: 'admin' | 'system';
  /** Everybody who is signed in may do it with his own; `nobody` is asked who he is. */
  readonly open?: 'to users' | 'to everybody';
  /** Lays what is to be changed, and says how. */
  set(fixture: ChangeFixture): Promise<(actor: Actor) => unknown>;
}

/** Makes a document in Ann's home. @returns its id */
export function newDocument({ core, ann, fresh }: ChangeFixture, content = 'one'): Promise<number> {
  return write(core.dms, ann, fresh('file'), content);
}

/** Makes a folder in Ann's home. @returns its id */
export function newFolder({ core, ann, fresh }: ChangeFixture): Promise<number> {
  return makeFolder(core.dms, ann, fresh('folder'));
}

/** A change of a new document of Ann's. */
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
