import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { type Client, clientOf } from '../client.ts';

/** Listens as a browser does. */
class Listening {
  readonly response: Response;
  /** As `folder 7`, `trash`, … */
  readonly told: string[] = [];
  lastId = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(response: Response) {
    this.response = response;
    assert.ok(response.body);
    this.#reader = response.body.getReader();
  }

  /** Reads until something is told, or to the end. */
  async until(event?: string): Promise<void> {
    while (event === undefined || !this.told.includes(event)) {
      const { done, value } = await this.#reader.read();
      if (done) {
        assert.equal(event, undefined, 'the stream has ended');
        return;
      }
      this.#rest += this.#decoder.decode(value, { stream: true });
      const blocks = this.#rest.split('\n\n');
      this.#rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    const kind = fields.get('event');
    if (kind === undefined) return;
    const { id } = JSON.parse(fields.get('data') ?? '');
    this.told.push(id === undefined ? kind : `${kind} ${id}`);
  }
}

describe('the events', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let client: Client;
  const open: Listening[] = [];

  beforeEach(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    client = await clientOf(service, ann);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.cancel().catch(() => undefined)));
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function tokenOf(account: Account, scopes = ['read']): Promise<{ id: number; secret: string }> {
    const { token, secret } = await service.dms.tokens.create(account.actor, { name: 'events', scopes });
    return { id: token.id, secret };
  }

