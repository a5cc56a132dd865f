import assert from 'node:assert/strict';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { Actor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, SYSTEM } from '../../support/accounts.ts';
import type { Change, ChangeFixture } from '../../support/changes/change.ts';
import { accountChanges } from '../../support/changes/changes-of-accounts.ts';
import { entryChanges } from '../../support/changes/changes-of-entries.ts';
import { makeFolder, newUser, onto, putTo } from '../../support/tree.ts';

/** What the core offers that changes nothing, is part of a change that is asked otherwise, or is no user's doing. */
const OTHERS: Readonly<Record<string, string>> = {
  account: 'get',
  authentication: 'assertCurrent bySession byToken byBasic isKnown isKnownAddress remembered',
  archives: 'create open',
  // The alarm counts the changes of others; test/core/alarm looks at the activity of `ring`.
  alarm: 'close settled',
  incidents: 'list findOpen isOpen ring',
  activity: 'record list ofDocument export position',
  // What became of backups is in a table of its own. They change nothing, so asking for one does not either.
  backupStatus: 'report overview request attend isRequested noteRun nextAt isMissed failed',
  documents: 'open metadata',
  // Needs a session or token, and changes no entry; test/webdav/edit-addresses.
  // Stores as `pathUploads.store` does; test/sync/uploads looks at the documents.
  chunkedUploads: 'begin list receive complete remove removeChunk',
  // A grant creates a token as `tokens.create` does.
  deviceSignIns: 'start isOpen question grant refuse fetch fetched',
  editAddresses: 'open find',
  entries: '',
  events: 'subscribe stop',
  favourites: 'apply ids list',
  pathUploads: 'arriving authorise existing',
  // Inside the transaction of others.
  folders: 'createInTransaction',
  groups: 'list find get findByName members',
  health: 'check statistics quota',
  measurements: 'take',
  housekeeping: 'fillReserve lookAtClock recover stop tidy',
  earlierDrive: 'resolve members open',
  folderHistory: 'contents',
  folderSizes: 'of',
  folderPages: 'ids members positionOf shared system',
  indexing: 'step request counts',
  listingCache: 'find reserveCopy keep',
  locations: 'location paths visibleEntries',
  lockAdmin: 'list page',
  locks:
    'add end covering ofMembers assertWritable assertNotFrozen isFrozen assertSubtreeWritable assertMovable endWithin handOver',
  links: 'get list mayMake own uses',
  linkMail: 'isPossible',
  // Visitors have no account; test/links looks at the activity of `count`.
  linkVisits: 'open entry endOf unlock noteAddress count',
  // test/links/uploads.test.ts looks at the activity of visitors.
  linkUploads: 'newVisit isVisit sent create find receive remove form version',
  mailQueue:
    'isConfigured linkTo report enqueue enqueueAt enqueueFrom makeAllDue due sent failed giveUpExpired',
  // Who asks is nobody yet; test/core/accounts/password-links.test.ts looks at its activity.
  passwordLinks: 'canMail request assertGood setPassword',
  people: 'find',
  properties: 'list ofMembers',
  // Only the command line may do it; test/upkeep/restore-entry.test.ts looks at its activity.
  historyImport: 'document',
  recent: 'list',
  renditionQueue: 'demand hasDemand onWork tellWork next content done failed',
  renditions: 'thumbnail text withThumbnail',
  resumableUploads: 'mostBytes find isExpired list waiting tidy settled',
  search: 'search',
  securityEvents: 'failedSignIns signInFailed credentialUsed writeDenied',
  serviceReport: 'read',
  sessions: 'list',
  // Only without an administrator; test/core/accounts/setup.test.ts looks at its activity.
  setup: 'issue isOpen assertOpen createAdministrator',
  sharedEntries: 'list',
  shares: 'list get',
  tokens: 'list',
  syncCollections: 'tokens report members',
  treeTags: 'begin view',
  trash: 'list discard erase restoreInTransaction purgeInTransaction putBack',
  trashRecords: 'restorable find of mayRead',
  // Its steps have records of their own; test/core/undo/undo.test.ts looks at its activity.
  undos: 'begin preview run runInBackground stop resumeAll resume get list notes',
  tree: 'folder document path paths addresses at locate resolve toChange members membersSince',
  // Signing in has tests of its own.
  twoFactorSignIn: 'halfSignedIn requestCode verify',
  uploads: 'authorise begin receive createEmpty storeTogether storeInTransaction',
  users: 'list search get findByLogin hasAdministrator actingAs',
  versionRetention: 'preview run',
  versions: 'list get hasContent',
};

