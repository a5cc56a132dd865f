import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic } from '../../webdav/client.ts';
import { Client } from '../client.ts';

/** As many uploads as a user may have running. */
const MOST = 100;
const FOLDER = '--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n';

function filePart(name: string, content: Buffer): Buffer {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

describe('many uploads', () => {
  let service: Service;
  let ann: Account;
  let token: string;
  let client: Client;
  let open: ClientRequest[];

  beforeEach(async () => {
    open = [];
    service = await startService();
    ann = await service.createUser('ann');
    token = (await service.dms.tokens.create(ann.actor, { name: 'test' })).secret;
    client = new Client(service, token);
  });

  afterEach(async () => {
    for (const sent of open) sent.destroy();
    await service.stop();
    assert.deepEqual(service.errors(), []);
  });

  function send(method: string, path: string, headers: Record<string, string>): ClientRequest {
    const sent = request({ port: service.port, method, path, agent: false, headers });
    sent.on('error', () => undefined);
    open.push(sent);
    return sent;
  }

  function beginForm(): ClientRequest {
    return send('POST', '/api/documents/upload', {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'multipart/form-data; boundary=b',
    });
  }

  function put(account: Account, name: string): ClientRequest {
    const sent = send('PUT', `/webdav/${name}`, {
      Authorization: basic(account.login, account.password),
      'Content-Length': '3',
      Expect: '100-continue',
    });
    sent.flushHeaders();
    return sent;
  }

  /** Begins a PUT, and waits until the server wants its body. */
  async function beginPut(account: Account, name: string): Promise<ClientRequest> {
    const sent = put(account, name);
    await once(sent, 'continue');
    return sent;
  }

  async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
    const [response]: unknown[] = await once(sent, 'response');
    assert.ok(response instanceof IncomingMessage);
    return response;
  }

  async function staged(): Promise<number> {
    return (await readdir(join(service.dataDirectory, 'incoming'))).length;
  }

  it('in one form: what exceeds 1 MiB in sum waits on the disk, and is stored as ever', async () => {
    const contents = Array.from({ length: 40 }, (_, index) => Buffer.alloc(50_000, index));
    const form = beginForm();
    form.write(FOLDER);
    for (const [index, content] of contents.entries()) form.write(filePart(`${index}.bin`, content));
    // About 19 of 40 may wait on the disk.
    while ((await staged()) < 15) await new Promise((resolve) => setTimeout(resolve, 5));
    form.end('--b--\r\n');
    const response = await answerTo(form);
    assert.equal(response.statusCode, 201);
    let text = '';
    for await (const piece of response) text += String(piece);
    const { data } = JSON.parse(text);
    assert.equal(data.length, 40);
    for (const [index, { id }] of data.entries()) {
      const { body } = await client.get(`/documents/${id}/download`).responseType('blob').expect(200);
      assert.ok(Buffer.isBuffer(body) && contents[index]?.equals(body), `file ${index}`);
    }
    assert.equal(await staged(), 0);
    // Where a content waits does not decide where it is stored: small ones are rows.
    assert.deepEqual(await readdir(join(service.dataDirectory, 'blobs')), []);
  });

  it('of one user: there may be 100, over both interfaces together; one more is 429', async () => {
    const forms = Array.from({ length: MOST / 2 }, () => beginForm());
    for (const form of forms)
      form.write(Buffer.concat([Buffer.from(FOLDER), filePart('a', Buffer.alloc(70_000))]));
    while ((await staged()) < forms.length) await new Promise((resolve) => setTimeout(resolve, 5));
    const puts: ClientRequest[] = [];
    for (let index = 0; index < MOST / 2; index += 1) puts.push(await beginPut(ann, `${index}`));
    const refused = await answerTo(put(ann, 'more'));
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const { body, headers } = await client.upload({ folder_id: 0 }, { name: 'b', content: 'b' }).expect(429);
    assert.match(body.message, /100 uploads running/);
    assert.ok(Number(headers['retry-after']) > 0);
    const ben = await service.createUser('ben');
    const others = await beginPut(ben, 'other');
    others.end('abc');
    assert.equal((await answerTo(others)).statusCode, 201);
    for (const put of puts) {
      put.end('abc');
      assert.equal((await answerTo(put)).statusCode, 201);
    }
    await client.upload({ folder_id: 0 }, { name: 'b', content: 'b' }).expect(201);
  });

  it('of one user: those that break off count no more', async () => {
    const puts: ClientRequest[] = [];
    for (let index = 0; index < MOST; index += 1) puts.push(await beginPut(ann, `${index}`));
    await client.upload({ folder_id: 0 }, { name: 'b', content: 'b' }).expect(429);
    const lines = service.log().length;
    for (const put of puts) put.destroy();
    while (service.log().length < lines + MOST) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.upload({ folder_id: 0 }, { name: 'b', content: 'b' }).expect(201);
  });

  it('in one form may have at most 8 fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`field${index}`, 'x']));
    const { body } = await client.upload(fields, { name: 'a', content: 'a' }).expect(422);
    assert.deepEqual(body.errors, { body: ['must have at most 8 fields'] });
  });
});
