// Would catch a response that names a header twice, or whose status line contradicts its status.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareHead } from '../../../src/http/connections/head.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo } from '../../webdav/client.ts';

/** The head of a response, as it was sent. */
interface Head {
  readonly statusLine: string;
  /** In lower case, in the order in which they were sent. */
  readonly names: readonly string[];
}

describe('the head of a response', () => {
  let service: Service;
  let anna: Account;
  let token: string;
  let documentId: number;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna');
    const scopes = ['read', 'write', 'webdav'];
    token = (await service.dms.tokens.create(anna.actor, { name: 'test', scopes })).secret;
    const drive = new DavClient(service.port, basic('anna', anna.password));
    await drive.expect(201, 'PUT', '/plan.txt', { body: 'the plan' });
    await drive.expect(201, 'PUT', '/large.bin', { body: Buffer.alloc(200_000, 1) });
    documentId = service.dms.tree.resolve(anna.actor, ['plan.txt'])?.entry.id ?? 0;
  });
  after(() => service.stop());

  function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body = '',
  ): Promise<Head> {
    const Authorization = path.startsWith('/webdav')
      ? basic('anna', anna.password)
      : path.startsWith('/api')
        ? `Bearer ${token}`
        : '';
    return new Promise((resolve, reject) => {
      const all = { ...(Authorization && { Authorization }), 'Content-Length': body.length, ...headers };
      const sent = request({ port: service.port, method, path, headers: all, agent: false }, (response) => {
        response.resume().once('error', reject);
        const { statusCode, statusMessage, rawHeaders } = response;
        resolve({
          statusLine: `${String(statusCode)} ${String(statusMessage)}`,
          names: rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
        });
      });
      sent.once('error', reject).end(body);
    });
  }

  it('names each header once, over all interfaces', async () => {
    const json = { 'Content-Type': 'application/json' };
    const heads = {
      page: await ask('GET', '/'),
      'a file of the pages that is not there': await ask('GET', '/assets/none.js'),
      'a page of the drive': await ask('GET', '/webdav/', { Accept: 'text/html' }),
      'GET of a document on the drive': await ask('GET', '/webdav/plan.txt'),
      'HEAD of a document on the drive': await ask('HEAD', '/webdav/plan.txt'),
      'GET of a large document on the drive': await ask('GET', '/webdav/large.bin'),
      'GET of a range': await ask('GET', '/webdav/large.bin', { Range: 'bytes=5-100' }),
      'GET of ranges': await ask('GET', '/webdav/large.bin', { Range: 'bytes=5-100,200-300' }),
      'GET of no range': await ask('GET', '/webdav/large.bin', { Range: 'bytes=900000-' }),
      'GET of what is not changed': await ask('GET', '/webdav/plan.txt', { 'If-None-Match': '*' }),
      'GET of nothing': await ask('GET', '/webdav/none'),
      PROPFIND: await ask('PROPFIND', '/webdav/', { Depth: '1' }),
      PUT: await ask('PUT', '/webdav/plan.txt', {}, 'the next plan'),
      LOCK: await ask('LOCK', '/webdav/new.txt', {}, lockInfo()),
      OPTIONS: await ask('OPTIONS', '/webdav/'),
      MKCOL: await ask('MKCOL', '/webdav/folder'),
      'a method that is not known': await ask('SEARCH', '/webdav/'),
      metadata: await ask('GET', `/api/documents/${String(documentId)}`),
      download: await ask('GET', `/api/documents/${String(documentId)}/download`),
      listing: await ask('GET', '/api/folders/0/contents'),
      'a new folder': await ask('POST', '/api/folders', json, '{"folder_id":0,"name":"b"}'),
      'a wrong field': await ask('POST', '/api/folders', json, '{"name":1}'),
      'an unknown route': await ask('GET', '/api/none'),
      description: await ask('GET', '/api/docs'),
      health: await ask('GET', '/healthz'),
    };
    for (const [what, { names, statusLine }] of Object.entries(heads)) {
      const twice = names.filter((name, index) => names.indexOf(name) !== index && name !== 'set-cookie');
      assert.deepEqual(twice, [], `${what}: ${statusLine}`);
      assert.ok(names.includes('x-content-type-options'), what);
    }
  });

  it('is that of an error where a header is invalid', async () => {
    const server = createServer((_, response) => {
      prepareHead(response, ['X-Content-Type-Options', 'nosniff']);
      try {
        response.writeHead(200, ['Content-Type', 'text/pl\nain']);
      } catch {
        response.writeHead(500, ['Content-Length', 0]).end();
      }
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const [response] = await once(get({ port, agent: false }), 'response');
      response.resume();
      assert.deepEqual([response.statusCode, response.statusMessage], [500, 'Internal Server Error']);
    } finally {
      server.close();
    }
  });
});
