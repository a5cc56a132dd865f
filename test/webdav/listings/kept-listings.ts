import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../../src/model/errors/errors.ts';
import { Database } from '../../../src/storage/database/database.ts';
import { present, SYSTEM } from '../../support/accounts.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, paths, putTo } from '../../support/tree.ts';
import { basic, DavClient, propfindBody } from '../client.ts';

const MINUTE = 60_000;
const NAMES = ['a.txt', 'b.txt', 'Folder', 'Other'];

/** An action by one of the users; the numbers select its objects. */
interface Step {
  readonly verb: string;
  readonly user: number;
  readonly entry: number;
  readonly other: number;
  readonly name: string;
}

interface Stage {
  readonly service: Service;
  readonly account: Account;
  /** Paths of entries that the user sees; those of folders end with a slash. */
  readonly path: readonly string[];
  readonly folder: readonly string[];
  readonly id: number;
  readonly folderId: number;
  readonly pass: (milliseconds: number) => void;
}

type Verb = (stage: Stage, step: Step) => unknown;

const LOCK = { depth: 'infinity', scope: 'shared', ownerXml: '', timeoutSeconds: 120 } as const;

const verbs: Readonly<Record<string, Verb>> = {
  put: ({ service, account, folderId }, { name, other }) =>
    putTo(service.dms, account.actor, { folderId, name }, 'x'.repeat(other % 9), { continuesHistory: true }),
  save: ({ service, account, path }, { other }) =>
    putTo(service.dms, account.actor, { path }, 'y'.repeat(other % 9)),
  mkdir: ({ service, account, folderId }, { name }) =>
    service.dms.folders.create(account.actor, { folderId, name }),
  rename: ({ service, account, id }, { name }) => service.dms.entries.rename(account.actor, id, name),
  move: ({ service, account, path, folder }, { name }) =>
    service.dms.entries.move(account.actor, { path }, { path: [...folder, name] }, { overwrite: true }),
  copy: ({ service, account, path, folder }, { name }) =>
    service.dms.entries.copy(account.actor, { path }, { path: [...folder, name] }, { overwrite: true }),
  remove: ({ service, account, path }) => service.dms.entries.remove(account.actor, { path }),
  restore: ({ service, account }, { other }) => {
    const { items } = service.dms.trash.list(account.actor, { page: 1, perPage: 20 });
    return service.dms.trash.restore(account.actor, items[other % Math.max(1, items.length)]?.entry.id ?? 0);
  },
  describe: ({ service, account, id }, { other }) =>
    service.dms.documents.update(account.actor, id, { title: `Title ${other % 3}` }),
  colour: ({ service, account, path }, { other }) =>
    service.dms.properties.patch(account.actor, { path }, [
      { set: { namespace: 'urn:x', name: 'colour', xml: `<colour xmlns="urn:x">${other % 3}</colour>` } },
    ]),
  restoreVersion: ({ service, account, id }, { other }) =>
    service.dms.versions.restore(account.actor, id, 1 + (other % 2)),
  deleteVersion: ({ service, account, id }, { other }) => {
    const { items } = service.dms.versions.list(account.actor, id, { page: 1, perPage: 20 });
    return service.dms.versions.remove(account.actor, id, items[other % items.length]?.number ?? 0);
  },
  share: ({ service, account, id }, { other }) =>
    service.dms.shares.create(account.actor, {
      entryId: id,
      users: ['ann', 'ben'].filter((login) => login !== account.login),
      permissions: other % 2 === 0 ? 31 : 1,
      expiresAt: other % 3 === 0 ? Date.now() + 10 * MINUTE : null,
    }),
  unshare: async ({ service, account }, { other }) => {
    const { items } = await service.dms.shares.list(account.actor, {}, { page: 1, perPage: 20 });
    return service.dms.shares.remove(account.actor, items[other % Math.max(1, items.length)]?.id ?? 0);
  },
  lock: ({ service, account, path }) => service.dms.lockCreation.create(account.actor, { path }, LOCK),
  unlock: ({ service }, { other }) =>
    service.dms.lockAdmin.break(SYSTEM, ({ entryId }) => entryId % 2 === other % 2),
  wait: ({ pass }) => pass(MINUTE),
  elsewhere: async ({ service, id }, { other }) => {
    const database = Database.open(`${service.dataDirectory}/dms.sqlite`, 'relaxed');
    database.prepare('UPDATE documents SET modified_at = ? WHERE entry_id = ?').run(1000 * other, id);
    await database.close();
  },
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    verb: fc.constantFrom(...Object.keys(verbs)),
    user: fc.nat(1),
    entry: fc.nat(1000),
    other: fc.nat(1000),
    name: fc.constantFrom(...NAMES),
  }),
  { minLength: 50, maxLength: 50 },
);

