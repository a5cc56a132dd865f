// Would catch: a change that a sync client does not learn of from the tag of a folder above it, or a tag that changes
// although this user sees no difference beneath the folder.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const ALL = { page: 1, perPage: 200, sort: 'name', direction: 'asc' } as const;
const NAMES = ['a', 'b', 'C', 'ä'];
const RUNS = 12;

interface Stage {
  readonly core: CoreFixture;
  readonly actor: UserActor;
  /** Any entry of the database. */
  readonly entry: number;
  /** A folder that the actor sees. */
  readonly folder: number;
  readonly name: string;
  readonly bits: number;
}

const deletedOf = ({ core, actor, entry }: Stage) => {
  const { items } = core.dms.trash.list(actor, { page: 1, perPage: 50 });
  return items[entry % Math.max(1, items.length)]?.entry.id;
};

const verbs = {
  write: ({ core, actor, folder, name }: Stage) => write(core.dms, actor, name, String(core.now()), folder),
  folder: ({ core, actor, folder, name }: Stage) => makeFolder(core.dms, actor, name, folder),
  rename: ({ core, actor, entry, name }: Stage) => core.dms.entries.rename(actor, entry, name),
  move: ({ core, actor, entry, folder, name }: Stage) =>
    core.dms.entries.move(actor, entry, { folderId: folder, name }),
  copy: ({ core, actor, entry, folder, name }: Stage) =>
    core.dms.entries.copy(actor, entry, { folderId: folder, name }),
  delete: ({ core, actor, entry }: Stage) => core.dms.entries.remove(actor, entry),
  async restore(stage: Stage) {
    const id = deletedOf(stage);
    if (id !== undefined) await stage.core.dms.trash.restore(stage.actor, id);
  },
  async purge(stage: Stage) {
    const id = deletedOf(stage);
    if (id !== undefined) await stage.core.dms.trash.purge(stage.actor, id);
  },
  // Locks are nothing beneath a folder.
  async lock({ core, actor, entry }: Stage) {
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 1 } as const;
    await core.dms.lockCreation.create(actor, entry, request);
    core.pass(2000);
  },
  async share({ core, actor, entry, bits }: Stage) {
    const expiresAt = bits % 3 === 0 ? core.now() + 25 : null;
    await core.dms.shares.create(actor, { entryId: entry, users: ['ben'], permissions: bits, expiresAt });
  },
  async unshare({ core, actor, entry: id }: Stage) {
    const entry = core.dms.tree.locate(actor, id)?.entry;
    if (!entry) return;
    const { items } = await core.dms.shares.list(actor, { entry }, { page: 1, perPage: 5 });
    const [share] = items;
    if (share) await core.dms.shares.remove(actor, share.id, true);
  },
};

const step = fc.record({
  verb: fc.constantFrom<keyof typeof verbs>(
    ...(['write', 'write', 'folder', 'rename', 'move', 'move', 'copy'] as const),
    ...(['delete', 'restore', 'purge', 'lock', 'share', 'share', 'unshare'] as const),
  ),
  isOwner: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  entry: fc.nat(1000),
  folder: fc.nat(1000),
  name: fc.constantFrom(...NAMES),
  bits: fc.integer({ min: 1, max: 15 }),
});

interface Seen {
  readonly tag: string;
  /** All that is beneath the folder, as text. */
  readonly text: string;
}

/** Each folder that a user sees, by id; the mount root is 0. */
async function seenBy(core: CoreFixture, user: UserActor): Promise<Map<number, Seen>> {
  const seen = new Map<number, Seen>();
  const view = core.dms.treeTags.view(user);
  async function look(id: number, own: string, tag: string): Promise<string> {
    const { items } = await core.dms.folderPages.members(user, id, ALL);
    let text = own;
    for (const entry of items) {
      const { kind, name, permissions, updatedAt } = entry;
      const content = kind === 'file' ? [entry.version, entry.sha256, entry.modifiedAt] : [];
      const line = `${JSON.stringify([entry.id, kind, name, permissions, updatedAt, ...content])}\n`;
      text += kind === 'folder' ? await look(entry.id, line, view.tagOf({ entry, permissions })) : line;
    }
    seen.set(id, { tag, text });
    return text;
  }
  await look(0, '', view.tagOfMountRoot());
  return seen;
}

function assertTold(before: ReadonlyMap<number, Seen>, after: ReadonlyMap<number, Seen>, what: string): void {
  for (const [id, now] of after) {
    const then = before.get(id);
    if (then === undefined) continue;
    const isOther = then.text !== now.text;
    assert.equal(then.tag !== now.tag, isOther, `${what}: folder ${String(id)}\n${then.text}\n${now.text}`);
  }
}

describe('the tags of folders', () => {
  it('change for each user exactly when what the user sees beneath changes', async function trial() {
    this.timeout(0);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const core = await openCoreFixture();
        try {
          const owner = await newUser(core, 'ann');
          const guest = await newUser(core, 'ben');
          await core.dms.treeTags.begin(owner);
          const see = async () => [await seenBy(core, owner), await seenBy(core, guest)] as const;
          const ids = core.database.prepare<[], { id: number }>(
            'SELECT id FROM entries WHERE root_kind IS NULL',
          );
          let seen = await see();
          for (const { verb, isOwner, entry, folder, name, bits } of steps) {
            core.pass(10);
            const all = ids.all();
            const folders = [...seen[isOwner ? 0 : 1].keys()];
            const stage = {
              ...{ core, actor: isOwner ? owner : guest, name, bits },
              entry: all[entry % Math.max(1, all.length)]?.id ?? 0,
              folder: folders[folder % folders.length] ?? 0,
            };
            try {
              await verbs[verb](stage);
            } catch (error) {
              if (!(error instanceof DmsError)) throw error;
            }
            const now = await see();
            const what = `${verb} ${String(stage.entry)} by the ${isOwner ? 'owner' : 'guest'}`;
            assertTold(seen[0], now[0], `${what}, for the owner`);
            assertTold(seen[1], now[1], `${what}, for the guest`);
            seen = now;
          }
        } finally {
          await core.close();
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? RUNS), endOnFailure: true },
    );
  });
});
