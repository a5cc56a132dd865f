import assert from 'node:assert/strict';
import { fstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { OpenFiles } from '../../../src/storage/blobs/open-files.ts';
import { present } from '../../support/accounts.ts';

/** More than are kept open. */
const MANY = 100;
const IDLE_MS = 2000;

describe('open files', () => {
  let directory: string;
  let files: OpenFiles;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-open-'));
  });
  after(() => rmSync(directory, { recursive: true }));
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    files = new OpenFiles();
  });
  afterEach(() => mock.timers.reset());

  function make(name: string): string {
    const path = join(directory, name);
    writeFileSync(path, name);
    return path;
  }

  /** A descriptor, and the file that it stood for: the number alone may be given to another. */
  interface Used {
    readonly descriptor: number;
    readonly inode: number;
  }

  function use(descriptor: number): Used {
    return { descriptor, inode: fstatSync(descriptor).ino };
  }

  /** Reads a file and tells with which descriptor. */
  async function read(path: string): Promise<Used> {
    let used: Used | undefined;
    await files.read(path, (descriptor) => {
      used = use(descriptor);
      return Promise.resolve();
    });
    return present(used);
  }

  function isOpen({ descriptor, inode }: Used): boolean {
    try {
      return fstatSync(descriptor).ino === inode;
    } catch {
      return false;
    }
  }

  /** What is closed is so a moment later, in another thread. */
  async function closed(used: Used): Promise<void> {
    for (let round = 0; round < 200 && isOpen(used); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.ok(!isOpen(used), 'it is still open');
  }

  it('are opened once for many reads', async () => {
    const path = make('once');
    const first = await read(path);
    assert.deepEqual(await read(path), first);
    assert.ok(isOpen(first));
    files.evict(path);
    await closed(first);
  });

  it('are opened once for reads at the same time', async () => {
    const path = make('together');
    const [one, other] = await Promise.all([read(path), read(path)]);
    assert.deepEqual(one, other);
    files.evict(path);
  });

  it('are closed when nobody has read them for a while', async () => {
    const descriptor = await read(make('idle'));
    mock.timers.tick(IDLE_MS);
    assert.ok(isOpen(descriptor), 'it was read since the last look');
    mock.timers.tick(IDLE_MS);
    await closed(descriptor);
  });

  it('stay open as long as somebody reads them now and then', async () => {
    const path = make('busy');
    const first = await read(path);
    for (let round = 0; round < 3; round += 1) {
      mock.timers.tick(IDLE_MS);
      assert.deepEqual(await read(path), first);
    }
    files.evict(path);
    await closed(first);
  });

  it('stay open while somebody reads, however long it takes', async () => {
    const path = make('slow');
    await files.read(path, async (descriptor) => {
      mock.timers.tick(10 * IDLE_MS);
      files.evict(path);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(readFileSync(descriptor, 'utf8'), 'slow');
    });
  });

  it('are closed once the last reader is through when they were forgotten meanwhile', async () => {
    const path = make('forgotten');
    let used: Used | undefined;
    await files.read(path, (descriptor) => {
      used = use(descriptor);
      files.evict(path);
      return Promise.resolve();
    });
    await closed(present(used));
  });

  it('are opened again once evicted', async () => {
    const path = make('old');
    await read(path);
    renameSync(make('new'), path);
    files.evict(path);
    await files.read(path, (descriptor) => {
      assert.equal(readFileSync(descriptor, 'utf8'), 'new');
      return Promise.resolve();
    });
    files.evict(path);
  });

  it('are closed when reading fails, too', async () => {
    const path = make('failing');
    let used: Used | undefined;
    const failure = files.read(path, (descriptor) => {
      used = use(descriptor);
      return Promise.reject(new Error('the client has gone'));
    });
    await assert.rejects(failure, /the client has gone/);
    files.evict(path);
    await closed(present(used));
  });

  it('that are missing are looked for again', async () => {
    const path = join(directory, 'late');
    await assert.rejects(read(path), { code: 'ENOENT' });
    make('late');
    assert.ok(isOpen(await read(path)));
    files.evict(path);
  });

  it('are few, however many are read', async () => {
    const paths = Array.from({ length: MANY }, (_, number) => make(`many-${String(number)}`));
    const used: Used[] = [];
    for (const path of paths) used.push(await read(path));
    await closed(present(used.at(-1)));
    assert.equal(used.filter(isOpen).length, 32);
    for (const path of paths) files.evict(path);
  });
});
