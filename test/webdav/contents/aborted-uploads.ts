import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../scripts/crash/random.ts';
import { ServiceProcess } from '../../support/process.ts';
import { type Answer, basic, DavClient } from '../client.ts';
import {
  CUTS,
  FRAMINGS,
  formOf,
  lengthUntil,
  requestOf,
  sendAndBreak,
  type Upload,
} from '../hostile/broken-requests.ts';

const AT_ONCE = 5;
const PASSWORD = 'a long enough password';
/** Sizes below and above the limit for contents stored in the database itself. */
const SIZES = [60_000, 5 * 2 ** 20] as const;
const SETTLED_MS = 240_000;

interface Document {
  readonly name: string;
  readonly id: number;
  readonly content: Buffer;
}

/**
 * Defines the tests of interrupted uploads.
 * @param seed seed of the random uploads and cuts
 * @param aborts number of uploads, a multiple of 5
 */
export function testAbortedUploads(seed: number, aborts: number): void {
  const random = new Random(seed);
  const noise = randomBytes(Math.max(...SIZES));
  const documents: Document[] = [];
  const newNames: string[] = [];
  let service: ServiceProcess;
  let dav: DavClient;
  let bearer: string;
  let first: State;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    const { token } = await service.createAdmin('anna', PASSWORD);
    dav = new DavClient(service.port, basic('anna', PASSWORD));
    bearer = `Bearer ${token}`;
    for (const size of SIZES) await makeDocuments(size);
    // Warms up: descriptors that are opened once and kept are opened now.
    for (let count = 0; count < 2 * AT_ONCE; count += 1) await abort();
    first = await state();
    for (let left = aborts; left > 0; left -= AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, abort));
    }
  });

  after(() => service.dispose());

  /** Creates two documents, one over WebDAV and one over REST. */
  async function makeDocuments(size: number): Promise<void> {
    for (const face of ['dav', 'rest']) {
      const [name, content] = [`old-${face}-${size}.bin`, randomBytes(size)];
      const form = formOf(0, name, content);
      const { status, text } = await (face === 'dav'
        ? dav.ask('PUT', `/${name}`, { body: content })
        : rest('POST', '/documents/upload', { headers: { 'Content-Type': form.type }, body: form.body }));
      assert.equal(status, 201, text);
      const { data } = JSON.parse((await rest('GET', '/folders/0/contents')).text);
      const { id } = data.find((record: { name: string }) => record.name === name);
      documents.push({ name, id, content });
    }
  }

  function rest(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Answer> {
    const asked = { headers: { ...headers, Authorization: bearer } };
    return dav.raw(method, `/api${path}`, body === undefined ? asked : { ...asked, body });
  }

  /** The name of an existing document, or a new name. */
  function someName(): string {
    const document = random.next() < 0.5 ? random.pick(documents) : undefined;
    if (document) return document.name;
    newNames.push(`new-${newNames.length}.bin`);
    return `new-${newNames.length - 1}.bin`;
  }

  function someUpload(): Upload {
    const name = someName();
    const framing = random.pick(FRAMINGS) ?? 'length';
    const content = noise.subarray(random.below(1000), 1001 + random.below((random.pick(SIZES) ?? 0) - 1001));
    if (random.next() < 0.6) {
      const Authorization = basic('anna', PASSWORD);
      return { method: 'PUT', target: `/webdav/${name}`, headers: { Authorization }, content, framing };
    }
    const { type, body } = formOf(0, name, content);
    const headers = { Authorization: bearer, 'Content-Type': type };
    return { method: 'POST', target: '/api/documents/upload', headers, content: body, framing };
  }

  async function abort(): Promise<void> {
    const cut = random.pick(CUTS) ?? 'body';
    const request = requestOf(someUpload(), random, cut === 'continue');
    const whole = Buffer.concat([request.head, request.body]);
    await sendAndBreak(service.port, whole.subarray(0, lengthUntil(cut, request, random)), random);
  }

  /** Number of descriptors of the service: sockets, files and others. */
  function descriptors(): number {
    return readdirSync(`/proc/${service.pid}/fd`).length;
  }

  /** Waits until the service has noticed all disconnects, that is, until its state no longer changes. */
  async function settled(): Promise<void> {
    const late = performance.now() + SETTLED_MS;
    let [last, same] = ['', 0];
    while (same < 5) {
      assert.ok(performance.now() < late, `the service does not come to rest: ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const now = `${descriptors()} descriptors, incoming: ${incoming().join()}`;
      same = now === last ? same + 1 : 0;
      last = now;
    }
  }

  function incoming(): string[] {
    return readdirSync(join(service.dataDirectory, 'incoming'));
  }

  /** The records of the documents, after their texts and thumbnails have been made. */
  async function allRead(): Promise<readonly unknown[]> {
    for (;;) {
      const { text } = await rest('GET', '/folders/0/contents');
      if (!text.includes('"pending"')) return JSON.parse(text).data;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** The state of the service once it is idle. */
  async function state(): Promise<State> {
    await settled();
    const versions: unknown[] = [];
    for (const { id } of documents) {
      const { text } = await rest('GET', `/documents/${id}/versions`);
      versions.push(JSON.parse(text).data);
    }
    const account = await rest('GET', '/account');
    const records = await allRead();
    await settled();
    return {
      versions,
      usedBytes: JSON.parse(account.text).data.used_bytes,
      records,
      blobs: readdirSync(join(service.dataDirectory, 'blobs'), { recursive: true }).sort(),
      descriptors: descriptors(),
    };
  }

  it('leave no version, no document, no bytes counted and no descriptor open', async function () {
    const last = await state();
    // An idle thread may have closed its files.
    assert.ok(last.descriptors <= first.descriptors, `${last.descriptors}, and before ${first.descriptors}`);
    assert.deepEqual({ ...last, descriptors: 0 }, { ...first, descriptors: 0 });
    assert.ok(first.usedBytes > 0 && first.versions.length === documents.length);
  });

  it('leave nothing in incoming', () => {
    assert.deepEqual(incoming(), []);
  });

  it('leave the old contents as they were', async () => {
    for (const { name, content } of documents) {
      const { bytes } = await dav.expect(200, 'GET', `/${name}`);
      assert.ok(bytes.equals(content), name);
    }
  });

  it('leave new names free', async () => {
    assert.ok(newNames.length > aborts / 4);
    for (const name of newNames) await dav.expect(404, 'HEAD', `/${name}`);
  });

  it('are no fault of the service, which goes on', async () => {
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
    for (const { name } of documents) await dav.expect(204, 'PUT', `/${name}`, { body: `whole ${name}` });
    for (const name of newNames.slice(0, 5)) await dav.expect(201, 'PUT', `/${name}`, { body: 'whole' });
  });

  it('leave nothing that a next start would have to remove, nor that it does', async () => {
    const list = (): string[] => readdirSync(service.dataDirectory, { recursive: true }).map(String).sort();
    const isContent = (path: string): boolean => /^(?:blobs|incoming)/.test(path);
    const kept = list().filter(isContent);
    await service.kill('SIGTERM');
    await service.restart();
    assert.deepEqual(list().filter(isContent), kept);
  });
}

/** Everything that an upload could have changed. */
interface State {
  readonly versions: readonly unknown[];
  readonly usedBytes: number;
  readonly records: readonly unknown[];
  readonly blobs: readonly unknown[];
  readonly descriptors: number;
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}
