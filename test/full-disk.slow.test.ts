import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL_DISK, SmallDisk } from './support/disk/small-disk.ts';
import { needs } from './support/needs.ts';
import { ServiceProcess } from './support/process.ts';
import { basic, DavClient, lockInfo } from './webdav/client.ts';

const LOGIN = 'anna';
const PASSWORD = 'a long enough password';
/** More than the write-ahead log has room for when the disk is full. */
const DOCUMENTS = 40;
const RESERVE = 'reserve';

describe('a disk that another program fills wholly', function () {
  needs(this, ...SMALL_DISK);
  let disk: SmallDisk;
  let service: ServiceProcess;
  let token: string;

  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-full-'));
    disk = await SmallDisk.mount(join(directory, 'data'), 64);
    service = await ServiceProcess.start({ directory, environment: { DMS_LIMITS_RESERVE_BYTES: '16MiB' } });
    ({ token } = await service.createAdmin(LOGIN, PASSWORD));
    for (let index = 0; index < DOCUMENTS; index += 1)
      await dav().expect(201, 'PUT', `/${String(index)}.txt`, { body: 'content' });
  });
  afterEach(async () => {
    await service.kill('SIGTERM');
    await disk.unmount();
    await service.dispose();
  });

  const dav = (): DavClient => new DavClient(service.port, basic(LOGIN, token));

  function rest(method: string, path: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return fetch(`${service.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  }

  async function expectRest(status: number, method: string, path: string, body?: object): Promise<Response> {
    const answer = await rest(method, path, body);
    assert.equal(answer.status, status, `${method} ${path}: ${await answer.clone().text()}`);
    return answer;
  }

  async function trash(): Promise<number[]> {
    const { data }: { data: { id: number }[] } = JSON.parse(
      await (await expectRest(200, 'GET', '/trash?per_page=100')).text(),
    );
    return data.map(({ id }) => id);
  }

  async function idOf(path: string): Promise<number> {
    const { data }: { data: { id: number; name: string }[] } = JSON.parse(
      await (await expectRest(200, 'GET', '/folders/0/contents?per_page=100')).text(),
    );
    const found = data.find(({ name }) => `/${name}` === path);
    assert.ok(found, path);
    return found.id;
  }

  async function lock(path: string): Promise<string> {
    const { headers } = await dav().expect(200, 'LOCK', path, { body: lockInfo() });
    return String(headers['lock-token']);
  }

  async function upload(): Promise<number> {
    const form = new FormData();
    form.set('folder_id', '0');
    form.set('file', new Blob(['x']), 'form.txt');
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${service.url}/api/documents/upload`, { method: 'POST', headers, body: form }))
      .status;
  }

  /** Everything that makes room, or that a user needs for it. The other program takes what is left each time. */
  async function assertMakingRoomWorks(from: number, to: number, lockToken: string): Promise<void> {
    await dav().expect(204, 'UNLOCK', '/0.txt', { headers: { 'Lock-Token': lockToken } });
    disk.fill();
    await expectRest(200, 'POST', '/login', { login: LOGIN, password: PASSWORD });
    disk.fill();
    for (let index = from; index < to; index += 2) {
      await dav().expect(204, 'DELETE', `/${String(index)}.txt`);
      await expectRest(200, 'DELETE', `/documents/${String(await idOf(`/${String(index + 1)}.txt`))}`);
    }
    const ids = await trash();
    assert.equal(ids.length, to - from);
    disk.fill();
    for (const id of ids) await expectRest(200, 'DELETE', `/trash/${String(id)}`);
    assert.deepEqual(await trash(), []);
  }

  async function assertNoContentIsTaken(): Promise<void> {
    await dav().expect(507, 'PUT', '/new.txt', { body: 'x' });
    await dav().expect(507, 'PUT', '/new.txt', { chunks: ['x'] });
    await dav().expect(507, 'PUT', '/39.txt', { body: 'x' });
    assert.equal(await upload(), 422);
  }

  it('takes DELETE, UNLOCK, sign-in and purging, but no content; then there is room, and all is as before', async () => {
    const token1 = await lock('/0.txt');
    disk.fill();
    await assertNoContentIsTaken();
    await assertMakingRoomWorks(0, 30, token1);
    await assertNoContentIsTaken();
    assert.match(service.log, /the disk is full: .*reserve/);

    disk.empty();
    await dav().expect(201, 'PUT', '/new.txt', { body: 'x' });
    assert.equal(await upload(), 201);
    await service.kill('SIGTERM');
    await service.restart();
    assert.equal(statSync(join(service.dataDirectory, RESERVE)).size, 8 * 2 ** 20);
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`starts after ${signal}, and goes on in the same way`, async () => {
      const lockToken = await lock('/0.txt');
      await service.kill(signal);
      disk.fill();
      await service.listen();
      await assertNoContentIsTaken();
      await assertMakingRoomWorks(0, 30, lockToken);
      assert.equal((await dav().expect(200, 'GET', '/39.txt')).text, 'content');
    });
  }

  it('takes commands, beside the service and without it', async () => {
    await lock('/0.txt');
    disk.fill();
    const broken = await service.command(['lock', 'break', '--all']);
    assert.match(broken, /ended the lock/);
    await service.kill('SIGTERM');
    disk.fill();
    assert.match(await service.command(['migrate', '--status']), /applied/);
    await service.command(['create-token', '--login', LOGIN, '--name', 'spare']);
    assert.ok(existsSync(service.dataDirectory));
  });
});
