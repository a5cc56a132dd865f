import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';
import { basic, DavClient, lockInfo } from '../../webdav/client.ts';

const PASSWORD = 'a long enough password';

describe('dms lock', () => {
  let service: ServiceProcess;
  let anna: DavClient;
  let bert: DavClient;
  let token: string;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    ({ token } = await service.createAdmin('anna', PASSWORD));
    await service.createAdmin('bert', PASSWORD);
    anna = new DavClient(service.port, basic('anna', PASSWORD));
    bert = new DavClient(service.port, basic('bert', PASSWORD));
    await ask('POST', '/folders', { system: true, name: 'Office' });
    await anna.expect(201, 'MKCOL', '/team');
    for (const path of ['/team/plan.txt', '/Office/plan.txt'])
      await anna.expect(201, 'PUT', path, { body: '1' });
  });

  after(() => service.dispose());

  afterEach(async () => {
    for (const { id } of await ask('GET', '/locks')) await ask('DELETE', `/locks/${String(id)}`);
  });

  /** @returns `data` of the response */
  async function ask(method: string, path: string, body?: object) {
    const response = await fetch(`${service.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text).data;
  }

  async function lock(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(['lock', ...args], { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  async function listed() {
    const { stdout } = await lock(0, 'list', '--json');
    return JSON.parse(stdout).locks;
  }

  async function pathsOfLocked(): Promise<string[]> {
    return (await listed()).map(({ path }: { path: string }) => path);
  }

  it('prints nothing of what other people wrote that a terminal would obey', async () => {
    const name = encodeURIComponent('bill\u009b31m\u202efdp.txt');
    await anna.ask('LOCK', `/team/${name}`, { body: lockInfo('exclusive', 'me&#x9b;2J&#x202e;') });
    const listing = await lock(0, 'list');
    const missing = await lock(1, 'break', 'anna:/none\u009b31m\u202e');
    const unknown = await lock(2, 'list', '--\u009b31m');
    for (const { stdout, stderr } of [listing, missing, unknown])
      assert.doesNotMatch(stdout + stderr, /[^\n\P{Cc}]|\p{Bidi_Control}/u);
    assert.match(listing.stdout, /bill\\u009b31m\\u202efdp\.txt .* me .*2J\\u202e/);
  });

  it('lists what is locked, by whom, until when, and what the program said of itself', async () => {
    await anna.ask('LOCK', '/team/plan.txt', {
      headers: { Depth: '0', Timeout: 'Second-600' },
      body: lockInfo('exclusive', '<d:href>Writer &amp; Co</d:href>'),
    });
    await bert.lock('/Office/', {}, 'shared');
    const [office, plan] = await listed();
    assert.deepEqual(Object.keys(plan), [
      'id',
      'type',
      'path',
      'holder',
      'scope',
      'depth',
      'since',
      'until',
      'owner',
    ]);
    assert.deepEqual(
      [office.path, office.type, office.scope, office.depth],
      ['/Office', 'folder', 'shared', 'infinity'],
    );
    assert.deepEqual(
      [plan.path, plan.type, plan.scope, plan.depth],
      ['anna:/team/plan.txt', 'file', 'exclusive', '0'],
    );
    assert.deepEqual([plan.holder.login, plan.holder.name, plan.owner], ['anna', 'anna', 'Writer & Co']);
    assert.equal(Date.parse(plan.until) - Date.parse(plan.since), 600_000);
    const { stdout } = await lock(0, 'list');
    const [head, ...lines] = stdout.trimEnd().split('\n');
    assert.match(String(head), /^ID +PATH +HOLDER +SCOPE +DEPTH +SINCE +UNTIL +OWNER$/);
    assert.equal(lines.length, 2);
    assert.match(String(lines[1]), /anna:\/team\/plan\.txt +anna +exclusive +0 .* Writer & Co$/);
    assert.doesNotMatch(stdout, /opaquelocktoken/, 'who does not hold a lock must not learn its token');
  });

  it('says so when nothing is locked', async () => {
    assert.deepEqual(await listed(), []);
    assert.equal((await lock(0, 'list')).stdout, 'nothing is locked\n');
    assert.equal((await lock(0, 'break', '--all')).stdout, 'nothing was locked\n');
  });

  it('ends a lock by path or by id, and the running service notices at once', async () => {
    for (const path of ['anna:/team/plan.txt/', undefined]) {
      const lockToken = await anna.lock('/team/plan.txt', { Depth: '0' });
      await anna.expect(423, 'PUT', '/team/plan.txt', { body: '2' });
      const [{ id }] = await listed();
      const { stdout } = await lock(0, 'break', path ?? String(id));
      assert.equal(stdout, 'ended the lock of anna on anna:/team/plan.txt\n');
      await anna.expect(204, 'PUT', '/team/plan.txt', { body: '2' });
      await anna.expect(412, 'PUT', '/team/plan.txt', { body: '3', headers: { If: `(<${lockToken}>)` } });
    }
  });

  it('ends those of a user, or all, and no others', async () => {
    await anna.lock('/team/plan.txt');
    await anna.lock('/Office/plan.txt', {}, 'shared');
    await bert.lock('/Office/plan.txt', {}, 'shared');
    const { stdout } = await lock(0, 'break', '--user', 'anna', '--json');
    const { broken } = JSON.parse(stdout);
    assert.deepEqual(
      broken.map(({ path }: { path: string }) => path),
      ['/Office/plan.txt', 'anna:/team/plan.txt'],
    );
    assert.deepEqual(await pathsOfLocked(), ['/Office/plan.txt']);
    await lock(0, 'break', '--all');
    assert.deepEqual(await pathsOfLocked(), []);
  });

  it('fails with 1 where it finds no such lock, and says which folder’s covers the path', async () => {
    await anna.lock('/team/');
    for (const [target, message] of [
      ['anna:/team/plan.txt', /the lock on anna:\/team covers it/],
      ['anna:/teams', /there is no lock on anna:\/teams itself\n/],
      ['999999', /999999/],
    ] as const) {
      const { stdout, stderr } = await lock(1, 'break', target);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
    assert.match((await lock(1, 'break', '--user', 'nobody')).stderr, /no user "nobody"/);
    assert.deepEqual(await pathsOfLocked(), ['anna:/team']);
  });

  it('ends with 2 when it is not said what is meant', async () => {
    await anna.lock('/team/');
    for (const args of [[], ['break'], ['break', '1', '--all'], ['break', 'plan.txt']]) {
      const { stdout, stderr } = await lock(2, ...args);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    }
    assert.deepEqual(await pathsOfLocked(), ['anna:/team']);
  });

  it('writes down what it ended', async () => {
    await anna.lock('/Office/plan.txt');
    await lock(0, 'break', '/Office/plan.txt');
    const data = await ask('GET', '/activity?action=unlock&per_page=1');
    assert.deepEqual([data[0].user, data[0].details], ['command line', 'plan.txt, locked by anna']);
  });

  it('makes nothing where there is no database: 1', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-lock-'));
    try {
      const { code, stderr } = await dms(['lock', 'break', '--all'], { cwd: directory });
      assert.equal(code, 1);
      assert.match(stderr, /no database/);
      assert.ok(!existsSync(join(directory, 'data')));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
