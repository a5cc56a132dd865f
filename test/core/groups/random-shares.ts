import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, DAY, openCoreFixture, PAGE, present, SYSTEM } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';
import { type ModelShare, ShareModel } from './share-model.ts';

/** An action by one of the users, or on them; the numbers select its objects. */
interface Step {
  readonly verb: keyof typeof verbs;
  readonly user: number;
  readonly entry: number;
  readonly other: number;
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly permissions: number;
  readonly name: string;
  readonly flag: boolean;
}

/** The office and the objects of a step. */
interface Stage {
  readonly core: CoreFixture;
  readonly model: ShareModel;
  /** The users by place; replaced when one is deleted. */
  readonly people: UserActor[];
  readonly actor: UserActor;
  readonly entryId: number;
  readonly folderId: number;
  /** A share, mostly one that exists. */
  readonly shareId: number;
  readonly groupId: number;
}

const LOGINS = ['ann', 'ben', 'cyd'];
const GROUPS = ['Zoë', 'a, b', 'Team'];
const NAMES = ['Plans', 'plans (2)', 'x.txt', 'Zoe\u0301'];
const OWN_SHARE_STEPS = new Set(['create', 'patch', 'end']);

const loginsOf = ({ people }: Stage, places: readonly number[]) =>
  places.map((place) => present(people[place]).login);
const idsOf = ({ people }: Stage, places: readonly number[]) =>
  places.map((place) => present(people[place]).userId);
const groupIdsOf = ({ model }: Stage, places: readonly number[]) =>
  places.flatMap((place) => [...model.groups.keys()][place] ?? []);
const groupNamesOf = (stage: Stage, places: readonly number[]) =>
  groupIdsOf(stage, places).map((id) => stage.core.dms.groups.get(SYSTEM, id).name);
const endOf = ({ core }: Stage, { other }: Step) => (other % 3 === 0 ? core.now() + DAY : null);

