import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Access } from '../../../src/core/access/access.ts';
import { type Context, createContext } from '../../../src/core/context.ts';
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
  let context: Context;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    const log = createLogger({ level: 'silent', format: 'json' });
    context = createContext({ now: () => core.now(), randomBytes, log }, core.database, core.dataDirectory);
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

  describe('of a share beneath a locked folder', () => {
    let ben: UserActor;
    let holder: UserActor;
    let [locked, outer, inner] = [0, 0, 0];
    let unlock: () => Promise<void>;

    beforeEach(async () => {
      ben = await newUser(core, 'ben');
      locked = await makeFolder(core.dms, ann, 'locked');
      outer = await makeFolder(core.dms, ann, 'outer', locked);
      inner = await makeFolder(core.dms, ann, 'inner', outer);
      const shared = await makeFolder(core.dms, ann, 'shared', inner);
      await core.dms.shares.create(ann, { entryId: shared, users: ['ben'], permissions: 1 });
      const request = { depth: 'infinity', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
      const { token } = (await core.dms.lockCreation.create(ann, locked, request)).lock;
      holder = { ...ann, lockTokens: new Set([token]) };
      unlock = () => core.dms.locks.release(ann, locked, token);
    });

    const moveUp = (id: number, name: string) => core.dms.entries.move(holder, id, { folderId: 0, name });

    /** What Ben is told of a change, if another one comes while the shares beneath it are searched. */
    async function toldOf(change: () => Promise<unknown>, next: () => Promise<unknown>): Promise<string[]> {
      const { shareChanges } = context.tables;
      const beneath = shareChanges.beneath.bind(shareChanges);
      let searches = 0;
      shareChanges.beneath = async (ids) => {
        searches += 1;
        if (searches === 1) await next();
        return beneath(ids);
      };
      const client = new Client();
      events.subscribe(ben, client);
      await change();
      await until(() => searches > 1);
      await makeFolder(core.dms, ben, 'barrier');
      const told = () => client.news.flatMap((news) => news.events);
      await until(() => told().some((event) => event.kind === 'folder' && event.id === ben.homeId));
      return told().flatMap((event) => (event.kind === 'folder' && event.id === 0 ? ['folder 0'] : []));
    }

    it('tell of the end of its lock, if the folder is moved away, and the one above it just after', async () => {
      assert.deepEqual(
        await toldOf(
          () => moveUp(inner, 'inner'),
          () => moveUp(outer, 'outer'),
        ),
        ['folder 0'],
      );
    });

    it('tell of the end of its lock, if the folder is moved away just after', async () => {
      assert.deepEqual(await toldOf(unlock, () => moveUp(inner, 'inner')), ['folder 0']);
    });

    it('do not tell that it is moved beneath the same lock', async () => {
      const move = (folderId: number) => core.dms.entries.move(holder, inner, { folderId, name: 'inner' });
      assert.deepEqual(
        await toldOf(
          () => move(locked),
          () => move(outer),
        ),
        [],
      );
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