const changes = { ...entryChanges, ...accountChanges };
const GUEST: Actor = { kind: 'guest', ip: null };

describe('activity of changes', () => {
  let core: CoreFixture;
  let fixture: ChangeFixture;

  before(async () => {
    core = await openCoreFixture({ baseUrl: 'https://dms.example.org' });
    const admin = await newUser(core, 'root', { isAdmin: true });
    const ann = await newUser(core, 'ann');
    const ben = await newUser(core, 'ben');
    await newUser(core, 'carl');
    let count = 0;
    fixture = { core, admin, ann, ben, fresh: (word) => `${word}-${(count += 1)}` };
  });
  after(() => core.close());

  /** All rows of all tables but the index of words, as text. */
  function everything(): string {
    const tables = core.database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_%' AND name NOT LIKE 'sqlite_%'",
      )
      .all();
    return tables
      .map(({ name }) => JSON.stringify(core.database.prepare(`SELECT * FROM "${name}"`).all()))
      .join('\n');
  }

  function doer({ by }: Change): Actor {
    return by === 'system' ? SYSTEM : by === 'admin' ? fixture.admin : fixture.ann;
  }

  /** Those who may not do it. */
  function others({ by, open }: Change): Actor[] {
    if (open === 'to everybody') return [];
    if (open === 'to users') return [GUEST];
    return by === undefined ? [GUEST, fixture.ben] : [GUEST, fixture.ben, fixture.ann];
  }

  async function assertRefused(run: (actor: Actor) => unknown, actor: Actor): Promise<void> {
    const before = everything();
    await assert.rejects(async () => await run(actor), DmsError);
    assert.equal(everything(), before);
  }

  /** While the log takes nothing, nothing is done. */
  async function assertWhole(run: (actor: Actor) => unknown, actor: Actor): Promise<void> {
    const trigger = "BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'the log is shut'); END";
    core.database.prepare(`CREATE TRIGGER log_is_shut ${trigger}`).run();
    const before = everything();
    try {
      await assert.rejects(async () => await run(actor), /the log is shut/);
      assert.equal(everything(), before);
    } finally {
      core.database.prepare('DROP TRIGGER log_is_shut').run();
    }
  }

  for (const [name, change] of Object.entries(changes)) {
    it(`${name}: ${change.leaves.join(', ') || 'none'}, within its transaction; none when it is refused`, async () => {
      const run = await change.set(fixture);
      for (const actor of others(change)) await assertRefused(run, actor);
      if (change.leaves.length > 0) await assertWhole(run, doer(change));
      const before = core.actions().length;
      await run(doer(change));
      const left = core.actions().slice(before);
      assert.deepEqual(
        left.map((line) => line.split(' ')[0]),
        change.leaves,
      );
    });
  }

  it('has a case for every change that the core offers', () => {
    const known = new Set([
      ...Object.keys(changes).map((name) => name.split(',')[0] ?? ''),
      ...Object.entries(OTHERS).flatMap(([part, names]) => names.split(' ').map((name) => `${part}.${name}`)),
    ]);
    const offered = Object.entries(core.dms).flatMap(([part, value]) =>
      typeof value === 'function'
        ? []
        : Object.getOwnPropertyNames(Object.getPrototypeOf(value)).map((name) => `${part}.${name}`),
    );
    assert.deepEqual(
      offered.filter((name) => !name.endsWith('.constructor') && !known.has(name)),
      [],
    );
  });

  it('is none of documents of junk names, but for who may do what with them', async () => {
    const { dms } = core;
    const folderId = await makeFolder(dms, fixture.ann, fixture.fresh('folder'));
    const before = core.actions().length;
    const { document } = await putTo(dms, fixture.ann, { folderId, name: '.DS_Store' }, 'x');
    await putTo(dms, fixture.ann, onto(dms, fixture.ann, document.id), 'y');
    await dms.documents.update(fixture.ann, document.id, { title: 'T' });
    await dms.versions.comment(fixture.ann, document.id, 1, 'C');
    await dms.entries.remove(fixture.ann, document.id);
    await dms.trash.restore(fixture.ann, document.id);
    assert.deepEqual(core.actions().slice(before), []);
    await dms.shares.create(fixture.ann, { entryId: document.id, users: ['carl'], permissions: 1 });
    assert.deepEqual(core.actions().slice(before), ['share .DS_Store']);
  });
});