const verbs = {
  async create(stage: Stage, step: Step) {
    const { core, model, actor, entryId } = stage;
    const expiresAt = endOf(stage, step);
    assert.equal(await allowedOn(stage, entryId), true);
    const share = await core.dms.shares.create(actor, {
      entryId,
      users: loginsOf(stage, step.users),
      groups: groupNamesOf(stage, step.groups),
      permissions: step.permissions,
      expiresAt,
    });
    model.put(share.id, {
      entryId,
      permissions: step.permissions | 1,
      createdBy: actor.userId,
      expiresAt,
      users: new Set(idsOf(stage, step.users)),
      groups: new Set(groupIdsOf(stage, step.groups)),
    });
  },
  async patch(stage: Stage, step: Step) {
    const { core, model, actor, shareId } = stage;
    const expiresAt = endOf(stage, step);
    const { others } = await core.dms.shares.update(actor, shareId, {
      ...(step.flag ? { permissions: step.permissions } : { expiresAt }),
      ...(step.users.length > 0 && { users: loginsOf(stage, step.users) }),
      ...(step.groups.length > 0 && { groups: groupNamesOf(stage, step.groups) }),
      cascade: step.other % 2 === 0,
    });
    const before = present(model.shares.get(shareId));
    model.put(shareId, {
      ...before,
      ...(step.flag ? { permissions: step.permissions | 1 } : { expiresAt }),
      ...(step.users.length > 0 && { users: new Set(idsOf(stage, step.users)) }),
      ...(step.groups.length > 0 && { groups: new Set(groupIdsOf(stage, step.groups)) }),
    });
    if (step.other % 2 === 0) for (const { id } of others) model.shares.delete(id);
  },
  async end({ core, model, actor, shareId }: Stage, { flag }: Step) {
    const share = model.shares.get(shareId);
    const others = await core.dms.shares.remove(actor, shareId, flag);
    const { userId } = actor;
    const { users, createdBy } = present(share);
    if (users.has(userId) && createdBy !== userId) users.delete(userId);
    else model.shares.delete(shareId);
    if (flag) for (const { id } of others) model.shares.delete(id);
    model.dropEmpty();
  },
  async addMembers(stage: Stage, { users }: Step) {
    await stage.core.dms.groups.addMembers(SYSTEM, stage.groupId, loginsOf(stage, users));
    for (const id of idsOf(stage, users)) stage.model.groups.get(stage.groupId)?.add(id);
  },
  async removeMember({ core, model, actor, groupId }: Stage) {
    await core.dms.groups.removeMembers(SYSTEM, groupId, [actor.userId]);
    model.groups.get(groupId)?.delete(actor.userId);
  },
  async newGroup({ core, model }: Stage, { name, flag }: Step) {
    const free = GROUPS.find((one) => core.dms.groups.findByName(SYSTEM, one) === undefined) ?? name;
    const { id } = await core.dms.groups.create(SYSTEM, flag ? free : free.normalize('NFD'));
    model.groups.set(id, new Set());
  },
  async deleteGroup({ core, model, groupId }: Stage) {
    await core.dms.groups.remove(SYSTEM, groupId);
    model.deleteGroup(groupId);
  },
  async newUser(stage: Stage, { user }: Step) {
    const { core, model, actor } = stage;
    await core.dms.users.remove(SYSTEM, actor.userId);
    model.deleteUser(actor.userId);
    stage.people[user] = await newUser(core, actor.login);
    await makeFolder(core.dms, present(stage.people[user]), 'Plans');
  },
  async disable(stage: Stage, { user, flag }: Step) {
    const { core, actor } = stage;
    await core.dms.users.update(SYSTEM, actor.userId, { isDisabled: true });
    if (flag) return;
    await core.dms.users.update(SYSTEM, actor.userId, { isDisabled: false });
    stage.people[user] = await core.session(actor.login);
  },
  enable: async (stage: Stage, { user }: Step) => {
    await stage.core.dms.users.update(SYSTEM, stage.actor.userId, { isDisabled: false });
    stage.people[user] = await stage.core.session(stage.actor.login);
  },
  // Over REST the entry, over WebDAV also the name at the mount root.
  rename: ({ core: { dms }, actor, entryId }: Stage, { name, flag }: Step) =>
    flag
      ? dms.entries.rename(actor, entryId, name)
      : dms.entries.move(
          actor,
          { path: dms.tree.path(actor, entryId).split('/').filter(Boolean) },
          { path: [name] },
        ),
  move: ({ core: { dms }, actor, entryId, people }: Stage, { name, other }: Step) =>
    dms.entries.move(actor, entryId, { folderId: present(people[other % 3]).homeId, name }),
  moveBelow: ({ core: { dms }, actor, entryId, folderId }: Stage, { name }: Step) =>
    dms.entries.move(actor, entryId, { folderId, name: `${name} ${String(entryId)}` }),
  trash: ({ core: { dms }, actor, entryId }: Stage) => dms.entries.remove(actor, entryId),
  restore: ({ core: { dms }, actor }: Stage, { other }: Step) =>
    dms.trash.restore(actor, at(dms.trash.list(actor, PAGE).items, other)?.entry.id ?? 0),
  purge: ({ core: { dms }, actor }: Stage, { other }: Step) =>
    dms.trash.purge(actor, at(dms.trash.list(actor, PAGE).items, other)?.entry.id ?? 0),
  add: ({ core: { dms }, actor }: Stage, { name, flag }: Step) =>
    flag ? makeFolder(dms, actor, name) : write(dms, actor, name),
  async pass({ core, model }: Stage, { flag }: Step) {
    core.pass(DAY / 2);
    if (!flag) return;
    await core.dms.housekeeping.tidy();
    model.deleteExpired(core.now());
  },
};

const isVerb = (name: string): name is keyof typeof verbs => name in verbs;
/** The first ones more often. */
const VERBS = [...['create', 'create', 'create', 'patch', 'addMembers'], ...Object.keys(verbs)].filter(
  isVerb,
);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    verb: fc.constantFrom(...VERBS),
    user: fc.nat(2),
    entry: fc.nat(1000),
    other: fc.nat(1000),
    users: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    groups: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
    permissions: fc.constantFrom(1, 3, 17, 31, 31),
    name: fc.constantFrom(...NAMES),
    flag: fc.boolean(),
  }),
  { minLength: 60, maxLength: 90 },
);

function at<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}

/** True unless the model knows no right to share; then the change must be refused. */
async function allowedOn({ core, model, actor, entryId }: Stage, id: number): Promise<boolean> {
  if ((model.rights(actor.userId, id, core.now()) & 17) === 17) return true;
  await assert.rejects(
    core.dms.shares.create(actor, { entryId, users: LOGINS, permissions: 1 }),
    (error) => error instanceof DmsError,
  );
  throw new DmsError('forbidden', { text: 'as the model says', id: 'may_not_share' } as never);
}

