import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../support/needs.ts';
import { run, ServiceProcess } from '../support/process.ts';
import { Rest } from './rest.ts';

const PASSWORD = 'a-long-enough-password';

describe('cadaver', function () {
  needs(this, 'cadaver');
  let service: ServiceProcess;
  let rest: Rest;
  let directory: string;
  const content = randomBytes(200_000);

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-cadaver-'));
    service = await ServiceProcess.start({ isReading: false });
    const { login, password, token } = await service.createAdmin('anna', PASSWORD);
    rest = new Rest(service, token);
    const line = `machine 127.0.0.1 login ${login} password ${password}\n`;
    await writeFile(join(directory, '.netrc'), line, { mode: 0o600 });
    await writeFile(join(directory, 'report.bin'), content);
  });

  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  /** Types these lines at cadaver. @returns what it answers; what fails in it fails here */
  async function cadaver(...lines: string[]): Promise<string> {
    const { stdout, stderr } = await run('cadaver', [`${service.url}/webdav/`], {
      cwd: directory,
      environment: { HOME: directory, LC_ALL: 'C' },
      stdin: `${lines.join('\n')}\nquit\n`,
    });
    const output = stdout + stderr;
    assert.doesNotMatch(output, /failed|Could not|Unrecognised|error/i, output);
    return output;
  }

  async function names(): Promise<string[]> {
    return (await rest.contents(0)).map(({ name }) => name);
  }

  it('puts a document, lists it and gets it back byte for byte', async () => {
    const listing = await cadaver('put report.bin', 'ls', 'get report.bin back.bin');
    assert.match(listing, / report\.bin +200000 /);
    assert.ok((await readFile(join(directory, 'back.bin'))).equals(content));
  });

  it('makes a folder and works in it', async () => {
    await cadaver('mkcol papers', 'cd papers', 'put report.bin inner.bin', 'cd ..');
    assert.deepEqual(await names(), ['papers', 'report.bin']);
    const { id } = await rest.root('papers');
    assert.deepEqual(
      (await rest.contents(id)).map(({ name }) => name),
      ['inner.bin'],
    );
  });

  it('copies and moves documents and folders', async () => {
    await cadaver(
      'copy report.bin copy.bin',
      'move report.bin moved.bin',
      'copy papers more',
      'move papers old',
    );
    assert.deepEqual(await names(), ['more', 'old', 'copy.bin', 'moved.bin']);
    for (const name of ['copy.bin', 'moved.bin']) {
      assert.ok((await rest.content((await rest.root(name)).id)).equals(content), name);
    }
    const { id } = await rest.root('more');
    const [inner] = await rest.contents(id);
    assert.ok((await rest.content(inner?.id ?? 0)).equals(content));
  });

  it('sets a property of its own and reads it back', async () => {
    const output = await cadaver(
      'propset copy.bin colour deep-blue',
      'propget copy.bin colour',
      'propnames copy.bin',
    );
    assert.match(output, /Value of colour is: deep-blue/);
    assert.match(output, /getetag/);
  });

  it('locks a document, writes to it under the lock, finds the lock and takes it away', async () => {
    const output = await cadaver(
      'lock copy.bin',
      'put report.bin copy.bin',
      'discover copy.bin',
      'showlocks',
      'unlock copy.bin',
      'discover copy.bin',
    );
    assert.match(output, /opaquelocktoken:/);
    assert.match(output, /No locks found/i);
  });

  it('cannot write to what another one has locked', async () => {
    const locked = await fetch(`${service.url}/webdav/moved.bin`, {
      method: 'LOCK',
      headers: { Authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` },
      body: '<?xml version="1.0"?><lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
    });
    assert.equal(locked.status, 200, await locked.text());
    await assert.rejects(cadaver('delete moved.bin'), /423 Locked/);
    assert.ok((await names()).includes('moved.bin'));
    await cadaver('steal moved.bin', 'unlock moved.bin');
  });

  it('deletes documents and folders', async () => {
    await cadaver('delete copy.bin', 'delete moved.bin', 'rmcol more', 'rmcol old');
    assert.deepEqual(await names(), []);
    assert.equal((await rest.trash()).length, 4);
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
