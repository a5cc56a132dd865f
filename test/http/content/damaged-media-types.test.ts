/* Would catch a content that nobody can read any more because the media type in its row was damaged. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type Client, clientOf } from '../../rest/client.ts';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, propfindBody } from '../../webdav/client.ts';

describe('a content whose stored media type cannot be a header value', () => {
  let service: Service;
  let client: Client;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    const ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    dav = new DavClient(service.port, basic(ann.login, ann.password));
  });
  after(() => service.stop());

  for (const [what, type] of [
    ['a newline', 'text/html\r\nX-A: b'],
    ['a control character', 'text/\u0001plain'],
    ['a character beyond ASCII', 'text/pläin…'],
    ['too long', `text/${'x'.repeat(20_000)}`],
    ['empty', ''],
  ] as const)
    it(`is sent as application/octet-stream, and logged: ${what}`, async () => {
      const { id } = await client.document('damaged.txt', what);
      const sqlite = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
      sqlite.prepare('UPDATE versions SET mime_type = ? WHERE document_id = ?').run(type, id);
      sqlite.close();
      await service.restart();
      const path = `/documents/${String(id)}/download`;
      for (const answer of [
        await client.get(path).expect(200),
        await client.get(path).set('Range', 'bytes=0-1,3-4').expect(206),
        await client.get(`${path}?version=1`).expect(200),
      ])
        assert.match(
          answer.get('Content-Type') ?? '',
          /^(?:application\/octet-stream$|multipart\/byteranges)/,
        );
      const got = await dav.expect(200, 'GET', '/damaged.txt');
      assert.deepEqual([got.headers['content-type'], got.text], ['application/octet-stream', what]);
      const body = propfindBody('<d:prop><d:getcontenttype/></d:prop>');
      const { text } = await dav.expect(207, 'PROPFIND', '/damaged.txt', { headers: { Depth: '0' }, body });
      assert.match(text, /<d:getcontenttype>application\/octet-stream</);
      assert.ok(service.log().some(({ document, level }) => document === id && level === 'warn'));
      assert.deepEqual(service.errors(), []);
      await dav.expect(204, 'DELETE', '/damaged.txt');
    });
});