interface NameRow {
  readonly userId: number;
  readonly entryId: number;
  readonly name: string;
}

function namesOf({ database }: CoreFixture): Map<string, string> {
  const rows = database
    .prepare<[], NameRow>(
      'SELECT user_id AS userId, entry_id AS entryId, name FROM mount_names WHERE ended_at IS NULL',
    )
    .all();
  return new Map(rows.map(({ userId, entryId, name }) => [`${String(userId)}:${String(entryId)}`, name]));
}

/** Mostly without the user who shares and the owner, who cannot be recipients. */
function possibleUsers({ model, people, actor, entryId, shareId }: Stage, step: Step): readonly number[] {
  if (step.other % 9 === 0 || !OWN_SHARE_STEPS.has(step.verb)) return step.users;
  const target = step.verb === 'create' ? entryId : (model.shares.get(shareId)?.entryId ?? 0);
  const isPossible = ({ userId }: UserActor) => userId !== actor.userId && !model.owns(userId, target);
  return step.users.filter((place) => isPossible(present(people[place])));
}

const sorted = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other);

async function assertAsModelled(
  { core, model, people }: Pick<Stage, 'core' | 'model' | 'people'>,
  done: string,
  isInspected: boolean,
): Promise<void> {
  const { dms } = core;
  const now = core.now();
  const names = namesOf(core);
  for (const actor of people) {
    const { userId } = actor;
    const granted = model.granted(userId);
    const named = [...names.keys()].filter((key) => key.startsWith(`${String(userId)}:`));
    assert.deepEqual(
      sorted(named.map((key) => Number(key.split(':')[1]))),
      sorted(granted),
      `names of ${actor.login} after ${done}`,
    );
    for (const id of model.ids())
      assert.equal(
        rightsOf(core, actor, id),
        model.rights(userId, id, now),
        `${actor.login} on ${String(id)} after ${done}`,
      );
    const mounted = sorted(model.mounted(userId, now));
    const folders: string[] = [];
    const seen: number[] = [];
    for await (const slice of dms.tree.members(actor, present(dms.tree.resolve(actor, []))))
      for (const { entry, name } of slice) {
        folders.push(name.normalize('NFC'));
        if (!model.owns(userId, entry.id)) seen.push(entry.id);
      }
    assert.deepEqual(sorted(seen), mounted, `the drive of ${actor.login} after ${done}`);
    assert.equal(new Set(folders).size, folders.length, `${folders.join('|')} after ${done}`);
    const shared = dms.folderPages.shared(actor, PAGE).items.map(({ id }) => id);
    const isFolder = (id: number) => dms.tree.addresses(actor)(id).kind === 'folder';
    assert.deepEqual(sorted(shared), mounted.filter(isFolder), `folders shared with ${actor.login}, ${done}`);
    await assertShares({ core, model }, actor, done);
  }
  if (isInspected) await assertFaultless(core.database, `after ${done}`);
}

function rightsOf({ dms }: CoreFixture, actor: UserActor, id: number): number {
  try {
    const isFolder = dms.tree.addresses(actor)(id).kind === 'folder';
    return (isFolder ? dms.tree.folder(actor, id) : dms.tree.document(actor, id)).permissions;
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found') return 0;
    throw error;
  }
}

/** What `GET /api/shares` lists, and the recipients that it names. */
async function assertShares(
  { core, model }: Pick<Stage, 'core' | 'model'>,
  actor: UserActor,
  done: string,
): Promise<void> {
  const { userId, login } = actor;
  const { items } = await core.dms.shares.list(actor, {}, { page: 1, perPage: 200 });
  const now = core.now();
  const isListed = (share: ModelShare) =>
    (share.expiresAt === null || share.expiresAt > now) &&
    (share.createdBy === userId || model.ways(share, userId).length > 0) &&
    (model.rights(userId, share.entryId, now) & 1) === 1;
  const expected = [...model.shares].filter(([, share]) => isListed(share)).map(([id]) => id);
  assert.deepEqual(sorted(items.map(({ id }) => id)), sorted(expected), `shares of ${login} after ${done}`);
  for (const { id, users, groups, permissions } of items) {
    const share = present(model.shares.get(id));
    assert.equal(permissions, share.permissions, `share ${String(id)} after ${done}`);
    const isWhole = share.createdBy === userId || (model.rights(userId, share.entryId, now) & 16) === 16;
    const shownGroups = [...share.groups].filter((one) => isWhole || model.groups.get(one)?.has(userId));
    assert.equal(groups.length, shownGroups.length, `groups of ${String(id)} for ${login} after ${done}`);
    const shownUsers = [...share.users].filter((one) => isWhole || one === userId);
    assert.equal(users.length, shownUsers.length, `users of ${String(id)} for ${login} after ${done}`);
  }
}

