// Would catch an order of lost, broken and repeated requests after which a document has bytes that no client has sent.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Service, startService } from '../../support/service.ts';
import { at, SyncClient } from './client.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 60;

/** What can happen to a request. `lost`: the service has executed it, but the client gets no response. */
type Fate = 'fine' | 'lost' | 'broken';
/** How a client names its chunks. */
type Naming = 'offset' | 'offset with header' | 'count from 0' | 'count from 1' | 'padded count' | 'range';

interface Step {
  readonly kind: 'chunk' | 'stray' | 'restart' | 'list' | 'mkcol' | 'delete';
  readonly size: number;
  readonly fate: Fate;
  /** For a stray chunk: how far it is from the place where it would belong. */
  readonly distance: number;
}

interface Story {
  readonly naming: Naming;
  readonly steps: readonly Step[];
  readonly hasTotal: boolean;
  readonly hasChecksum: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('chunk' as const) },
    { weight: 6, arbitrary: fc.constantFrom('stray' as const, 'stray' as const, 'list' as const) },
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'mkcol' as const, 'delete' as const) },
  ),
  size: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 90_000 })),
  fate: fc.oneof(
    { weight: 4, arbitrary: fc.constant('fine' as const) },
    { weight: 1, arbitrary: fc.constantFrom('lost' as const, 'broken' as const) },
  ),
  distance: fc.integer({ min: -3, max: 3 }),
});

