import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';

/**
 * Requests that a client writes one after the other on one connection, without waiting for answers (RFC 9112 §9.3.2:
 * only safe methods may be processed in parallel). The outcome must be that of their order on the connection.
 */
describe('pipelined requests', () => {
  let service: Service;
  let dav: DavClient;
  let ann: Account;
  let token: string;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    const created = await service.dms.tokens.create(ann.actor, { name: 'test', scopes: ['read', 'write'] });
    token = created.secret;
    // So that no request waits for Argon2.
    await dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' } });
  });
  after(() => service.stop());

  const onDrive = (method: string, path: string, body = '', more = ''): string =>
    `${method} /webdav${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(ann.login, ann.password)}\r\n` +
    `${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const onRest = (method: string, path: string, body = ''): string =>
    `${method} /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  /** @returns the statuses of the answers */
  function pipelined(...requests: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(requests.join('')));
      let text = '';
      const statuses = (): string[] =>
        [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => String(status));
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (statuses().length === requests.length) socket.destroy();
      });
      socket.on('error', () => undefined).on('close', () => resolve(statuses().join(' ')));
    });
  }

  it('PUT, DELETE: the document is gone', async () => {
    assert.equal(await pipelined(onDrive('PUT', '/deleted', 'x'), onDrive('DELETE', '/deleted')), '201 204');
    await dav.expect(404, 'GET', '/deleted');
  });

  it('PUT of a large and of a small content: the last one is the head', async () => {
    await pipelined(onDrive('PUT', '/twice', 'A'.repeat(300_000)), onDrive('PUT', '/twice', 'B'));
    assert.equal((await dav.expect(200, 'GET', '/twice')).text.slice(0, 1), 'B');
  });

  it('PUT, GET: the content that was acknowledged is read', async () => {
    assert.equal(await pipelined(onDrive('PUT', '/read', 'x'), onDrive('GET', '/read')), '201 200');
  });

  it('MKCOL, PUT in it', async () => {
    assert.equal(await pipelined(onDrive('MKCOL', '/new'), onDrive('PUT', '/new/x', 'x')), '201 201');
  });

  it('MOVE, GET of the old name', async () => {
    await dav.expect(201, 'PUT', '/from', { body: 'x' });
    const move = onDrive('MOVE', '/from', '', 'Destination: /webdav/to\r\n');
    assert.equal(await pipelined(move, onDrive('GET', '/from')), '201 404');
  });

  it('over REST: a token is revoked, and used', async () => {
    const { secret, token: short } = await service.dms.tokens.create(ann.actor, {
      name: 'short',
      scopes: ['read'],
    });
    const revoke = onRest('DELETE', `/account/tokens/${short.id}`);
    const use = `GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
    assert.equal(await pipelined(revoke, use), '200 401');
  });
});
