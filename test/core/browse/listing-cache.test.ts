import assert from 'node:assert/strict';
import type { ListingPermit } from '../../../src/core/browse/listing-cache.ts';
import type { UserActor } from '../../../src/model/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture } from '../../support/accounts.ts';
import { newUser, write } from '../../support/tree.ts';

const LISTING = Buffer.from('a listing');

describe('the cache of listings', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    id = await write(core.dms, ann, 'file');
  });
  afterEach(() => core.close());

  function permit(actor = ann): ListingPermit {
    const found = core.dms.listingCache.find(actor, '/');
    assert.ok(found !== undefined && !Buffer.isBuffer(found));
    return found;
  }

  it('gives back what it was given, to the same user for the same request', () => {
    core.dms.listingCache.keep(permit(), LISTING);
    assert.deepEqual(core.dms.listingCache.find(ann, '/'), LISTING);
    assert.ok(!Buffer.isBuffer(core.dms.listingCache.find(ann, '/folder/')));
    assert.ok(!Buffer.isBuffer(core.dms.listingCache.find(ben, '/')));
  });

  it('gives nothing back, and keeps nothing, that is older than a change', async () => {
    const early = permit();
    core.dms.listingCache.keep(early, LISTING);
    await write(core.dms, ann, 'another file');
    permit();
    core.dms.listingCache.keep(early, LISTING);
    permit();
  });

  it('keeps nothing while there is a lock: it ends without a change', async () => {
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await core.dms.lockCreation.create(ann, id, lock);
    assert.equal(core.dms.listingCache.find(ann, '/'), undefined);
    assert.equal(core.dms.listingCache.find(ben, '/'), undefined);
  });

  it('keeps nothing for a user whose grant will run out: that is no change either', async () => {
    const share = { entryId: id, users: ['ben'], permissions: 1 };
    await core.dms.shares.create(ann, { ...share, expiresAt: core.now() + MINUTE });
    assert.equal(core.dms.listingCache.find(ben, '/'), undefined);
    permit(ann);
    await core.dms.shares.create(ann, { ...share, expiresAt: null });
    permit(ben);
  });

  it('keeps listings of up to a quarter of its size', () => {
    const { listingCache } = core.dms;
    assert.equal(listingCache.longest, 2 ** 20 / 4);
    const tooLong = Buffer.alloc(2 ** 20);
    listingCache.keep(permit(), tooLong);
    permit();
    listingCache.keep(permit(), tooLong.subarray(0, listingCache.longest));
    assert.equal(core.dms.listingCache.find(ann, '/')?.constructor, Buffer);
  });
});
