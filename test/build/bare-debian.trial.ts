import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertLitmus, LITMUS_OVER_TLS } from '../support/machines/litmus.ts';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { freePort } from '../support/servers/ports.ts';
import { trial } from '../support/trial.ts';
import { waiter } from '../support/until.ts';
import { BareDebian } from './bare-debian.ts';
import { build } from './built.ts';

const LOGIN = 'ada';
const PASSWORD = 'a long enough password';
const PICTURE = fileURLToPath(new URL('../fixtures/pictures/gray.jpg', import.meta.url));

trial(
  'the binary on a Debian without anything else, confined as its unit says',
  { small: 20, full: 30 },
  function () {
    needs(this, 'root', 'mmdebstrap', 'bwrap', 'scmp_sys_resolver', 'systemd-analyze', 'curl', 'litmus');
    let directory: string;
    let debian: BareDebian;
    let service: Awaited<ReturnType<BareDebian['serve']>>;
    let url: string;
    let token: string;
    const until = waiter(() => service.log);

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-bare-'));
      const port = await freePort();
      url = `https://localhost:${port}`;
      const { binary } = await build(directory);
      const config = `server: { port: ${port}, tls: { self_signed: [localhost] } }\n`;
      debian = await BareDebian.make(directory, binary, config);
      const person = ['--login', LOGIN, '--name', 'Ada', '--email', 'ada@example.org'];
      const { code, stderr } = await debian.dms(['create-admin', ...person, '--password-stdin'], PASSWORD);
      assert.equal(code, 0, stderr);
      const made = await debian.dms(['create-token', '--login', LOGIN, '--name', 'test']);
      assert.equal(made.code, 0, made.stderr);
      token = made.stdout.trim();
      await start();
    });
    after(async () => {
      await service.kill('SIGTERM');
      await rm(directory, { recursive: true });
    });

    async function start(): Promise<void> {
      service = await debian.serve();
      await until(async () => (await curl('--fail', '/healthz')).code === 0);
    }

    /** Trusts the certificate that the service has made, and no other. */
    function curl(...args: readonly string[]) {
      const path = args.at(-1) ?? '';
      const trust = ['--cacert', join(debian.dataDirectory, 'tls/cert.pem')];
      const who = path.startsWith('/api/') ? ['--oauth2-bearer', token] : ['--user', `${LOGIN}:${PASSWORD}`];
      const flags = ['--silent', ...trust, ...who, ...args.slice(0, -1)];
      return run('curl', [...flags, url + path]);
    }

    it('runs as a user of its own, without capabilities, and writes into its data alone', async () => {
      assert.equal(await service.status('CapBnd'), '0000000000000000');
      assert.equal(await service.status('Seccomp'), '2');
      assert.doesNotMatch((await service.status('Uid')) ?? '', /\b0\b/);
      assert.equal((await readdir(join(debian.dataDirectory, 'native'))).length, 2);
      for (const program of ['node', 'npm']) assert.ok(!existsSync(join(debian.root, 'usr/bin', program)));
    });

    for (const [suite, count] of Object.entries(LITMUS_OVER_TLS)) {
      it(`passes all ${count} tests of "${suite}" of litmus over HTTPS`, () =>
        assertLitmus(suite, count, `${url}/webdav/`, { login: LOGIN, password: PASSWORD, directory }));
    }

    it('reads contents in its child process', async () => {
      assert.equal((await curl('--fail', '--upload-file', PICTURE, '/webdav/picture.jpg')).code, 0);
      const { id } = await document('picture.jpg');
      const question = ['--output', '/dev/null', '--write-out', '%{content_type}'];
      await until(async () => {
        const { stdout } = await curl(...question, `/api/documents/${id}/thumbnail`);
        return stdout === 'image/jpeg';
      });
    });

    it('keeps everything when it is stopped and started', async () => {
      const file = join(directory, 'content');
      for (const content of [randomBytes(100), randomBytes(5_000_000)]) {
        await writeFile(file, content);
        assert.equal((await curl('--fail', '--upload-file', file, '/webdav/kept.bin')).code, 0);
      }
      const before = await settled('kept.bin');
      assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
      await start();
      assert.deepEqual(await document('kept.bin'), before);
      const versions = JSON.parse((await curl(`/api/documents/${before.id}/versions`)).stdout);
      assert.equal(versions.data.length, 2);
      assert.equal((await curl('--fail', '--output', `${file}.back`, '/webdav/kept.bin')).code, 0);
      assert.deepEqual(await readFile(`${file}.back`), await readFile(file));
      const { code, stdout } = await debian.dms(['check', '--deep']);
      assert.equal(code, 0, stdout);
    });

    /** The record of a document that the child process has looked at. */
    async function settled(name: string): Promise<{ readonly id: number }> {
      await until(async () => (await document(name)).thumbnail !== 'pending');
      return document(name);
    }

    async function document(name: string): Promise<{ readonly id: number; readonly thumbnail: string }> {
      const { stdout } = await curl('/api/folders/0/contents');
      const { data }: { data: { id: number; name: string; thumbnail: string }[] } = JSON.parse(stdout);
      return data.find((each) => each.name === name) ?? assert.fail(stdout);
    }
  },
);
