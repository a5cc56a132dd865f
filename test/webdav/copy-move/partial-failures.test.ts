import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo, statuses } from '../client.ts';

/** RFC 4918 §9.6.1, §9.8.5, §9.9.4, §9.10.3: who stands in the way is named, and nothing is done. */
describe('webdav requests that fail because of a member', () => {
  let service: Service;
  let owner: Account;
  let ann: DavClient;
  let ben: DavClient;
  let made = 0;
  /** A folder of Ann's, shared with Ben, with `doc`, `sub/doc` and `sub/deep/doc`. */
  let top: string;

  before(async () => {
    service = await startService();
    owner = await service.createUser('ann');
    const editor = await service.createUser('ben');
    ann = new DavClient(service.port, basic(owner.login, owner.password));
    ben = new DavClient(service.port, basic(editor.login, editor.password));
    await ann.expect(201, 'MKCOL', '/team');
    await share(['team'], 15);
  });

  beforeEach(async () => {
    made += 1;
    top = `/team/${String(made)}`;
    for (const folder of ['', '/sub', '/sub/deep']) {
      await ann.expect(201, 'MKCOL', top + folder);
      await ann.expect(201, 'PUT', `${top}${folder}/doc`, { body: folder });
    }
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  async function share(path: string[], permissions: number): Promise<void> {
    const found = service.dms.tree.resolve(owner.actor, path);
    assert.ok(found !== undefined);
    await service.dms.shares.create(owner.actor, { entryId: found.entry.id, users: ['ben'], permissions });
  }

  async function assertWhole(): Promise<void> {
    for (const folder of ['', '/sub', '/sub/deep']) {
      assert.equal((await ann.expect(200, 'GET', `${top}${folder}/doc`)).text, folder);
    }
  }

  const to = (path: string) => ({ headers: { Destination: ben.at(path) } });

  it('DELETE names each locked member with 423, neither ancestors nor what depends on it', async () => {
    const tokens = [await ann.lock(`${top}/doc`), await ann.lock(`${top}/sub/deep/`)];
    const { text, headers } = await ben.expect(207, 'DELETE', `${top}/`);
    assert.match(String(headers['content-type']), /^application\/xml/);
    assert.deepEqual(statuses(text), {
      [`/webdav${top}/doc`]: '423',
      [`/webdav${top}/sub/deep/`]: '423',
    });
    assert.match(
      text,
      new RegExp(
        `<d:error><d:lock-token-submitted><d:href>/webdav${top}/doc</d:href></d:lock-token-submitted></d:error></d:response>`,
      ),
    );
    for (const token of tokens) assert.ok(!text.includes(token), 'the token is nobody else’s');
    await assertWhole();
  });

  it('DELETE goes through with the tokens of all members', async () => {
    const one = await ann.lock(`${top}/doc`);
    const two = await ann.lock(`${top}/sub/doc`);
    const partly = await ann.expect(207, 'DELETE', `${top}/`, {
      headers: { If: `<${ann.at(`${top}/doc`)}> (<${one}>)` },
    });
    assert.deepEqual(statuses(partly.text), { [`/webdav${top}/sub/doc`]: '423' });
    const If = `<${ann.at(`${top}/doc`)}> (<${one}>) <${ann.at(`${top}/sub/doc`)}> (<${two}>)`;
    await ann.expect(204, 'DELETE', `${top}/`, { headers: { If } });
    await ann.expect(404, 'GET', `${top}/doc`);
  });

  it('MOVE names locked members of the source', async () => {
    await ann.lock(`${top}/sub/doc`);
    const { text } = await ben.expect(207, 'MOVE', `${top}/`, to(`${top}-moved/`));
    assert.deepEqual(statuses(text), { [`/webdav${top}/sub/doc`]: '423' });
    await assertWhole();
    await ben.expect(404, 'GET', `${top}-moved/`);
  });

  it('MOVE and COPY name locked members of what they would overwrite', async () => {
    await ben.expect(201, 'MKCOL', `${top}-other/`);
    await ann.lock(`${top}/sub/doc`);
    for (const method of ['COPY', 'MOVE']) {
      const { text } = await ben.expect(207, method, `${top}-other/`, to(`${top}/`));
      assert.deepEqual(statuses(text), { [`/webdav${top}/sub/doc`]: '423' }, method);
    }
    await assertWhole();
    await ben.expect(200, 'GET', `${top}-other/`);
  });

  it('COPY does not mind locks at the source, and takes none along', async () => {
    await ann.lock(`${top}/sub/doc`);
    await ben.expect(201, 'COPY', `${top}/`, to(`${top}-copy/`));
    await ben.expect(204, 'PUT', `${top}-copy/sub/doc`, { body: 'x' });
  });

  it('a lock on what the request is about, above it or at its destination makes a plain 423', async () => {
    const condition = (href: string): RegExp =>
      new RegExp(
        `<d:error xmlns:d="DAV:"><d:lock-token-submitted><d:href>/webdav${href}</d:href></d:lock-token-submitted>`,
      );
    await ann.lock(`${top}/sub/`, { Depth: '0' });
    for (const [method, path, destination] of [
      ['DELETE', `${top}/sub/`, ''],
      ['MOVE', `${top}/sub/`, '/team/elsewhere/'],
      // Which members a folder has is protected too.
      ['DELETE', `${top}/sub/doc`, ''],
      ['MOVE', `${top}/sub/deep/`, '/team/elsewhere/'],
      ['COPY', `${top}/doc`, `${top}/sub/new`],
      ['COPY', `${top}/doc`, `${top}/sub`],
    ] as const) {
      const { text } = await ben.expect(423, method, path, to(destination));
      assert.match(text, condition(`${top}/sub/`), `${method} ${path}`);
    }
    await assertWhole();
  });

  it('a lock on both the folder and a member makes a 423 that names both', async () => {
    await ann.lock(`${top}/`, { Depth: '0' });
    await ann.lock(`${top}/doc`);
    const { text } = await ben.expect(423, 'DELETE', `${top}/`);
    assert.match(
      text,
      new RegExp(
        `<d:href>/webdav${top}/</d:href><d:href>/webdav${top}/doc</d:href></d:lock-token-submitted>`,
      ),
    );
  });

  it('LOCK of depth infinity names members whose locks conflict, and itself with 424', async () => {
    await ann.lock(`${top}/sub/doc`, {}, 'shared');
    await ben.lock(`${top}/doc`);
    const asked = { headers: { Depth: 'infinity' }, body: lockInfo() };
    const { text, headers } = await ben.expect(207, 'LOCK', `${top}/`, asked);
    assert.equal(headers['lock-token'], undefined);
    assert.deepEqual(statuses(text), {
      [`/webdav${top}/doc`]: '423',
      [`/webdav${top}/sub/doc`]: '423',
      [`/webdav${top}/`]: '424',
    });
    assert.match(
      text,
      new RegExp(`<d:no-conflicting-lock><d:href>/webdav${top}/doc</d:href></d:no-conflicting-lock>`),
    );
    assert.doesNotMatch(text, /opaquelocktoken/);
    const shared = await ben.expect(207, 'LOCK', top, { ...asked, body: lockInfo('shared') });
    assert.deepEqual(statuses(shared.text), { [`/webdav${top}/doc`]: '423', [`/webdav${top}/`]: '424' });
    // Members are not concerned by a lock of depth 0.
    await ben.expect(200, 'LOCK', `${top}/`, { headers: { Depth: '0' }, body: lockInfo() });
  });

  it('LOCK of the whole mount names what is locked in it', async () => {
    await ann.lock(`${top}/doc`);
    const { text } = await ann.expect(207, 'LOCK', '/', { headers: { Depth: 'infinity' }, body: lockInfo() });
    assert.equal(statuses(text)['/webdav/'], '424');
    assert.equal(statuses(text)[`/webdav${top}/doc`], '423');
  });

  it('members are named by the path of the request, also where a folder is shared by itself', async () => {
    await share(['team', String(made), 'sub'], 15);
    await ann.lock(`${top}/sub/deep/doc`);
    const { text } = await ben.expect(207, 'MOVE', `${top}/sub/deep/`, to(`${top}/away/`));
    assert.deepEqual(statuses(text), { [`/webdav${top}/sub/deep/doc`]: '423' });
  });

  it('a lock on a folder that the user may not see goes by the URL of the request', async () => {
    await ann.expect(201, 'MKCOL', `/closed-${String(made)}`);
    await ann.expect(201, 'MKCOL', `/closed-${String(made)}/open-${String(made)}`);
    await share([`closed-${String(made)}`, `open-${String(made)}`], 15);
    await ann.lock(`/closed-${String(made)}/`);
    const { text } = await ben.expect(423, 'PUT', `/open-${String(made)}/new`, { body: 'x' });
    assert.match(
      text,
      new RegExp(
        `<d:lock-token-submitted><d:href>/webdav/open-${String(made)}/new</d:href></d:lock-token-submitted>`,
      ),
    );
    assert.doesNotMatch(text, /closed/);
  });

  it('a shared lock of one’s own on the folder is enough for members under others’ shared locks', async () => {
    await ann.lock(`${top}/sub/doc`, {}, 'shared');
    const mine = await ben.lock(`${top}/`, { Depth: 'infinity' }, 'shared');
    await ben.expect(423, 'DELETE', `${top}/`);
    await ben.expect(204, 'DELETE', `${top}/`, { headers: { If: `(<${mine}>)` } });
  });
});
