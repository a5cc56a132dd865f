import assert from 'node:assert/strict';
import { join } from 'node:path';
import { routes } from '../src/rest/routes.ts';
import { Database } from '../src/storage/database/database.ts';
import { foreignDavRequests } from './support/access/foreign-dav-requests.ts';
import {
  ADMINISTRATION,
  FOREIGN,
  type ForeignRequest,
  type Ids,
  type Own,
} from './support/access/foreign-requests.ts';
import { ringFor } from './support/alarm.ts';
import { type Account, type Service, startService } from './support/service.ts';
import { makeFolder, onto, planOf, putTo, snapshotOf, write } from './support/tree.ts';
import { type Answer, basic, DavClient, lockInfo, propertyUpdate } from './webdav/client.ts';

/** In all that Anna has: names, texts, contents, the names of her tokens and her own. */
const WORD = 'Zwiebelturm';
/** As long, and nowhere. */
const NOWHERE = 'Zwetschgenm';

const NOTHING: Ids = {
  document: 900_001,
  locked: 900_002,
  folder: 900_003,
  home: 900_004,
  deleted: 900_005,
  share: 900_006,
  link: 900_011,
  group: 900_013,
  undo: 900_014,
  token: 900_007,
  session: 900_008,
  upload: 900_010,
  incident: 900_014,
  user: 900_009,
  login: 'nobody',
  word: NOWHERE,
};

/** Headers but for those that are new with each answer. */
function lasting(headers: object): object {
  const isNew = (name: string) => ['date', 'x-request-id'].includes(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isNew(name)));
}

