import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs.ts';
import { type Finished, run, ServiceProcess } from '../support/process.ts';
import { Rest } from './rest.ts';
import { filesBeneath } from './tree.ts';

const PASSWORD = 'a-long-enough-password';

describe('lftp', function () {
  needs(this, 'lftp');
  let service: ServiceProcess;
  let rest: Rest;
  let directory: string;
  let tree: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-lftp-'));
    tree = join(directory, 'tree');
    await mkdir(join(tree, 'papers'), { recursive: true });
    const sizes = [0, 1, 3000, 3000, 3000, 3000, 60_000, 70_000, 300_000, 3_000_000];
    for (const [index, size] of sizes.entries()) {
      await writeFile(join(tree, `${index}.bin`), randomBytes(size));
      await writeFile(join(tree, 'papers', `${index}.bin`), randomBytes(size));
    }
    service = await ServiceProcess.start({ isReading: false });
    const { token } = await service.createAdmin('anna', PASSWORD);
    rest = new Rest(service, token);
  });

  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  function lftp(...commands: readonly string[]): Promise<Finished> {
    const url = service.url.replace('//', `//anna:${PASSWORD}@`);
    const settings = ['set net:max-retries 2', 'set net:timeout 20', 'set net:reconnect-interval-base 0'];
    return run('lftp', ['-c', [...settings, `open ${url}/webdav/`, ...commands].join('; ')], {
      cwd: directory,
      environment: { HOME: directory, LFTP_HOME: directory, LC_ALL: 'C' },
    });
  }

  /** Compares every byte of a folder at the top with the tree. */
  async function assertMirrored(name: string): Promise<void> {
    const documents = await rest.documents((await rest.root(name)).id);
    const files = await filesBeneath(tree);
    assert.deepEqual([...documents.keys()].sort(), files);
    for (const [file, { id }] of documents)
      assert.ok((await rest.content(id)).equals(await readFile(join(tree, file))), file);
  }

  it('mirrors a tree to the drive, one file after another and four at a time', async () => {
    for (const [name, flags] of [
      ['one', ''],
      ['four', '-P 4'],
    ] as const) {
      const { code, stderr } = await lftp(`mirror -R ${flags} tree ${name}`);
      assert.deepEqual([code, stderr], [0, '']);
      await assertMirrored(name);
    }
  });

  it('mirrors a tree though the server refuses some of its requests', async () => {
    const { stderr } = await lftp('set http:use-propfind yes', 'mirror -R tree refused');
    // lftp 4.9 sends the credentials of a PROPPATCH after its body. All else arrives.
    const complaints = stderr.split('\n').filter((line) => line !== '' && !/401 Unauthorized/.test(line));
    assert.deepEqual(complaints, []);
    await assertMirrored('refused');
  });
});
