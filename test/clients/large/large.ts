import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, statfs } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ServiceProcess } from '../../support/process.ts';
import { Rest } from '../rest.ts';

const PASSWORD = 'a long enough password';
const CHUNK = 2 ** 20;
/** Required disk space in addition to two documents, in bytes. */
const MORE_ROOM = 2 ** 30;
/** Maximum resident memory of the service (issue 2, "Done when" 3). */
const MEMORY = 200 * 2 ** 20;

/** Sends new, unique bytes as fast as the service reads them. @returns their SHA-256 */
async function send(upload: ClientRequest, size: number, tail = ''): Promise<string> {
  const hash = createHash('sha256');
  const pattern = randomBytes(CHUNK);
  for (let sent = 0; sent < size; sent += CHUNK) {
    const chunk = Buffer.from(pattern);
    chunk.writeUInt32BE(sent / CHUNK);
    hash.update(chunk);
    if (!upload.write(chunk)) await once(upload, 'drain');
  }
  upload.end(tail);
  return hash.digest('hex');
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(sent, 'response');
  assert.ok(response);
  return response;
}

async function download(
  url: string,
  headers: Record<string, string>,
): Promise<{ sha256: string; size: number }> {
  const sent = request(url, { headers });
  sent.end();
  const response = await responseTo(sent);
  assert.equal(response.statusCode, 200);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of response) {
    assert.ok(Buffer.isBuffer(chunk));
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

/**
 * Defines the tests of a large document over both interfaces.
 * @param size in bytes, a multiple of 1 MiB
 */
export function testLargeDocument(size: number): void {
  let service: ServiceProcess;
  let rest: Rest;
  let basic: Record<string, string>;
  let bearer: Record<string, string>;

  before(async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    assert.ok(
      bavail * bsize > 2 * size + MORE_ROOM,
      `${tmpdir()} has no room for two documents of ${size} bytes`,
    );
    service = await ServiceProcess.start();
    const { login, token } = await service.createAdmin('anna', PASSWORD);
    // The first start from a checkout compiles TypeScript, which needs 30 MB; a built program does not.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await service.kill('SIGTERM');
    await service.restart();
    rest = new Rest(service, token);
    basic = { Authorization: `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}` };
    bearer = { Authorization: `Bearer ${token}` };
  });

  after(() => service.dispose());

  function assertMemory(): void {
    const peak = service.peakMemory();
    assert.ok(peak < MEMORY, `the service took ${Math.round(peak / 2 ** 20)} MiB`);
  }

  it('goes up through the drive, and down again both ways, the same', async () => {
    const url = `${service.url}/webdav/drive.bin`;
    const headers = { ...basic, 'Content-Length': String(size) };
    const upload = request(url, { method: 'PUT', headers });
    const answered = responseTo(upload);
    const sha256 = await send(upload, size);
    const response = await answered;
    assert.equal(response.statusCode, 201, await text(response));
    assert.deepEqual(await download(url, basic), { sha256, size });
    const { id } = await rest.root('drive.bin');
    assert.deepEqual(await download(`${service.url}/api/documents/${id}/download`, bearer), {
      sha256,
      size,
    });
    assertMemory();
  });

  it('goes up by REST, and down again both ways, the same', async () => {
    const boundary = randomBytes(16).toString('hex');
    const part = (disposition: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
    const head = `${part('name="folder_id"')}\r\n0\r\n${part('name="file"; filename="form.bin"')}Content-Type: application/octet-stream\r\n\r\n`;
    const headers = { ...bearer, 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const upload = request(`${service.url}/api/documents/upload`, { method: 'POST', headers });
    const answered = responseTo(upload);
    upload.write(head);
    const sha256 = await send(upload, size, `\r\n--${boundary}--\r\n`);
    const response = await answered;
    const body = await text(response);
    assert.equal(response.statusCode, 201, body);
    const { data } = JSON.parse(body);
    assert.equal(data.sha256, sha256);
    assert.equal(data.size, size);
    assert.deepEqual(await download(`${service.url}/api/documents/${data.id}/download`, bearer), {
      sha256,
      size,
    });
    assert.deepEqual(await download(`${service.url}/webdav/form.bin`, basic), { sha256, size });
    assertMemory();
  });

  it('leaves nothing unfinished behind, and takes less than 200 MiB of memory all the while', async () => {
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
    assertMemory();
  });
}
