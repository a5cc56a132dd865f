import assert from 'node:assert/strict';
import { DavError } from '../../../src/webdav/protocol/dav-error.ts';
import { parseIf, submittedTokens } from '../../../src/webdav/request/if-header.ts';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo, propertyUpdate } from '../client.ts';

const NONE = 'opaquelocktoken:00000000-0000-0000-0000-000000000000';

describe('the If header (RFC 4918 §10.4)', () => {
  let service: Service;
  let dav: DavClient;
  let etag: string;
  let token: string;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
    etag = String((await dav.expect(201, 'PUT', '/doc', { body: 'x' })).headers.etag);
    token = await dav.lock('/doc');
    await dav.expect(201, 'PUT', '/free', { body: 'x' });
    await dav.expect(201, 'MKCOL', '/folder');
    await dav.expect(201, 'MKCOL', '/target');
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  /** What PROPFIND, which changes nothing and is never locked out, answers for `path`. */
  async function holds(If: string, path = '/doc'): Promise<boolean> {
    const { status } = await dav.ask('PROPFIND', path, { headers: { Depth: '0', If } });
    assert.ok(status === 207 || status === 412, `${If} answered ${String(status)}`);
    return status === 207;
  }

  async function assertHolds(expected: boolean, headers: readonly string[], path?: string): Promise<void> {
    for (const If of headers) assert.equal(await holds(If, path), expected, If);
  }

  it('holds when all conditions of one list do', async () => {
    await assertHolds(true, [
      `(<${token}>)`,
      `([${etag}])`,
      `(<${token}> [${etag}])`,
      `([${etag}]<${token}>)`,
      `(<${NONE}>) (<${token}>)`,
      `(<${NONE}>)([${etag}])`,
      ` ( <${token}>  [ ${etag} ] ) `,
    ]);
    await assertHolds(false, [
      `(<${NONE}>)`,
      `(["other"])`,
      `(<${token}> ["other"])`,
      `(<${NONE}> [${etag}])`,
      `(<${NONE}>) (["other"])`,
    ]);
  });

  it('Not turns a single condition round', async () => {
    await assertHolds(true, [
      `(Not <${NONE}>)`,
      `(not ["other"] <${token}>)`,
      `(NOT<${NONE}>[${etag}])`,
      '(Not <DAV:no-lock>)',
      `(<${NONE}>) (Not <DAV:no-lock>)`,
    ]);
    await assertHolds(false, [
      `(Not <${token}>)`,
      `(Not [${etag}])`,
      `(<${token}> Not [${etag}])`,
      '(<DAV:no-lock>)',
    ]);
  });

  it('a weak entity tag is not the strong one of the document', async () => {
    await assertHolds(false, [`([W/${etag}])`]);
    await assertHolds(true, [`(Not [W/${etag}])`]);
  });

  it('lists behind a tag are about the resource of the tag, whatever the request is about', async () => {
    for (const tag of [
      dav.at('/doc'),
      '/webdav/doc',
      dav.at('/%64oc'),
      `http://ann@127.0.0.1:${String(service.port)}/webdav/doc`,
    ]) {
      await assertHolds(true, [`<${tag}> (<${token}>)`, `<${tag}> (["other"]) ([${etag}])`], '/free');
      await assertHolds(false, [`<${tag}> (<${NONE}>)`], '/free');
    }
    await assertHolds(true, [`<${dav.at('/free')}> (<${NONE}>) <${dav.at('/doc')}> (<${token}>)`], '/folder');
    await assertHolds(false, [`<${dav.at('/free')}> (<${token}>)`]);
  });

  it('what is not there or not here has neither locks nor entity tags', async () => {
    for (const tag of [
      dav.at('/nothing'),
      dav.at('/none/at/all'),
      'http://elsewhere.example/webdav/doc',
      `http://127.0.0.1:${String(service.port)}/other/doc`,
      'urn:something',
    ]) {
      await assertHolds(false, [`<${tag}> (<${token}>)`, `<${tag}> ([${etag}])`]);
      await assertHolds(true, [`<${tag}> (Not <${token}>)`, `<${tag}> (Not [${etag}])`]);
    }
  });

  it('what is not there is covered by the locks of the folder in which it would be', async () => {
    await dav.expect(201, 'MKCOL', '/held');
    const held = await dav.lock('/held/', { Depth: 'infinity' });
    await assertHolds(true, [`<${dav.at('/held/new')}> (<${held}>)`]);
    await assertHolds(false, [`<${dav.at('/held/new')}> (Not <${held}>)`]);
  });

  it('may have white space around it', () => {
    assert.deepEqual(parseIf(' (<urn:1>) '), parseIf('(<urn:1>)'));
  });

  it('that is malformed is answered with 400', async () => {
    for (const If of [
      '',
      'nonsense',
      '()',
      '(',
      `<${token}>`,
      `(<${token}>`,
      `(${token})`,
      `(<${token}>) <${dav.at('/doc')}> (<${token}>)`,
      `<${dav.at('/doc')}> (<${token}>) (`,
      '(Not)',
      `(Not Not <${token}>)`,
      `Not (<${token}>)`,
      `([${etag.slice(0, -1)}])`,
      '([x])',
      '(*)',
      `(<${token}>), (<${token}>)`,
    ]) {
      assert.throws(() => parseIf(If), DavError, If);
    }
    await dav.expect(400, 'DELETE', '/free', { headers: { If: '()' } });
  });

  it('has at most 100 lists', async () => {
    const lists = (count: number): string => '</webdav/none> (["x"]) '.repeat(count);
    await dav.expect(412, 'PROPFIND', '/doc', { headers: { Depth: '0', If: lists(100) } });
    await dav.expect(400, 'PROPFIND', '/doc', { headers: { Depth: '0', If: lists(101) } });
  });

  it('submits all tokens in it, but that of no lock', () => {
    const lists = parseIf(`</a> (<urn:1> Not <urn:2>) (["x"] <DAV:no-lock>) </b> (<urn:3>)`);
    assert.deepEqual([...submittedTokens(lists)], ['urn:1', 'urn:2', 'urn:3']);
  });

  it('submits tokens without a condition on them', async () => {
    // The token in the second list is submitted though the first one decides.
    const If = `(Not <DAV:no-lock>) (<${NONE}> <${token}>)`;
    await dav.expect(204, 'PUT', '/doc', { body: 'y', headers: { If } });
    etag = String((await dav.expect(200, 'HEAD', '/doc')).headers.etag);
  });

  it('is heeded by every method', async () => {
    const away = { Destination: dav.at('/elsewhere') };
    const body = propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>');
    const requests = [
      ['GET', '/free', {}],
      ['HEAD', '/free', {}],
      ['PUT', '/free', { body: 'changed' }],
      ['PUT', '/new', { body: 'new' }],
      ['DELETE', '/free', {}],
      ['MKCOL', '/new', {}],
      ['COPY', '/free', { headers: away }],
      ['MOVE', '/free', { headers: away }],
      ['PROPFIND', '/free', { headers: { Depth: '0' } }],
      ['PROPPATCH', '/free', { body }],
      ['LOCK', '/free', { body: lockInfo() }],
      ['LOCK', '/new', { body: lockInfo() }],
    ] as const;
    for (const [method, path, asked] of requests) {
      const headers = 'headers' in asked ? asked.headers : {};
      for (const If of [`(<${NONE}>)`, '(["other"])', `<${dav.at('/doc')}> (Not [${etag}])`]) {
        await dav.expect(412, method, path, { ...asked, headers: { ...headers, If } });
      }
    }
    assert.equal((await dav.expect(200, 'GET', '/free')).text, 'x');
    for (const path of ['/new', '/elsewhere']) await dav.expect(404, 'GET', path);
  });

  it('MOVE and COPY take the token of the destination, tagged or in the list of the source', async () => {
    await dav.expect(201, 'PUT', '/target/doc', { body: 'old' });
    const there = await dav.lock('/target/doc');
    const to = (If: string) => ({ headers: { Destination: dav.at('/target/doc'), If } });
    await dav.expect(423, 'COPY', '/free', to('(Not <DAV:no-lock>)'));
    await dav.expect(204, 'COPY', '/free', to(`<${dav.at('/target/doc')}> (<${there}>)`));
    await dav.expect(204, 'COPY', '/free', to(`(Not <DAV:no-lock>) (<${there}>)`));
    const folder = await dav.lock('/target/', { Depth: '0' });
    // A new member needs the token of the folder.
    const beside = { Destination: dav.at('/target/moved') };
    await dav.expect(201, 'PUT', '/mover', { body: 'm' });
    await dav.expect(423, 'MOVE', '/mover', { headers: beside });
    const If = `<${dav.at('/target/')}> (<${folder}>)`;
    await dav.expect(201, 'MOVE', '/mover', { headers: { ...beside, If } });
  });

  it('MKCOL and PUT into a locked folder, PROPPATCH and DELETE of its members need its token', async () => {
    await dav.expect(201, 'MKCOL', '/locked');
    const all = await dav.lock('/locked/', { Depth: 'infinity' });
    const body = propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>');
    for (const [status, method, path, asked] of [
      [201, 'MKCOL', '/locked/sub', {}],
      [201, 'PUT', '/locked/doc', { body: 'x' }],
      [207, 'PROPPATCH', '/locked/doc', { body }],
      [204, 'DELETE', '/locked/doc', {}],
    ] as const) {
      await dav.expect(423, method, path, asked);
      await dav.expect(status, method, path, { ...asked, headers: { If: `</webdav/locked/> (<${all}>)` } });
    }
  });
});
