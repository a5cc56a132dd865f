import type { Actor, UserActor } from '../../src/model/actor.ts';
import type { Office } from './accounts.ts';
import { makeFolder, write } from './tree.ts';

/** Who is there, and names that are used once only. */
export interface Stage {
  readonly office: Office;
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
  set(stage: Stage): Promise<(actor: Actor) => unknown>;
}

/** Makes a document in Ann's home. @returns its id */
export function newDocument({ office, ann, fresh }: Stage, content = 'one'): Promise<number> {
  return write(office.dms, ann, fresh('file'), content);
}

/** Makes a folder in Ann's home. @returns its id */
export function newFolder({ office, ann, fresh }: Stage): Promise<number> {
  return makeFolder(office.dms, ann, fresh('folder'));
}

/** A change of a new document of Ann's. */
export function ofDocument(
  leaves: readonly string[],
  change: (stage: Stage, actor: Actor, id: number) => unknown,
  lay: (stage: Stage) => Promise<number> = newDocument,
): Change {
  return {
    leaves,
    async set(stage) {
      const id = await lay(stage);
      return (actor) => change(stage, actor, id);
    },
  };
}
