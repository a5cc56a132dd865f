import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Blobs } from '../../src/storage/blobs/blobs.ts';
import { DAY, MINUTE, openCoreFixture, passwordOf, present, SYSTEM } from '../support/accounts.ts';
import type { Change, ChangeFixture } from '../support/changes/change.ts';
import { accountChanges } from '../support/changes/changes-of-accounts.ts';
import { entryChanges } from '../support/changes/changes-of-entries.ts';
import { DiskRecord } from '../support/disk/disk-record.ts';
import { totpCode } from '../support/second-factor.ts';
import { newUser, write } from '../support/tree.ts';

/** More than 64 KiB: a file of its own. */
const LARGE = 'x'.repeat(100_000);
/** Turns of the event loop after which somebody who does not wait would be through. */
const TURNS = 20;

/** Whose second factor a change needs: a user of their own, who has shown the password only. */
async function halfSignedIn({ core, fresh }: ChangeFixture) {
  const login = fresh('user');
  await core.user(login);
  const actor = await core.session(login);
  const enrolment = await core.dms.twoFactor.enrol(actor, 'totp', passwordOf(login));
  assert.ok(enrolment.method === 'totp');
  await core.dms.twoFactor.confirm(actor, totpCode(enrolment.secret, core.now()));
  core.pass(MINUTE);
  const signIn = { login, password: passwordOf(login), ip: '192.0.2.1', userAgent: 'test' };
  const { secret } = await core.dms.authentication.withPassword(signIn);
  const half = present(core.dms.twoFactorSignIn.halfSignedIn(secret, signIn.ip));
  return { half, code: totpCode(enrolment.secret, core.now()) };
}

/** Changes that the table of activities has not. */
const others: Record<string, Change> = {
  'uploads.store, a large content': {
    leaves: [],
    set: async ({ core, ann, fresh }) => {
      const name = fresh('large');
      return () => write(core.dms, ann, name, `${name}${LARGE}`);
    },
  },
  'pathUploads.store': {
    leaves: [],
    set: async ({ core, ann, fresh }) => {
      const names = [fresh('one'), fresh('two')];
      return async () => {
        const uploads = names.map(async (name) => ({
          target: { folderId: 0, path: ['a', 'b'], name, conflict: 'version' as const },
          content: await core.dms.uploads.receive(ann, Readable.from([Buffer.from(`${name}${LARGE}`)])),
        }));
        await core.dms.pathUploads.store(ann, await Promise.all(uploads));
      };
    },
  },
  'twoFactorSignIn.verify': {
    leaves: [],
    set: async (fixture) => {
      const { half, code } = await halfSignedIn(fixture);
      return () => fixture.core.dms.twoFactorSignIn.verify(half, code, null);
    },
  },
  'twoFactor.switchOff': {
    leaves: [],
    set: async (fixture) => {
      const { half } = await halfSignedIn(fixture);
      return () => fixture.core.dms.twoFactor.switchOff(SYSTEM, half.userId);
    },
  },
};

describe('durable changes', () => {
  let record: DiskRecord;
  let fixture: ChangeFixture;

  before(async () => {
    record = await DiskRecord.begin();
    const core = await openCoreFixture({ baseUrl: 'https://dms.example.org' }, 'full');
    const admin = await newUser(core, 'root', { isAdmin: true });
    const ann = await newUser(core, 'ann');
    const ben = await newUser(core, 'ben');
    await newUser(core, 'carl');
    let count = 0;
    fixture = { core, admin, ann, ben, fresh: (word) => `${word}-${(count += 1)}` };
  });
  after(async () => {
    await fixture.core.close();
    record.putBack();
  });
  afterEach(() => record.release());

  for (const [name, change] of Object.entries({ ...entryChanges, ...accountChanges, ...others })) {
    it(`${name}: resolves only after the disk has synced`, async () => {
      const run = await change.set(fixture);
      record.events.length = 0;
      record.hold();
      const state = { isResolved: false };
      const { admin, ann } = fixture;
      const running = Promise.resolve(run({ admin, system: SYSTEM, ann }[change.by ?? 'ann'])).finally(
        () => (state.isResolved = true),
      );
      await Promise.race([running, record.held()]);
      while (!state.isResolved) {
        for (let turns = 0; turns < TURNS; turns += 1) await turn();
        assert.equal(state.isResolved, false, 'it resolved while a sync was held back');
        record.releaseOne();
        await Promise.race([running, record.held()]);
      }
      assert.ok(record.isSynced(), 'it resolved although what it committed was not synced');
      await running;
    });
  }

  it('the sweep removes a content only once the disk has what took its last version away', async () => {
    const { core, ann, fresh } = fixture;
    const name = fresh('large');
    const id = await write(core.dms, ann, name, `${name}${LARGE}`);
    const { sha256 } = core.dms.tree.document(ann, id, 'read');
    await core.dms.entries.remove(ann, id);
    await core.dms.trash.purge(ann, id);
    const file = join(core.dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const blobs = new Blobs(core.database, core.dataDirectory);
    record.hold();
    const sweeping = blobs.sweep(Date.now() + DAY).next();
    await Promise.race([sweeping, record.held()]);
    assert.ok(existsSync(file));
    record.release();
    await sweeping;
    assert.equal(existsSync(file), false);
  });
});
