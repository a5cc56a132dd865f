import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Upload, type UploadOptions } from 'tus-js-client';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';
import { type TusClient, tusOf } from './tus.ts';

/** Bytes after which a connection of the proxy breaks. */
const CUT_AFTER = 1_500_000;

/** A proxy whose first connections break. */
function cuttingProxy(port: number, cuts: number): Server {
  let left = cuts;
  return createServer((client: Socket) => {
    const server = connect(port, '127.0.0.1');
    let bytes = 0;
    client.on('data', (chunk) => {
      bytes += chunk.length;
      if (left > 0 && bytes > CUT_AFTER) {
        left -= 1;
        client.destroy();
        server.destroy();
      } else server.write(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
}

describe('clients of tus', () => {
  let service: Service;
  let ann: Account;
  let client: Client;
  let tus: TusClient;
  let proxies: Server[];

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    tus = await tusOf(service, ann.actor);
  });
  after(() => service.stop());
  beforeEach(() => (proxies = []));
  afterEach(() => {
    for (const proxy of proxies) proxy.close();
    assert.deepEqual(service.errors(), []);
  });

  async function cutting(cuts: number): Promise<string> {
    const proxy = cuttingProxy(service.port, cuts);
    proxies.push(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return `http://127.0.0.1:${String(address.port)}/api/uploads`;
  }

  function send(content: Buffer, options: Partial<UploadOptions>): Promise<Upload> {
    return new Promise((resolve, reject) => {
      const upload: Upload = new Upload(Readable.from([content], { objectMode: false }), {
        endpoint: `${service.url}/api/uploads`,
        headers: { Authorization: `Bearer ${tus.token}` },
        uploadSize: content.length,
        chunkSize: 1_000_000,
        retryDelays: [0, 10, 10, 10],
        ...options,
        onError: reject,
        onSuccess: () => resolve(upload),
      });
      upload.start();
    });
  }

  async function assertStored(name: string, content: Buffer): Promise<void> {
    const { body } = await client.post('/folders/0/conflicts', { paths: [name] }).expect(200);
    assert.equal(body.data[0]?.entry.sha256, createHash('sha256').update(content).digest('hex'));
  }

  it('tus-js-client: in parts', async () => {
    const content = randomBytes(3_500_000);
    await send(content, { metadata: { filename: 'parts.bin', filetype: 'text/plain', path: 'a/b' } });
    await assertStored('a/b/parts.bin', content);
  });

  it('tus-js-client: with bytes in the request that begins it', async () => {
    const content = randomBytes(500_000);
    await send(content, { metadata: { filename: 'at once.bin' }, uploadDataDuringCreation: true });
    await assertStored('at once.bin', content);
  });

  it('tus-js-client: with POST only', async () => {
    const content = randomBytes(1_500_000);
    await send(content, { metadata: { filename: 'post.bin' }, overridePatchMethod: true });
    await assertStored('post.bin', content);
  });

  it('tus-js-client: over connections that break', async () => {
    const content = randomBytes(6_000_000);
    const endpoint = await cutting(2);
    await send(content, { endpoint, metadata: { filename: 'cut.bin' }, chunkSize: 4_000_000 });
    await assertStored('cut.bin', content);
  });

  it('tus-js-client: is refused what may not be stored', async () => {
    await client.document('taken.bin');
    await assert.rejects(
      send(Buffer.from('x'), { metadata: { filename: 'taken.bin', conflict: 'fail' } }),
      /response code: 422/,
    );
  });
});
