import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertLitmus, LITMUS_OVER_TLS } from '../support/machines/litmus.ts';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { freePort } from '../support/servers/ports.ts';
import { type Service, startService } from '../support/service.ts';
import { CADDY, type Kind, NGINX, Proxy } from './proxy.ts';

function throughProxy(program: 'nginx' | 'caddy', kind: Kind): void {
  describe(`packaging/${kind === NGINX ? 'nginx.conf' : 'Caddyfile'}`, function () {
    needs(this, program, 'litmus', 'curl');
    let service: Service;
    let proxy: Proxy;
    let directory: string;

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'dms-proxied-'));
      const https = await freePort();
      const server = { base_url: `https://127.0.0.1:${https}`, trust_proxy: ['127.0.0.1'] };
      service = await startService({ config: { server } });
      proxy = await Proxy.start(kind, service.port, https);
    });
    after(async () => {
      await proxy.dispose();
      await service.stop();
      await rm(directory, { recursive: true });
    });

    const curl = (...args: string[]) => run('curl', ['--silent', '--insecure', ...args]);

    for (const [suite, count] of Object.entries(LITMUS_OVER_TLS)) {
      it(`passes all ${count} tests of "${suite}" of litmus`, async () => {
        const { login, password } = await service.createUser(`litmus-${suite}`);
        await assertLitmus(suite, count, `${proxy.url}/webdav/`, { login, password, directory });
        assert.deepEqual(service.errors(), []);
      });
    }

    it('moves to a Destination with the name that the client knows, over TLS', async () => {
      const { login, password } = await service.createUser('mover');
      const user = `${login}:${password}`;
      const at = (name: string): string => `${proxy.url}/webdav/${name}`;
      const status = ['--output', '/dev/null', '--write-out', '%{http_code}'];
      await curl('--user', user, '--upload-file', import.meta.filename, at('a.txt'));
      const to = `Destination: ${at('Gr%C3%BC%C3%9Fe%20%26%20%2523.txt')}`;
      const { stdout } = await curl('--user', user, '-X', 'MOVE', '-H', to, ...status, at('a.txt'));
      assert.equal(stdout, '201');
    });

    it('tells the address of the client, whatever the client says', async () => {
      const { login } = await service.createUser('forger');
      const body = JSON.stringify({ login, password: 'wrong' });
      await curl('--json', body, '-H', 'X-Forwarded-For: 203.0.113.9', `${proxy.url}/api/login`);
      const { login: admin, password } = service.admin;
      const signIn = await curl(
        '--json',
        JSON.stringify({ login: admin, password }),
        '--include',
        `${proxy.url}/api/login`,
      );
      const [, cookie = ''] = /^set-cookie: ([^;]+);.*Secure/im.exec(signIn.stdout) ?? [];
      assert.notEqual(cookie, '', signIn.stdout);
      const { stdout } = await curl('-H', `Cookie: ${cookie}`, `${proxy.url}/api/activity`);
      assert.match(stdout, /127\.0\.0\.1/);
      assert.doesNotMatch(stdout, /203\.0\.113\.9/);
    });

    it('keeps /metrics for programs on this machine', async () => {
      const { stdout } = await curl(
        '--output',
        '/dev/null',
        '--write-out',
        '%{http_code}',
        `${proxy.url}/metrics`,
      );
      assert.equal(stdout, '401');
    });

    it('says 100 Continue, and passes a refusal on before all of the body has come', async () => {
      const { login, password } = await service.createUser('early', { quotaBytes: 2_000_000 });
      const put = async (
        bytes: number,
        sent: number,
      ): Promise<{ status: number | undefined; isContinued: boolean }> => {
        const options = { method: 'PUT', auth: `${login}:${password}`, rejectUnauthorized: false };
        const headers = { Expect: '100-continue', 'Content-Length': bytes };
        const outgoing = request(`${proxy.url}/webdav/${bytes}`, { ...options, headers });
        let isContinued = false;
        outgoing.once('continue', () => {
          isContinued = true;
          outgoing.write(Buffer.alloc(sent));
        });
        outgoing.flushHeaders();
        const [response]: IncomingMessage[] = await once(outgoing, 'response');
        outgoing.destroy();
        return { status: response?.statusCode, isContinued };
      };
      assert.deepEqual(await put(1_500_000, 1_500_000), { status: 201, isContinued: true });
      assert.equal((await put(30_000_000, 65_536)).status, 507);
    });
  });
}

throughProxy('nginx', NGINX);
throughProxy('caddy', CADDY);