const story: fc.Arbitrary<Story> = fc.record({
  naming: fc.constantFrom<Naming>(
    'offset',
    'offset with header',
    'count from 0',
    'count from 1',
    'padded count',
    'range',
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
  hasTotal: fc.boolean(),
  hasChecksum: fc.boolean(),
});

/** A client that follows the protocol: after an error or a missing response, it lists the chunks or sends again. */
class Sender {
  readonly #client: SyncClient;
  readonly #id: string;
  readonly #naming: Naming;
  readonly content: Buffer;
  /** Sizes of the chunks that count, as the client knows it. */
  sizes: number[] = [];

  constructor(client: SyncClient, id: string, naming: Naming, content: Buffer) {
    this.#client = client;
    this.#id = id;
    this.#naming = naming;
    this.content = content;
  }

  get sent(): number {
    return this.sizes.reduce((sum, size) => sum + size, 0);
  }

  /** A chunk that begins at `start` as the `index`th one. */
  chunkAt(start: number, index: number, size: number): { name: string; headers: Record<string, string> } {
    const first = Math.max(0, start);
    const isAnnounced = this.#naming === 'offset with header' || this.#naming === 'padded count';
    const headers = isAnnounced ? { 'OC-Chunk-Offset': String(first) } : undefined;
    const names: Record<Naming, string> = {
      offset: at(first),
      'offset with header': at(first),
      'count from 0': String(Math.max(0, index)),
      'count from 1': String(Math.max(0, index + 1)).padStart(6, '0'),
      'padded count': at(Math.max(0, index)),
      range: `${at(first)}-${at(first + size - 1)}`,
    };
    return { name: names[this.#naming], headers: headers ?? {} };
  }

  async send(wanted: number, fate: Fate): Promise<void> {
    const bytes = this.content.subarray(this.sent, this.sent + wanted);
    if (bytes.length === 0) return;
    const { name, headers } = this.chunkAt(this.sent, this.sizes.length, bytes.length);
    if (fate === 'broken') {
      const part = bytes.subarray(0, Math.floor(bytes.length / 2));
      const cut = this.#client.beginSending(this.#id, name, part, bytes.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      cut();
      return;
    }
    // Without the response, the client sends the chunk again. The user may have changed the file.
    const first = fate === 'lost' ? Buffer.alloc(bytes.length, 'y') : bytes;
    const answer = await this.#client.put(this.#id, name, first, headers);
    assert.equal(answer.status, 201, `${name}: ${answer.text}`);
    if (fate === 'lost') assert.equal((await this.#client.put(this.#id, name, bytes, headers)).status, 204);
    this.sizes.push(bytes.length);
  }

  /** A chunk of other bytes where none belongs, as of a client with a fault. */
  async stray({ distance, size }: Step): Promise<void> {
    const index = this.sizes.length + distance;
    // The place of the last chunk is no stray one: there the client may send again.
    if (distance === 0 || distance === -1) return;
    const before = this.sizes.slice(0, Math.max(0, index)).reduce((sum, each) => sum + each, 0);
    const { name, headers } = this.chunkAt(before + Math.max(0, distance) * 7, index, size);
    const isNext = name === this.chunkAt(this.sent, this.sizes.length, size).name;
    const last = this.chunkAt(this.sent - (this.sizes.at(-1) ?? 0), this.sizes.length - 1, size).name;
    if (isNext || name === last) return;
    // Counting may begin with 0 or with 1.
    if (this.sizes.length === 0 && Number(name) <= 1) return;
    const answer = await this.#client.put(this.#id, name, Buffer.alloc(size, 'x'), headers);
    assert.equal(answer.status, 409, `${name}: ${answer.text}`);
  }

  /** What the client knows is what the service lists. */
  async list(): Promise<void> {
    assert.deepEqual(Object.values((await this.#client.chunks(this.#id)) ?? {}), this.sizes);
  }

  /** Goes on with what the service has, or begins anew, as after a crash of the client. */
  async resume(): Promise<void> {
    const chunks = await this.#client.chunks(this.#id);
    if (chunks === undefined) await this.#client.begin(this.#id);
    this.sizes = Object.values(chunks ?? {});
  }
}

describe('chunked uploads in a random order', () => {
  let service: Service;
  let client: SyncClient;
  let uploads = 0;

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    client = new SyncClient(service, await service.createUser('ann'));
  });
  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function take(sender: Sender, id: string, each: Step): Promise<void> {
    if (each.kind === 'chunk') await sender.send(each.size, each.fate);
    else if (each.kind === 'stray') await sender.stray(each);
    else if (each.kind === 'list') await sender.list();
    else if (each.kind === 'restart') await service.restart();
    else if (each.kind === 'mkcol') assert.equal((await client.ask('MKCOL', id)).status, 405);
    else assert.equal((await client.ask('DELETE', id)).status, 204);
    if (each.kind === 'restart' || each.kind === 'delete') await sender.resume();
  }

  async function tell({ naming, steps, hasTotal, hasChecksum }: Story): Promise<void> {
    uploads += 1;
    const id = `upload-${uploads}`;
    const path = `/${id}.bin`;
    const length = 1 + steps.reduce((sum, { size }) => sum + size, 0);
    const content = Buffer.from(
      Array.from({ length }, (_, index) => (index * 31 + uploads * 7 + (index >> 8)) % 256),
    );
    const sender = new Sender(client, id, naming, content);
    await client.begin(id);
    for (const each of steps) await take(sender, id, each);
    const headers = {
      ...(hasTotal ? { 'OC-Total-Length': String(length) } : {}),
      ...(hasChecksum
        ? { 'OC-Checksum': `SHA256:${createHash('sha256').update(content).digest('hex')}` }
        : {}),
    };
    // Too early: the client is told, or has not said how long the content is.
    if (hasTotal) assert.equal((await client.move(id, path, headers)).status, 400);
    while (sender.sent < length) await sender.send(length - sender.sent, 'fine');
    assert.equal((await client.move(id, path, headers)).status, 201);
    assert.equal((await client.move(id, path, headers)).status, 201);
    const stored = (await client.content(path)) ?? Buffer.alloc(0);
    assert.ok(
      content.equals(stored),
      `the document has ${stored.length} bytes, and others than the ${length}`,
    );
  }

  it(`store exactly the bytes of the client (SEED=${SEED})`, async function () {
    this.timeout(120_000);
    await fc.assert(fc.asyncProperty(story, tell), { seed: SEED, numRuns: RUNS, endOnFailure: false });
  });
});
