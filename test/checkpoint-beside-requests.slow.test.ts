import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Thread } from '../src/storage/threads/thread.ts';
import { type Service, startService } from './support/service.ts';
import { basic, DavClient } from './webdav/client.ts';

/** A new content that is a row of the database: it goes through the log. */
const content = () => randomBytes(60_000);

describe('while the write-ahead log is copied', () => {
  const real: unknown = Reflect.get(Thread.prototype, 'run');
  let service: Service;
  let dav: DavClient;
  /** Answers, and beginnings and ends of what threads do, in order. */
  const events: string[] = [];

  before(async () => {
    service = await startService();
    dav = new DavClient(service.port, basic('ann', (await service.createUser('ann')).password));
    await dav.expect(201, 'PUT', '/read', { body: 'x' });
    assert.ok(typeof real === 'function');
    Reflect.set(Thread.prototype, 'run', async function run(this: unknown, job: unknown): Promise<unknown> {
      events.push(`${String(job)} begins`);
      const result: unknown = await Reflect.apply(real, this, [job]);
      events.push(`${String(job)} ends`);
      return result;
    });
  });
  after(async () => {
    Reflect.set(Thread.prototype, 'run', real);
    await service.stop();
  });

  it('other requests are answered', async () => {
    const isCopied = () => events.filter((event) => event === 'PASSIVE ends').length >= 4;
    const writing = async (name: string): Promise<void> => {
      while (!isCopied()) await dav.ask('PUT', `/${name}`, { body: content() });
    };
    const reading = async (): Promise<void> => {
      while (!isCopied()) {
        await dav.expect(200, 'GET', '/read');
        events.push('GET');
      }
    };
    await Promise.all([writing('one'), writing('two'), reading()]);
    const begin = events.findIndex(
      (event, index) => event === 'PASSIVE begins' && events[index + 1] === 'GET',
    );
    assert.ok(begin > 0, events.filter((event) => event !== 'GET').join());
    assert.deepEqual(service.errors(), []);
  });
});