const ALL_PROPERTIES = propfindBody('<d:allprop/><d:include><d:displayname/></d:include>');

/** A valid cache entry equals a fresh listing, so a cached listing must never differ from an uncacheable one. */
/**
 * Defines the test that cached listings equal fresh ones after random changes.
 * @param count number of sequences; with fewer than 8 a kind of change may never succeed, which fails
 */
export function testKeptListings(seed: number, count: number): void {
  let asked = 0;

  async function list(account: Account, service: Service, path: string, body: string): Promise<string> {
    asked += 1;
    const client = new DavClient(service.port, basic(account.login, account.password));
    const headers = { Depth: '1' };
    const url = `/${path.split('/').map(encodeURIComponent).join('/')}`;
    const { status, text } = await client.ask('PROPFIND', url, { headers, body });
    return `${String(status)} ${text}`;
  }

  async function assertFresh(service: Service, accounts: readonly Account[], done: string): Promise<void> {
    for (const account of accounts) {
      const folders = (await paths(service.dms, account.actor)).filter((path) => path.endsWith('/'));
      for (const folder of ['', ...folders]) {
        const kept = await list(account, service, folder, ALL_PROPERTIES);
        const fresh = await list(account, service, folder, `${ALL_PROPERTIES}<!-- ${String(asked)} -->`);
        assert.equal(kept, fresh, `/${folder} of ${account.login} after ${done}`);
      }
    }
  }

  async function take(service: Service, account: Account, step: Step, pass: Stage['pass']): Promise<boolean> {
    const { dms } = service;
    const all = await paths(dms, account.actor);
    const folders = ['', ...all.filter((path) => path.endsWith('/'))];
    const namesOf = (path: string) => path.split('/').filter((name) => name !== '');
    const path = namesOf(all[step.entry % all.length] ?? '');
    const folder = namesOf(folders[step.other % folders.length] ?? '');
    const idOf = (names: string[]) => present(dms.tree.resolve(account.actor, names)).entry.id;
    const stage = { service, account, path, folder, id: idOf(path), folderId: idOf(folder), pass };
    try {
      await verbs[step.verb]?.(stage, step);
      return true;
    } catch (error) {
      if (error instanceof DmsError) return false;
      throw error;
    }
  }

  it('are the same as those that are not, whatever users do', async () => {
    const worked = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        let time = Date.now();
        const service = await startService({ now: () => time });
        try {
          const accounts = [await service.createUser('ann'), await service.createUser('ben')];
          for (const { actor } of accounts) {
            await makeFolder(service.dms, actor, 'inner', await makeFolder(service.dms, actor, 'outer'));
            for (const content of ['one', 'two', 'three'])
              await putTo(service.dms, actor, { path: ['outer', 'inner', 'file'] }, content);
          }
          for (const step of todo) {
            const account = present(accounts[step.user]);
            const done = await take(service, account, step, (milliseconds) => void (time += milliseconds));
            if (done) worked.add(step.verb);
            if (done) await assertFresh(service, accounts, JSON.stringify(step));
          }
        } finally {
          await service.stop();
        }
      }),
      { numRuns: count, seed, endOnFailure: true },
    );
    // The test would prove nothing if all actions were refused.
    assert.deepEqual([...worked].sort(), Object.keys(verbs).sort());
  });
}
