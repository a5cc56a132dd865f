import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dms, ServiceProcess } from '../../support/process.ts';

/** Paths in a directory, itself included, that users other than the owner may use in any way. */
async function open(directory: string): Promise<string[]> {
  const names = ['', ...(await readdir(directory, { recursive: true }))];
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await stat(join(directory, name))).mode })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name);
}

describe('the files of dms', () => {
  let umask = 0;
  let directory: string;
  let data: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-private-'));
    data = join(directory, 'data');
    // A process inherits it.
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
  });

  async function use(service: ServiceProcess): Promise<void> {
    const admin = await service.createAdmin('admin', 'a long enough password');
    const headers = { Authorization: `Basic ${btoa(`admin:${admin.token}`)}` };
    for (const size of [10, 200_000]) {
      const body = Buffer.alloc(size, 1);
      const answer = await fetch(`${service.url}/webdav/${String(size)}`, { method: 'PUT', headers, body });
      assert.equal(answer.status, 201);
    }
    const password = 'a long enough password';
    const enrolled = await fetch(`${service.url}/api/account/2fa`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ method: 'totp', password }),
    });
    assert.equal(enrolled.status, 200, await enrolled.text());
  }

  it('are for their owner only', async () => {
    const service = await ServiceProcess.start({ directory });
    try {
      await use(service);
      assert.deepEqual(await open(data), []);
    } finally {
      await service.dispose();
    }
  });

  it('are shut to others where they were open', async () => {
    await mkdir(join(data, 'blobs'), { recursive: true });
    await writeFile(join(data, 'secret.key'), Buffer.alloc(32, 7));
    await chmod(data, 0o755);
    const { code, stderr } = await dms(['migrate'], { cwd: directory });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /was open to other users; now only its owner has access/);
    assert.deepEqual(await open(data), []);
  });

  it('are not used where they stay open to others', async () => {
    const { code, stderr } = await dms(['migrate', '--data-dir', '/proc/sys'], { cwd: directory });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^dms: \/proc\/sys is open to other users \(mode 0555\), and dms cannot change that/,
    );
  });
});
