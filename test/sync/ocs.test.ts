// Would catch a sync client that does not recognise the service, gets in without credentials, or is offered what dms lacks.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Answer, ask, basic } from './client.ts';

interface Ocs {
  readonly ocs: {
    readonly meta: Readonly<Record<string, unknown>>;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

function ocsOf(answer: Answer): Ocs['ocs'] {
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
  const { ocs }: Ocs = JSON.parse(answer.text);
  return ocs;
}

describe('the paths of sync clients besides the drive', () => {
  let service: Service;
  let anna: Account;
  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna', { quotaBytes: 1000 });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** A new token of Anna. */
  async function token(...scopes: string[]): Promise<string> {
    return (await service.dms.tokens.create(anna.actor, { name: 'Phone', scopes })).secret;
  }

  it('tell what the service is, without a sign-in', async () => {
    const { status, headers, text } = await ask(service, '/status.php');
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^application\/json/);
    assert.deepEqual(JSON.parse(text), {
      installed: true,
      maintenance: false,
      needsDbUpgrade: false,
      version: '27.1.0.7',
      versionstring: '27.1.0',
      edition: '',
      productname: 'dms',
      extendedSupport: false,
    });
    const head = await ask(service, '/status.php', { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.text, head.headers['content-length']],
      [200, '', String(text.length)],
    );
    assert.equal((await ask(service, '/index.php/204')).status, 204);
  });

  it('are missing by default', async () => {
    const plain = await startService();
    for (const path of ['/status.php', '/ocs/v2.php/cloud/capabilities', '/index.php/204'])
      assert.equal((await ask(plain, path)).status, 404, path);
    await plain.stop();
  });

  it('announce to a signed-in client only what dms has', async () => {
    const headers = basic('anna', await token('webdav'));
    const answer = await ask(service, '/ocs/v1.php/cloud/capabilities?format=json', { headers });
    const { meta, data } = ocsOf(answer);
    assert.deepEqual(meta, { status: 'ok', statuscode: 100, message: 'OK' });
    const { core, theming, ...others } = Object(data['capabilities']);
    assert.deepEqual([core.pollinterval, core['webdav-root']], [60, 'remote.php/webdav']);
    assert.equal(theming.url, service.url);
    assert.deepEqual(others, {
      dav: { chunking: '1.0', chunkingParallelUploadDisabled: true },
      files: { bigfilechunking: true, favorites: true, undelete: true, versioning: true },
      checksums: { supportedTypes: ['SHA256'], preferredUploadType: 'SHA256' },
      files_sharing: { api_enabled: false, resharing: false, search_min_length: 3 },
    });
  });

  it('announce less without a sign-in, and refuse wrong credentials', async () => {
    const path = '/ocs/v2.php/cloud/capabilities';
    const json = { Accept: 'application/json' };
    const { data } = ocsOf(await ask(service, path, { headers: json }));
    assert.deepEqual(Object.keys(Object(data['capabilities'])), ['core', 'theming']);
    const refused = await ask(service, path, { headers: { ...json, ...basic('anna', 'wrong') } });
    assert.deepEqual([refused.status, ocsOf(refused).meta['statuscode']], [401, 401]);
  });

  it('describe the own account, and no other one', async () => {
    const headers = basic('anna', anna.password);
    for (const path of ['cloud/user', 'cloud/users/anna', 'cloud/users/%41nna']) {
      const { data } = ocsOf(await ask(service, `/ocs/v2.php/${path}?format=json`, { headers }));
      const quota = { free: 1000, used: 0, total: 1000, relative: 0, quota: 1000 };
      const names = { displayname: 'anna', 'display-name': 'anna' };
      assert.deepEqual(data, { id: 'anna', enabled: true, ...names, email: 'anna@example.org', quota });
    }
    for (const other of ['admin', 'nobody', '%ff', '']) {
      const { status } = await ask(service, `/ocs/v2.php/cloud/users/${other}?format=json`, { headers });
      assert.equal(status, 404, other);
    }
    const admin = basic('admin', service.admin.password);
    const { data } = ocsOf(await ask(service, '/ocs/v2.php/cloud/user?format=json', { headers: admin }));
    assert.equal(Object(data['quota']).quota, -3);
  });

  it('answer in XML by default', async () => {
    const headers = { ...basic('anna', anna.password), Accept: '*/*' };
    const answer = await ask(service, '/ocs/v1.php/cloud/user', { headers });
    assert.match(answer.headers['content-type'] ?? '', /^application\/xml/);
    assert.match(answer.text, /^<\?xml [^>]*>\n<ocs><meta><status>ok<\/status><statuscode>100<\/statuscode>/);
    assert.match(answer.text, /<data><id>anna<\/id><enabled>1<\/enabled>.*<\/data><\/ocs>$/s);
    const lists = await ask(service, '/ocs/v2.php/cloud/capabilities', { headers });
    assert.match(lists.text, /<supportedTypes><element>SHA256<\/element><\/supportedTypes>/);
    const { text } = await ask(service, '/ocs/v1.php/apps/notifications');
    assert.match(text, /<status>failure<\/status><statuscode>998<\/statuscode>.*<data\/><\/ocs>$/s);
  });

  it('say in both versions that credentials are missing or wrong', async () => {
    for (const headers of [{}, basic('anna', 'wrong'), basic('anna', await token('read'))]) {
      for (const [version, statuscode] of [
        [1, 997],
        [2, 401],
      ] as const) {
        const answer = await ask(service, `/ocs/v${String(version)}.php/cloud/user?format=json`, { headers });
        const isRefused = answer.status === 403;
        assert.equal(ocsOf(answer).meta['statuscode'], isRefused ? 403 : statuscode);
        if (!isRefused) assert.match(answer.headers['www-authenticate'] ?? '', /^Basic /);
      }
    }
  });

  it('answer 404 to what dms does not have', async () => {
    const headers = basic('anna', anna.password);
    const paths = [
      'apps/notifications/api/v2/notifications',
      'apps/files_sharing/api/v1/sharees',
      'cloud/activity',
      '',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await ask(service, `/ocs/v2.php/${path}?format=json`, { method, headers });
        assert.deepEqual([answer.status, ocsOf(answer).meta['statuscode']], [404, 404], path);
      }
    }
    for (const path of [
      '/index.php/avatar/anna/64',
      '/remote.php/dav/avatars/anna/64.png',
      '/index.php/x',
      '/ocs/x',
    ])
      assert.equal((await ask(service, path, { headers })).status, 404, path);
  });

  it('make a token of a password, but not of a token, and not for another site', async () => {
    const path = '/ocs/v2.php/core/getapppassword?format=json';
    const own = { 'OCS-APIRequest': 'true', 'User-Agent': 'Mozilla/5.0 (Android) Nextcloud-android/3.27.0' };
    const { data } = ocsOf(
      await ask(service, path, { headers: { ...basic('anna', anna.password), ...own } }),
    );
    const secret = String(data['apppassword']);
    const [made] = service.dms.tokens.list(anna.actor, { page: 1, perPage: 1 }).items;
    assert.deepEqual([made?.name, made?.scopes], ['Nextcloud on Android', ['webdav']]);
    for (const headers of [{ ...basic('anna', secret), ...own }, basic('anna', anna.password)])
      assert.equal((await ask(service, path, { headers })).status, 403);
  });

  it('revoke the token of a client that signs out, and no other one', async () => {
    const path = '/ocs/v2.php/core/apppassword';
    const [leaving, staying] = [basic('anna', await token('webdav')), basic('anna', await token('webdav'))];
    const { status, text } = await ask(service, path, { method: 'DELETE', headers: leaving });
    assert.equal(status, 200);
    assert.match(text, /<statuscode>200<\/statuscode><message>OK<\/message><\/meta><data\/>/);
    assert.equal((await ask(service, '/ocs/v2.php/cloud/user', { headers: leaving })).status, 401);
    assert.equal((await ask(service, '/ocs/v2.php/cloud/user', { headers: staying })).status, 200);
    const password = basic('anna', anna.password);
    assert.equal((await ask(service, path, { method: 'DELETE', headers: password })).status, 403);
  });

  it('limit requests without valid credentials', async () => {
    const limited = await startService({
      config: { sync: { clients: true }, rate_limit: { guest_per_minute: 3 } },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await ask(limited, '/ocs/v2.php/cloud/user')).status);
    assert.deepEqual(statuses, [401, 401, 401, 429]);
    assert.equal((await ask(limited, '/status.php')).status, 200);
    await limited.stop();
  });

  /** The URL of the service in a response. @returns the status of an error */
  async function urlIn(asked: Service, headers: Record<string, string>): Promise<unknown> {
    const path = '/ocs/v2.php/cloud/capabilities?format=json';
    const { status, text } = await ask(asked, path, { headers });
    return status === 200 ? Object(JSON.parse(text)).ocs.data.capabilities.theming.url : status;
  }

  it('name the host that the client sent in their responses, if it is one', async () => {
    const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    assert.equal(await urlIn(service, { Host: 'dms.example.org', ...forwarded }), 'http://dms.example.org');
    for (const host of ['a/b', 'a"b', 'user@host', 'a b'])
      assert.equal(await urlIn(service, { Host: host }), 400, host);
  });

  it('name what a trusted proxy says, and server.base_url before all', async () => {
    const forwarded = { Host: 'inner', 'X-Forwarded-Host': 'dms.example.org', 'X-Forwarded-Proto': 'https' };
    const sync = { clients: true };
    const proxied = await startService({ config: { sync, server: { trust_proxy: ['loopback'] } } });
    assert.equal(await urlIn(proxied, forwarded), 'https://dms.example.org');
    await proxied.stop();
    const server = { base_url: 'https://office.example.org' };
    const fixed = await startService({ config: { sync, server } });
    assert.equal(await urlIn(fixed, forwarded), 'https://office.example.org');
    await fixed.stop();
  });
});
