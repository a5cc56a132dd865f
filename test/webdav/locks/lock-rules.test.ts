import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient, lockInfo, propertyUpdate, propfindBody } from '../client.ts';

/** What RFC 4918 §6, §7, §9.10 and §9.11 ask of locks beyond the everyday (locks.test.ts). */
describe('webdav rules of locks', () => {
  let service: Service;
  let ann: DavClient;
  let ben: DavClient;
  let now: number;

  before(async () => {
    now = Date.now();
    service = await startService({ now: () => now });
    const owner = await service.createUser('ann');
    const editor = await service.createUser('ben');
    ann = new DavClient(service.port, basic(owner.login, owner.password));
    ben = new DavClient(service.port, basic(editor.login, editor.password));
    for (const [name, permissions] of [
      ['team', 15],
      ['inbox', 1 + 4],
    ] as const) {
      await ann.expect(201, 'MKCOL', `/${name}`);
      const found = service.dms.tree.resolve(owner.actor, [name]);
      assert.ok(found !== undefined);
      await service.dms.shares.create(owner.actor, { entryId: found.entry.id, users: ['ben'], permissions });
    }
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  const held = (token: string, more: Record<string, string> = {}) => ({
    headers: { If: `(<${token}>)`, ...more },
  });

  async function discovered(client: DavClient, path: string): Promise<string> {
    const body = propfindBody('<d:prop><d:lockdiscovery/></d:prop>');
    return (await client.expect(207, 'PROPFIND', path, { headers: { Depth: '0' }, body })).text;
  }

  describe('on a name that is free (§7.3, §9.10.4)', () => {
    it('makes an empty document that is listed, and stays when the lock goes', async () => {
      const token = await ann.lock('/team/unmapped', { Depth: '0' });
      const { text } = await ann.expect(207, 'PROPFIND', '/team/', { headers: { Depth: '1' } });
      assert.match(text, /<d:href>\/webdav\/team\/unmapped<\/d:href>/);
      await ann.expect(405, 'MKCOL', '/team/unmapped', held(token));
      await ann.expect(204, 'UNLOCK', '/team/unmapped', { headers: { 'Lock-Token': `<${token}>` } });
      assert.equal((await ann.expect(200, 'GET', '/team/unmapped')).text, '');
    });

    it('makes nothing where no folder is above, nor by a name that ends with a slash', async () => {
      await ann.expect(409, 'LOCK', '/team/none/file', { body: lockInfo() });
      await ann.expect(409, 'LOCK', '/team/no-folder/', { body: lockInfo() });
      await ann.expect(404, 'GET', '/team/no-folder');
    });

    it('makes nothing where the lock could not be given', async () => {
      await ann.expect(201, 'MKCOL', '/team/taken');
      const token = await ann.lock('/team/taken/', { Depth: 'infinity' });
      const { text } = await ann.expect(423, 'LOCK', '/team/taken/new', { ...held(token), body: lockInfo() });
      assert.match(text, /<d:no-conflicting-lock><d:href>\/webdav\/team\/taken\/<\/d:href>/);
      await ann.expect(404, 'GET', '/team/taken/new');
      // Ben may create here, but not change, so not lock either.
      await ben.expect(403, 'LOCK', '/inbox/new', { body: lockInfo() });
      await ann.expect(404, 'GET', '/inbox/new');
    });

    it('needs the token of a lock on the folder', async () => {
      await ann.expect(201, 'MKCOL', '/team/flat');
      const token = await ann.lock('/team/flat/', { Depth: '0' });
      const { text } = await ann.expect(423, 'LOCK', '/team/flat/new', { body: lockInfo() });
      assert.match(text, /<d:lock-token-submitted><d:href>\/webdav\/team\/flat\/<\/d:href>/);
      await ann.expect(404, 'GET', '/team/flat/new');
      await ann.expect(201, 'LOCK', '/team/flat/new', { ...held(token), body: lockInfo() });
    });
  });

  describe('refreshing (§9.10.2)', () => {
    it('is for one lock at a time, named in the If header, whatever the Depth', async () => {
      await ann.expect(201, 'PUT', '/team/refreshed', { body: '' });
      const first = await ann.lock('/team/refreshed', { Timeout: 'Second-100' }, 'shared');
      const second = await ann.lock('/team/refreshed', { Timeout: 'Second-100' }, 'shared');
      await ann.expect(400, 'LOCK', '/team/refreshed', { headers: { If: `(<${first}>) (<${second}>)` } });
      await ann.expect(400, 'LOCK', '/team/refreshed', { headers: { If: '(["etag"])' } });
      await ann.expect(400, 'LOCK', '/team/refreshed', { headers: { If: '(Not <DAV:no-lock>)' } });
      const { text, headers } = await ann.expect(200, 'LOCK', '/team/refreshed', {
        headers: { If: `(<${first}>) (Not <DAV:no-lock>)`, Timeout: 'Second-500', Depth: '1' },
      });
      assert.equal(headers['lock-token'], undefined);
      assert.deepEqual([...text.matchAll(/Second-(\d+)/g)].map(([, seconds]) => seconds).sort(), [
        '100',
        '500',
      ]);
    });

    it('by somebody else, even with the token, is refused', async () => {
      await ann.expect(201, 'PUT', '/team/alien', { body: '' });
      const token = await ann.lock('/team/alien', { Timeout: 'Second-100' });
      await ben.expect(403, 'LOCK', '/team/alien', held(token, { Timeout: 'Second-5000' }));
      assert.match(await discovered(ann, '/team/alien'), /Second-100</);
    });

    it('works through any member of a folder that is locked with depth infinity', async () => {
      await ann.expect(201, 'MKCOL', '/team/deep');
      await ann.expect(201, 'PUT', '/team/deep/member', { body: '' });
      const token = await ann.lock('/team/deep/', { Depth: 'infinity', Timeout: 'Second-100' });
      const { text } = await ann.expect(
        200,
        'LOCK',
        '/team/deep/member',
        held(token, { Timeout: 'Second-700' }),
      );
      assert.match(
        text,
        /<d:depth>infinity<\/d:depth>.*<d:timeout>Second-700<.*<d:lockroot><d:href>\/webdav\/team\/deep\/</,
      );
      assert.match(await discovered(ann, '/team/deep/'), /Second-700</);
    });

    it('of a lock that is elsewhere or over is 412 with DAV:lock-token-matches-request-uri', async () => {
      await ann.expect(201, 'PUT', '/team/here', { body: '' });
      const token = await ann.lock('/team/there', { Timeout: 'Second-10' });
      const refused = (answer: Answer): void =>
        assert.match(answer.text, /<d:error xmlns:d="DAV:"><d:lock-token-matches-request-uri\/>/);
      refused(await ann.expect(412, 'LOCK', '/team/here', held(token)));
      now += 10_000;
      refused(await ann.expect(412, 'LOCK', '/team/there', held(token)));
      await ann.expect(404, 'LOCK', '/team/nowhere', held(token));
    });

    it('starts the time anew, by the half-hour when none is asked for', async () => {
      await ann.expect(201, 'PUT', '/team/anew', { body: '' });
      const token = await ann.lock('/team/anew', { Timeout: 'Second-60' });
      now += 30_000;
      assert.match(
        (await ann.expect(200, 'LOCK', '/team/anew', held(token))).text,
        /<d:timeout>Second-1800</,
      );
    });
  });

  describe('conflicts (§6.2)', () => {
    it('exclusive and shared, on the resource and from above', async () => {
      await ann.expect(201, 'MKCOL', '/team/mixed');
      await ann.expect(201, 'PUT', '/team/mixed/file', { body: '' });
      const ask = (status: number, path: string, scope: string, depth = 'infinity'): Promise<Answer> =>
        ben.expect(status, 'LOCK', path, { headers: { Depth: depth }, body: lockInfo(scope) });
      const release = (path: string, token: string): Promise<Answer> =>
        ann.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });

      const above = await ann.lock('/team/mixed/', { Depth: 'infinity' }, 'shared');
      for (const path of ['/team/mixed/', '/team/mixed/file']) {
        const { text } = await ask(423, path, 'exclusive');
        assert.match(
          text,
          /<d:no-conflicting-lock><d:href>\/webdav\/team\/mixed\/<\/d:href><\/d:no-conflicting-lock>/,
        );
      }
      const shared = await ask(200, '/team/mixed/file', 'shared');
      await release('/team/mixed/', above);
      await ben.expect(204, 'UNLOCK', '/team/mixed/file', {
        headers: { 'Lock-Token': String(shared.headers['lock-token']) },
      });
      const exclusive = await ann.lock('/team/mixed/', { Depth: 'infinity' });
      await ask(423, '/team/mixed/file', 'shared');
      await ask(423, '/team/mixed/', 'shared', '0');
      await release('/team/mixed/', exclusive);
    });

    it('the holder of an exclusive lock gets no second one either', async () => {
      const token = await ann.lock('/team/once');
      await ann.expect(423, 'LOCK', '/team/once', { ...held(token), body: lockInfo() });
      await ann.expect(423, 'LOCK', '/team/once', { body: lockInfo('shared') });
    });

    it('end with the time of the lock', async () => {
      await ann.lock('/team/brief', { Timeout: 'Second-5' });
      now += 5000;
      assert.match(await discovered(ann, '/team/brief'), /<d:lockdiscovery\/>/);
      const { text } = await ben.expect(200, 'LOCK', '/team/brief', { body: lockInfo() });
      assert.equal([...text.matchAll(/<d:activelock>/g)].length, 1);
    });
  });

  describe('UNLOCK (§9.11)', () => {
    it('through a member ends the whole lock of depth infinity', async () => {
      await ann.expect(201, 'MKCOL', '/team/whole');
      await ann.expect(201, 'PUT', '/team/whole/member', { body: '' });
      const token = await ann.lock('/team/whole/', { Depth: 'infinity' });
      await ann.expect(204, 'UNLOCK', '/team/whole/member', { headers: { 'Lock-Token': `<${token}>` } });
      assert.match(await discovered(ann, '/team/whole/'), /<d:lockdiscovery\/>/);
      await ben.expect(204, 'PUT', '/team/whole/member', { body: 'x' });
    });

    it('through a member does not end a lock of depth 0', async () => {
      await ann.expect(201, 'MKCOL', '/team/shallow');
      await ann.expect(201, 'PUT', '/team/shallow/member', { body: '' });
      const token = await ann.lock('/team/shallow/', { Depth: '0' });
      const asked = { headers: { 'Lock-Token': `<${token}>` } };
      const { text } = await ann.expect(409, 'UNLOCK', '/team/shallow/member', asked);
      assert.match(text, /<d:lock-token-matches-request-uri\/>/);
      await ann.expect(204, 'UNLOCK', '/team/shallow/', asked);
    });
  });

  it('lockroot is where the lock was taken, as the one who asks sees it (§6.5)', async () => {
    await ann.expect(201, 'MKCOL', '/team/root');
    await ann.expect(201, 'PUT', '/team/root/member', { body: '' });
    await ann.lock('/team/root', { Depth: 'infinity' });
    const { text } = await ben.expect(207, 'PROPFIND', '/team/root', {
      headers: { Depth: '1' },
      body: propfindBody('<d:prop><d:lockdiscovery/></d:prop>'),
    });
    assert.deepEqual(
      [...text.matchAll(/<d:lockroot><d:href>([^<]*)</g)].map(([, href]) => href),
      ['/webdav/team/root/', '/webdav/team/root/'],
    );
  });

  it('the token is in no answer to anybody else', async () => {
    await ann.expect(201, 'MKCOL', '/team/secret');
    await ann.expect(201, 'PUT', '/team/secret/file', { body: 'x' });
    const token = await ann.lock('/team/secret/', { Depth: 'infinity' }, 'shared');
    const body = propertyUpdate('<d:set><d:prop><x:a/></d:prop></d:set>');
    const asked: [string, string, { headers?: Record<string, string>; body?: string }][] = [
      ['PROPFIND', '/team/secret/', { headers: { Depth: '0' } }],
      ['PROPFIND', '/team/', { headers: { Depth: '1' } }],
      ['PROPFIND', '/team/secret/', { headers: { Depth: '1' }, body: propfindBody('<d:propname/>') }],
      ['GET', '/team/secret/', {}],
      ['HEAD', '/team/secret/file', {}],
      ['OPTIONS', '/team/secret/file', {}],
      ['PUT', '/team/secret/file', { body: 'y' }],
      ['PUT', '/team/secret/new', { body: 'y' }],
      ['DELETE', '/team/secret/', {}],
      ['DELETE', '/team/', {}],
      ['MKCOL', '/team/secret/sub', {}],
      ['PROPPATCH', '/team/secret/file', { body }],
      ['MOVE', '/team/secret/file', { headers: { Destination: ben.at('/team/x') } }],
      ['COPY', '/inbox/', { headers: { Destination: ben.at('/team/secret/') } }],
      ['LOCK', '/team/secret/file', { body: lockInfo() }],
      // Granted: Ben's own lock stands beside Ann's.
      ['LOCK', '/team/secret/file', { body: lockInfo('shared') }],
      ['UNLOCK', '/team/secret/file', { headers: { 'Lock-Token': '<opaquelocktoken:none>' } }],
    ];
    for (const [method, path, details] of asked) {
      const { status, headers, text } = await ben.ask(method, path, details);
      assert.ok(!(text + JSON.stringify(headers)).includes(token), `${method} ${path} (${String(status)})`);
    }
    assert.ok((await discovered(ann, '/team/secret/file')).includes(token));
  });
});
