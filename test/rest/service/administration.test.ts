import assert from 'node:assert/strict';
import manifest from '../../../package.json' with { type: 'json' };
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { type Client, clientOf } from '../client.ts';

describe('administration', () => {
  let service: Service;
  let ann: Account;
  let admins: Client;

  before(async () => {
    service = await startService({
      config: { backup: { dest: '/srv/backup', schedule: '30 2 * * *' } },
    });
    ann = await service.createUser('ann');
    admins = await clientOf(service, service.admin);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function lock(account: Account, id: number): Promise<number> {
    const request = { depth: '0', scope: 'exclusive', ownerXml: 'x', timeoutSeconds: 600 } as const;
    await service.dms.lockCreation.create(account.actor, id, request);
    return id;
  }

  it('shows how the service is', async () => {
    await write(service.dms, ann.actor, 'one.txt', '12345');
    const { data } = (await admins.get('/status').expect(200)).body;
    assert.deepEqual(
      [data.version, data.node, data.status, data.database, data.data_directory],
      [manifest.version, process.versions.node, 'ok', true, true],
    );
    assert.deepEqual(data.counts, {
      users: 2,
      administrators: 1,
      folders: 2,
      documents: 1,
      versions: 1,
      sessions: 0,
    });
    assert.equal(data.space.contents_bytes, 5);
    assert.ok(data.space.database_bytes > 0 && data.space.free_bytes > 0);
    assert.ok(data.queues.entries_to_index > 0);
    assert.equal(data.queues.mails, 0);
    assert.deepEqual(data.mail, { configured: false, last_failure: null });
    assert.deepEqual([data.backup.last, data.backup.last_failure], [null, null]);
    assert.ok(Date.parse(data.backup.next_at) > Date.now());
    assert.ok(data.uptime_seconds >= 0 && Date.parse(data.started_at) < Date.now());
  });

  it('shows that mail does not arrive, and why', async () => {
    const smtp = { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' };
    const mailing = await startService({ config: { smtp }, keepsMail: true });
    try {
      const client = await clientOf(mailing, mailing.admin);
      const [mail] = mailing.dms.mailQueue.due(1, new Set());
      assert.ok(mail, 'of the token of the client');
      await mailing.dms.mailQueue.failed(mail, { reason: 'nobody is at home', isPermanent: false });
      const { data } = (await client.get('/status').expect(200)).body;
      assert.deepEqual([data.queues.mails, data.mail.configured], [1, true]);
      assert.equal(data.mail.last_failure.reason, 'nobody is at home');
    } finally {
      await mailing.stop();
    }
  });

  it('lists all locks, and shows what is locked where the administrator may read it', async () => {
    const office = await service.dms.folders.createSystem(service.admin.actor, 'Office');
    const own = await lock(service.admin, await write(service.dms, service.admin.actor, 'own.txt'));
    const hidden = await lock(ann, await write(service.dms, ann.actor, 'diary.txt'));
    const shared = await lock(ann, await write(service.dms, ann.actor, 'shared.txt'));
    await service.dms.shares.create(ann.actor, { entryId: shared, users: ['admin'], permissions: 1 });
    const plan = await lock(
      service.admin,
      await write(service.dms, service.admin.actor, 'plan', 'x', office.id),
    );
    const { body } = await admins.get('/locks').expect(200);
    assert.equal(body.meta.total, 4);
    const listed = new Map(body.data.map(({ id, ...rest }: { id: number }) => [id, rest]));
    const summary = (id: number) => {
      const { entry, owner, user } = Object(listed.get(id));
      return [entry?.path ?? null, owner?.name ?? null, user.name];
    };
    assert.deepEqual(summary(own), ['/own.txt', 'admin', 'admin']);
    assert.deepEqual(summary(hidden), [null, 'ann', 'ann']);
    assert.deepEqual(summary(shared), ['/shared.txt', 'ann', 'ann']);
    assert.deepEqual(summary(plan), ['/Office/plan', null, 'admin']);
    assert.doesNotMatch(JSON.stringify(body), /diary|opaquelocktoken/);
    const second = (await admins.get('/locks?per_page=3&page=2').expect(200)).body;
    assert.equal(second.data.length, 1);

    assert.deepEqual((await admins.delete(`/locks/${hidden}`).expect(200)).body, { data: { id: hidden } });
    await admins.delete(`/locks/${hidden}`).expect(404);
    await admins.delete('/locks/999999').expect(404);
    const anns = await clientOf(service, ann);
    assert.equal((await anns.get(`/documents/${hidden}`)).body.data.locked, null);
    const { data } = (await anns.get(`/v2/documents/${hidden}/activity`)).body;
    assert.equal(data[0].action, 'unlock');
  });

  it('lists all system folders with their shares', async () => {
    const { id } = await service.dms.folders.createSystem(service.admin.actor, 'Projects');
    const inside = await makeFolder(service.dms, service.admin.actor, 'inside', id);
    for (const entryId of [id, inside]) {
      const request = { entryId, users: ['ann'], permissions: 1 };
      await service.dms.shares.create(service.admin.actor, request);
    }
    const { body } = await admins.get('/folders/system').expect(200);
    const found = body.data.find((folder: { id: number }) => folder.id === id);
    assert.deepEqual([found.name, found.shares, found.system, found.folder_id], ['Projects', 1, true, null]);
    assert.equal(body.meta.total, body.data.length);
    assert.equal((await admins.get('/folders/system?per_page=1&page=2')).body.data.length, 1);
  });

  it('shows how backups are, and starts one', async () => {
    const { data } = (await admins.get('/backups').expect(200)).body;
    assert.deepEqual(
      [data.destination, data.schedule, data.running_since, data.last, data.warning],
      ['/srv/backup', '30 2 * * *', null, null, null],
    );
    const first = (await admins.post('/backups').expect(201)).body;
    assert.deepEqual((await admins.post('/backups').expect(200)).body, first);
    const after = (await admins.get('/backups').expect(200)).body.data;
    assert.equal(after.running_since, first.data.started_at);
    await service.dms.backupStatus.failed('/srv/backup', 'the disk is full');
    const failed = (await admins.get('/backups').expect(200)).body.data;
    assert.deepEqual([failed.last_failure.detail, failed.warning], ['the disk is full', 'backup_failed']);
    const { warnings, backup } = (await admins.get('/status').expect(200)).body.data;
    assert.equal(backup.warning, 'backup_failed');
    assert.ok(Array.isArray(warnings));
  });

  it('starts no backup where none is configured', async () => {
    const without = await startService();
    try {
      const client = await clientOf(without, without.admin);
      const { body } = await client.post('/backups').expect(422);
      assert.deepEqual(Object.keys(body.errors), ['dest']);
      assert.equal((await client.get('/backups').expect(200)).body.data.destination, null);
    } finally {
      await without.stop();
    }
  });
});
