// Would catch: an administrator who cannot see or lift an incident, a user who lifts the own one, and a way to write that
// the pause leaves open.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { Sender } from '../../links/sender.ts';
import { makeLink } from '../../links/visitor.ts';
import { encrypted, ringFor, soundContent } from '../../support/alarm.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { write } from '../../support/tree.ts';
import { officeOf } from '../../web/support/office.ts';
import { basic, DavClient, lockInfo } from '../../webdav/client.ts';
import { openAddress } from '../../webdav/edit-addresses/editing.ts';
import { Browser } from '../browser.ts';
import { TusClient } from '../transfer/tus.ts';

const SYSTEM = { kind: 'system', name: 'command line' } as const;

describe('incidents over REST', () => {
  let service: Service;
  let admin: Browser;
  let ann: Account;
  let browser: Browser;
  let number = 0;

  before(async () => {
    service = await startService({ config: { alarm: { action: 'pause' } } });
    admin = new Browser(service);
    await admin.signIn(service.admin);
  });
  after(() => service.stop());
  beforeEach(async () => {
    number += 1;
    ann = await service.createUser(`ann${String(number)}`);
    browser = new Browser(service);
    await browser.signIn(ann);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  const lift = (id: number) => admin.post(`/incidents/${String(id)}/lift`);

  it('are listed for administrators, and stay in the list when they are lifted', async () => {
    const id = await ringFor(service.dms, ann.id);
    const [listed] = (await admin.get('/incidents?open=1').expect(200)).body.data;
    assert.deepEqual(listed, {
      id,
      user: { id: ann.id, login: ann.login, name: ann.login },
      kind: 'overwrites',
      action: 'notify',
      begun_at: '2026-01-31T12:00:00.000Z',
      undo_since: '2026-01-31T11:59:00.000Z',
      detected_at: '2026-01-31T12:00:00.000Z',
      documents: 30,
      examples: [{ id: 7, name: 'plan.pdf' }],
      token: null,
      ip: '192.0.2.1',
      lifted_at: null,
      lifted_by: null,
    });
    const { data } = (await lift(id).expect(200)).body;
    assert.equal(data.lifted_by, 'admin');
    assert.deepEqual((await lift(id).expect(200)).body.data, data);
    assert.deepEqual((await admin.get('/incidents?open=1').expect(200)).body.data, []);
    assert.deepEqual((await admin.get('/incidents').expect(200)).body.data[0], data);
    await lift(999_999).expect(404);
    await admin.get('/incidents?open=yes').expect(422);
  });

  it('are a warning of the service while they are open', async () => {
    await ringFor(service.dms, ann.id);
    assert.deepEqual((await admin.get('/status').expect(200)).body.data.warnings, ['incident_open']);
  });

  it('are not lifted by their own user, and not seen by others', async () => {
    const boss = await service.createUser(`boss${String(number)}`, { isAdmin: true });
    const own = new Browser(service);
    await own.signIn(boss);
    const id = await ringFor(service.dms, boss.id, 'pause');
    const refused = await own.post(`/incidents/${String(id)}/lift`).expect(403);
    assert.equal(refused.body.code, 'may_not_lift_own');
    await own.get('/incidents').expect(200);
    await browser.get('/incidents').expect(403);
    await browser.post(`/incidents/${String(id)}/lift`).expect(403);
    await lift(id).expect(200);
  });

  it('end with their user', async () => {
    await ringFor(service.dms, ann.id);
    await service.dms.users.remove(service.admin.actor, ann.id);
    const all = (await admin.get('/incidents').expect(200)).body.data;
    assert.ok(all.every(({ user }: { user: { id: number } }) => user.id !== ann.id));
  });

  it('refuse every change of a paused user until they are lifted', async () => {
    const office = await officeOf(service, ann);
    const folder = await office.folder('Plans');
    const document = await office.upload('plan.txt', 'first', folder);
    const { secret: token } = await service.dms.tokens.create(ann.actor, {
      ...{ name: 'sync', scopes: ['read', 'write', 'webdav'] },
    });
    const drive = new DavClient(service.port, basic(ann.login, token));
    const { path } = await openAddress(office, document);
    const visitors = await makeLink(service, ann, folder, { kind: 'upload', label: '' });
    const sender = await Sender.open(service, visitors.path);
    const tus = new TusClient(service, token);
    const begun = await tus.create(4, { filename: 'tus.txt', folder_id: folder });
    const id = await ringFor(service.dms, ann.id, 'pause');

    const refused = await browser.post('/folders', { folder_id: 0, name: 'x' }).expect(403);
    assert.equal(refused.body.code, 'writing_paused');
    assert.match(refused.body.message, /Ask an administrator/);
    for (const [method, at, body] of [
      ['PUT', '/Plans/plan.txt', 'x'],
      ['PUT', '/Plans/new.txt', 'x'],
      ['DELETE', '/Plans/plan.txt', ''],
      ['MKCOL', '/Plans/new/', ''],
      ['LOCK', '/Plans/plan.txt', lockInfo()],
    ] as const) {
      const { status, text } = await drive.ask(method, at, { body });
      assert.equal(status, 403, `${method} ${at}`);
      assert.match(text, /paused/);
    }
    await new DavClient(service.port).expect(403, 'PUT', path, { body: 'second' });
    assert.equal((await tus.append(begun, 0, Buffer.from('tus!'))).status, 403);
    assert.equal((await sender.create('scan.pdf', 11, {})).status, 404);
    await browser.delete(`/documents/${String(document)}`).expect(403);
    await browser.patch(`/documents/${String(document)}`, { name: 'other.txt' }).expect(403);
    await browser.post('/shares', { document_id: document, users: ['admin'], permissions: 1 }).expect(403);

    assert.equal(await office.download(document), 'first');
    await drive.expect(200, 'GET', '/Plans/plan.txt');
    await browser.get('/trash').expect(200);
    await browser.delete('/account/sessions').expect(200);
    await browser.post('/logout').expect(200);
    await browser.signIn(ann);
    await lift(id).expect(200);
    await drive.expect(204, 'PUT', '/Plans/plan.txt', { body: 'second' });
    assert.equal((await tus.append(begun, 0, Buffer.from('tus!'))).status, 204);
  });

  it('refuse a change that has begun before the pause', async () => {
    const { dms } = service;
    const earlier: UserActor = ann.actor;
    await ringFor(dms, ann.id, 'pause');
    assert.equal(earlier.isPaused, false);
    await assert.rejects(write(dms, earlier, 'late.txt'), { code: 'forbidden' });
    const operator = dms.users.actingAs(SYSTEM, ann.login);
    await write(dms, operator, 'restored.txt');
  });

  it('pause a user whose program encrypts the drive', async () => {
    const drive = new DavClient(service.port, basic(ann.login, ann.password));
    for (let index = 0; index < 60; index += 1)
      await drive.expect(201, 'PUT', `/d${String(index)}.pdf`, { body: soundContent('pdf', index) });
    let statuses: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const body = encrypted(soundContent('pdf', index));
      statuses = [...statuses, (await drive.ask('PUT', `/d${String(index)}.pdf`, { body })).status];
      await service.dms.alarm.settled();
    }
    assert.deepEqual(statuses, [...Array<number>(30).fill(204), ...Array<number>(30).fill(403)]);
    const [incident] = (await admin.get('/incidents?open=1').expect(200)).body.data;
    assert.deepEqual(
      [incident.action, incident.kind, incident.user.login],
      ['pause', 'overwrites', ann.login],
    );
  });
});

describe('the alarm by its configuration', () => {
  /** Overwrites 15 documents with encrypted contents. @returns the number of incidents */
  async function attack(alarm: object, by: 'user' | 'command line'): Promise<number> {
    const service = await startService({ config: { alarm } });
    try {
      const { dms } = service;
      const { actor, login } = await service.createUser('ann');
      const writer = by === 'user' ? actor : dms.users.actingAs(SYSTEM, login);
      for (const content of [soundContent('pdf', 1), encrypted(soundContent('pdf', 1))])
        for (let index = 0; index < 15; index += 1)
          await write(dms, writer, `d${String(index)}.pdf`, content);
      await dms.alarm.settled();
      return dms.incidents.list(SYSTEM, false, { page: 1, perPage: 10 }).total;
    } finally {
      await service.stop();
    }
  }

  it('rings at alarm.documents, never with off, and never for the command line', async () => {
    assert.equal(await attack({ documents: 15 }, 'user'), 1);
    assert.equal(await attack({ documents: 16 }, 'user'), 0);
    assert.equal(await attack({ documents: 15, action: 'off' }, 'user'), 0);
    assert.equal(await attack({ documents: 15 }, 'command line'), 0);
  });
});
