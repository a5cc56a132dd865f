import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Client, clientOf } from '../../rest/client.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, hrefs, lockInfo } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;
const COMPOSED = 'caf\u00e9';
const DECOMPOSED = 'cafe\u0301';

interface Person {
  readonly account: Account;
  readonly rest: Client;
  readonly dav: DavClient;
}

describe('a name at the mount root', () => {
  let service: Service;
  let time: number;
  let ann: Person;
  let ben: Person;
  let cyd: Person;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time });
    ann = await person('ann');
    ben = await person('ben');
    cyd = await person('cyd');
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function person(login: string, isAdmin = false): Promise<Person> {
    const account = await service.createUser(login, { isAdmin });
    const dav = new DavClient(service.port, basic(login, account.password));
    return { account, rest: await clientOf(service, account), dav };
  }

  /** Shares with Ben. @returns the id of the share */
  async function share(by: Person, entry: object, fields: object = {}): Promise<number> {
    const body = { users: ['ben'], permissions: 15, ...entry, ...fields };
    const response = await by.rest.post('/shares', body);
    assert.equal(response.status, 201, response.text);
    return response.body.data.id;
  }

  /** A folder with a plan in it, shared with Ben. */
  async function lend(by: Person, name = 'Docs'): Promise<{ id: number; share: number }> {
    const { id } = await by.rest.folder(name);
    await by.rest.document('plan.txt', `plan of ${by.account.login}`, id);
    return { id, share: await share(by, { folder_id: id }) };
  }

  async function names({ dav }: Person = ben): Promise<string[]> {
    const { text } = await dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
    return hrefs(text)
      .map((href) => decodeURIComponent(href).slice('/webdav/'.length))
      .filter((name) => name !== '')
      .sort();
  }

  async function read(by: Person, path: string): Promise<string> {
    return (await by.dav.expect(200, 'GET', path)).text;
  }

  /** Begins a PUT and waits until the service asks for its body. */
  async function begin(by: Person, path: string): Promise<(body: string) => Promise<number>> {
    const { port, authorization = '' } = by.dav;
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: `/webdav${path}`,
      headers: { Authorization: authorization, Expect: '100-continue', 'Transfer-Encoding': 'chunked' },
      agent: false,
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    return async (body) => {
      const answered = once(sent, 'response');
      sent.end(body);
      const [response]: IncomingMessage[] = await answered;
      response?.resume();
      return response?.statusCode ?? 0;
    };
  }

  describe('belongs to one share', () => {
    it('and stays with the second of two when the first is taken back', async () => {
      const first = await lend(ann);
      await lend(cyd);
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
      await ann.rest.delete(`/shares/${first.share}`).expect(200);
      assert.deepEqual(await names(), ['Docs (2)/']);
      await ben.dav.expect(404, 'GET', '/Docs/plan.txt');
      await ben.dav.expect(409, 'PUT', '/Docs/plan.txt', { body: 'meant for Ann' });
      await ben.dav.expect(409, 'LOCK', '/Docs/plan.txt', { body: lockInfo() });
      await ben.dav.expect(409, 'MKCOL', '/Docs/new');
      await ben.dav.expect(204, 'PUT', '/Docs%20(2)/plan.txt', { body: 'meant for Cyd' });
      assert.equal(await read(cyd, '/Docs/plan.txt'), 'meant for Cyd');
      assert.equal(await read(ann, '/Docs/plan.txt'), 'plan of ann');
    });

    it('while a body is on its way', async () => {
      const first = await lend(ann);
      await lend(cyd);
      const finish = await begin(ben, '/Docs/plan.txt');
      await ann.rest.delete(`/shares/${first.share}`).expect(200);
      assert.equal(await finish('meant for Ann'), 409);
      assert.equal(await read(ann, '/Docs/plan.txt'), 'plan of ann');
      assert.equal(await read(cyd, '/Docs/plan.txt'), 'plan of cyd');
    });

    it('while a body for a document that is shared by itself is on its way', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      const shared = await share(ann, { document_id: id });
      const finish = await begin(ben, '/plan.txt');
      await ann.rest.delete(`/shares/${shared}`).expect(200);
      await share(cyd, { document_id: (await cyd.rest.document('plan.txt', 'plan of cyd')).id });
      assert.equal(await finish('meant for Ann'), 409);
      assert.deepEqual(await names(), ['plan (2).txt']);
      assert.equal(await read(cyd, '/plan.txt'), 'plan of cyd');
    });

    it('for a month after its end, by whatever it ended', async () => {
      const ends: ((lent: { id: number; share: number }) => Promise<unknown>)[] = [
        (lent) => ann.rest.delete(`/shares/${lent.share}`).expect(200),
        (lent) => ben.rest.delete(`/shares/${lent.share}`).expect(200),
        (lent) => ann.rest.patch(`/shares/${lent.share}`, { users: ['eve'] }).expect(200),
        async (lent) => {
          await ann.rest
            .patch(`/shares/${lent.share}`, { expires_at: new Date(time + 1).toISOString() })
            .expect(200);
          time += 1;
        },
        async (lent) => {
          await ann.rest.delete(`/folders/${lent.id}`).expect(200);
          await ann.rest.delete(`/trash/${lent.id}`).expect(200);
        },
      ];
      const dan = await person('dan');
      await person('eve');
      for (const [index, end] of ends.entries()) {
        const name = `Docs${index}`;
        await end(await lend(ann, name));
        await ben.dav.expect(409, 'PUT', `/${name}`, { body: 'x' });
        await ben.dav.expect(409, 'MKCOL', `/${name}`);
        await service.dms.housekeeping.tidy();
        time += 30 * DAY - 1;
        await service.dms.housekeeping.tidy();
        const other = await lend(cyd, name);
        assert.ok((await names()).includes(`${name} (2)/`), `${name} is not given again`);
        await cyd.rest.delete(`/shares/${other.share}`).expect(200);
        time += 1;
        await service.dms.housekeeping.tidy();
        await lend(dan, name);
        assert.ok((await names()).includes(`${name}/`), `${name} is free again`);
      }
    });

    it('and is its again when it is shared again', async () => {
      const first = await lend(ann);
      await lend(cyd);
      await ann.rest.delete(`/shares/${first.share}`).expect(200);
      await share(ann, { folder_id: first.id }, { permissions: 1 });
      assert.equal(await read(ben, '/Docs/plan.txt'), 'plan of ann');
      // A second share of the same entry to the same user replaces the first.
      await share(ann, { folder_id: first.id }, { permissions: 3 });
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
    });

    it('while the entry is in the trash, and after it has come back', async () => {
      const first = await lend(ann);
      await ann.rest.delete(`/folders/${first.id}`).expect(200);
      assert.deepEqual(await names(), []);
      await lend(cyd);
      assert.deepEqual(await names(), ['Docs (2)/']);
      await ben.dav.expect(409, 'PUT', '/Docs/plan.txt', { body: 'meant for Ann' });
      await ann.rest.post(`/trash/${first.id}/restore`, {}).expect(200);
      assert.equal(await read(ben, '/Docs/plan.txt'), 'plan of ann');
      assert.equal(await read(ben, '/Docs%20(2)/plan.txt'), 'plan of cyd');
    });

    it('whatever its owner calls the entry', async () => {
      const first = await lend(ann);
      await ann.rest.patch(`/folders/${first.id}`, { name: 'Archive' }).expect(200);
      await lend(cyd);
      await ben.dav.expect(204, 'PUT', '/Docs/plan.txt', { body: 'saved' });
      assert.equal(await read(ann, '/Archive/plan.txt'), 'saved');
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
    });

    it('in whatever spelling', async () => {
      const { id } = await ann.rest.folder(DECOMPOSED);
      const shared = await share(ann, { folder_id: id });
      await ben.dav.expect(201, 'PUT', `/${encodeURIComponent(COMPOSED)}/file`, { body: 'x' });
      assert.equal(await read(ben, `/${encodeURIComponent(DECOMPOSED)}/file`), 'x');
      await ben.rest.post('/folders', { folder_id: 0, name: COMPOSED }).expect(422);
      await lend(cyd, COMPOSED);
      assert.deepEqual(await names(), [`${DECOMPOSED}/`, `${COMPOSED} (2)/`]);
      await ann.rest.delete(`/shares/${shared}`).expect(200);
      await ben.dav.expect(409, 'PUT', `/${encodeURIComponent(COMPOSED)}`, { body: 'x' });
    });

    it('and is numbered where the home has an entry of another spelling', async () => {
      await ben.rest.folder(COMPOSED);
      await share(ann, { folder_id: (await ann.rest.folder(DECOMPOSED)).id });
      assert.deepEqual(await names(), [`${DECOMPOSED} (2)/`, `${COMPOSED}/`]);
    });
  });

  describe('is not taken by the home', () => {
    it('in whatever way an entry comes there', async () => {
      await lend(ann);
      const refused = async (response: { status: number; text: string }) =>
        assert.equal(response.status, 422, response.text);
      const other = await ben.rest.folder('other');
      const inner = await ben.rest.folder('Docs', other.id);
      await refused(await ben.rest.post('/folders', { folder_id: 0, name: 'Docs' }));
      await refused(await ben.rest.upload({ folder_id: 0 }, { name: 'Docs', content: 'x' }));
      await refused(await ben.rest.patch(`/folders/${other.id}`, { name: 'Docs' }));
      await refused(await ben.rest.post(`/folders/${inner.id}/move`, { folder_id: 0 }));
      await refused(await ben.rest.post(`/folders/${inner.id}/copy`, { folder_id: 0, name: 'Docs' }));
      await ben.dav.expect(405, 'MKCOL', '/Docs');
      assert.deepEqual(await names(), ['Docs/', 'other/']);
    });

    it('but numbered when it is restored there', async () => {
      const own = await ben.rest.folder('Docs');
      await ben.rest.delete(`/folders/${own.id}`).expect(200);
      await lend(ann);
      await ben.rest.post(`/trash/${own.id}/restore`, {}).expect(200);
      assert.equal(await read(ben, '/Docs/plan.txt'), 'plan of ann');
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
    });

    it('except by the shared entry itself', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await share(ann, { document_id: id });
      await ben.rest.post(`/documents/${id}/move`, { folder_id: 0 }).expect(200);
      assert.deepEqual(await names(), ['plan.txt']);
      assert.equal(await read(ben, '/plan.txt'), 'plan of ann');
    });

    it('after its share has ended, unless the user says so over REST', async () => {
      const first = await lend(ann);
      await ann.rest.delete(`/shares/${first.share}`).expect(200);
      await ben.dav.expect(409, 'MKCOL', '/Docs');
      await ben.rest.folder('Docs');
      await ben.dav.expect(201, 'PUT', '/Docs/plan.txt', { body: 'own' });
      await share(ann, { folder_id: first.id });
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
      assert.equal(await read(ben, '/Docs/plan.txt'), 'own');
      assert.equal(await read(ben, '/Docs%20(2)/plan.txt'), 'plan of ann');
    });

    it('so an entry that was not shown then comes back under a number', async () => {
      const { id } = await lend(ann);
      await ann.rest.delete(`/folders/${id}`).expect(200);
      await ben.rest.folder('Docs');
      await ann.rest.post(`/trash/${id}/restore`, {}).expect(200);
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
      assert.equal(await read(ben, '/Docs%20(2)/plan.txt'), 'plan of ann');
      await ben.dav.expect(409, 'PUT', '/Docs%20(3)/plan.txt', { body: 'x' });
    });
  });

  describe('of a folder of the office', () => {
    it('is its own for administrators, numbered while a share has it', async () => {
      const chief = await person('chief', true);
      const first = await lend(ann, 'Office');
      await ann.rest.patch(`/shares/${first.share}`, { users: ['chief'] }).expect(200);
      await chief.rest.post('/folders', { system: true, name: 'Office' }).expect(201);
      assert.deepEqual(await names(chief), ['Office (2)/', 'Office/']);
      await ann.rest.delete(`/shares/${first.share}`).expect(200);
      await chief.dav.expect(409, 'PUT', '/Office/plan.txt', { body: 'meant for Ann' });
      assert.deepEqual(await names(chief), ['Office (2)/']);
      await share(cyd, { folder_id: (await cyd.rest.folder('Office (2)')).id }, { users: ['chief'] });
      assert.deepEqual(await names(chief), ['Office (2) (2)/', 'Office (2)/']);
    });
  });

  describe('is changed by MOVE for the user alone', () => {
    const to = (path: string, overwrite = 'F') => ({
      headers: { Destination: ben.dav.at(path), Overwrite: overwrite },
    });

    it('whatever names the folder has in which the entry lies', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await ann.rest.document('secret.txt');
      await share(ann, { document_id: id }, { permissions: 3 });
      await ben.dav.expect(201, 'MOVE', '/plan.txt', to('/secret.txt'));
      await ben.dav.expect(201, 'MOVE', '/secret.txt', to('/free.txt'));
      await ben.dav.expect(404, 'GET', '/plan.txt');
      await ben.dav.expect(204, 'PUT', '/free.txt', { body: 'saved' });
      assert.equal(await read(ann, '/plan.txt'), 'saved');
      assert.deepEqual(await names(ann), ['plan.txt', 'secret.txt']);
    });

    it('also for folders, and to another spelling', async () => {
      await lend(ann);
      await ben.dav.expect(201, 'MOVE', '/Docs/', to(`/${encodeURIComponent(COMPOSED)}/`));
      await ben.dav.expect(
        201,
        'MOVE',
        `/${encodeURIComponent(COMPOSED)}`,
        to(`/${encodeURIComponent(DECOMPOSED)}`),
      );
      assert.deepEqual(await names(), [`${DECOMPOSED}/`]);
      assert.deepEqual(await names(ann), ['Docs/']);
    });

    it('and needs update', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await share(ann, { document_id: id }, { permissions: 1 });
      await ben.dav.expect(403, 'MOVE', '/plan.txt', to('/mine.txt'));
    });

    it('not to that of another share, nor to one that has ended', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await share(ann, { document_id: id }, { permissions: 3 });
      const docs = await lend(cyd);
      await ben.dav.expect(412, 'MOVE', '/plan.txt', to('/Docs'));
      await cyd.rest.delete(`/shares/${docs.share}`).expect(200);
      await ben.dav.expect(409, 'MOVE', '/plan.txt', to('/Docs'));
      await ben.dav.expect(409, 'COPY', '/plan.txt', to('/Docs'));
      assert.deepEqual(await names(), ['plan.txt']);
    });

    it('and an entry in the trash that had it comes back under another', async () => {
      const docs = await lend(cyd);
      await cyd.rest.delete(`/folders/${docs.id}`).expect(200);
      const other = await lend(ann, 'Other');
      await ben.dav.expect(201, 'MOVE', '/Other', to('/Docs'));
      await cyd.rest.post(`/trash/${docs.id}/restore`, {}).expect(200);
      assert.deepEqual(await names(), ['Docs (2)/', 'Docs/']);
      assert.equal(await read(ben, '/Docs/plan.txt'), 'plan of ann');
      assert.ok(other.id > 0);
    });

    it('and is kept for a program that has put the document aside', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await share(ann, { document_id: id }, { permissions: 3 });
      await ben.dav.expect(201, 'MOVE', '/plan.txt', to('/plan.txt~'));
      await share(cyd, { document_id: (await cyd.rest.document('plan.txt', 'plan of cyd')).id });
      assert.deepEqual(await names(), ['plan (2).txt', 'plan.txt~']);
      await ben.dav.expect(201, 'PUT', '/plan.txt', { body: 'saved' });
      assert.equal(await read(ann, '/plan.txt'), 'saved');
      assert.equal(await read(cyd, '/plan.txt'), 'plan of cyd');
    });

    it('and the lock that another has meanwhile taken on the document holds', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await share(ann, { document_id: id }, { permissions: 3 });
      await ben.dav.expect(201, 'MOVE', '/plan.txt', to('/plan.txt~'));
      await ann.dav.lock('/plan.txt');
      await ben.dav.expect(423, 'PUT', '/plan.txt', { body: 'saved' });
      assert.equal(await read(ann, '/plan.txt'), 'plan of ann');
    });
  });

  describe('an entry whose folder the user may not read', () => {
    it('is not renamed there over REST, whether the name is taken or free', async () => {
      const { id } = await ann.rest.document('plan.txt', 'plan of ann');
      await ann.rest.document('secret.txt');
      await share(ann, { document_id: id });
      const docs = await lend(ann);
      for (const name of ['secret.txt', 'free.txt']) {
        await ben.rest.patch(`/documents/${id}`, { name }).expect(403);
        await ben.rest.patch(`/folders/${docs.id}`, { name }).expect(403);
      }
      await ben.rest.patch(`/documents/${id}`, { title: 'The plan' }).expect(200);
      assert.deepEqual(await names(ann), ['Docs/', 'plan.txt', 'secret.txt']);
    });

    it('is renamed by who may read the folder', async () => {
      const docs = await lend(ann);
      const { id } = await ann.rest.document('more.txt', 'more', docs.id);
      await share(ann, { document_id: id });
      await ben.rest.patch(`/documents/${id}`, { name: 'plan.txt' }).expect(422);
      await ben.rest.patch(`/documents/${id}`, { name: 'less.txt' }).expect(200);
    });
  });
});
