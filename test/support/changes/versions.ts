import type { Version } from '../../../src/model/entries/entry.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { CoreFixture } from '../accounts.ts';

/** Creates a user with a token, which stays valid however far the clock advances. */
export async function lastingUser(core: CoreFixture, login: string): Promise<UserActor> {
  await core.user(login);
  return core.token(login, ['read', 'write']);
}

/** All versions of a document that the user can read, oldest first. */
export function versionsOf({ dms }: CoreFixture, actor: UserActor, id: number): Version[] {
  return [...dms.versions.list(actor, id, { page: 1, perPage: 1000 }).items].reverse();
}

/**
 * Adds `count` versions to a new document, with its existing content and the current time, as if it had been saved that
 * often.
 */
export function lengthen(core: CoreFixture, id: number, count: number): void {
  const { database } = core;
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
       INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, author_id, created_at)
       SELECT document_id, number + n, sha256, size_bytes, mime_type, author_id, :now FROM versions, numbers
       WHERE document_id = :id`,
    )
    .run({ id, count, now: core.now() });
  database.prepare('UPDATE documents SET version = version + :count WHERE entry_id = :id').run({ id, count });
  database
    .prepare(
      `UPDATE users SET used_bytes = used_bytes + :count * (SELECT size_bytes FROM versions WHERE document_id = :id)
       WHERE id = (SELECT author_id FROM versions WHERE document_id = :id)`,
    )
    .run({ id, count });
}
