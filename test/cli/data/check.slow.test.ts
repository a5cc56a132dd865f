import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';

const LARGE = randomBytes(100_000);
const SHA256 = createHash('sha256').update(LARGE).digest('hex');

describe('dms check', () => {
  let service: ServiceProcess;
  let authorization: string;
  const blob = (directory = service.dataDirectory) =>
    join(directory, 'blobs', SHA256.slice(0, 2), SHA256.slice(2, 4), SHA256);

  beforeEach(async () => {
    service = await ServiceProcess.start({ isReading: false });
    const { login, token } = await service.createAdmin('anna', 'a long enough password');
    authorization = `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`;
    await put('large.bin', LARGE);
  });
  afterEach(() => service.dispose());

  async function put(name: string, body: Buffer): Promise<void> {
    const { status } = await fetch(`${service.url}/webdav/${name}`, {
      method: 'PUT',
      headers: { authorization },
      body: new Uint8Array(body),
    });
    assert.ok(status < 300, String(status));
  }

  /** Asserts that the command ends so, and never with a stack. */
  async function ends(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(['check', ...args], { cwd: service.directory });
    assert.doesNotMatch(finished.stderr, /^ +at |node_modules/m);
    assert.equal(finished.code, code, finished.stderr + finished.stdout);
    return finished;
  }

  it('ends with 0 and one line where nothing is wrong, with and without the service', async () => {
    assert.match((await ends(0)).stdout, /^no damage found \(1 content, 97\.7 KiB\)\n$/);
    await service.kill('SIGTERM');
    const { stdout } = await ends(0, '--deep', '--json');
    const counted = { contents: 1, bytes: LARGE.length, abandoned: { commands: 0, bytes: 0 } };
    const clean = { clean: true, faults: [], total: 0, mended: [], ...counted };
    assert.deepEqual(JSON.parse(stdout), clean);
  });

  it('ends with 0 where dms migrate alone has been', async () => {
    const data = join(service.directory, 'new');
    assert.equal((await dms(['migrate', '--data-dir', data])).code, 0);
    assert.match((await ends(0, '--deep', '--data-dir', data)).stdout, /^no damage found \(0 contents/);
  });

  it('finds nothing while many write, delete and purge', async () => {
    let isOver = false;
    const working = Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let number = 0; !isOver; number += 1) {
          await put(`${String(writer)}-${String(number % 7)}`, randomBytes(number % 2 === 0 ? 70_000 : 100));
          // The command has a lower priority than this process.
          await sleep(60);
          if (number % 3 !== 0) continue;
          const url = `${service.url}/webdav/${String(writer)}-${String((number + 3) % 7)}`;
          await fetch(url, { method: 'DELETE', headers: { authorization } });
        }
      }),
    );
    try {
      for (let round = 0; round < 2; round += 1) await ends(0, '--deep', '--repair');
    } finally {
      isOver = true;
      await working;
    }
  });

  it('ends with 3 and names what is damaged, as text and as JSON', async () => {
    truncateSync(blob(), 99_999);
    const text = await ends(3);
    assert.equal(
      text.stdout,
      `content_size: content ${SHA256}, anna:/large.bin version 1 has 99999 bytes instead of 100000\n`,
    );
    assert.match(text.stderr, /^dms: damage was found: dms check --heal-from BACKUP may replace contents$/m);
    const { total, faults } = JSON.parse((await ends(3, '--json')).stdout);
    assert.equal(total, 1);
    assert.deepEqual(faults, [
      {
        kind: 'content_size',
        what: 'has 99999 bytes instead of 100000',
        where: [`content ${SHA256}`, 'anna:/large.bin version 1'],
        remedy: 'heal',
        repairable: false,
      },
    ]);
  });

  it('heals from a copy beside the running service, which then sends the right bytes', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'dms-copy-'));
    try {
      cpSync(join(service.dataDirectory, 'blobs'), join(copy, 'blobs'), { recursive: true });
      rmSync(blob());
      const { stdout } = await ends(0, '--heal-from', copy);
      assert.match(stdout, /^healed: content .*\nno damage found/);
      const response = await fetch(`${service.url}/webdav/large.bin`, { headers: { authorization } });
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), LARGE);
    } finally {
      await rm(copy, { recursive: true });
    }
    await ends(2, '--heal-from', service.directory);
  });

  it('ends with 3 and a sentence for what is no database, and for an empty one', async () => {
    await service.kill('SIGTERM');
    const database = join(service.dataDirectory, 'dms.sqlite');
    for (const name of readdirSync(service.dataDirectory).filter((each) => /-(wal|shm)$/.test(each)))
      rmSync(join(service.dataDirectory, name));
    writeFileSync(database, randomBytes(100_000));
    assert.match((await ends(3, '--repair')).stdout, /^database: dms\.sqlite cannot be read \(.+\)\n$/);
    writeFileSync(database, '');
    assert.match((await ends(3)).stderr, /dms\.sqlite is empty/);
    rmSync(database);
    assert.match((await ends(1)).stderr, /there is no database/);
  });
});
