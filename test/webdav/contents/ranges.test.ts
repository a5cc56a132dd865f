import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Answer, basic, DavClient } from '../client.ts';

const SIZE = 200_000;

/** RFC 9110 §13 and §14, through the whole face, for contents kept in a row and in a file. */
describe('webdav ranges', () => {
  let service: Service;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    const { login, password } = await service.createUser('ann');
    dav = new DavClient(service.port, basic(login, password));
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  for (const [name, body] of [
    ['short', Buffer.from('0123456789')],
    ['long', Buffer.from(Array.from({ length: SIZE }, (_, index) => index % 251))],
  ] as const) {
    describe(`of a ${name} document`, () => {
      const size = body.length;
      const path = `/${name}`;
      let etag: string;
      let modified: string;

      before(async () => {
        const { headers } = await dav.expect(201, 'PUT', path, {
          body,
          headers: { 'X-OC-Mtime': '1000000000' },
        });
        etag = String(headers.etag);
        modified = String(headers['last-modified']);
      });

      function get(status: number, headers: Record<string, string>): Promise<Answer> {
        return dav.expect(status, 'GET', path, { headers });
      }

      it('one: from, from and to, the last, beyond the end', async () => {
        for (const [range, start, end] of [
          ['2-4', 2, 4],
          ['3-', 3, size - 1],
          ['-2', size - 2, size - 1],
          [`-${String(size + 5)}`, 0, size - 1],
          [`5-${String(size + 5)}`, 5, size - 1],
          ['0-0', 0, 0],
        ] as const) {
          const { bytes, headers } = await get(206, { Range: `bytes=${range}` });
          assert.ok(bytes.equals(body.subarray(start, end + 1)), range);
          assert.equal(headers['content-range'], `bytes ${String(start)}-${String(end)}/${String(size)}`);
          assert.equal(headers['content-length'], String(end - start + 1));
          assert.equal(headers.etag, etag);
        }
      });

      it('several, each with its place, in the order that was asked', async () => {
        const { bytes, headers } = await get(206, { Range: 'bytes=7-8, 0-1,-1' });
        const boundary = /^multipart\/byteranges; boundary=(\w+)$/.exec(String(headers['content-type']))?.[1];
        assert.ok(boundary !== undefined);
        assert.equal(headers['content-range'], undefined);
        assert.equal(headers['content-length'], String(bytes.length));
        const part = (start: number, end: number): Buffer =>
          Buffer.concat([
            Buffer.from(
              `--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${String(start)}-${String(end)}/${String(size)}\r\n\r\n`,
            ),
            body.subarray(start, end + 1),
            Buffer.from('\r\n'),
          ]);
        const expected = [
          part(7, 8),
          part(0, 1),
          part(size - 1, size - 1),
          Buffer.from(`--${boundary}--\r\n`),
        ];
        assert.ok(bytes.equals(Buffer.concat(expected)), bytes.toString('latin1').slice(0, 500));
      });

      it('none that can be satisfied: 416 with the size', async () => {
        for (const range of [
          `${String(size)}-`,
          '-0',
          `${String(size)}-${String(size + 1)},${String(size + 9)}-`,
        ]) {
          const { headers } = await get(416, { Range: `bytes=${range}` });
          assert.equal(headers['content-range'], `bytes */${String(size)}`);
        }
        // What can be is sent.
        const { headers } = await get(206, { Range: `bytes=${String(size)}-,0-0` });
        assert.equal(headers['content-range'], `bytes 0-0/${String(size)}`);
      });

      it('that are malformed, of another unit or asked by HEAD are ignored', async () => {
        for (const range of [
          'bytes=4-2',
          'bytes=a-b',
          'bytes',
          'bytes=',
          'lines=1-2',
          'bytes=1-2;3-4',
          'bytes=--1',
        ]) {
          assert.ok((await get(200, { Range: range })).bytes.equals(body), range);
        }
        const { headers } = await dav.expect(200, 'HEAD', path, { headers: { Range: 'bytes=0-0' } });
        assert.equal(headers['content-length'], String(size));
        assert.equal(headers['accept-ranges'], 'bytes');
      });

      it('with If-Range only of the content that the client has seen', async () => {
        for (const validator of [etag, modified]) {
          await get(206, { Range: 'bytes=0-0', 'If-Range': validator });
          // 416 would be no help to somebody who has another content.
          await get(416, { Range: `bytes=${String(size)}-`, 'If-Range': validator });
        }
        for (const validator of [
          `W/${etag}`,
          '"other"',
          'Sun, 09 Sep 2001 01:46:41 GMT',
          'Sun, 09 Sep 2001 01:46:39 GMT',
          'nonsense',
        ]) {
          const whole = await get(200, { Range: 'bytes=0-0', 'If-Range': validator });
          assert.ok(whole.bytes.equals(body), validator);
          await get(200, { Range: `bytes=${String(size)}-`, 'If-Range': validator });
        }
      });

      it('come after conditions: 304 and 412 before 206 and 416', async () => {
        for (const Range of ['bytes=0-0', `bytes=${String(size)}-`]) {
          await get(304, { Range, 'If-None-Match': etag });
          await get(304, { Range, 'If-None-Match': `W/${etag}` });
          await get(304, { Range, 'If-Modified-Since': modified });
          await get(412, { Range, 'If-Match': '"other"' });
          await get(412, { Range, 'If-Match': `W/${etag}` });
          await get(412, { Range, 'If-Unmodified-Since': 'Sun, 09 Sep 2001 01:46:39 GMT' });
          await get(412, { Range, If: '(["other"])' });
        }
        await get(206, { Range: 'bytes=0-0', 'If-Match': etag, If: `([${etag}])` });
      });
    });
  }

  it('of nothing: an empty document has no range', async () => {
    await dav.expect(201, 'PUT', '/empty', { body: '' });
    const { headers } = await dav.expect(416, 'GET', '/empty', { headers: { Range: 'bytes=0-' } });
    assert.equal(headers['content-range'], 'bytes */0');
  });
});