/**
 * Plays random changes of shares, groups, users and places, and compares all rights with a simple model after each.
 * @param count number of sequences
 * @throws {Error} if a check fails; the message contains the seed and the failing sequence
 */
export async function playRandomShares(seed: number, count: number): Promise<void> {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const core = await openCoreFixture();
      try {
        const people: UserActor[] = [];
        for (const login of LOGINS) people.push(await newUser(core, login));
        for (const actor of people) {
          const folder = await makeFolder(core.dms, actor, 'Plans');
          await write(core.dms, actor, 'x.txt', 'x', await makeFolder(core.dms, actor, 'below', folder));
        }
        const model = new ShareModel(core.database);
        for (const [place, name] of GROUPS.entries()) {
          const members = LOGINS.filter((_, index) => index !== place);
          const { id } = await core.dms.groups.create(SYSTEM, name, members);
          model.groups.set(
            id,
            new Set(
              idsOf(
                { people } as Stage,
                [0, 1, 2].filter((one) => one !== place),
              ),
            ),
          );
        }
        for (const step of todo) await play({ core, model, people }, step, outcomes);
        await assertFaultless(core.database);
      } finally {
        await core.close();
      }
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
  // The test would prove nothing if all changes were refused.
  for (const verb of Object.keys(verbs)) assert.ok(outcomes.has(verb), `${verb} never worked`);
}

/** What a step is done to, chosen so that about half of the steps are allowed. */
function stageOf({ core, model, people }: Pick<Stage, 'core' | 'model' | 'people'>, step: Step): Stage {
  const actor = present(people[step.user]);
  const isBlind = step.other % 9 === 0;
  const seen = model.ids().filter((id) => isBlind || rightsOf(core, actor, id) > 0);
  const isRoot = (id: number) => (model.lineage(id)[0]?.rootKind ?? null) !== null;
  const changeable = [...model.shares]
    .filter(([, { entryId }]) => isBlind || rightsOf(core, actor, entryId) > 15)
    .map(([id]) => id);
  const entries = seen.filter((id) => !isRoot(id));
  return {
    core,
    model,
    people,
    actor,
    entryId: at(entries, step.entry) ?? 0,
    folderId: at(seen, step.other) ?? 0,
    shareId: at(changeable.length > 0 ? changeable : [...model.shares.keys()], step.entry) ?? 0,
    groupId: at([...model.groups.keys()], step.entry) ?? 0,
  };
}

async function attempt(stage: Stage, step: Step, outcomes: Map<string, number>): Promise<void> {
  try {
    await verbs[step.verb](stage, { ...step, users: possibleUsers(stage, step) });
    outcomes.set(step.verb, (outcomes.get(step.verb) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof DmsError)) throw error;
  }
}

async function play(
  given: Pick<Stage, 'core' | 'model' | 'people'>,
  step: Step,
  outcomes: Map<string, number>,
): Promise<void> {
  const stage = stageOf(given, step);
  const { core, model, actor } = stage;
  const done = `${JSON.stringify(step)} ${JSON.stringify([stage.entryId, stage.shareId, stage.groupId])}`;
  const names = namesOf(core);
  const ways = model.allWays(actor.userId);
  await attempt(stage, step, outcomes);
  model.readTree();
  const target = model.shares.get(stage.shareId)?.entryId ?? stage.entryId;
  if (OWN_SHARE_STEPS.has(step.verb) && !model.owns(actor.userId, target)) {
    const gained = model.allWays(actor.userId).filter((way) => !ways.includes(way));
    assert.deepEqual(gained, [], `${actor.login} gave something to themselves with ${done}`);
  }
  if (step.verb !== 'rename' && step.verb !== 'move')
    for (const [key, name] of namesOf(core))
      assert.equal(name, names.get(key) ?? name, `the name of ${key} changed with ${done}`);
  await assertAsModelled(given, done, step.entry % 8 === 0);
}
