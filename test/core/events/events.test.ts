import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Access } from '../../../src/core/access/access.ts';
import { createContext } from '../../../src/core/context.ts';
import { type EventBatch, Events } from '../../../src/core/events/events.ts';
import { createLogger } from '../../../src/log.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';
import { waiter } from '../../support/until.ts';

const until = waiter(() => 'nothing was told');

/** A client with all that it was told. */
class Client {
  readonly news: EventBatch[] = [];
  isEnded = false;

  readonly tell = (each: EventBatch): void => {
    this.news.push(each);
  };

  readonly end = (): void => {
    this.isEnded = true;
  };
}

describe('events of the core', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let events: Events;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    const log = createLogger({ level: 'silent', format: 'json' });
    const context = createContext(
      { now: () => core.now(), randomBytes, log },
      core.database,
      core.dataDirectory,
    );
    events = new Events(context, { access: new Access(context) }, 5);
  });
  afterEach(() => core.close());

  function kinds({ news }: Client): string[] {
    return news.flatMap((each) => each.events.map((event) => event.kind));
  }

  it('keep the connection, and name what was told last', async () => {
    const client = new Client();
    events.subscribe(ann, client);
    const [first] = client.news;
    await until(() => client.news.length > 1);
    assert.deepEqual(client.news[1]?.events, []);
    const back = new Client();
    events.subscribe(ann, back, client.news[1].id);
    assert.deepEqual(back.news[0]?.events, []);
    assert.notEqual(back.news[0].id, first?.id, 'an id does not tell whether anything has happened');
  });

  it('of many changes at once are one: all', async () => {
    const client = new Client();
    const folder = await makeFolder(core.dms, ann, 'folder');
    await Promise.all(
      Array.from({ length: 2100 }, (_, index) => write(core.dms, ann, `${index}`, 'x', folder)),
    );
    events.subscribe(ann, client);
    core.database.prepare('UPDATE entries SET updated_at = 1').run();
    await until(() => kinds(client).length > 0);
    assert.deepEqual(kinds(client), ['reset']);
  });

  it('end with a session that expires', async () => {
    const client = new Client();
    events.subscribe(ann, client);
    core.pass(365 * 24 * 60 * 60_000);
    await until(() => client.isEnded);
  });

  it('go on with what was missed, and not beyond what is kept', async () => {
    const first = new Client();
    const leave = events.subscribe(ann, first);
    const began = first.news[0]?.id;
    leave();
    const id = await makeFolder(core.dms, ann, 'folder');
    await write(core.dms, ann, 'file', 'x', id);
    const watching = new Client();
    events.subscribe(ann, watching);
    await until(() => kinds(watching).length > 0);
    const second = new Client();
    events.subscribe(ann, second, began);
    const missed = second.news.flatMap((news) => news.events);
    assert.ok(missed.some((event) => event.kind === 'folder' && event.id === id));
    for (const wrong of ['', 'x', 'x-1', `${began?.split('-')[0]}-999`, '-']) {
      const client = new Client();
      events.subscribe(ann, client, wrong);
      assert.deepEqual(kinds(client), ['reset'], wrong);
    }
  });

  it('forget what nobody waits for', async () => {
    const client = new Client();
    events.subscribe(ann, client)();
    const id = client.news[0]?.id;
    let pause = 400;
    await until(async () => {
      await sleep((pause *= 1.5));
      const late = new Client();
      events.subscribe(ann, late, id)();
      return kinds(late).includes('reset');
    });
  });

  it('are over when the database is closed', async () => {
    const client = new Client();
    events.subscribe(ann, client);
    await core.close();
    assert.ok(client.isEnded);
    assert.throws(() => events.subscribe(ann, new Client()), { code: 'throttled' });
    core = await openCoreFixture();
  });
});