/** Nobody learns from an answer that something of somebody else's is there: it is as if there were nothing. */
describe('what is somebody else’s', () => {
  let service: Service;
  let beside: Database;
  let anna: Account;
  let ids: Ids;
  let lockToken: string;
  const askers = new Map<string, Asker>();

  interface Asker {
    readonly account: Account;
    readonly token: string;
    readonly drive: DavClient;
    readonly own: Own;
  }

  before(async () => {
    service = await startService();
    beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const { dms } = service;
    anna = await service.createUser('anna');
    await dms.users.update(service.admin.actor, anna.id, { name: `Anna ${WORD}` });
    await service.createUser('carl');
    const folder = await makeFolder(dms, anna.actor, `folder ${WORD}`);
    const document = await write(dms, anna.actor, `${WORD}.txt`, `the ${WORD}`, folder);
    await putTo(dms, anna.actor, onto(dms, anna.actor, document), `the second ${WORD}`, {
      title: WORD,
      comment: WORD,
    });
    const deleted = await write(dms, anna.actor, `deleted ${WORD}`, WORD, folder);
    await dms.entries.remove(anna.actor, deleted);
    const locked = await write(dms, anna.actor, `locked ${WORD}`, WORD, folder);
    const lock = { depth: '0', scope: 'exclusive', ownerXml: WORD, timeoutSeconds: 3600 } as const;
    lockToken = (await dms.lockCreation.create(anna.actor, locked, lock)).lock.token;
    const share = await dms.shares.create(anna.actor, { entryId: document, users: ['carl'], permissions: 1 });
    const link = await dms.links.create(anna.actor, {
      ...{ entryId: document, kind: 'view', label: WORD, password: null },
      ...{ expiresAt: null, maxDownloads: null, isListed: true },
    });
    const group = await dms.groups.create(service.admin.actor, `group ${WORD}`, ['anna']);
    const { token } = await dms.tokens.create(anna.actor, { name: WORD });
    const attempt = { login: 'anna', password: anna.password, ip: null, userAgent: WORD };
    const { session } = await dms.authentication.withPassword(attempt);
    const { upload } = await dms.resumableUploads.create(anna.actor, planOf(`unfinished ${WORD}`, 9, folder));
    const { homeId: home } = anna.actor;
    const accounts = {
      user: anna.id,
      login: 'anna',
      session: session.id,
      token: token.id,
      upload: upload.id,
      incident: await ringFor(dms, anna.id),
    };
    const undo = await dms.undos.begin(anna.actor, { kind: 'changes', since: Date.now() - 1 });
    ids = {
      document,
      locked,
      folder,
      home,
      deleted,
      share: share.id,
      link: link.id,
      group: group.id,
      undo: undo.id,
      word: WORD,
      ...accounts,
    };

    const ben = await service.createUser('ben');
    askers.set('another user', await asker(ben));
    askers.set('an administrator', await asker(service.admin));
    // The first search reads all words into the index.
    await dms.search.search(anna.actor, 0, { q: WORD, filter: {} }, { page: 1, perPage: 1 });
  });
  after(async () => {
    await beside.close();
    await service.stop();
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function asker(account: Account): Promise<Asker> {
    const { dms } = service;
    const scopes = ['read', 'write', ...(account.actor.isAdmin ? ['admin'] : [])];
    const { secret } = await dms.tokens.create(account.actor, { name: 'test', scopes });
    const deleted = await write(dms, account.actor, 'own deleted');
    await dms.entries.remove(account.actor, deleted);
    const own = {
      deleted,
      document: await write(dms, account.actor, 'own.txt'),
      folder: await makeFolder(dms, account.actor, 'own'),
    };
    const drive = new DavClient(service.port, basic(account.login, account.password));
    // The first request with a password leaves a record of the sign-in.
    await drive.expect(207, 'PROPFIND', '/', { headers: { Depth: '0' } });
    return { account, token: secret, drive, own };
  }

  function known(name: string): Asker {
    const found = askers.get(name);
    assert.ok(found);
    return found;
  }

  /** All that could have been changed, sessions and tokens included. */
  function everything(): string {
    const accounts = [
      'SELECT id, user_id FROM sessions',
      'SELECT id, user_id, name FROM tokens',
      'SELECT * FROM unfinished_uploads',
      'SELECT * FROM upload_chunks',
      'SELECT * FROM links',
    ];
    return [snapshotOf(beside), ...accounts.map((sql) => JSON.stringify(beside.prepare(sql).all()))].join(
      '\n',
    );
  }

  /** What an answer says, apart from when it was given. */
  async function asked({ token }: Asker, method: string, request: ForeignRequest) {
    const { path, body, form, headers: own, repeats = [] } = request;
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...own };
    let content: string | FormData | undefined;
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
      content = JSON.stringify(body);
    }
    if (form !== undefined) {
      content = new FormData();
      for (const [name, value] of Object.entries(form)) content.append(name, value);
      content.append('file', new Blob(['x']), 'upload.txt');
    }
    const response = await fetch(`${service.url}/api${path}`, { method, headers, body: content ?? null });
    const said = lasting(Object.fromEntries(response.headers));
    let text = await response.text();
    for (const [index, id] of repeats.entries()) text = text.replaceAll(`"id":${id},`, `"id":"${index}",`);
    const headersSaid = repeats.length === 0 ? said : { ...said, 'content-length': '' };
    return { status: response.status, headers: headersSaid, text };
  }

  function paths(): string[] {
    return Object.values(routes(service.dms, null))
      .flat()
      .map(([method, path]) => `${method} ${path}`);
  }

  it('has a case for every route', () => {
    assert.deepEqual(Object.keys(FOREIGN).sort(), paths().sort());
  });

  for (const name of ['another user', 'an administrator']) {
    describe(`asked for by ${name} over REST`, () => {
      for (const [route, foreign] of Object.entries(FOREIGN)) {
        const [method = ''] = route.split(' ');
        if (foreign === 'own' || (name === 'an administrator' && ADMINISTRATION.has(route))) continue;

        it(`${route} ${foreign === 'list' ? 'does not show it' : 'answers as if it were not there'}`, async () => {
          const who = known(name);
          const before = everything();
          if (foreign === 'list') {
            const { status, text } = await asked(who, method, { path: route.slice(method.length + 1) });
            assert.ok(status === 200 || status === 403, text);
            assert.doesNotMatch(text, new RegExp(WORD));
            return;
          }
          const nothing = foreign(NOTHING, who.own);
          for (const [index, request] of foreign(ids, who.own).entries()) {
            const answer = await asked(who, method, request);
            const none = nothing[index];
            assert.ok(none);
            assert.deepEqual(answer, await asked(who, method, none), request.path);
            const isListing = method === 'GET' && answer.status === 200;
            assert.ok(
              isListing || request.repeats || [403, 404, 422].includes(answer.status),
              `${request.path}: ${answer.text}`,
            );
            assert.doesNotMatch(JSON.stringify(answer), new RegExp(WORD));
          }
          assert.equal(everything(), before);
        });
      }
    });

    describe(`asked for by ${name} over WebDAV`, () => {
      function saying({ status, headers, text }: Answer, word: string) {
        return JSON.stringify({ status, headers: lasting(headers), text }).replaceAll(word, '…');
      }

      it('as a path, a Destination, an If tag or a lock token it answers as if it were not there', async () => {
        const { drive } = known(name);
        const before = everything();
        const unknown = 'opaquelocktoken:00000000-0000-4000-8000-000000000000';
        const nothing = foreignDavRequests(NOWHERE, unknown, service.port);
        for (const [index, request] of foreignDavRequests(WORD, lockToken, service.port).entries()) {
          const answer = await drive.ask(request.method, request.path, request);
          const elsewhere = nothing[index];
          assert.ok(elsewhere);
          const none = await drive.ask(elsewhere.method, elsewhere.path, elsewhere);
          const what = JSON.stringify(request);
          assert.equal(saying(answer, WORD), saying(none, NOWHERE), what);
          assert.ok(answer.status >= 400, `${what}: ${answer.status}`);
          assert.equal(everything(), before, what);
        }
      });

      it('the root does not show it', async () => {
        const { text } = await known(name).drive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
        assert.doesNotMatch(text, new RegExp(WORD));
      });
    });
  }

  describe('and of which one document is shared', () => {
    let shared: number;

    before(async () => {
      const { dms } = service;
      shared = await write(dms, anna.actor, 'shared.txt', 'shared', ids.folder);
      await dms.shares.create(anna.actor, { entryId: shared, users: ['ben'], permissions: 3 });
    });

    const apart = (text: string) => text.replaceAll(`Anna ${WORD}`, 'Anna');

    it('stays unknown but for that document, over REST', async () => {
      const ben = known('another user');
      const documents = paths().filter((route) => /^GET .*\/documents\/\{id\}/.test(route));
      assert.ok(documents.length >= 6);
      const others = [
        '/folders/0/contents',
        `/folders/0/search?q=${WORD}`,
        '/shares',
        '/activity',
        '/folders/shares',
      ];
      const asking = [
        ...documents.map((route) => route.slice(4).replace('{id}', String(shared)).replace('{number}', '1')),
        ...others,
      ];
      await service.dms.entries.move(anna.actor, shared, { folderId: 0, name: 'shared.txt' });
      await service.dms.entries.move(anna.actor, shared, { folderId: ids.folder, name: 'shared.txt' });
      for (const path of asking) {
        const { status, text } = await asked(ben, 'GET', { path });
        assert.ok(status === 200 || /\/(thumbnail|text)$/.test(path), `${path}: ${status}`);
        assert.doesNotMatch(apart(text), new RegExp(`${WORD}|"folder_id":${ids.folder}\\b|carl`), path);
      }
    });

    it('stays unknown but for that document, over WebDAV, also where a lock from above stands in the way', async () => {
      const { drive } = known('another user');
      const lock = { depth: 'infinity', scope: 'exclusive', ownerXml: '', timeoutSeconds: 3600 } as const;
      const { dms } = service;
      await dms.locks.break(anna.actor, ids.locked);
      const { token } = (await dms.lockCreation.create(anna.actor, ids.folder, lock)).lock;
      const before = everything();
      for (const [status, method, headers, body] of [
        [207, 'PROPFIND', { Depth: '0' }, undefined],
        [423, 'PUT', {}, 'x'],
        [423, 'PUT', { If: `(<${token}>)` }, 'x'],
        [423, 'LOCK', {}, lockInfo()],
        [423, 'PROPPATCH', {}, propertyUpdate('<d:set><d:prop><x:a>1</x:a></d:prop></d:set>')],
        [403, 'DELETE', {}, undefined],
      ] as const) {
        const answer = await drive.expect(status, method, '/shared.txt', {
          headers,
          ...(body === undefined ? {} : { body }),
        });
        const said = `${answer.text}${JSON.stringify(answer.headers)}`;
        assert.doesNotMatch(apart(said), new RegExp(`${WORD}|${token}`), `${method}: ${said}`);
      }
      const root = await drive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
      assert.match(root.text, /shared\.txt/);
      assert.doesNotMatch(apart(root.text), new RegExp(`${WORD}|${token}`));
      assert.equal(everything(), before);
    });
  });
});