  function ask(secret: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${service.url}/api/events`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, ...headers },
    });
  }

  async function listen(account: Account, lastId?: string): Promise<Listening> {
    const { secret } = await tokenOf(account);
    const response = await ask(secret, lastId === undefined ? {} : { 'Last-Event-ID': lastId });
    assert.equal(response.status, 200);
    const listening = new Listening(response);
    open.push(listening);
    return listening;
  }

  it('tell of what changes in a folder, over REST and over WebDAV', async () => {
    const folder = await client.folder('folder');
    const own = await listen(ann);
    assert.match(own.response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(own.response.headers.get('x-accel-buffering'), 'no');
    assert.equal(own.response.headers.get('cache-control'), 'no-store');
    await client.document('one.txt', 'x', folder.id);
    await own.until(`folder ${folder.id}`);
    const other = await client.folder('other');
    await own.until(`folder ${ann.actor.homeId}`);
    await new DavClient(service.port, basic(ann.login, ann.password)).expect(201, 'PUT', '/other/two.txt', {
      body: 'x',
    });
    await own.until(`folder ${other.id}`);
    await client.delete(`/folders/${other.id}`).expect(200);
    await own.until('trash');
    for (const change of [{ name: 'Ann' }, { language: 'de' }]) {
      own.told.length = 0;
      await client.patch('/account', change).expect(200);
      await own.until('account');
    }
  });

  it('have ids that do not tell whether somebody has worked, and lead on all the same', async () => {
    const { secret } = await tokenOf(ben);
    const idNow = async (lastId?: string): Promise<string> => {
      const response = await ask(secret, lastId === undefined ? {} : { 'Last-Event-ID': lastId });
      const { value } = (await response.body?.getReader().read()) ?? {};
      const text = new TextDecoder().decode(value);
      assert.match(text, /^: keep-alive$/m);
      return /^id: (.*)$/m.exec(text)?.[1] ?? '';
    };
    const own = await listen(ann);
    const idle = [await idNow(), await idNow()];
    await client.folder('private');
    await own.until(`folder ${ann.actor.homeId}`);
    const ids = [...idle, await idNow(idle[1])];
    // Equal ones would tell that nothing has happened, and a beginning in common that they count.
    assert.equal(new Set(ids.map((id) => id.slice(0, 8))).size, ids.length);
    assert.equal(new Set(ids.map((id) => id.length)).size, 1);
  });

  it('tell nobody of what they may not read', async () => {
    const hidden = await client.folder('hidden');
    const shared = await client.folder('shared');
    const document = await client.document('single.txt', 'one', hidden.id);
    const bens = await listen(ben);
    await client.document('x.txt', 'x', hidden.id);
    const share = { folder_id: shared.id, users: ['ben'], permissions: 1 };
    const { body } = await client.post('/shares', share).expect(201);
    await bens.until('shares');
    assert.ok(bens.told.includes('folder 0'));
    await client.document('y.txt', 'x', shared.id);
    await bens.until(`folder ${shared.id}`);
    bens.told.length = 0;
    await client.post('/shares', { document_id: document.id, users: ['ben'], permissions: 1 }).expect(201);
    await bens.until('shares');
    bens.told.length = 0;
    await client.document('single.txt', 'two', hidden.id);
    await bens.until('folder 0');
    await client.delete(`/shares/${body.data.id}`).expect(200);
    await bens.until('shares');
    bens.told.length = 0;
    await client.document('z.txt', 'x', shared.id);
    await write(service.dms, ben.actor, 'mine.txt');
    await bens.until(`folder ${ben.actor.homeId}`);
    const all = bens.told.join();
    for (const id of [hidden.id, shared.id, ann.actor.homeId])
      assert.doesNotMatch(all, new RegExp(`${id}\\b`));
    assert.doesNotMatch(all, /trash|reset/);
  });

  it('go on after a gap, or say that everything must be looked at again', async () => {
    const first = await listen(ann);
    await client.document('one.txt');
    await first.until(`folder ${ann.actor.homeId}`);
    const { lastId } = first;
    await first.cancel();
    const folder = await client.folder('meanwhile');
    await client.document('two.txt', 'x', folder.id);
    const second = await listen(ann, lastId);
    await second.until(`folder ${folder.id}`);
    assert.ok(!second.told.includes('reset'));
    const third = await listen(ann, 'of-long-ago');
    await third.until('reset');
    assert.deepEqual(third.told, ['reset']);
  });

  it('say so when another program has changed the database', async () => {
    const own = await listen(ann);
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    await beside.transaction(() => beside.prepare('UPDATE entries SET updated_at = 1').run());
    await beside.close();
    await own.until('reset');
  });

  it('tell administrators of system folders and their trash, and nobody else', async () => {
    const [admins, anns] = [await listen(service.admin), await listen(ann)];
    const office = await service.dms.folders.createSystem(service.admin.actor, 'office');
    await admins.until('folder 0');
    const within = await makeFolder(service.dms, service.admin.actor, 'within', office.id);
    await admins.until(`folder ${office.id}`);
    await service.dms.entries.remove(service.admin.actor, within);
    await admins.until('trash');
    await write(service.dms, ann.actor, 'mine.txt');
    await anns.until(`folder ${ann.actor.homeId}`);
    assert.ok(!anns.told.some((event) => event !== `folder ${ann.actor.homeId}` && event !== 'account'));
  });

  it('end with the credentials, and with the account', async () => {
    const { id, secret } = await tokenOf(ann);
    const own = new Listening(await ask(secret));
    await service.dms.tokens.revoke(ann.actor, id);
    await own.until();
    assert.equal((await ask(secret)).status, 401);
    const bens = await listen(ben);
    await service.dms.users.update(service.admin.actor, ben.id, { isDisabled: true });
    await bens.until();
  });

  it('end when the service stops', async () => {
    const own = await listen(ann);
    service.dms.events.stop();
    await own.until();
    const { secret } = await tokenOf(ann);
    assert.equal((await ask(secret)).status, 429);
  });

  it('are for users, of whom each may listen ten times', async () => {
    assert.equal((await fetch(`${service.url}/api/events`)).status, 401);
    const writing = await tokenOf(ann, ['write']);
    assert.equal((await ask(writing.secret)).status, 403);
    for (let count = 0; count < 10; count += 1) await listen(ann);
    const { secret } = await tokenOf(ann);
    const refused = await ask(secret);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const head = await ask(secret, {}, 'HEAD');
    assert.equal(head.status, 200);
    await open.pop()?.cancel();
    await listen(ben);
  });
});
