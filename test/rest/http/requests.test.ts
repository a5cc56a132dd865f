import assert from 'node:assert/strict';
import { connect } from 'node:net';
import request from 'supertest';
import { collectGarbage } from '../../support/garbage.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf, guest } from '../client.ts';

describe('any request to /api', () => {
  let service: Service;
  let client: Client;

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('carries a request id of its own and the headers of safety, and no X-Powered-By', async () => {
    const [first, second] = [
      await client.get('/account'),
      await client.get('/account').set('X-Request-Id', 'mine'),
    ];
    assert.match(first.get('X-Request-Id') ?? '', /^[0-9a-f-]{36}$/);
    assert.notEqual(first.get('X-Request-Id'), second.get('X-Request-Id'));
    assert.notEqual(second.get('X-Request-Id'), 'mine');
    assert.equal(first.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(first.get('X-Powered-By'), undefined);
    assert.equal(first.get('Content-Type'), 'application/json; charset=utf-8');
    assert.equal(first.get('Cache-Control'), 'no-store');
  });

  it('leaves one line in the log, without its query', async () => {
    const response = await client.get('/folders/0/search?q=secret-words');
    const id = response.get('X-Request-Id');
    const lines = service.log().filter((line) => line['request_id'] === id);
    assert.equal(lines.length, 1);
    const { method, path, status, user } = lines[0] ?? {};
    assert.deepEqual(
      { method, path, status, user },
      { method: 'GET', path: '/api/folders/0/search', status: 200, user: 'ann' },
    );
    assert.ok(!JSON.stringify(lines).includes('secret-words'));
  });

  it('to an unknown path is 404 with a message and its code only', async () => {
    for (const path of ['/nothing', '/v2/folders/0/contents', '/v2/documents/1', '/2fa/verify-code']) {
      const response = await guest(service).get(path).expect(404);
      assert.deepEqual(Object.keys(response.body), ['message', 'code']);
    }
  });

  it('to a known path with an unknown method is 404', async () => {
    await client.delete('/folders/0/contents').expect(404);
    await client.get('/login').expect(404);
    await request(service.url).options('/api/account').expect(404);
    await request(service.url).put('/api/documents/1').expect(404);
  });

  it('by a guest is 401 before anything else is looked at', async () => {
    const nobody = guest(service);
    for (const test of [
      nobody.get('/documents/x'),
      nobody.get('/folders/0/contents?page=x'),
      nobody.post('/folders').type('json').send('{'),
      nobody.post('/documents/upload').send({}),
      nobody.post('/users', {}),
      nobody.get('/activity'),
      nobody.post('/logout'),
    ]) {
      const response = await test.expect(401);
      assert.equal(response.get('WWW-Authenticate'), 'Bearer realm="dms"');
      assert.deepEqual(Object.keys(response.body), ['message', 'code']);
    }
  });

  it('with a token that is no good is 401, on routes that need nobody too', async () => {
    const [login, password] = ['ann', "ann's very own password"];
    for (const header of ['Bearer nonsense', 'Bearer', 'bearer  x', `Bearer dms_pat_${'a'.repeat(40)}`]) {
      await request(service.url).get('/api/account').set('Authorization', header).expect(401);
      await request(service.url)
        .post('/api/login')
        .set('Authorization', header)
        .send({ login, password })
        .expect(401);
      await request(service.url).get('/api/nothing').set('Authorization', header).expect(401);
    }
  });

  it('with an id that is no whole number from 0 to 2^53-1 is 404', async () => {
    for (const id of [
      'x',
      '-1',
      '1.5',
      '1e3',
      '0x1',
      '9007199254740992',
      '99999999999999999999',
      '%00',
      '1%20',
      '१',
    ]) {
      await client.get(`/documents/${encodeURI(id)}`).expect(404);
      await client.get(`/folders/${encodeURI(id)}/contents`).expect(404);
      await client.delete(`/trash/${encodeURI(id)}`).expect(404);
    }
    await client.get('/documents/9007199254740991').expect(404);
  });

  it('whose percent-encoding does not decode is 400', async () => {
    for (const path of ['/documents/%E0%A4%A', '/%', '/folders/%ff/contents'])
      await client.get(path).expect(400);
  });

  it('whose body is not JSON is 400', async () => {
    const bodies = ['{', '{"name": }', 'name=x', '"text"', '1', '[]', 'null', '\u0000'];
    for (const body of bodies) await client.post('/folders').type('json').send(body).expect(400);
    await client.post('/folders').type('text/plain').send('{}').expect(400);
    await client.post('/folders').type('form').send('name=x').expect(400);
    await client
      .post('/folders')
      .set('Content-Type', 'application/json; charset=latin1')
      .send('{}')
      .expect(400);
    assert.equal((await client.get('/folders/0/contents')).body.meta.total, 0);
  });

  it('whose JSON body is over 1 MiB is 400', async () => {
    await client.post('/folders', { folder_id: 0, name: 'x'.repeat(1024 * 1024) }).expect(400);
    await client.post('/folders', { folder_id: 0, name: 'x'.repeat(1024 * 1000) }).expect(422);
  });

  it('leaves nothing of its unknown fields in memory', async () => {
    const { body } = await client.post('/folders', { folder_id: 0, name: 'kept' }).expect(201);
    const send = async (number: number): Promise<void> => {
      const unknown = { [`${String(number)} ${'x'.repeat(500_000)}`]: 1 };
      await guest(service).post('/login', unknown).expect(422);
      await client.patch(`/folders/${String(body.data.id)}`, { name: 'kept', expected: unknown }).expect(422);
    };
    const used = (): number => {
      // V8 keeps the names of the fields of an object for two collections longer than the object.
      for (let number = 0; number < 4; number += 1) collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await send(0);
    const before = used();
    for (let number = 1; number <= 20; number += 1) await send(number);
    const kept = used() - before;
    assert.ok(kept < 5_000_000, `${String(kept)} of 20,000,000 bytes are kept`);
  });

  it('with unknown fields is 422, naming all of them, and those that are wrong besides', async () => {
    const { body } = await client
      .post('/folders', JSON.parse('{"nam": 1, "folder_id": "0", "__proto__": 2}'))
      .expect(422);
    assert.deepEqual(Object.keys(body.errors).sort(), ['__proto__', 'folder_id', 'nam', 'name']);
    assert.deepEqual(body.errors.nam, ['is not a known field']);
    assert.deepEqual(body.errors.name, ['is required']);
    assert.deepEqual(body.errors.folder_id, ['must be the id of a folder']);
  });

  it('with more fields or elements than any operation takes is 422 without looking at each', async () => {
    const errorsOf = async (path: string, body: object): Promise<unknown> =>
      (await client.post(path, body).expect(422)).body.errors;
    const share = { folder_id: 1, permissions: 1, users: Array(1001).fill(1) };
    assert.deepEqual(await errorsOf('/shares', share), { users: ['must have at most 1000 elements'] });
    assert.deepEqual(await errorsOf('/account/tokens', { name: 'x', scopes: Array(1001).fill('x') }), {
      scopes: ['must have at most 1000 elements'],
    });
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field${index}`, 1]));
    assert.deepEqual(await errorsOf('/folders', fields), { body: ['has more than 100 fields'] });
  });

  it('without a body where one is needed is 422', async () => {
    const { body } = await client.post('/folders').expect(422);
    assert.deepEqual(body.errors.name, ['is required']);
  });

  it('for a page out of range is 422, naming the parameter', async () => {
    for (const query of [
      'page=0',
      'page=-1',
      'page=x',
      'page=1.5',
      'page=',
      'page=1&page=2',
      'page=99999999999999',
    ]) {
      assert.deepEqual(
        Object.keys((await client.get(`/folders/0/contents?${query}`).expect(422)).body.errors),
        ['page'],
      );
    }
    for (const query of ['per_page=0', 'per_page=201', 'per_page=abc']) {
      const { body } = await client.get(`/activity?${query}`).expect(422);
      assert.deepEqual(body.errors, { per_page: ['must be a whole number from 1 to 200'] });
    }
    await client.get('/folders/0/contents?page=1000000000&per_page=200&unknown=1').expect(200);
  });

  it('answers HEAD like GET, without the body, whatever conditions it has', async () => {
    const response = await client.head('/account').expect(200);
    assert.ok(Number(response.get('Content-Length')) > 100);
    await client.get('/account').set('If-None-Match', '*').expect(200);
  });

  it('is not answered in detail when the service fails, but logged under its id', async () => {
    const failing = await startService();
    try {
      const token = await clientOf(failing, failing.admin);
      failing.dms.account.get = () => {
        throw new Error('SELECT secret FROM /var/lib/dms');
      };
      const response = await token.get('/account').expect(500);
      assert.deepEqual(Object.keys(response.body), ['message', 'code']);
      assert.ok(!response.text.includes('SELECT') && !response.text.includes('/var'));
      const errors = failing.log().filter(({ level }) => level === 'error');
      assert.equal(errors.length, 1);
      assert.equal(errors[0]?.['request_id'], response.get('X-Request-Id'));
      assert.ok(JSON.stringify(errors[0]).includes('SELECT secret'));
    } finally {
      await failing.stop();
    }
  });

  it('leaves no error behind when the client goes away in the middle of a JSON body', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"login"`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await client.get('/account').expect(200);
  });
});

describe('GET /healthz', () => {
  it('says that database and data directory are well', async () => {
    const service = await startService();
    try {
      const { body } = await request(service.url).get('/healthz').expect(200);
      assert.deepEqual(body, { status: 'ok', database: true, data_directory: true, warnings: [] });
    } finally {
      await service.stop();
    }
  });

  it('warns of a backup that failed, and is 200 nevertheless', async () => {
    const service = await startService();
    try {
      await service.dms.backupStatus.failed('/srv/backup', 'the disk of /srv/backup is full');
      const { body } = await request(service.url).get('/healthz').expect(200);
      assert.deepEqual(body.warnings, ['backup_failed']);
      assert.ok(!JSON.stringify(body).includes('/srv'), 'anybody may ask');
    } finally {
      await service.stop();
    }
  });

  it('is 503 when one of them is not', async () => {
    const service = await startService();
    try {
      service.dms.health.check = () =>
        Promise.resolve({ ok: false, database: true, dataDirectory: false, warnings: [] });
      const { body } = await request(service.url).get('/healthz').expect(503);
      assert.deepEqual(body, {
        status: 'failed',
        database: true,
        data_directory: false,
        warnings: [],
      });
    } finally {
      await service.stop();
    }
  });
});
