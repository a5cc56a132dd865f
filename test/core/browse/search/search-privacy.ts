import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PathEntry } from '../../../../src/core/browse/browse.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { spellingsOf, wordsOf } from '../../../../src/model/text/words.ts';
import { type CoreFixture, openCoreFixture, present } from '../../../support/accounts.ts';
import { renderAll } from '../../../support/renditions/renditions.ts';
import { makeFolder, newUser, write } from '../../../support/tree.ts';

const WORDS = ['rot', 'Jahresrot', 'blau', 'grün', 'gruen', 'Vertrag', 'a'];
const PARTS = ['rot', 'ahres', 'trag', 'run', 'xyz'];
const USERS = ['ann', 'ben', 'cleo'] as const;
const SECOND_MS = 1000;

/** A created folder or document of a user, and its folder. */
interface Made {
  readonly owner: number;
  readonly into: number;
  readonly isFolder: boolean;
  readonly name: readonly string[];
  readonly title: string;
  readonly body: string;
  /** Recipients of its share. */
  readonly sharedWith: readonly number[];
  readonly isDeleted: boolean;
}

/** A search: all of the required words, none of the excluded words. */
interface Asked {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
}

/** An entry, with its words by field. */
interface Known {
  readonly id: number;
  readonly changedAt: number;
  readonly name: readonly string[];
  readonly title: readonly string[];
  readonly body: readonly string[];
}

const word = fc.constantFrom(...WORDS);
const made: fc.Arbitrary<Made> = fc.record({
  owner: fc.nat(USERS.length - 1),
  into: fc.nat(20),
  isFolder: fc.boolean(),
  name: fc.array(word, { minLength: 1, maxLength: 2 }),
  title: fc.oneof(fc.constant(''), word),
  body: fc.oneof(fc.constant('0'), word),
  sharedWith: fc.subarray([0, 1, 2]),
  isDeleted: fc.nat(9).map((number) => number === 0),
});
const asked: fc.Arbitrary<Asked> = fc.record({
  required: fc.array(fc.constantFrom(...WORDS, ...PARTS), { minLength: 1, maxLength: 2 }),
  excluded: fc.array(word, { maxLength: 1 }),
});

/** Creates everything. @returns the entries by id */
async function make(
  core: CoreFixture,
  users: readonly UserActor[],
  all: readonly Made[],
): Promise<Map<number, Known>> {
  const { dms } = core;
  const known = new Map<number, Known>();
  const folders = users.map(() => [0]);
  for (const [
    number,
    { owner, into, isFolder, title, body, sharedWith, isDeleted, ...one },
  ] of all.entries()) {
    core.pass(SECOND_MS);
    const actor = present(users[owner]);
    const own = present(folders[owner]);
    const folderId = own[into % own.length] ?? 0;
    const name = `${one.name.join(' ')} n${String(number)}`;
    const id = isFolder
      ? await makeFolder(dms, actor, name, folderId)
      : await write(dms, actor, name, body, folderId);
    if (!isFolder && title !== '') await dms.documents.update(actor, id, { title });
    known.set(id, {
      id,
      changedAt: 0,
      name: wordsOf(name),
      title: isFolder ? [] : wordsOf(title),
      body: isFolder ? [] : wordsOf(body),
    });
    const logins = USERS.filter((_, index) => index !== owner && sharedWith.includes(index));
    if (logins.length > 0) await dms.shares.create(actor, { entryId: id, users: logins, permissions: 1 });
    if (isDeleted) await dms.entries.remove(actor, id);
    else if (isFolder) own.push(id);
  }
  return withTimes(core, known);
}

/** The entries with the times of their last changes. */
function withTimes(core: CoreFixture, known: Map<number, Known>): Map<number, Known> {
  // A folder changes when members are added or removed.
  const times = core.database.prepare<[], { id: number; changedAt: number }>(
    'SELECT id, updated_at AS changedAt FROM entries',
  );
  for (const { id, changedAt } of times.all()) {
    const entry = known.get(id);
    if (entry) known.set(id, { ...entry, changedAt });
  }
  return known;
}

