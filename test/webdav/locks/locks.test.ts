import assert from 'node:assert/strict';
import { queriesOf } from '../../support/database/queries.ts';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo, propfindBody } from '../client.ts';

describe('webdav locks', () => {
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
    await ann.expect(201, 'MKCOL', '/team');
    const team = service.dms.tree.resolve(owner.actor, ['team']);
    assert.ok(team !== undefined);
    await service.dms.shares.create(owner.actor, { entryId: team.entry.id, users: ['ben'], permissions: 15 });
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  async function discovered(client: DavClient, path: string, Depth = '0'): Promise<string> {
    const { text } = await client.expect(207, 'PROPFIND', path, {
      headers: { Depth },
      body: propfindBody('<d:prop><d:lockdiscovery/></d:prop>'),
    });
    return text;
  }

  it('cost a listing the same number of queries, however many members they cover', async () => {
    await ann.expect(201, 'MKCOL', '/team/covered');
    await ann.expect(201, 'MKCOL', '/team/covered/deep');
    await ann.expect(201, 'PUT', '/team/covered/deep/first', { body: 'x' });
    const tokens: string[] = [];
    for (const folder of ['/team/covered', '/team/covered/deep'])
      for (const client of [ann, ben, ann]) tokens.push(await client.lock(folder, {}, 'shared'));
    const list = (): Promise<string> => discovered(ben, '/team/covered/deep', '1');
    await list();
    const queries = [await queriesOf(list)];
    const If = `(<${tokens.at(-1)}>)`;
    for (let number = 0; number < 8; number += 1)
      await ann.expect(201, 'PUT', `/team/covered/deep/${number}`, { body: 'x', headers: { If } });
    assert.equal((await list()).split('<d:lockroot>').length - 1, 10 * tokens.length);
    queries.push(await queriesOf(list));
    assert.equal(queries[1], queries[0]);
  });

  it('an exclusive lock keeps everybody out who does not show its token', async () => {
    await ann.expect(201, 'PUT', '/team/one', { body: '1' });
    const token = await ann.lock('/team/one', { Depth: '0' });
    const conflict = await ben.expect(423, 'LOCK', '/team/one', { body: lockInfo('shared') });
    assert.match(
      conflict.text,
      /<d:no-conflicting-lock><d:href>\/webdav\/team\/one<\/d:href><\/d:no-conflicting-lock>/,
    );
    const refused = await ben.expect(423, 'PUT', '/team/one', { body: '2' });
    assert.match(
      refused.text,
      /<d:lock-token-submitted><d:href>\/webdav\/team\/one<\/d:href><\/d:lock-token-submitted>/,
    );
    // The token alone does not do: it is Ann's.
    await ben.expect(423, 'PUT', '/team/one', { body: '2', headers: { If: `(<${token}>)` } });
    await ben.expect(423, 'PROPPATCH', '/team/one', {
      body: '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><a/></d:prop></d:set></d:propertyupdate>',
    });
    await ann.expect(204, 'PUT', '/team/one', {
      body: '2',
      headers: { If: `<${ann.at('/team/one')}> (<${token}>)` },
    });
    await ann.expect(204, 'UNLOCK', '/team/one', { headers: { 'Lock-Token': `<${token}>` } });
    await ben.expect(204, 'PUT', '/team/one', { body: '3' });
  });

  it('shared locks go together, and with no exclusive one', async () => {
    await ann.expect(201, 'PUT', '/team/shared', { body: '' });
    await ann.lock('/team/shared', {}, 'shared');
    const mine = await ben.lock('/team/shared', {}, 'shared');
    await ben.expect(423, 'LOCK', '/team/shared', { body: lockInfo() });
    await ben.expect(423, 'PUT', '/team/shared', { body: 'x' });
    await ben.expect(204, 'PUT', '/team/shared', { body: 'x', headers: { If: `(<${mine}>)` } });
  });

  it('lockdiscovery shows a lock to all, and its token to its holder only', async () => {
    await ann.expect(201, 'PUT', '/team/seen', { body: '' });
    const token = await ann.lock('/team/seen', { Timeout: 'Second-600' });
    const own = await discovered(ann, '/team/seen');
    assert.match(own, new RegExp(`<d:locktoken><d:href>${token}</d:href></d:locktoken>`));
    assert.match(own, /<d:owner><d:href xmlns:d="DAV:">mailto:me<\/d:href><\/d:owner>/);
    assert.match(own, /<d:timeout>Second-600<\/d:timeout>/);
    const others = await discovered(ben, '/team/seen');
    assert.match(
      others,
      /<d:activelock>.*<d:exclusive\/>.*<d:lockroot><d:href>\/webdav\/team\/seen<\/d:href>/,
    );
    assert.doesNotMatch(others, /opaquelocktoken/);
    const { text } = await ben.expect(207, 'PROPFIND', '/team/', { headers: { Depth: '1' } });
    assert.ok(!text.includes(token));
  });

  it('a lock of depth infinity covers what is beneath and what comes', async () => {
    await ann.expect(201, 'MKCOL', '/team/all');
    await ann.expect(201, 'PUT', '/team/all/old', { body: '' });
    const token = await ann.lock('/team/all/', { Depth: 'infinity' });
    const refused = await ben.expect(423, 'PUT', '/team/all/old', { body: 'x' });
    assert.match(refused.text, /<d:href>\/webdav\/team\/all\/<\/d:href>/);
    await ben.expect(423, 'PUT', '/team/all/new', { body: 'x' });
    await ben.expect(423, 'MKCOL', '/team/all/new');
    await ben.expect(423, 'DELETE', '/team/all/old');
    await ann.expect(201, 'PUT', '/team/all/new', { body: 'x', headers: { If: `(<${token}>)` } });
    assert.match(
      await discovered(ann, '/team/all/new'),
      /<d:lockroot><d:href>\/webdav\/team\/all\/<\/d:href>/,
    );
    await ann.expect(200, 'LOCK', '/team/all/new', { headers: { If: `(<${token}>)`, Timeout: 'Second-60' } });
    await ann.expect(204, 'UNLOCK', '/team/all/old', { headers: { 'Lock-Token': `<${token}>` } });
    await ben.expect(204, 'DELETE', '/team/all/new');
  });

  it('a lock of depth 0 on a folder protects its members’ names, not their contents', async () => {
    await ann.expect(201, 'MKCOL', '/team/flat');
    await ann.expect(201, 'PUT', '/team/flat/file', { body: '' });
    await ann.lock('/team/flat/', { Depth: '0' });
    await ben.expect(423, 'PUT', '/team/flat/new', { body: 'x' });
    await ben.expect(423, 'DELETE', '/team/flat/file');
    await ben.expect(204, 'PUT', '/team/flat/file', { body: 'x' });
  });

  it('a lock on a name that is free makes an empty document', async () => {
    const answer = await ann.expect(201, 'LOCK', '/team/fresh', {
      headers: { Depth: '0' },
      body: lockInfo(),
    });
    assert.match(String(answer.headers['content-type']), /xml/);
    const got = await ann.expect(200, 'GET', '/team/fresh');
    assert.equal(got.headers['content-length'], '0');
    await ann.expect(409, 'LOCK', '/team/none/fresh', { body: lockInfo() });
    const token = String(answer.headers['lock-token']);
    const put = await ann.expect(204, 'PUT', '/team/fresh', {
      body: 'filled',
      headers: { If: `(${token})` },
    });
    assert.ok(put.headers.etag !== got.headers.etag);
  });

  it('ends with its time, and lives on when it is refreshed', async () => {
    await ann.expect(201, 'PUT', '/team/short', { body: '' });
    const token = await ann.lock('/team/short', { Timeout: 'Second-100' });
    now += 90_000;
    const refreshed = await ann.expect(200, 'LOCK', '/team/short', {
      headers: { If: `(<${token}>)`, Timeout: 'Second-100' },
    });
    assert.match(refreshed.text, /<d:timeout>Second-100</);
    assert.equal(refreshed.headers['lock-token'], undefined);
    now += 90_000;
    await ben.expect(423, 'PUT', '/team/short', { body: 'x' });
    now += 20_000;
    await ben.expect(204, 'PUT', '/team/short', { body: 'x' });
    await ann.expect(412, 'PUT', '/team/short', { body: 'x', headers: { If: `(<${token}>)` } });
  });

  it('is refused where the request makes no sense', async () => {
    await ann.expect(201, 'PUT', '/team/odd', { body: '' });
    await ann.expect(400, 'LOCK', '/team/odd');
    await ann.expect(400, 'LOCK', '/team/odd', { headers: { Depth: '1' }, body: lockInfo() });
    await ann.expect(400, 'LOCK', '/team/odd', { body: lockInfo('both') });
    await ann.expect(413, 'LOCK', '/team/odd', { body: lockInfo('exclusive', 'x'.repeat(4097)) });
    await ann.expect(400, 'LOCK', '/team/odd', { body: '<d:propfind xmlns:d="DAV:"/>' });
    await ann.expect(412, 'LOCK', '/team/odd', { headers: { If: '(<opaquelocktoken:none>)' } });
    for (const If of ['(', '<x>', '()', '(<a)', '([b])', '(<a>) <b> (<c>)', '<b> (<c>) d', 'Not', '(Not)']) {
      await ann.expect(400, 'PUT', '/team/odd', { headers: { If }, body: '' });
    }
  });

  it('is not ended with a wrong token, nor by somebody else', async () => {
    await ann.expect(201, 'PUT', '/team/held', { body: '' });
    await ann.expect(201, 'PUT', '/team/other', { body: '' });
    const token = await ann.lock('/team/held');
    const wrong = await ann.expect(409, 'UNLOCK', '/team/held', {
      headers: { 'Lock-Token': '<opaquelocktoken:none>' },
    });
    assert.match(wrong.text, /<d:lock-token-matches-request-uri\/>/);
    await ann.expect(409, 'UNLOCK', '/team/other', { headers: { 'Lock-Token': `<${token}>` } });
    await ann.expect(400, 'UNLOCK', '/team/held', { headers: { 'Lock-Token': `(<${token}>)` } });
    await ann.expect(400, 'UNLOCK', '/team/held');
    await ben.expect(403, 'UNLOCK', '/team/held', { headers: { 'Lock-Token': `<${token}>` } });
    await ben.expect(423, 'PUT', '/team/held', { body: 'x' });
  });

  it('is ended by its token without angle brackets, too, as some programs send it', async () => {
    await ann.expect(201, 'PUT', '/team/bare', { body: '' });
    const token = await ann.lock('/team/bare');
    await ann.expect(204, 'UNLOCK', '/team/bare', { headers: { 'Lock-Token': token } });
  });

  it('does not travel with a document that is moved or copied', async () => {
    await ann.expect(201, 'PUT', '/team/mover', { body: '' });
    const token = await ann.lock('/team/mover');
    await ann.expect(423, 'MOVE', '/team/mover', { headers: { Destination: ann.at('/team/moved') } });
    await ann.expect(201, 'COPY', '/team/mover', { headers: { Destination: ann.at('/team/copied') } });
    await ben.expect(204, 'PUT', '/team/copied', { body: 'x' });
    await ann.expect(201, 'MOVE', '/team/mover', {
      headers: { Destination: ann.at('/team/moved'), If: `<${ann.at('/team/mover')}> (<${token}>)` },
    });
    await ben.expect(204, 'PUT', '/team/moved', { body: 'x' });
  });

  it('names the locked destination when that stands in the way', async () => {
    await ann.expect(201, 'PUT', '/team/source', { body: 's' });
    await ann.expect(201, 'PUT', '/team/target', { body: 't' });
    await ann.lock('/team/target');
    const { text } = await ben.expect(423, 'COPY', '/team/source', {
      headers: { Destination: ben.at('/team/target') },
    });
    assert.match(text, /<d:href>\/webdav\/team\/target<\/d:href>/);
  });
});
