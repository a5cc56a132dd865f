import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dms, ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';
import { waiter } from '../../support/until.ts';

describe('dms restore --only', () => {
  let service: ServiceProcess;
  let directory: string;
  let token: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-part-'));
    service = await ServiceProcess.start({ isReading: false, directory });
    ({ token } = await service.createAdmin('anna', 'a long enough password'));
  });
  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true, force: true });
  });

  function request(method: string, path: string, body?: string): Promise<Response> {
    const credentials = Buffer.from(`anna:${token}`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}` };
    return fetch(`${service.url}/webdav/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  const command = (...args: string[]) =>
    dms([...args, '--data-dir', service.dataDirectory], { cwd: directory });

  it('brings a document back into a running service with its versions, beside what is there now', async () => {
    const large = 'second '.repeat(20_000);
    await request('MKCOL', 'Contracts');
    await request('PUT', 'Contracts/lease.txt', 'first');
    await request('PUT', 'Contracts/lease.txt', large);
    assert.equal((await command('backup', 'backup')).code, 0);
    await request('PUT', 'Contracts/lease.txt', 'spoiled');
    const { code, stdout, stderr } = await command(
      ...[
        'restore',
        'backup',
        '--only',
        'anna:/Contracts/lease.txt',
        '--into',
        'anna:/Contracts',
        '--as',
        'anna',
      ],
      '--json',
    );
    assert.equal(code, 0, stderr);
    const { name, documents, versions }: Record<string, unknown> = JSON.parse(stdout);
    assert.deepEqual([documents, versions], [1, 2]);
    const restored = await request('GET', `Contracts/${encodeURIComponent(String(name))}`);
    assert.equal(await restored.text(), large);
    assert.equal(await (await request('GET', 'Contracts/lease.txt')).text(), 'spoiled');
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
  });

  it('continues a folder after each kill, and names it as unfinished until it is whole', async () => {
    const count = 40;
    await request('MKCOL', 'Many');
    for (let number = 0; number < count; number += 1)
      await request('PUT', `Many/${String(number)}.txt`, `${String(number)} `.repeat(30_000));
    assert.equal((await command('backup', 'many')).code, 0);
    await request('DELETE', 'Many');
    const args = ['restore', 'many', '--only', 'anna:/Many', '--into', 'anna:/', '--as', 'anna'];
    const listing = async (path: string): Promise<string[]> => {
      const headers = {
        Authorization: `Basic ${Buffer.from(`anna:${token}`).toString('base64')}`,
        Depth: '1',
      };
      const response = await fetch(`${service.url}/webdav/${path}`, { method: 'PROPFIND', headers });
      return [...(await response.text()).matchAll(/<d:href>([^<]*)/g)].map(([, href = '']) =>
        decodeURIComponent(href),
      );
    };
    const folders = async (): Promise<string[]> =>
      (await listing('')).filter((href) => /\/webdav\/Many[^/]*\/$/.test(href));
    for (const documents of [1, 20]) {
      const child = spawn(DMS.file, [...DMS.args, ...args, '--data-dir', service.dataDirectory], {
        cwd: directory,
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await waiter(() => `${String(documents)} documents`)(async () => {
        const [folder] = await folders();
        const path = folder?.replace(/^.*\/webdav\//, '');
        return path !== undefined && (await listing(encodeURI(path))).length > documents;
      });
      child.kill('SIGKILL');
      await ended;
      const [folder, ...others] = await folders();
      assert.match(String(folder), /Many \(unfinished restore of [^/]*\)\/$/);
      assert.deepEqual(others, []);
    }
    // A later backup does not start the restore again.
    assert.equal((await command('backup', 'many')).code, 0);
    const { code, stderr } = await command(...args);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /continuing the unfinished restore "Many \(unfinished restore of /);
    assert.equal((await folders()).length, 1);
    assert.equal((await listing('Many')).length, 1 + count);
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
  });

  it('says which flags are missing, and changes nothing', async () => {
    const { code, stderr } = await command('restore', 'backup', '--only', 'anna:/Contracts');
    assert.equal(code, 2);
    assert.match(stderr, /--only, --into and --as must be used together/);
  });

  it('leaves nothing that keeps the service from starting, when it is killed', async () => {
    const left = join(service.dataDirectory, 'incoming', 'snapshot-left');
    await mkdir(left);
    await writeFile(join(left, 'dms.sqlite'), 'half of a database');
    await service.kill('SIGKILL');
    await service.restart();
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
  });
});
