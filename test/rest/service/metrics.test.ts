import assert from 'node:assert/strict';
import request from 'supertest';
import { type Service, startService } from '../../support/service.ts';
import { DavClient } from '../../webdav/client.ts';

const TOKEN = 'only-for-the-watcher-of-this-office';

describe('GET /metrics', () => {
  let service: Service;

  before(async () => {
    service = await startService({
      config: { metrics: { token: TOKEN }, server: { base_url: 'https://files.example:8443' } },
    });
  });
  after(() => service.stop());

  /** The values of all measures, by name and labels. */
  async function measures(): Promise<Map<string, number>> {
    const { text, headers } = await request(service.url).get('/metrics').expect(200);
    assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  }

  it('counts requests by interface, method and status', async () => {
    const before = await measures();
    await request(service.url).get('/api/account').expect(401);
    await request(service.url).post('/api/none').expect(404);
    const dav = new DavClient(service.port);
    await dav.raw('PROPFIND', '/webdav/');
    await dav.raw('GET', '/webdavelsewhere');
    const now = await measures();
    const more = (labels: string): number => {
      const name = `dms_http_requests_total{${labels}}`;
      return (now.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    assert.equal(more('face="rest",method="GET",status="401"'), 1);
    assert.equal(more('face="rest",method="POST",status="404"'), 1);
    assert.equal(more('face="webdav",method="PROPFIND",status="401"'), 1);
    assert.equal(more('face="other",method="GET",status="404"'), 1);
    assert.ok((now.get('dms_http_request_duration_seconds_count{face="rest",method="GET"}') ?? 0) >= 1);
  });

  it('is 403 under a foreign name, which may be that of another site that resolves to this machine', async () => {
    const get = (host: string) => request(service.url).get('/metrics').set('Host', host);
    for (const host of [
      'evil.example',
      `evil.example:${service.port}`,
      '0.0.0.0',
      '192.0.2.1',
      'localhost.evil.example',
      '%',
    ])
      assert.deepEqual([host, (await get(host)).status], [host, 403]);
    for (const host of [
      'localhost',
      `LOCALHOST:${service.port}`,
      '127.0.0.1',
      '127.8.9.10:80',
      '[::1]:80',
      'files.example',
    ])
      assert.deepEqual([host, (await get(host)).status], [host, 200]);
    await get('evil.example').set('Authorization', `Bearer ${TOKEN}`).expect(200);
  });

  it('counts methods that nobody knows as one', async () => {
    const dav = new DavClient(service.port);
    await dav.raw('SUBSCRIBE', '/webdav/');
    await dav.raw('UNSUBSCRIBE', '/webdav/');
    const methods = new Set(
      [...(await measures()).keys()].map((name) => /method="(\w+)"/.exec(name)?.[1] ?? ''),
    );
    assert.ok(methods.has('other'));
    assert.ok(!methods.has('SUBSCRIBE'));
  });

  it('tells how much there is, of whom sign-ins failed, and how the backups are', async () => {
    const before = await measures();
    await request(service.url).post('/api/login').send({ login: 'nobody', password: 'wrong' });
    await service.dms.backupStatus.failed('/srv/backup', 'the disk of /srv/backup is full');
    const now = await measures();
    assert.equal(now.get('dms_users'), 1);
    assert.ok((now.get('dms_database_bytes') ?? 0) > 4096);
    assert.ok((now.get('dms_disk_free_bytes') ?? 0) > 0);
    assert.equal(now.get('dms_contents_to_read'), 0);
    assert.equal(now.get('dms_sessions'), 0);
    assert.equal(before.get('dms_backup_warning'), 0);
    assert.equal(now.get('dms_backup_warning'), 1);
    assert.ok((now.get('dms_backup_last_failure_timestamp_seconds') ?? 0) > 1.7e9);
    assert.equal(now.has('dms_backup_last_success_timestamp_seconds'), false);
    const failures = 'dms_sign_in_failures_total';
    assert.equal((now.get(failures) ?? 0) - (before.get(failures) ?? 0), 1);
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total'])
      assert.ok((now.get(name) ?? 0) > 0, name);
    assert.ok((now.get('dms_event_loop_delay_max_seconds') ?? -1) >= 0);
  });

  it('is for this machine, and through a proxy on it only with the token', async () => {
    const through = () => request(service.url).get('/metrics').set('X-Forwarded-For', '127.0.0.1');
    const { body } = await through().expect(401);
    assert.match(body.message, /token of the configuration key metrics\.token/);
    await through().set('Authorization', `Bearer ${TOKEN}x`).expect(401);
    await through().set('Authorization', `Bearer ${TOKEN}`).expect(200);
  });

  it('is shut to other machines where no token is set', async () => {
    const open = await startService({ config: { server: { trust_proxy: 'loopback' } } });
    try {
      const metrics = () => request(open.url).get('/metrics');
      await metrics().set('X-Forwarded-For', '192.0.2.1').set('Authorization', 'Bearer null').expect(401);
      await metrics().set('Authorization', 'Bearer null').expect(200);
    } finally {
      await open.stop();
    }
  });
});