/** Ids of everything that a user can reach, found by walking the tree like a drive. */
async function reachable(core: CoreFixture, actor: UserActor, folder: PathEntry): Promise<number[]> {
  const ids: number[] = [];
  for await (const slice of core.dms.tree.members(actor, folder))
    for (const member of slice) {
      ids.push(member.entry.id);
      if (member.entry.kind === 'folder')
        ids.push(...(await reachable(core, actor, { ...member, folderId: folder.entry.id })));
    }
  return ids;
}

const isIn = (words: readonly string[], sought: string): boolean =>
  spellingsOf(sought).some((spelling) => words.includes(spelling));
const isPartOf = (words: readonly string[], sought: string): boolean =>
  spellingsOf(sought).some((part) => part.length >= 3 && words.some((each) => each.includes(part)));

/** @returns undefined if the entry does not match */
function scoreOf({ name, title, body }: Known, { required, excluded }: Asked): number | undefined {
  const sought = required.flatMap(wordsOf);
  if (excluded.flatMap(wordsOf).some((each) => isIn([...name, ...title, ...body], each))) return undefined;
  const isInName = (each: string): boolean => isIn(name, each) || isPartOf(name, each);
  if (sought.every(isInName)) return 3;
  if (sought.every((each) => isInName(each) || isIn(title, each))) return 2;
  return sought.every((each) => isInName(each) || isIn([...title, ...body], each)) ? 1 : undefined;
}

/**
 * Defines the test that a search finds only content of documents that the user can reach.
 * @param count number of offices
 */
export function testSearchPrivacy(seed: number, count: number): void {
  it('returns the same results as if unreadable documents did not exist', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: 10, maxLength: 30 }),
        fc.array(asked, { minLength: 6, maxLength: 6 }),
        async (all, searches) => {
          const core = await openCoreFixture();
          try {
            const users: UserActor[] = [];
            for (const login of USERS) users.push(await newUser(core, login));
            const known = await make(core, users, all);
            await renderAll(core.dms);
            for (const actor of users) {
              const ids = new Set(await reachable(core, actor, present(core.dms.tree.resolve(actor, []))));
              for (const search of searches)
                found += await assertTells(
                  core,
                  actor,
                  search,
                  [...known.values()].filter(({ id }) => ids.has(id)),
                );
            }
          } finally {
            await core.close();
          }
        },
      ),
      { numRuns: count, seed, endOnFailure: true },
    );
    assert.ok(found > 8 * count, `only ${found} found`);
  });
}

/** Asserts that the search finds the expected entries, also in pages of three. @returns their number */
async function assertTells(
  core: CoreFixture,
  actor: UserActor,
  search: Asked,
  known: readonly Known[],
): Promise<number> {
  const q = [...search.required, ...search.excluded.map((each) => `-${each}`)].join(' ');
  const wanted = known
    .flatMap((entry) => {
      const score = scoreOf(entry, search);
      return score === undefined ? [] : [{ id: entry.id, score, changedAt: entry.changedAt }];
    })
    .sort((a, b) => b.score - a.score || b.changedAt - a.changedAt || b.id - a.id);
  const changedAt = new Map(known.map((entry) => [entry.id, entry.changedAt]));
  const ask = async (page: number, perPage: number) => {
    const { items, total } = await core.dms.search.search(actor, 0, { q, filter: {} }, { page, perPage });
    assert.equal(total, wanted.length, `${actor.login}: ${q}`);
    return items.map(({ record: { id }, score }) => ({ id, score, changedAt: changedAt.get(id) ?? 0 }));
  };
  const all = await ask(1, 100);
  const order = (list: readonly { score: number; changedAt: number }[]) =>
    list.map((entry) => [entry.score, entry.changedAt]);
  assert.deepEqual(order(all), order(wanted), `${actor.login}: ${q}`);
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b);
  assert.deepEqual(ids(all), ids(wanted), `${actor.login}: ${q}`);
  const paged = [];
  for (let page = 1; page <= Math.ceil(wanted.length / 3) + 1; page += 1) paged.push(...(await ask(page, 3)));
  assert.deepEqual(paged, all, `${actor.login}: ${q}, by pages`);
  return wanted.length;
}
